/** What attn-pipeline needs beyond the shared frame. */
import { css } from 'lit';

export const pipelineStyles = css`
  .summary {
    /* Room for the longest arithmetic, so that choosing a cell moves nothing. */
    min-height: 11.6em;
  }
  .narrow .summary {
    min-height: 17.5em;
  }
  .summary .sum,
  .summary .note {
    display: block;
  }
  .summary .sum {
    padding-inline-start: 1.1em;
  }
  .summary .note,
  .summary .label {
    color: var(--c-muted);
  }
  .summary .label {
    display: inline-block;
    min-width: 7.2em;
  }
  .narrow .summary .label {
    min-width: 0;
  }
  .summary .term-of-sum {
    white-space: nowrap;
  }
  .summary .c-weight {
    color: var(--c-weight);
  }
  .summary sup,
  .summary sub {
    font-size: 0.78em;
    line-height: 0;
  }
  .steps {
    display: inline-flex;
    align-items: center;
    flex-wrap: wrap;
    gap: 8px;
  }
  .steps output {
    min-width: 8.6em;
    text-align: center;
  }
`;
