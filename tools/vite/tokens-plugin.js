import { DARK, LIGHT, paletteDeclarations } from '../../web/model/palette.js';

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
  const light = `color-scheme: light;\n${paletteDeclarations(LIGHT)}`;
  const dark = `color-scheme: dark;\n${paletteDeclarations(DARK)}`;
  return `:root {\n${light}\n}
@media screen and (prefers-color-scheme: dark) {\n:root:not([data-theme='light']) {\n${dark}\n}\n}
@media screen {\n:root[data-theme='dark'] {\n${dark}\n}\n}\n`;
}
