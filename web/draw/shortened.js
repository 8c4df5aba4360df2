/** Names that were cut to fit. */
import { svg } from 'lit';

/**
 * The content of a text element: what is cut is whole under the pointer.
 * @param {{ text: string, isCut: boolean }} fitted see fitText
 * @param {string} whole
 */
export const shortened = ({ text, isCut }, whole) =>
  isCut ? svg`${text}<title>${whole}</title>` : text;
