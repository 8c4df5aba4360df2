import { css } from 'lit';

export const headsStyles = css`
  .costs {
    margin: 6px 18px 4px;
    padding: 10px 14px;
    border: 1px solid var(--c-rule);
    border-radius: 10px;
    font-size: 14px;
  }
  .costs .fields {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 6px 18px;
    margin-inline-start: 14px;
    vertical-align: middle;
  }
  .costs p {
    margin: 8px 0 0;
    min-height: 3.1em;
  }
  .narrow .costs p {
    min-height: 7.5em;
  }
`;
