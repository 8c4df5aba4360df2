/* The vocabulary of four lanes.
 *
 * Every vector kernel of the engine is written once, in these words. With
 * WebAssembly SIMD a word is one instruction; everywhere else it is the same
 * arithmetic on a struct of four floats, lane by lane, in the same order. So
 * the SIMD build, the scalar build and the native build give the same bits.
 * All that depends on the target is in this file; the rest has no #ifdef.
 *
 * Two rules keep it so. Nothing here may round differently on some machine:
 * no fused multiply-add, no reciprocal estimate. And where wasm has a choice
 * of meaning, the word says which one is meant: v4_max(a, b) is a < b ? b : a,
 * for which a NaN in a stays and a NaN in b is dropped.
 *
 *   v4  four floats
 *   i4  four 32-bit integers; a mask is an i4 whose lanes are all 0s or all 1s
 */
#ifndef ATTN_SIMD_H
#define ATTN_SIMD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define V4_LANES 4

/* A word must never become a call, also where the compiler is asked for small code. */
#define V4_WORD static inline __attribute__((always_inline))

#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

typedef v128_t v4;
typedef v128_t i4;

/* Memory: no alignment is asked for. */
V4_WORD v4 v4_load(const float *from) {
    return wasm_v128_load(from);
}
V4_WORD void v4_store(float *to, v4 a) {
    wasm_v128_store(to, a);
}
V4_WORD v4 v4_load_splat(const float *from) {
    return wasm_v128_load32_splat(from);
}
V4_WORD v4 v4_set1(float a) {
    return wasm_f32x4_splat(a);
}
V4_WORD v4 v4_set(float a, float b, float c, float d) {
    return wasm_f32x4_make(a, b, c, d);
}
V4_WORD i4 i4_set1(int32_t a) {
    return wasm_i32x4_splat(a);
}

/* Arithmetic */
V4_WORD v4 v4_add(v4 a, v4 b) {
    return wasm_f32x4_add(a, b);
}
V4_WORD v4 v4_sub(v4 a, v4 b) {
    return wasm_f32x4_sub(a, b);
}
V4_WORD v4 v4_mul(v4 a, v4 b) {
    return wasm_f32x4_mul(a, b);
}
V4_WORD v4 v4_div(v4 a, v4 b) {
    return wasm_f32x4_div(a, b);
}
V4_WORD v4 v4_sqrt(v4 a) {
    return wasm_f32x4_sqrt(a);
}
V4_WORD v4 v4_abs(v4 a) {
    return wasm_f32x4_abs(a);
}
V4_WORD v4 v4_neg(v4 a) {
    return wasm_f32x4_neg(a);
}
V4_WORD v4 v4_max(v4 a, v4 b) {
    return wasm_f32x4_pmax(a, b);
} /* a < b ? b : a */
V4_WORD v4 v4_min(v4 a, v4 b) {
    return wasm_f32x4_pmin(a, b);
} /* b < a ? b : a */

/* Comparisons give masks; v4_select takes a where the mask is set, else b. */
V4_WORD i4 v4_lt(v4 a, v4 b) {
    return wasm_f32x4_lt(a, b);
}
V4_WORD i4 v4_le(v4 a, v4 b) {
    return wasm_f32x4_le(a, b);
}
V4_WORD i4 v4_eq(v4 a, v4 b) {
    return wasm_f32x4_eq(a, b);
}
V4_WORD v4 v4_select(i4 mask, v4 a, v4 b) {
    return wasm_v128_bitselect(a, b, mask);
}
V4_WORD int i4_any(i4 mask) {
    return wasm_v128_any_true(mask);
}

/* Integers and bits; shifts by a constant from 0 to 31 */
V4_WORD i4 i4_add(i4 a, i4 b) {
    return wasm_i32x4_add(a, b);
}
V4_WORD i4 i4_sub(i4 a, i4 b) {
    return wasm_i32x4_sub(a, b);
}
V4_WORD i4 i4_and(i4 a, i4 b) {
    return wasm_v128_and(a, b);
}
V4_WORD i4 i4_or(i4 a, i4 b) {
    return wasm_v128_or(a, b);
}
V4_WORD i4 i4_max(i4 a, i4 b) {
    return wasm_i32x4_max(a, b);
}
V4_WORD i4 i4_shl(i4 a, uint32_t by) {
    return wasm_i32x4_shl(a, by);
}
V4_WORD i4 i4_sar(i4 a, uint32_t by) {
    return wasm_i32x4_shr(a, by);
} /* keeps the sign */
V4_WORD v4 v4_from_i4(i4 a) {
    return wasm_f32x4_convert_i32x4(a);
}
V4_WORD i4 i4_bits(v4 a) {
    return a;
}
V4_WORD v4 v4_from_bits(i4 a) {
    return a;
}

/* Lanes */
V4_WORD float v4_first(v4 a) {
    return wasm_f32x4_extract_lane(a, 0);
}
V4_WORD v4 v4_swap_halves(v4 a) {
    return wasm_i32x4_shuffle(a, a, 2, 3, 0, 1);
}
V4_WORD v4 v4_swap_pairs(v4 a) {
    return wasm_i32x4_shuffle(a, a, 1, 0, 3, 2);
}
/* a0 b0 a1 b1 and a2 b2 a3 b3: two rounds of these transpose four rows */
V4_WORD v4 v4_zip_low(v4 a, v4 b) {
    return wasm_i32x4_shuffle(a, b, 0, 4, 1, 5);
}
V4_WORD v4 v4_zip_high(v4 a, v4 b) {
    return wasm_i32x4_shuffle(a, b, 2, 6, 3, 7);
}

#else

typedef struct {
    float lane[V4_LANES];
} v4;
typedef struct {
    int32_t lane[V4_LANES];
} i4;

/* Each lane by the same scalar expression. The bodies are spelt out rather
 * than looped, so that compilers keep the four floats in registers. */
#define V4_EACH(expression0, expression1, expression2, expression3)                                \
    ((v4){{(expression0), (expression1), (expression2), (expression3)}})
#define I4_EACH(expression0, expression1, expression2, expression3)                                \
    ((i4){{(expression0), (expression1), (expression2), (expression3)}})
#define V4_PAIRWISE(a, op, b)                                                                      \
    V4_EACH((a).lane[0] op(b).lane[0], (a).lane[1] op(b).lane[1], (a).lane[2] op(b).lane[2],       \
        (a).lane[3] op(b).lane[3])
#define V4_COMPARE(a, op, b)                                                                       \
    I4_EACH(-((a).lane[0] op(b).lane[0]), -((a).lane[1] op(b).lane[1]),                            \
        -((a).lane[2] op(b).lane[2]), -((a).lane[3] op(b).lane[3]))
/* Unsigned, because wasm integers wrap around and C's signed ones may not. */
#define I4_PAIRWISE(a, op, b)                                                                      \
    I4_EACH((int32_t)((uint32_t)(a).lane[0] op(uint32_t)(b).lane[0]),                              \
        (int32_t)((uint32_t)(a).lane[1] op(uint32_t)(b).lane[1]),                                  \
        (int32_t)((uint32_t)(a).lane[2] op(uint32_t)(b).lane[2]),                                  \
        (int32_t)((uint32_t)(a).lane[3] op(uint32_t)(b).lane[3]))

V4_WORD i4 i4_bits(v4 a) {
    i4 bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}
V4_WORD v4 v4_from_bits(i4 a) {
    v4 floats;
    memcpy(&floats, &a, sizeof floats);
    return floats;
}

/* Memory: no alignment is asked for. */
V4_WORD v4 v4_load(const float *from) {
    return V4_EACH(from[0], from[1], from[2], from[3]);
}
V4_WORD void v4_store(float *to, v4 a) {
    to[0] = a.lane[0];
    to[1] = a.lane[1];
    to[2] = a.lane[2];
    to[3] = a.lane[3];
}
V4_WORD v4 v4_set1(float a) {
    return V4_EACH(a, a, a, a);
}
V4_WORD v4 v4_load_splat(const float *from) {
    return v4_set1(*from);
}
V4_WORD v4 v4_set(float a, float b, float c, float d) {
    return V4_EACH(a, b, c, d);
}
V4_WORD i4 i4_set1(int32_t a) {
    return I4_EACH(a, a, a, a);
}

/* Arithmetic */
V4_WORD v4 v4_add(v4 a, v4 b) {
    return V4_PAIRWISE(a, +, b);
}
V4_WORD v4 v4_sub(v4 a, v4 b) {
    return V4_PAIRWISE(a, -, b);
}
V4_WORD v4 v4_mul(v4 a, v4 b) {
    return V4_PAIRWISE(a, *, b);
}
V4_WORD v4 v4_div(v4 a, v4 b) {
    return V4_PAIRWISE(a, /, b);
}
V4_WORD v4 v4_sqrt(v4 a) {
    return V4_EACH(__builtin_sqrtf(a.lane[0]), __builtin_sqrtf(a.lane[1]),
        __builtin_sqrtf(a.lane[2]), __builtin_sqrtf(a.lane[3]));
}
V4_WORD v4 v4_abs(v4 a) {
    return V4_EACH(__builtin_fabsf(a.lane[0]), __builtin_fabsf(a.lane[1]),
        __builtin_fabsf(a.lane[2]), __builtin_fabsf(a.lane[3]));
}
V4_WORD v4 v4_neg(v4 a) {
    return V4_EACH(-a.lane[0], -a.lane[1], -a.lane[2], -a.lane[3]);
}
V4_WORD float v4_larger(float a, float b) {
    return a < b ? b : a;
}
V4_WORD float v4_smaller(float a, float b) {
    return b < a ? b : a;
}
V4_WORD v4 v4_max(v4 a, v4 b) { /* a < b ? b : a */
    return V4_EACH(v4_larger(a.lane[0], b.lane[0]), v4_larger(a.lane[1], b.lane[1]),
        v4_larger(a.lane[2], b.lane[2]), v4_larger(a.lane[3], b.lane[3]));
}
V4_WORD v4 v4_min(v4 a, v4 b) { /* b < a ? b : a */
    return V4_EACH(v4_smaller(a.lane[0], b.lane[0]), v4_smaller(a.lane[1], b.lane[1]),
        v4_smaller(a.lane[2], b.lane[2]), v4_smaller(a.lane[3], b.lane[3]));
}

/* Comparisons give masks; v4_select takes a where the mask is set, else b. */
V4_WORD i4 v4_lt(v4 a, v4 b) {
    return V4_COMPARE(a, <, b);
}
V4_WORD i4 v4_le(v4 a, v4 b) {
    return V4_COMPARE(a, <=, b);
}
V4_WORD i4 v4_eq(v4 a, v4 b) {
    return V4_COMPARE(a, ==, b);
}
V4_WORD v4 v4_select(i4 mask, v4 a, v4 b) {
    return V4_EACH(mask.lane[0] ? a.lane[0] : b.lane[0], mask.lane[1] ? a.lane[1] : b.lane[1],
        mask.lane[2] ? a.lane[2] : b.lane[2], mask.lane[3] ? a.lane[3] : b.lane[3]);
}
V4_WORD int i4_any(i4 mask) {
    return (mask.lane[0] | mask.lane[1] | mask.lane[2] | mask.lane[3]) != 0;
}

/* Integers and bits; shifts by a constant from 0 to 31 */
V4_WORD i4 i4_add(i4 a, i4 b) {
    return I4_PAIRWISE(a, +, b);
}
V4_WORD i4 i4_sub(i4 a, i4 b) {
    return I4_PAIRWISE(a, -, b);
}
V4_WORD i4 i4_and(i4 a, i4 b) {
    return I4_PAIRWISE(a, &, b);
}
V4_WORD i4 i4_or(i4 a, i4 b) {
    return I4_PAIRWISE(a, |, b);
}
V4_WORD int32_t i4_larger(int32_t a, int32_t b) {
    return a < b ? b : a;
}
V4_WORD i4 i4_max(i4 a, i4 b) {
    return I4_EACH(i4_larger(a.lane[0], b.lane[0]), i4_larger(a.lane[1], b.lane[1]),
        i4_larger(a.lane[2], b.lane[2]), i4_larger(a.lane[3], b.lane[3]));
}
V4_WORD i4 i4_shl(i4 a, uint32_t by) {
    return I4_EACH((int32_t)((uint32_t)a.lane[0] << by), (int32_t)((uint32_t)a.lane[1] << by),
        (int32_t)((uint32_t)a.lane[2] << by), (int32_t)((uint32_t)a.lane[3] << by));
}
V4_WORD i4 i4_sar(i4 a, uint32_t by) { /* keeps the sign, as every compiler we use does */
    return I4_EACH(a.lane[0] >> by, a.lane[1] >> by, a.lane[2] >> by, a.lane[3] >> by);
}
V4_WORD v4 v4_from_i4(i4 a) {
    return V4_EACH((float)a.lane[0], (float)a.lane[1], (float)a.lane[2], (float)a.lane[3]);
}

/* Lanes */
V4_WORD float v4_first(v4 a) {
    return a.lane[0];
}
V4_WORD v4 v4_swap_halves(v4 a) {
    return V4_EACH(a.lane[2], a.lane[3], a.lane[0], a.lane[1]);
}
V4_WORD v4 v4_swap_pairs(v4 a) {
    return V4_EACH(a.lane[1], a.lane[0], a.lane[3], a.lane[2]);
}
/* a0 b0 a1 b1 and a2 b2 a3 b3: two rounds of these transpose four rows */
V4_WORD v4 v4_zip_low(v4 a, v4 b) {
    return V4_EACH(a.lane[0], b.lane[0], a.lane[1], b.lane[1]);
}
V4_WORD v4 v4_zip_high(v4 a, v4 b) {
    return V4_EACH(a.lane[2], b.lane[2], a.lane[3], b.lane[3]);
}

#endif

/* From here on the words are made of the words above. */

/* a + b * c, rounded after the product and after the sum: never fused. */
V4_WORD v4 v4_add_mul(v4 a, v4 b, v4 c) {
    return v4_add(a, v4_mul(b, c));
}

/* The fixed pairwise order of every sum in the engine: (0 + 2) + (1 + 3). */
V4_WORD float v4_sum(v4 a) {
    v4 halves = v4_add(a, v4_swap_halves(a));
    return v4_first(v4_add(halves, v4_swap_pairs(halves)));
}

V4_WORD float v4_largest(v4 a) {
    v4 halves = v4_max(a, v4_swap_halves(a));
    return v4_first(v4_max(halves, v4_swap_pairs(halves)));
}

/* How many of `count` floats are in whole vectors. Loops over whole vectors and the
 * rest apart take half the time of loops that ask at each vector. */
V4_WORD uint32_t v4_whole(uint32_t count) {
    return count - count % V4_LANES;
}

/* Tails: the first `count` < 4 floats from memory, the rest filled in, so that
 * the last elements go through the same vector code and nothing outside the
 * buffer is read or written. */
V4_WORD v4 v4_load_part(const float *from, uint32_t count, float fill) {
    float lanes[V4_LANES] = {fill, fill, fill, fill};
    for (uint32_t i = 0; i < count; i++)
        lanes[i] = from[i];
    return v4_load(lanes);
}
V4_WORD void v4_store_part(float *to, v4 a, uint32_t count) {
    float lanes[V4_LANES];
    v4_store(lanes, a);
    for (uint32_t i = 0; i < count; i++)
        to[i] = lanes[i];
}

#endif
