import { test } from 'node:test';
import assert from 'node:assert/strict';
import { assemble } from '../../web/article/assembly/assemble.js';
import { renderFormulas, StyleClasses } from '../../web/article/assembly/formulas.js';
import { katexCss } from '../../web/article/assembly/katex-css.js';
import { fillCitations } from '../../web/article/assembly/literature.js';
import { framed, outlineOf, readingMinutes } from '../../web/article/assembly/outline.js';

const chapter = (number, prose = '') =>
  `<section class="chapter" id="chapter-${number}" data-short-title="Short ${number}">
<h2><span class="chapter-number">${number}</span> Long ${number}</h2>
<p>${prose}</p>
</section>`;

const WORK = { id: 'w2017', short: 'W et al. 2017', authors: 'W', year: 2017, title: 'A "work"' };

test('a formula becomes HTML for eyes and MathML for screen readers, without inline styles', () => {
  const classes = new StyleClasses();
  const html = renderFormulas('<p>where $\\frac{a}{b}$ stands</p>', classes);
  assert.match(html, /^<p>where <span class="katex">.*<math .*<\/span> stands<\/p>$/s);
  assert.doesNotMatch(html, /style="/);
  const used = [...html.matchAll(/class="(kx\d+)/g)].map(([, name]) => name);
  assert.ok(used.length > 0);
  for (const name of used) assert.match(classes.css(), new RegExp(`\\.${name}\\.${name}\\{`));
});

test('a display formula stands in a block of its own', () => {
  const html = renderFormulas('$$x < y$$'.replace('<', '&lt;'), new StyleClasses());
  assert.match(html, /^<div class="formula">.*katex-display.*<\/div>$/s);
});

test('dollars in code, in attributes and after a backslash are no formulas', () => {
  const plain = '<code>$a$</code> <a title="$b$">c</a> <!-- $d$ -->';
  assert.equal(renderFormulas(`${plain} 5 \\$`, new StyleClasses()), `${plain} 5 $`);
});

test('a broken formula stops the build', () => {
  assert.throws(() => renderFormulas('$\\nosuchthing{$', new StyleClasses()), /KaTeX/);
});

test('only the fonts that the formulas use are kept', async () => {
  const html = renderFormulas('$x_i$', new StyleClasses());
  const faces = (await katexCss(html)).match(/url\([^)]*\)/g);
  assert.ok(faces.some((face) => face.includes('KaTeX_Math-Italic.woff2')));
  assert.ok(!faces.some((face) => /Fraktur|Script|Typewriter|\.ttf|\.woff\)/.test(face)));
});

test('a citation is filled with its short form and leads to the list', () => {
  const html = fillCitations('<a class="cite" data-ref="w2017"></a>', [WORK]);
  assert.match(html, /href="#ref-w2017"/);
  assert.match(html, /W et al\. 2017/);
  assert.match(html, /title="A &quot;work&quot;"/);
});

test('a citation of what the list does not have stops the build', () => {
  const html = '<a class="cite" data-ref="nobody"></a>';
  assert.throws(() => fillCitations(html, [WORK]), /nobody/);
});

test('reading time counts words of prose, and a formula as one', () => {
  assert.equal(readingMinutes('<p>' + 'word '.repeat(440) + '</p>'), 2);
  assert.equal(readingMinutes('<p>' + '$a + b + c$ '.repeat(440) + '</p>'), 2);
  assert.equal(readingMinutes('<p>short</p>'), 1);
});

test('a chapter leads to its neighbours, and the first has none before it', () => {
  const [one, two] = [chapter(1), chapter(2)].map(outlineOf);
  const html = framed(chapter(1), one, { next: two });
  assert.match(html, /rel="next" href="#chapter-2"/);
  assert.doesNotMatch(html, /rel="prev"/);
  assert.match(html, /<\/nav>\s*<\/section>$/);
});

test('the page lists its chapters in order and holds them', () => {
  const frame = '<nav><!-- article:chapter-list --></nav><main><!-- article:chapters --></main>';
  const sources = { chapters: [chapter(1, 'one'), chapter(2, 'two $ x $')], literature: [WORK] };
  const { html } = assemble(frame, sources);
  const links = [...html.matchAll(/<li><a href="#(chapter-\d)">/g)].map(([, id]) => id);
  assert.deepEqual(links, ['chapter-1', 'chapter-2']);
  assert.match(html, /<main><section class="chapter" id="chapter-1"/);
});
