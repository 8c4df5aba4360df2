/** Parts tied to a term of the prose, lit from there. */
import { css, unsafeCSS } from 'lit';
import { TERMS } from '../../../model/terms.js';

export const lights = TERMS.map(
  (term) => css`
    [data-lit='${unsafeCSS(term)}'] [data-term~='${unsafeCSS(term)}'] {
      filter: drop-shadow(0 0 2.5px var(--c-focus)) drop-shadow(0 0 1px var(--c-focus));
    }
  `,
);
