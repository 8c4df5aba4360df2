// Reads c/attn.h: its structs and its functions, as far as a shim needs them.

/**
 * @typedef {Object} Field
 * @property {string} name
 * @property {string} type  without const and stars
 * @property {boolean} isPointer
 * @property {boolean} isConst
 * @property {number | null} length  of an array, such as seed[2]
 *
 * @typedef {{ name: string, fields: Field[] }} Struct
 * @typedef {{ name: string, returns: string, parameters: Field[] }} Function
 */

/**
 * @param {string} text  of the header
 * @returns {{ structs: Map<string, Struct>, functions: Function[] }}
 */
export function readHeader(text) {
  const code = withoutComments(text);
  const structs = new Map();
  for (const [, body, name] of code.matchAll(/typedef struct \w+ \{([^}]*)\} (\w+);/g)) {
    structs.set(name, { name, fields: fieldsOf(body) });
  }
  const outside = code.replaceAll(/(typedef struct \w+|enum) \{[^}]*\}[^;]*;/g, '');
  const functions = [...outside.matchAll(/^(\w+) (attn_\w+)\(([^)]*)\);/gm)].map(
    ([, returns, name, parameters]) => ({ name, returns, parameters: parametersOf(parameters) }),
  );
  return { structs, functions };
}

function withoutComments(text) {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/\/\/.*$/gm, ' ')
    .replaceAll(/^_Static_assert[\s\S]*?;/gm, '')
    .replaceAll(/^\s*#.*$/gm, '');
}

const fieldsOf = (body) =>
  body
    .split(';')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap(declaration);

function parametersOf(list) {
  const text = list.trim();
  return text === '' || text === 'void'
    ? []
    : text.split(',').flatMap((one) => declaration(one.trim()));
}

/** `const float *a, *b` is two, `uint32_t seed[2]` is one. */
function declaration(text) {
  const match = text.match(/^(const )?(?:struct )?(\w+)\s*(.*)$/s);
  if (!match) throw new Error(`attn.h: cannot read '${text}'`);
  const [, constant, type, names] = match;
  return names.split(',').map((one) => {
    const [, stars, name, length] = one.trim().match(/^(\**)\s*(\w+)(?:\[(\w+)\])?$/) ?? [];
    if (name === undefined) throw new Error(`attn.h: cannot read '${text}'`);
    return {
      name,
      type,
      isPointer: stars !== '',
      isConst: Boolean(constant),
      length: length ? Number(length) : null,
    };
  });
}
