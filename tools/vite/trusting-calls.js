// The engine's JavaScript without the checks of arguments that only a mistake of ours could fail.
import { parseAst } from 'vite';

/**
 * What becomes of a call of these methods of web/engine/call.js; they take the argument's name, for
 * messages, and then its value.
 * @type {Record<string, (args: string[]) => string>}
 */
const TRUSTED = {
  count: ([, value]) => `(${value})`,
  number: ([, value]) => `(${value})`,
  flag: ([, value]) => `(${value})`,
  choice: ([, value, words]) => `(${words}).indexOf(${value})`,
  nothingElse: () => 'void 0',
  numbers: ([, value]) => value,
  wrongType: () => 'void 0',
};

/**
 * The figures ask the engine with values that model/parameters.js has checked, and they are tested
 * on the engine that checks again; the widgets carry one that trusts them. What depends on data
 * (lengths, NaN, overflow, whether sizes divide) is refused as ever, in fewer words.
 */
export function trustingCalls() {
  return {
    name: 'attn-trusting-calls',
    transform(code, id) {
      if (!/\/web\/engine\/.*\.js$/.test(id)) return null;
      return { code: withoutChecks(code, parseAst(code)), map: null };
    },
  };
}

/** @param {string} code @param {any} node of its tree @returns {string} the node's text, rewritten */
function withoutChecks(code, node) {
  if (isCheck(node)) {
    const args = node.arguments.map((one) => withoutChecks(code, one));
    return TRUSTED[node.callee.property.name](args);
  }
  if (isRefusal(node)) return `call.range(${textOf(code, node.arguments[0])}, 'refused')`;
  if (node.type === 'MethodDefinition' && Object.hasOwn(TRUSTED, node.key.name)) return '';
  let text = '';
  let at = node.start;
  for (const child of childrenOf(node)) {
    text += code.slice(at, child.start) + withoutChecks(code, child);
    at = child.end;
  }
  return text + code.slice(at, node.end);
}

function isCheck({ type, callee }) {
  return (
    type === 'CallExpression' &&
    callee.type === 'MemberExpression' &&
    /^(call|this)$/.test(callee.object.name ?? callee.object.type.slice(0, 4).toLowerCase()) &&
    Object.hasOwn(TRUSTED, callee.property.name)
  );
}

/** What is wrong is said in full by the engine that checks. */
function isRefusal({ type, callee }) {
  return (
    type === 'CallExpression' && callee.object?.name === 'call' && callee.property.name === 'range'
  );
}

const textOf = (code, { start, end }) => code.slice(start, end);

/** In the order of the text; a shorthand property has its name and its value at one place. */
function childrenOf(node) {
  return Object.values(node)
    .flat()
    .filter((one) => typeof one?.type === 'string' && typeof one.start === 'number')
    .sort((a, b) => a.start - b.start)
    .filter((one, i, all) => i === 0 || one.start >= all[i - 1].end);
}
