/** The footer, and the panels that open from it. */
import { css } from 'lit';

export const footer = css`
  footer {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 4px;
    align-items: center;
    padding: 5px 12px;
    border-top: 1px solid var(--c-rule);
    font-size: 13.5px;
    color: var(--c-muted);
  }
  .tool {
    color: inherit;
    text-decoration: none;
    border: 0;
    background: none;
    padding: 5px 7px;
    border-radius: 6px;
  }
  .tool:hover {
    background: var(--c-soft);
    color: var(--c-ink);
  }
  .tool[aria-expanded='true'] {
    background: var(--c-soft);
    color: var(--c-ink);
  }
  .badge {
    margin-inline-start: auto;
    padding: 4px 6px;
    font-size: 12.5px;
  }
  .fell-back {
    display: block;
  }
  .panel {
    margin: 0;
    padding: 10px 18px 14px;
    border-top: 1px solid var(--c-rule);
    font-size: 14px;
  }
  .panel.numbers {
    max-height: 420px;
    overflow: auto;
    container-type: inline-size;
  }
  table {
    border-collapse: collapse;
    margin: 4px 0 18px;
    font-size: 13.5px;
  }
  caption {
    text-align: start;
    font-weight: 650;
    padding: 4px 0;
  }
  /* Read whole, however far a wide table is scrolled. */
  caption span {
    display: inline-block;
    position: sticky;
    inset-inline-start: 0;
    max-width: 100cqi;
  }
  th,
  td {
    padding: 3px 10px 3px 0;
    text-align: end;
    white-space: nowrap;
    font-weight: 400;
    border-bottom: 1px solid var(--c-rule);
  }
  th:first-child {
    text-align: start;
  }
  thead th {
    color: var(--c-muted);
  }
`;
