import { css } from 'lit';

export const complexityStyles = css`
  .counts {
    overflow-x: auto;
    margin: 4px 18px 0;
  }
  .counts table {
    width: 100%;
    margin: 0;
  }
  .counts td,
  .counts th {
    padding-block: 5px;
  }
  .counts .form {
    color: var(--c-muted);
    white-space: nowrap;
  }
  .narrow .counts th,
  .narrow .counts td {
    padding-inline-end: 4px;
    font-size: 12.5px;
    white-space: normal;
  }
  /* So that the names break in the same places, however large the counts are, and the heads may. */
  .narrow .counts thead th {
    height: 3.8em;
  }
  .narrow .counts tbody th {
    width: 1px;
    min-width: 112px;
  }
  .swatch {
    display: inline-block;
    width: 22px;
    height: 0;
    margin-inline-end: 8px;
    vertical-align: middle;
    border-top: 3px solid;
  }
  :where(.swatch) {
    color: var(--c-weight);
  }
  .swatch.dashed {
    border-top-style: dashed;
  }
  .swatch.dotted {
    border-top-style: dotted;
  }
  .narrow .swatch {
    width: 16px;
    margin-inline-end: 4px;
  }
  /* Gaps in the line, on either side of a dot. */
  .dash-dot::after {
    content: '';
    position: absolute;
    width: 3px;
    height: 3px;
    margin: -3px 9px 0;
    border: solid var(--c-card);
    border-width: 0 3px;
  }
`;
