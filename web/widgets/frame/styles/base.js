/** Colours, type, and the parts around every picture. */
import { css, unsafeCSS } from 'lit';
import { paletteCss } from '../../../model/palette.js';

const palette = unsafeCSS(
  paletteCss({ light: '.figure', dark: '.figure.dark', ramp: (name) => `.${name}` }),
);

export const base = css`
  :host {
    all: initial;
    display: block;
    min-width: 0;
    /* The page's width decides, not the picture's; where the page has none to give, this. */
    contain: inline-size;
    contain-intrinsic-inline-size: 640px;
    max-width: 100%;
  }
  :host([hidden]) {
    display: none;
  }
  /* What a page says of every element it says of this one too, and its parts would inherit it. */
  .figure {
    all: initial;
  }
  ${palette}
  * {
    box-sizing: border-box;
  }
  .figure {
    --sans: var(
      --attn-font,
      ui-sans-serif,
      system-ui,
      -apple-system,
      'Segoe UI',
      'Noto Sans',
      'DejaVu Sans',
      sans-serif
    );
    display: block;
    position: relative;
    background: var(--c-card);
    color: var(--c-ink);
    border: 1px solid var(--c-rule);
    border-radius: var(--attn-radius, 14px);
    font: 400 15px/1.5 var(--sans);
    font-variant-numeric: tabular-nums;
    text-align: start;
    /* No zoom by what is meant as two presses. */
    touch-action: manipulation;
    -webkit-text-size-adjust: 100%;
  }
  header {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: baseline;
    justify-content: space-between;
    padding: 15px 18px 5px;
  }
  h3 {
    font: 650 16.5px/1.3 var(--sans);
    margin: 0;
  }
  .chip {
    display: inline-block;
    font-size: 12.5px;
    color: var(--c-muted);
    border: 1px solid var(--c-rule);
    border-radius: 12px;
    padding: 1px 10px;
  }
  .picture {
    position: relative;
    min-height: 40px;
  }
  svg {
    display: block;
    max-width: 100%;
    height: auto;
    overflow: visible;
    /* Inherited, so that a piece may give its own. */
    fill: var(--c-ink);
    font-family: var(--sans);
  }
  svg .quiet {
    fill: var(--c-muted);
  }
  /* Where it stands above the controls, a change of its height scrolls rather than moves them. */
  .narrow .picture {
    overflow-anchor: none;
  }
  /* A longer provenance takes no line more. */
  .narrow header {
    display: block;
  }
  .summary {
    margin: 0;
    padding: 10px 18px 14px;
    min-height: var(--room, 4.7em);
    line-height: 1.55;
    text-wrap: pretty;
    overflow-wrap: anywhere;
  }
  .narrow .summary {
    min-height: var(--narrow-room, 9.4em);
  }
  /* Room for the longest summary, so that nothing below moves when it is shorter. */
  :host(attn-seq2seq) {
    --room: 6.3em;
    --narrow-room: 14em;
  }
  :host(attn-complexity),
  :host(attn-order),
  :host(attn-tiling) {
    --room: 6.3em;
    --narrow-room: 12.5em;
  }
  :host(attn-pattern),
  :host(attn-heads) {
    --narrow-room: 11em;
  }
  :host(attn-positional) {
    --narrow-room: 14em;
  }
  :host(attn-kv-sharing) {
    --room: 7.8em;
    --narrow-room: 16em;
  }
  b {
    font-weight: 650;
  }
  b.query,
  .c-query {
    color: var(--c-query);
  }
  b.key,
  .c-key {
    color: var(--c-key);
  }
  b.value,
  .c-value {
    color: var(--c-value);
  }
  b.output,
  .c-output {
    color: var(--c-output);
  }
  sub {
    font-size: 0.76em;
    line-height: 0;
  }
  .spoken {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .no-engine {
    margin: 0;
    padding: 12px 18px;
    color: var(--c-warning);
  }
  .fallback {
    padding: 0 18px;
  }
  .fallback.waiting {
    position: absolute;
    inset: 0;
    padding: 0;
    color: var(--c-muted);
    overflow: hidden;
  }
  .waiting ::slotted(p) {
    padding: 0 18px;
  }
  .notice {
    display: flex;
    gap: 12px;
    align-items: flex-start;
    justify-content: space-between;
    margin: 6px 18px;
    padding: 8px 12px;
    font-size: 14px;
    border-radius: 8px;
    background: var(--c-soft);
    border-inline-start: 3px solid var(--c-warning);
  }
  .notice ul {
    margin: 0;
    padding: 0;
    list-style: none;
    overflow-wrap: anywhere;
  }
  .work {
    display: flex;
    gap: 12px;
    align-items: center;
    position: absolute;
    inset-inline-end: 14px;
    inset-block-start: 4px;
    padding: 6px 10px;
    border-radius: 8px;
    font-size: 13.5px;
    background: var(--c-soft);
  }
  .warning {
    color: var(--c-warning);
  }
`;
