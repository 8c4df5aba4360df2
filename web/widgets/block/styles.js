import { css } from 'lit';

export const blockStyles = css`
  .lower {
    border-top: 1px solid var(--c-rule);
    font-size: 14px;
  }
  .lower.wide {
    display: grid;
    grid-template-columns: 1fr 1fr;
  }
  .lower > section {
    min-width: 0;
    overflow: hidden;
  }
  .fields,
  .presets {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 16px;
  }
  .presets {
    gap: 6px;
    margin-bottom: 8px;
  }
  .presets [aria-pressed='true'] {
    background: var(--c-ink);
    color: var(--c-card);
  }
  section > .fields {
    padding: 0 18px;
  }
  .counts {
    padding: 8px 18px 0;
  }
  .counts h4 {
    margin: 0 0 8px;
    font: 650 14.5px/1.3 var(--sans);
  }
  .counts table {
    width: 100%;
    margin: 8px 0 6px;
  }
  .counts .bar {
    width: 34%;
  }
  .narrow .counts .bar {
    width: 12%;
  }
  .counts .bar i {
    display: block;
    height: 12px;
    border-radius: 2px;
    background: var(--c-weight);
  }
  .narrow .counts th {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .counts tr:last-child > * {
    border: 0;
  }
  .model {
    margin: 0;
    min-height: 3em;
  }
  @media screen {
    .on-paper {
      display: none;
    }
  }
`;
