/** What pictures share: hit areas, focus rings, motion; forced colours and paper. */
import { css } from 'lit';

export const parts = css`
  .hit {
    fill: transparent;
    cursor: pointer;
  }
  svg [tabindex]:focus-visible {
    outline: none;
  }
  svg [tabindex]:focus-visible .focus-ring,
  svg .focus-ring.on {
    stroke: var(--c-focus);
    stroke-width: 2.5;
  }
  svg :focus > .mark {
    stroke: var(--c-ink);
  }
  svg .focus-ring {
    fill: none;
    stroke: none;
    pointer-events: none;
  }
  .halo {
    paint-order: stroke;
    stroke: var(--c-card);
    stroke-width: 3.5px;
    stroke-linejoin: round;
  }
  /* From right to left, see draw/direction.js. */
  [dir='rtl'] svg {
    transform: scaleX(-1);
  }
  [dir='rtl'] svg text:not(.unmirrored text) {
    transform: scaleX(-1);
    transform-box: fill-box;
    transform-origin: center;
  }
  /* Anchors mean left and right; the text itself runs as its first letter does. */
  svg text,
  [dir='rtl'] .unmirrored {
    direction: ltr;
  }
  [dir='rtl'] svg text {
    unicode-bidi: plaintext;
  }
  b {
    unicode-bidi: plaintext;
  }
  /* What follows a key that is held or a pointer that drags is there at once. */
  @media (prefers-reduced-motion: no-preference) {
    .leap .moves {
      transition:
        y 0.25s ease-out,
        x 0.25s ease-out,
        height 0.25s ease-out,
        width 0.25s ease-out,
        fill 0.25s,
        opacity 0.25s,
        stroke-width 0.25s ease-out;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
      animation: none !important;
    }
  }
  @media (forced-colors: active) {
    .figure {
      border: 1px solid CanvasText;
    }
    .segment input:checked + span {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
    svg,
    .track,
    [aria-pressed='true'] {
      forced-color-adjust: none;
    }
  }
  @media print {
    footer,
    .controls,
    .field,
    .fields,
    .presets,
    .notice,
    .work,
    .spoken,
    button,
    input,
    select,
    .picture > svg[aria-hidden] {
      display: none !important;
    }
    /* Paper has neither pointer nor focus to light a part. */
    * {
      filter: none !important;
    }
    .figure {
      break-inside: avoid;
      border-radius: 0;
    }
    .fallback.waiting {
      position: static;
      color: inherit;
    }
    .picture,
    .summary,
    p {
      min-height: 0 !important;
    }
  }
`;
