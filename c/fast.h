/* What the fast path shares: eight query rows at a time, one row in each lane.
 *
 * A group of eight rows is kept transposed, [d][8]: two vectors hold one
 * channel of all eight. Then a key (or a row of params) needs no packing: each
 * of its numbers is splat over the lanes and multiplied with two vectors. Four
 * keys by eight rows make eight accumulators, which is what a browser's
 * compiler keeps in registers; with twelve it spills and is slower. Row maximum
 * and row sum are lanes too, so no step sums across a vector. */
#ifndef ATTN_FAST_H
#define ATTN_FAST_H

#include "internal.h"
#include "simd.h"

#define ROWS 8                /* query rows in a group: two vectors */
#define TILE_K 64             /* keys in a tile: with head_dim 64 a tile of keys fits L1 */
#define GROUPS 8              /* groups that share a tile of keys while it is in L1 */
#define DOTS_MAX_ROWS 3       /* up to so many query rows are not worth a group */
#define LOG2_E 0x1.715476p+0f /* 1 / ln 2 */
#define LOWEST -0x1.fffffep+127f

/* Two vectors: one number for each row of a group. */
typedef struct lanes {
    v4 low, high;
} lanes;
V4_WORD lanes lanes_load(const float *from) {
    return (lanes){v4_load(from), v4_load(from + V4_LANES)};
}
V4_WORD void lanes_store(float *to, lanes a) {
    v4_store(to, a.low);
    v4_store(to + V4_LANES, a.high);
}
V4_WORD lanes lanes_set1(float a) {
    return (lanes){v4_set1(a), v4_set1(a)};
}
V4_WORD lanes lanes_max(lanes a, lanes b) {
    return (lanes){v4_max(a.low, b.low), v4_max(a.high, b.high)};
}
V4_WORD lanes lanes_mul(lanes a, lanes b) {
    return (lanes){v4_mul(a.low, b.low), v4_mul(a.high, b.high)};
}
/* a + splat * b */
V4_WORD lanes lanes_add_mul(lanes a, v4 splat, lanes b) {
    return (lanes){v4_add_mul(a.low, splat, b.low), v4_add_mul(a.high, splat, b.high)};
}

V4_WORD void transpose(v4 rows[V4_LANES]) {
    v4 a = v4_zip_low(rows[0], rows[2]), b = v4_zip_low(rows[1], rows[3]);
    v4 c = v4_zip_high(rows[0], rows[2]), d = v4_zip_high(rows[1], rows[3]);
    rows[0] = v4_zip_low(a, b);
    rows[1] = v4_zip_high(a, b);
    rows[2] = v4_zip_low(c, d);
    rows[3] = v4_zip_high(c, d);
}

/* 2^t for t <= 0, to 2 ulp; below 2^-126 the result is 0 or off by less than
 * 2^-126, and 2^-inf is 0. The coefficients are in memory on purpose: as
 * constants a browser's compiler builds each anew in every round of a loop. */
extern const float attn_exp2_table[8];
typedef struct exp2_constants {
    v4 lowest, rounder, c0, c1, c2, c3, c4, c5;
} exp2_constants;
V4_WORD exp2_constants exp2_load(void) {
    const float *from = attn_exp2_table;
    return (exp2_constants){v4_load_splat(from), v4_load_splat(from + 1), v4_load_splat(from + 2),
        v4_load_splat(from + 3), v4_load_splat(from + 4), v4_load_splat(from + 5),
        v4_load_splat(from + 6), v4_load_splat(from + 7)};
}
V4_WORD v4 exp2_below(v4 t, const exp2_constants *c) {
    /* n = round(t), f = t - n, exact */
    t = v4_max(t, c->lowest);
    v4 rounded = v4_add(t, c->rounder);
    v4 f = v4_sub(t, v4_sub(rounded, c->rounder));
    /* 2^f = c0 + c1 f + ... + c5 f^5, in pairs (Estrin): a shorter chain than Horner's */
    v4 square = v4_mul(f, f);
    v4 upper = v4_add_mul(c->c4, c->c5, f);
    v4 middle = v4_add_mul(c->c2, c->c3, f);
    v4 lower = v4_add_mul(c->c0, c->c1, f);
    v4 exp2_f = v4_add_mul(lower, square, v4_add_mul(middle, square, upper));
    /* times 2^n, by adding n to the exponent */
    return v4_from_bits(i4_add(i4_bits(exp2_f), i4_shl(i4_bits(rounded), 23)));
}

/* Eight rows of `stride` as a group, times scale: to[d][8] = scale * from[row][d].
 * Rows from `rows` on are 0. And back: to[row][d] = from[d][8] * factor[row]. */
void attn_pack_group(
    float *to, const float *from, size_t stride, uint32_t rows, uint32_t dim, float scale);
void attn_unpack_group(
    float *to, size_t stride, const float *from, uint32_t rows, uint32_t dim, lanes factor);

/* products[k][8] = sum_d group[d][8] * rows[k][d], for `count` rows of `stride`:
 * the scores of a tile. Returns the largest of each lane. */
lanes attn_group_products(float *products, const float *group, const float *rows, size_t stride,
    uint32_t count, uint32_t dim);

/* sums[i][8] = factor[8] * sums[i][8] + sum_k group[k][8] * columns[k][i] for four
 * columns, `count` long, `stride` from one k to the next: the weighted sum of the
 * values. */
void attn_group_sums(float *sums, lanes factor, const float *group, const float *columns,
    size_t stride, uint32_t count);

/* What one head of the fast attention reads and writes. The strides are the
 * elements from one query or key to the next. */
typedef struct fast_head {
    float *output;
    const float *query, *key, *value;
    size_t output_stride, query_stride, key_stride, value_stride;
    float scale;   /* scores come out in powers of two: scale * log2(e) / temperature, */
    float softcap; /* but with a softcap, scale alone; then capped_scale follows it */
    float capped_scale;
} fast_head;

/* The scales that the options ask for; the rest is for the caller to fill in. */
fast_head attn_fast_scales(const attn_attention_options *o);

/* Attention of one head, by tiles, or by dots for the few rows of a decoding
 * step. scratch: attn_tiles_scratch() floats. place names the head; its q is set
 * here. The dots return whether all scores and outputs are finite. */
void attn_attend_tiles(
    float *scratch, const fast_head *head, attn_place *place, const attn_attention_options *o);
int attn_attend_dots(
    float *scratch, const fast_head *head, attn_place *place, const attn_attention_options *o);
uint32_t attn_tiles_scratch(uint32_t head_dim, uint32_t v_head_dim);

/* softcap * tanh(score / softcap), and then in powers of two */
v4 attn_fast_softcap(v4 score, const fast_head *head);
/* A score with its mask: -inf where forbidden, and nowhere else. */
float attn_fast_mask(float score, const attn_place *place, uint32_t k);

/* Like attn_check_finite, and finds the largest |x| of the array. */
attn_status attn_check_largest(
    float *largest, const float *values, uint32_t count, int32_t argument, attn_fault *fault);

/* y = x w^T + bias by groups, without looking for NaN. */
void attn_linear_groups(float *y, float *scratch, const float *x, const float *w, const float *bias,
    uint32_t rows, uint32_t in_dim, uint32_t out_dim);
/* Layer normalisation and GELU without looking for NaN; y may be x. */
void attn_layer_norm_rows(float *y, const float *x, const float *scale, const float *bias,
    uint32_t rows, uint32_t dim, float eps);
void attn_gelu_numbers(float *y, const float *x, uint32_t count);

#endif
