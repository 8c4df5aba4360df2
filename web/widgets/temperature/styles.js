import { css } from 'lit';

export const temperatureStyles = css`
  input[type='range'] {
    width: 250px;
  }
  .presets {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .presets .small {
    min-width: 36px;
  }
  .presets [aria-pressed='true'] {
    background: var(--c-ink);
    color: var(--c-card);
  }
  .drag {
    cursor: ns-resize;
  }
  .narrow .drag {
    cursor: ew-resize;
  }
`;
