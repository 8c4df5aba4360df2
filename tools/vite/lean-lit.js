import { parseAst } from 'vite';

/** What Lit has for old browsers, for its own server and for who misuses it, none of whom meet it here. */
const NEEDLESS = [
  [/\bthrow Error\("[^"]*"(?:\+\w+\+"[^"]*")?\)/g, 'throw Error()'],
  // Constructable style sheets, which every browser has that the widgets are built for.
  [/\w\.ShadowRoot&&\(.{0,60}?\)&&"adoptedStyleSheets"in .{0,60}?CSSStyleSheet\.prototype/, '!0'],
  [/\b\w+\.\w+(?:PolyfillSupport|HydrateSupport)\b/g, '(void 0)'],
  [/\bthis\._\$EO\?\.forEach\(\w=>\w\.host\w+\?\.\(\)\)/g, '0'],
  [/\(\w+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/g, '0'],
];

/**
 * What its elements have for reactive properties and controllers: the figures have tables of
 * parameters instead, and none of this does anything for them.
 */
const NEEDLESS_OF_ELEMENTS = [
  [/\w=\{toAttribute\(.*?\}\}(?=,)/, 'u=0'],
  [/\w=\{attribute:!0.*?\}(?=;)/, 'b=0'],
  [/Symbol\.metadata\?\?=.*?;/, ''],
  [/this\._\$Ei\(\),this\.hasOwnProperty\(\w\("properties"\)\).*?(?=this\.elementStyles=)/, '1);'],
  [/this\._\$Eh&&\[\.\.\.this\._\$Eh\.keys\(\)\]/, '[]'],
  [/if\(void 0!==t\)\{const r=.*?this\.C\(t,s,i\)\}/, ''],
  [/,this\._\$Ep\)\{for.*?(?=let t=!1;const)/, ',1);}'],
  [/this\._\$Eq&&=.*?,(?=this\._\$EM)/, ''],
  [/,this\.constructor\.l\?\.forEach\(t=>t\(this\)\)/, ''],
  [/this\._\$Ep=void 0,|this\._\$Em=null,/g, ''],
];
const IDLE = new Set(
  'addInitializer createProperty getPropertyDescriptor getPropertyOptions addController removeController _$E_ _$Ei _$ET _$AK _$Eu C'.split(
    ' ',
  ),
);

/** Takes that out of Lit, for the widgets, where every hundred bytes count. */
export function leanLit() {
  return {
    name: 'attn-lean-lit',
    transform(code, id) {
      const [, file] = /\/node_modules\/(?:@lit|lit-element|lit-html)\/(.*)$/.exec(id) ?? [];
      if (!file) return null;
      const isElement = file.endsWith('/reactive-element.js');
      const lean = isElement ? NEEDLESS_OF_ELEMENTS.reduce(without, withoutBodies(code)) : code;
      return {
        code: NEEDLESS.reduce((text, [what, by]) => text.replace(what, by), lean),
        map: null,
      };
    },
  };
}

/** @param {string} text @param {[RegExp, string]} pair */
function without(text, [what, by]) {
  if (text.search(what) < 0) throw new Error(`Lit has no ${what} to leave out`);
  return text.replace(what, by);
}

/** @param {string} code of one class */
function withoutBodies(code) {
  let lean = code;
  // From the end on, so that what is still to come keeps its place.
  for (const { value } of methodsIn(parseAst(code)).reverse()) {
    lean = `${lean.slice(0, value.body.start)}{}${lean.slice(value.body.end)}`;
  }
  return lean;
}

/** @param {any} node @returns {any[]} in the order of the text */
function methodsIn(node) {
  if (typeof node?.type !== 'string') return [];
  if (node.type === 'MethodDefinition' && IDLE.has(node.key.name)) return [node];
  return Object.values(node).flat().flatMap(methodsIn);
}
