import { paletteCss } from '../../web/model/palette.js';

const NAME = 'virtual:attn-tokens.css';
const RESOLVED = '/virtual-attn-tokens.css';

/** The colour roles of web/model/palette.js as custom properties of the page. */
export function tokensPlugin() {
  return {
    name: 'attn-tokens',
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    load: (id) => (id === RESOLVED ? tokensCss() : null),
  };
}

export function tokensCss() {
  return paletteCss({
    light: ':root',
    dark: ":root[data-theme='dark']",
    system: ":root:not([data-theme='light'])",
    ramp: (name) => `[data-ramp='${name}']`,
  });
}
