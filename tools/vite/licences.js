/**
 * The licence comment at the head of each bundle. Minifying drops the comments in the sources, and
 * the licences ask for the notice to travel with every copy.
 */
export function licences() {
  return `/*! Attention Explorer, MIT. Contains Lit (BSD-3-Clause, Copyright Google LLC); see licenses.md. */`;
}
