/* What the engine's files share among themselves: refusing input, counting
 * elements, and the few inner loops that every mechanism is made of. */
#ifndef ATTN_INTERNAL_H
#define ATTN_INTERNAL_H

#include "attn.h"
#include <stddef.h>

#define ATTN_INFINITY __builtin_inff()
#define ATTN_TOO_MANY UINT32_MAX /* a count of elements over ATTN_MAX_COUNT */

/* Return from the calling function with the status of what was refused. */
#define ATTN_TRY(call)                                                                             \
    do {                                                                                           \
        attn_status status_of_call = (call);                                                       \
        if (status_of_call != ATTN_OK) return status_of_call;                                      \
    } while (0)

/* Writes the fault down, if the caller wants it, and returns the status. */
attn_status attn_refuse(attn_fault *fault, attn_status status, int32_t argument, uint32_t position);

/* The product of two counts, or ATTN_TOO_MANY. Can be nested: what is too many
 * stays so unless it is multiplied by 0. */
static inline uint32_t attn_count(uint32_t a, uint32_t b) {
    uint64_t product = (uint64_t)a * b;
    return product > ATTN_MAX_COUNT ? ATTN_TOO_MANY : (uint32_t)product;
}
static inline uint32_t attn_count3(uint32_t a, uint32_t b, uint32_t c) {
    return attn_count(attn_count(a, b), c);
}
static inline uint32_t attn_count4(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    return attn_count(attn_count3(a, b, c), d);
}
/* The same for a sum. */
static inline uint32_t attn_count_sum(uint32_t a, uint32_t b) {
    uint64_t sum = (uint64_t)a + b;
    return sum > ATTN_MAX_COUNT ? ATTN_TOO_MANY : (uint32_t)sum;
}

/* Comparisons that NaN passes through as it should. */
static inline int attn_is_nan(float x) {
    return x != x;
}
static inline int attn_is_finite(float x) {
    return x - x == 0.0f;
}
static inline int attn_is_temperature(float x) {
    return x >= 0.0f;
} /* 0 to +inf, no NaN */

/* Each checks one array and names it by the number of the parameter. A count
 * of ATTN_TOO_MANY is refused as ATTN_TOO_LARGE; NULL of any other is empty. */
attn_status attn_check_count(uint32_t count, int32_t argument, attn_fault *fault);
attn_status attn_check_finite(
    const float *values, uint32_t count, int32_t argument, attn_fault *fault);
attn_status attn_check_scores(
    const float *scores, uint32_t count, int32_t argument, attn_fault *fault);
attn_status attn_check_temperatures(
    const float *temperature, uint32_t rows, int32_t argument, attn_fault *fault);
/* A result that is NaN although no input was: a sum of products was inf - inf. */
attn_status attn_check_results(
    const float *results, uint32_t count, int32_t argument, attn_fault *fault);
/* None of these sizes may be 0; the first is field number `field` of its struct. */
attn_status attn_check_not_zero(
    const uint32_t *sizes, uint32_t count, int32_t argument, uint32_t field, attn_fault *fault);
/* n_kv_heads, which is field number `field`, must divide n_heads. */
attn_status attn_check_heads(
    uint32_t n_heads, uint32_t n_kv_heads, int32_t argument, uint32_t field, attn_fault *fault);

/* sum_d a_d b_d in four lanes and the fixed pairwise order. */
float attn_dot_product(const float *a, const float *b, uint32_t count);
float attn_length(const float *a, uint32_t count);
/* output[d] = sum_k weights[k] value[k, d], keys in order, weight 0 left out. */
void attn_weighted_row(float *output, const float *weights_row, const float *value, uint32_t kv_len,
    uint32_t v_head_dim);

/* to[i] = from[i]; and sum[d] += factor * row[d]. */
void attn_copy(float *to, const float *from, size_t count);
void attn_add_scaled(float *sum, float factor, const float *row, uint32_t count);

/* One row of a mask: which batch, head and query. mask may be NULL. */
typedef struct attn_place {
    const attn_mask *mask;
    attn_extent extent;
    uint32_t b, h, q;
} attn_place;

attn_status attn_check_mask(
    const attn_mask *mask, const attn_extent *extent, int32_t argument, attn_fault *fault);
/* -inf where the place may not read key k, else what is added to its score. */
float attn_mask_at(const attn_place *place, uint32_t k);
/* The same for a whole row of scores at once, in place. */
void attn_mask_row(float *scores_row, const attn_place *place);

/* The keys from first to end - 1 are all that causal, window and kv_lengths let
 * the place read; allow and additive may forbid more. */
void attn_mask_range(const attn_place *place, uint32_t *first, uint32_t *end);

/* The softmax of one row in place: weights_row comes in as scores and goes out
 * as weights. The steps are written to the trace at row `row`. `scores` is
 * where the scores over the temperature go, or NULL. */
void attn_softmax_row(float *weights_row, float *scores_row, const attn_trace *trace, size_t row,
    float temperature, const attn_place *place);

/* Raw scores, scale and softcap of one row, written to the trace from number
 * `start` on. Returns the first key whose score is inf - inf, or kv_len. */
uint32_t attn_score_row(float *scores_row, const attn_trace *trace, const float *q_row,
    const float *k_head, size_t start, const attn_attention_options *options);
/* The options are argument 6. */
attn_status attn_check_attention_options(const attn_attention_options *options, attn_fault *fault);

/* A trace that keeps nothing but the weights. */
attn_trace attn_weights_only(float *weights);

/* Number i of a stream: 64 random bits, a normal, a uniform number in [0, 1). */
uint64_t attn_random_bits(uint64_t seed, uint64_t i);
float attn_random_normal(uint64_t seed, uint64_t i);
float attn_random_uniform(uint64_t seed, uint64_t i);
void attn_random_normals(float *values, uint32_t count, uint64_t seed, uint64_t first);

/* The angle whose tangent is y / x, for y >= 0: from 0 to pi. */
float attn_angle_of(float y, float x);

static inline uint64_t attn_join(uint32_t low, uint32_t high) {
    return (uint64_t)high << 32 | low;
}

/* What an inner function refused is a fault of this function's parameter: a
 * number that is not finite any more is an overflow on the way. */
attn_status attn_blame(attn_status status, int32_t argument, attn_fault *fault);

/* x w^T + b for each head alone. sizes: n_heads, rows, in_dim, dim.
 * heads: [n_heads, rows, dim]; w: [n_heads * dim, in_dim]. */
attn_status attn_project_heads(float *heads, const float *x, const float *w, const float *bias,
    const uint32_t sizes[4], attn_fault *fault);
/* concat[q, h * dim + d] = heads[h, q, d]: each head writes its own slice. */
void attn_concat_heads(
    float *concat, const float *heads, size_t n_heads, size_t seq_len, size_t dim);

/* The base of sinusoids and of RoPE: finite, and no angle may leave the range of float. */
int attn_is_base(float base);
/* Right to a unit in the last place for any angle, because it is a double. */
void attn_sine_cosine(float *sine, float *cosine, double angle);

/* The options of a block; they begin at field `field` of the parameter. */
attn_status attn_check_block(
    const attn_block_options *options, int32_t argument, uint32_t field, attn_fault *fault);

#endif
