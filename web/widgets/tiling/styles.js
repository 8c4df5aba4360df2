import { css } from 'lit';

export const tilingStyles = css`
  .steps {
    margin: 4px 18px;
  }
  .sums {
    margin: 6px 18px 0;
    min-height: 25em;
    font-size: 14px;
  }
  .narrow .sums {
    min-height: 54em;
  }
  .sums p {
    display: grid;
    grid-template-columns: 8.2em 1fr;
    gap: 0 10px;
    margin: 0;
    padding: 3px 0;
    border-top: 1px solid var(--c-rule);
  }
  .narrow .sums p {
    grid-template-columns: 1fr;
  }
  /* Formulas run from left to right in every language. */
  .sums p > span {
    justify-self: start;
    unicode-bidi: plaintext;
  }
  .sums p.skipped {
    display: block;
  }
  .sums .name,
  .note {
    color: var(--c-muted);
  }
  .traffic {
    isolation: isolate;
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 8px 40px;
    margin: 10px 18px 0;
  }
  .traffic > * {
    flex: 1 1 290px;
    min-width: 0;
  }
  .traffic table {
    width: 100%;
    margin: 4px 0;
  }
  .traffic th {
    white-space: normal;
  }
  .traffic :is(th, td) {
    padding-inline: 0 4px;
  }
  @media print {
    .sums,
    .traffic {
      min-height: 0 !important;
      font-size: 12px;
    }
  }
`;
