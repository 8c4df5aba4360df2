import { css } from 'lit';

export const cacheStyles = css`
  .calculator {
    isolation: isolate;
    margin: 8px 18px 4px;
    padding: 10px 14px;
    border: 1px solid var(--c-rule);
    border-radius: 10px;
    font-size: 14px;
  }
  .calculator .fields {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 18px;
    margin-top: 8px;
  }
  .calculator p {
    margin: 8px 0 0;
  }
  .calculator p[data-part='counted'] {
    min-height: 3em;
  }
`;
