/** The field for a sentence, and what it says of its tokens. */
import { css } from 'lit';

export const textField = css`
  .field.text {
    flex: 1 1 100%;
  }
  .field.text label {
    flex: 1 1 240px;
    min-width: 0;
  }
  textarea {
    flex: 1;
    width: 100%;
    min-width: 0;
    height: 32px;
    max-height: 200px;
    resize: vertical;
  }
  @supports (field-sizing: content) {
    textarea {
      height: auto;
      max-height: 6.4em;
      field-sizing: content;
    }
  }
  .token-count {
    min-width: 8.2em;
    color: var(--c-muted);
  }
  .limit:not(:empty) {
    flex-basis: 100%;
    color: var(--c-muted);
  }
`;
