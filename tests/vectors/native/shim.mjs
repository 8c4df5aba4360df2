// Writes the C of a Node addon that makes the native engine look like an instance of the wasm:
// memory.buffer is one large buffer, and a pointer is a place in it, in arguments and in structs.
// That way the boundary in web/engine is the same for all builds, and so is what is compared.

const HEAD = `/* Written by tests/vectors/native/shim.mjs from c/attn.h. */
#include "attn.h"
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

/* The few calls of Node-API that are needed, so that Node's headers are not. */
typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_callback_info__ *napi_callback_info;
typedef napi_value (*napi_callback)(napi_env, napi_callback_info);
extern int napi_get_cb_info(
    napi_env, napi_callback_info, size_t *, napi_value *, napi_value *, void **);
extern int napi_get_value_int64(napi_env, napi_value, int64_t *);
extern int napi_get_value_double(napi_env, napi_value, double *);
extern int napi_create_int32(napi_env, int32_t, napi_value *);
extern int napi_create_double(napi_env, double, napi_value *);
extern int napi_create_object(napi_env, napi_value *);
extern int napi_create_function(
    napi_env, const char *, size_t, napi_callback, void *, napi_value *);
extern int napi_set_named_property(napi_env, napi_value, const char *, napi_value);
extern int napi_create_external_arraybuffer(napi_env, void *, size_t,
    void (*)(napi_env, void *, void *), void *, napi_value *);

/* Room is reserved, not used: the system gives pages when they are written to. */
#define MEMORY_BYTES ((size_t)1 << 30)
#define HEAP_BASE 1024
#define MOST_ARGUMENTS 24
/* A pointer to structs may stand for several of them, and the header cannot say how many. */
#define MOST_STRUCTS 64
static char *memory;

static void *at(uint32_t place) { return place ? memory + place : NULL; }
static uint32_t place_of(const void *pointer) {
    return pointer ? (uint32_t)((const char *)pointer - memory) : 0;
}

typedef struct arguments { double values[MOST_ARGUMENTS]; int64_t wholes[MOST_ARGUMENTS]; } arguments;

static void read_arguments(napi_env env, napi_callback_info info, arguments *read) {
    napi_value given[MOST_ARGUMENTS];
    size_t count = MOST_ARGUMENTS;
    memset(read, 0, sizeof *read);
    napi_get_cb_info(env, info, &count, given, NULL, NULL);
    for (size_t i = 0; i < count && i < MOST_ARGUMENTS; i++) {
        napi_get_value_double(env, given[i], &read->values[i]);
        napi_get_value_int64(env, given[i], &read->wholes[i]);
    }
}
`;

/**
 * @param {{ structs: Map<string, import('./header.mjs').Struct>, functions: import('./header.mjs').Function[] }} header
 * @returns {string} C
 */
export function shimOf({ structs, functions }) {
  const open = [...structs.values()].filter((struct) => hasPointers(struct, structs));
  return [
    HEAD,
    ...open.map((struct) => conversion(struct, structs)),
    ...functions.map((one) => wrapper(one, structs)),
    registration(functions),
  ].join('\n');
}

/** Structs with pointers inside have another layout in wasm, where a pointer has four bytes. */
function hasPointers(struct, structs) {
  return struct.fields.some((field) => field.isPointer || isOpen(field, structs));
}

function isOpen({ type }, structs) {
  return structs.has(type) && hasPointers(structs.get(type), structs);
}

function conversion(struct, structs) {
  const { name, fields } = struct;
  const wasmFields = fields.map((field) => {
    if (field.isPointer) return `    uint32_t ${field.name};`;
    const type = isOpen(field, structs) ? `wasm_${field.type}` : field.type;
    return `    ${type} ${field.name}${field.length ? `[${field.length}]` : ''};`;
  });
  return `
typedef struct wasm_${name} {
${wasmFields.join('\n')}
} wasm_${name};
static void open_${name}(${name} *to, const wasm_${name} *from) {
${fields.map((field) => opening(field, structs)).join('\n')}
}
static void close_${name}(wasm_${name} *to, const ${name} *from) {
${fields.map((field) => closing(field, structs)).join('\n')}
}`;
}

// A pointer to structs with pointers would need a place for the opened ones to be.
function opening(field, structs) {
  const { name, type, isPointer, length } = field;
  if (isPointer && isOpen(field, structs))
    throw new Error(`attn.h: ${name}: open structs inside one`);
  if (isPointer) return `    to->${name} = at(from->${name});`;
  if (isOpen(field, structs))
    return each(length, (i) => `open_${type}(&to->${name}${i}, &from->${name}${i});`);
  return `    memcpy(&to->${name}, &from->${name}, sizeof to->${name});`;
}

function closing(field, structs) {
  const { name, type, isPointer, length } = field;
  if (isPointer) return `    to->${name} = place_of(from->${name});`;
  if (isOpen(field, structs))
    return each(length, (i) => `close_${type}(&to->${name}${i}, &from->${name}${i});`);
  return `    memcpy(&to->${name}, &from->${name}, sizeof to->${name});`;
}

const each = (length, line) =>
  length ? `    for (int i = 0; i < ${length}; i++) ${line('[i]')}` : `    ${line('')}`;

function wrapper({ name, returns, parameters }, structs) {
  const before = [];
  const after = [];
  const given = parameters.map((parameter, i) => {
    if (!isPointerLike(parameter)) return scalar(parameter, i);
    if (!isOpen(parameter, structs)) return `at((uint32_t)read.wholes[${i}])`;
    const { type } = parameter;
    const from = `((wasm_${type} *)at((uint32_t)read.wholes[${i}]))`;
    before.push(
      `    static ${type} opened_${i}[MOST_STRUCTS];`,
      `    for (int i = 0; ${from} && i < MOST_STRUCTS; i++) open_${type}(&opened_${i}[i], ${from} + i);`,
    );
    if (!parameter.isConst) after.push(`    if (${from}) close_${type}(${from}, &opened_${i}[0]);`);
    return `${from} ? opened_${i} : NULL`;
  });
  const call = `${name}(${given.join(', ')})`;
  return `
static napi_value call_${name}(napi_env env, napi_callback_info info) {
    arguments read;
    napi_value result = NULL;
    read_arguments(env, info, &read);
${[...before, ...calling(returns, call, after)].join('\n')}
    return result;
}`;
}

const isPointerLike = ({ isPointer, length }) => isPointer || length !== null;

const scalar = ({ type }, i) =>
  type === 'float' || type === 'double'
    ? `(${type})read.values[${i}]`
    : `(${type})read.wholes[${i}]`;

// wasm gives every 32-bit result as a signed number.
function calling(returns, call, after) {
  if (returns === 'void') return [`    ${call};`, ...after];
  const isReal = returns === 'float' || returns === 'double';
  const create = isReal ? 'napi_create_double(env, (double)' : 'napi_create_int32(env, (int32_t)';
  return [`    ${returns} returned = ${call};`, ...after, `    ${create}returned, &result);`];
}

function registration(functions) {
  const lines = functions.map(
    ({ name }) => `    set_function(env, exports, "${name}", call_${name});`,
  );
  return `
static void set_function(napi_env env, napi_value exports, const char *name, napi_callback call) {
    napi_value function;
    napi_create_function(env, name, strlen(name), call, NULL, &function);
    napi_set_named_property(env, exports, name, function);
}

napi_value napi_register_module_v1(napi_env env, napi_value exports);
napi_value napi_register_module_v1(napi_env env, napi_value exports) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    memory = mmap(NULL, MEMORY_BYTES, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    napi_value holder, buffer, base, value;
    napi_create_external_arraybuffer(env, memory, MEMORY_BYTES, NULL, NULL, &buffer);
    napi_create_object(env, &holder);
    napi_set_named_property(env, holder, "buffer", buffer);
    napi_set_named_property(env, exports, "memory", holder);
    napi_create_object(env, &base);
    napi_create_int32(env, HEAP_BASE, &value);
    napi_set_named_property(env, base, "value", value);
    napi_set_named_property(env, exports, "__heap_base", base);
${lines.join('\n')}
    return exports;
}
`;
}
