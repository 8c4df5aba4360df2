/**
 * The licence comment at the head of each bundle. Minifying drops the comments in the sources, and
 * the licences ask for the notice to travel with every copy.
 */
export function licences() {
  return `/*! Attention Explorer, MIT. Contains Lit (BSD-3-Clause, Copyright Google LLC) and d3-scale,
d3-shape, d3-scale-chromatic, d3-format, d3-interpolate and what they use (ISC, Copyright Mike
Bostock); full texts in licenses.md beside this file. */`;
}
