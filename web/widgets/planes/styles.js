/** What figures with a coordinate plane need beyond the frame. */
import { css } from 'lit';

export const planeStyles = css`
  /* Its own ring is round. */
  .tip:focus-visible {
    outline: none;
  }
  .tip .hit {
    cursor: grab;
    touch-action: none;
  }
  .tip:active .hit {
    cursor: grabbing;
  }
  .tip .grip {
    fill: none;
    opacity: 0;
  }
  .tip:hover .grip {
    opacity: 1;
  }
  .point-fields .number {
    width: 4.6em;
  }
  .point-fields {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 12px;
    align-items: center;
  }
  .situations {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .situations.first {
    flex: 1 1 100%;
    align-items: center;
  }
  .situations .label {
    color: var(--c-muted);
    margin-inline-end: 4px;
  }
  .point-fields legend {
    float: inline-start;
    padding: 0;
    margin-inline-end: 4px;
    color: var(--c-muted);
  }
  .point-fields label {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  .point-fields i {
    font-family: var(--c-serif, Georgia, serif);
  }
`;
