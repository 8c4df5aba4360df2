/** The recipes' code, as the page shows it and the tests run it. */
export const RECIPES = {
  drive: `<script type="module" src="attn-widgets.js"></script>
<p>
  Follow <a data-attn-figure="fig-it" href="#attn-pattern?query=7">“it”</a>,
  then <a data-attn-figure="fig-it" href="#attn-pattern?query=7&mask=causal">hide the future</a>.
</p>
<attn-pattern id="fig-it" query="3"></attn-pattern>`,

  'drive-frame': `<p>
  <a data-attn-frame="frame-it" href="#attn-pattern?query=7&mask=causal">Hide the future</a>
</p>
<iframe id="frame-it" src="embed.html#attn-pattern?query=7" title="Where one token looks"
  width="100%" height="900" sandbox="allow-scripts"></iframe>
<script src="attn-embed.js"></script>`,

  quiz: `<script type="module" src="attn-widgets.js"></script>
<p>Find the token that looks most at “robot”. <output id="verdict"></output></p>
<attn-pattern id="quiz" query="0"></attn-pattern>
<script type="module">
  const verdict = document.getElementById('verdict');
  document.getElementById('quiz').addEventListener('attn-change', ({ detail }) => {
    if (detail.source !== 'user') return;
    verdict.textContent = detail.state.query === 2 ? 'Right.' : 'Not this one.';
  });
</script>`,

  before: `<script type="module" src="attn-widgets.js"></script>
<attn-pattern>
  <img src="static/attn-pattern.svg" alt="Where one token looks: a still picture of the figure." width="100%" loading="lazy">
  <p>Where one token looks. “it” looks most at ball (48.7&nbsp;%), then at heavy (26.7&nbsp;%) and robot (13.3&nbsp;%). The other 7 get 1.6&nbsp;% each. Entropy 1.439 nats = 2.077 bits, of at most 2.303 nats. (hand-made scores)</p>
</attn-pattern>`,

  offline: `<script src="attn-widgets.iife.js"></script>
<attn-pattern>
  <img src="static/attn-pattern.svg" alt="Where one token looks: arcs from “it” to the tokens around it" width="100%">
  <p>“it” looks most at “ball”: 48.7&nbsp;%.</p>
</attn-pattern>`,

  policy: `Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval';
  style-src 'self'; img-src 'self'; font-src 'self'; worker-src blob:`,
};
