/* Attention Explorer's engine: softmax, masks, attention, heads, and what
 * explains them. This header is the contract and the manual.
 *
 * How to read a declaration
 *
 *   attn_status attn_xxx(outputs, inputs, sizes, options, attn_fault *fault)
 *
 * - The caller owns all memory. Nothing is allocated, nothing is kept between
 *   two calls, nothing is printed. Where room to work in is needed it is a
 *   parameter, and its size in elements is what attn_xxx_scratch_size() says.
 * - Matrices are row-major float32; the last index of a shape runs fastest:
 *   query is [batch, n_heads, seq_len, head_dim]. Counts are elements.
 * - Outputs may not overlap inputs or each other, unless a function says so.
 * - A pointer called optional may be NULL. A size may be 0 unless a function
 *   says otherwise; then the pointers of the empty arrays are not used.
 * - The result is ATTN_OK or the reason why nothing useful was written. The
 *   fault, which is optional, says which argument was refused and where.
 *
 * What holds everywhere
 *
 * - NaN is refused in every input, with its position. Infinities are refused
 *   too, except in scores: there -inf forbids a key, and +inf is larger than
 *   any number, so that the keys that have it share the row equally.
 * - A mask puts -inf in place of a score before the softmax. A row with no
 *   allowed key has weights 0, output 0, entropy 0, row_max and log_sum_exp
 *   -inf.
 * - Query head h reads KV head h / (n_heads / n_kv_heads).
 * - The order is: scale, softcap, temperature, mask.
 * - Temperature 0 is the limit: the largest allowed score wins, ties share
 *   equally. Temperature infinity is uniform over the allowed keys. A row whose
 *   largest score divided by the temperature would overflow is that limit too.
 * - The same input gives the same bits in every build.
 */
#ifndef ATTN_H
#define ATTN_H

#include <stdint.h>

#define ATTN_VERSION 0x000100 /* major, minor, patch: one byte each */

/* No array may have more elements than this, so that its size in bytes fits
 * 32 bits. Sizes whose product is larger are refused with ATTN_TOO_LARGE. */
#define ATTN_MAX_COUNT 0x3fffffffu

typedef int32_t attn_status;

enum {
    ATTN_OK = 0,
    ATTN_NAN = 1,       /* the argument has a NaN at this position */
    ATTN_INFINITE = 2,  /* an infinity at this position, where numbers must be finite */
    ATTN_TOO_LARGE = 3, /* the sizes multiply to more than ATTN_MAX_COUNT elements */
    ATTN_BAD_OPTION =
        4,             /* a size or option is out of its range; position: which field or element */
    ATTN_OVERFLOW = 5, /* finite numbers, but a sum of their products is inf - inf; position: of
                         the result */
    ATTN_FULL = 6      /* no room for what is appended; position: the rows there is room for */
};

/* What was refused. `argument` counts the parameters of the function from 0 in
 * the order of its declaration; `position` counts the elements of that array,
 * or the 4-byte fields of that struct, from 0. */
typedef struct attn_fault {
    attn_status status;
    int32_t argument;
    uint32_t position;
} attn_fault;
_Static_assert(sizeof(attn_fault) == 12, "three 4-byte fields");

/* Looks for the first number that is not finite, for callers that keep several
 * arrays in one struct and want to know which of them to name.
 * values: [count]. Fails with ATTN_NAN or ATTN_INFINITE. */
attn_status attn_find_not_finite(const float *values, uint32_t count, attn_fault *fault);

/* ---------------------------------------------------------------- masks -- */

/* The rows that a mask or a softmax runs over: [batch, n_heads, seq_len, kv_len]. */
typedef struct attn_extent {
    uint32_t batch, n_heads, seq_len, kv_len;
} attn_extent;
_Static_assert(sizeof(attn_extent) == 16, "four 4-byte fields");

/* Where the diagonal of a causal mask or of a window starts: query q stands at
 * the key q + offset. */
enum {
    ATTN_ALIGN_TOP_LEFT = 0,     /* offset 0 (PyTorch's is_causal) */
    ATTN_ALIGN_BOTTOM_RIGHT = 1, /* offset kv_len - seq_len: the last query at the last key */
    ATTN_ALIGN_LENGTHS = 2,      /* offset kv_lengths[b] - seq_len: at the last key that counts */
    ATTN_ALIGN_OFFSET = 3        /* offset causal_offset */
};

/* Which keys a query may read. The parts combine: any of them forbids.
 *
 *   kv_lengths  optional [batch]: keys from kv_lengths[b] on are padding
 *   allow       optional bytes: 0 forbids, anything else allows
 *   additive    optional floats added to the scores: finite or -inf (forbids)
 *   *_stride    elements from one batch, head, query, key to the next; 0 where
 *               all share one
 *   causal      1: key k only where k <= q + offset
 *   window      not 0: key k only where |q + offset - k| < window
 *
 * Errors: NaN or +inf in additive; causal other than 0 and 1; an unknown align,
 * or ATTN_ALIGN_LENGTHS without kv_lengths; a kv_length below 0 or over kv_len. */
typedef struct attn_mask {
    const int32_t *kv_lengths;
    const uint8_t *allow;
    const float *additive;
    uint32_t allow_stride[4];
    uint32_t additive_stride[4];
    int32_t causal;
    int32_t align;
    int32_t causal_offset;
    uint32_t window;
} attn_mask;
_Static_assert(sizeof(attn_mask) == 3 * sizeof(void *) + 48, "pointers, then 4-byte fields");

/* The mask as a matrix: values[b, h, q, k] = -inf where forbidden, else the
 * additive part, else 0.
 * values: [batch, n_heads, seq_len, kv_len]. mask: optional. */
attn_status attn_mask_matrix(
    float *values, const attn_extent *extent, const attn_mask *mask, attn_fault *fault);

/* The wrong way to mask, for teaching: the forbidden weights are set to 0 after
 * the softmax, and row_sum shows that what is left does not sum to 1.
 * left: [batch, n_heads, seq_len, kv_len], may be weights itself;
 * row_sum: [batch, n_heads, seq_len]; weights: as left. The additive part of
 * the mask counts only where it is -inf. */
attn_status attn_zero_after_softmax(float *left, float *row_sum, const float *weights,
    const attn_extent *extent, const attn_mask *mask, attn_fault *fault);

/* -------------------------------------------------------------- softmax -- */

/* What a softmax or an attention wrote down on its way. All but weights are
 * optional. [rows, kv_len] or [rows], rows = batch * n_heads * seq_len.
 *
 *   raw_scores      q . k                                      (attention only)
 *   scores          scale * q . k; for a softmax, scores / temperature
 *   capped_scores   softcap * tanh(scores / softcap)           (attention only)
 *   masked_scores   what the softmax sees: over the temperature, masked
 *   row_max         [rows] the largest masked score
 *   exponentials    exp(masked - row_max)
 *   row_sum         [rows] the sum of the exponentials
 *   weights         exponentials / row_sum
 *   log_sum_exp     [rows] row_max + ln(row_sum)
 *   entropy         [rows] H = -sum w ln w, in nats
 *   entropy_bits    [rows] the same in bits
 *   gradient_terms  w (1 - w): the diagonal of d weights / d scores
 *
 * At temperature 0 the scores over the temperature are shown as the limit that
 * is used: 0 for the largest, -inf for the others. */
typedef struct attn_trace {
    float *raw_scores;
    float *scores;
    float *capped_scores;
    float *masked_scores;
    float *row_max;
    float *exponentials;
    float *row_sum;
    float *weights;
    float *log_sum_exp;
    float *entropy;
    float *entropy_bits;
    float *gradient_terms;
} attn_trace;
_Static_assert(sizeof(attn_trace) == 12 * sizeof(void *), "twelve pointers");

/* weights = softmax over k of (scores / temperature + mask), row by row.
 * trace: weights is [batch, n_heads, seq_len, kv_len] and must be there.
 * scores: the same shape, may be trace->weights itself; +-inf allowed.
 * temperature: [batch * n_heads * seq_len], each from 0 to +inf.
 * mask: optional. */
attn_status attn_softmax(const attn_trace *trace, const float *scores, const float *temperature,
    const attn_extent *extent, const attn_mask *mask, attn_fault *fault);

/* jacobian[i, j] = d weights_i / d scores_j = w_i (delta_ij - w_j), temperature 1.
 * jacobian: [n, n]; weights: [n]. */
attn_status attn_softmax_jacobian(
    float *jacobian, const float *weights, uint32_t n, attn_fault *fault);

/* grad_scores_j = w_j (g_j - sum_k w_k g_k) / temperature, row by row.
 * grad_scores: [rows, cols], may be grad_weights itself; weights, grad_weights:
 * [rows, cols]. temperature from 0 to +inf; at both ends the gradient is 0. */
attn_status attn_softmax_backward(float *grad_scores, const float *weights,
    const float *grad_weights, uint32_t rows, uint32_t cols, float temperature, attn_fault *fault);

/* log_weights = ln softmax(scores), row by row: score - row_max - ln(row_sum),
 * right also where the weight itself underflows to 0. -inf where the score is.
 * log_weights: [rows, cols], may be scores itself; scores: [rows, cols], +-inf allowed. */
attn_status attn_log_softmax(
    float *log_weights, const float *scores, uint32_t rows, uint32_t cols, attn_fault *fault);

/* losses[row] = -ln softmax(logits[row])[targets[row]]: the cross-entropy of what
 * was said with what came, in nats; mean_loss is their mean, 0 without rows.
 * losses: [rows]; mean_loss: [1]; logits: [rows, cols]; targets: [rows].
 * Errors: a target below 0 or not below cols. */
attn_status attn_cross_entropy(float *losses, float *mean_loss, const float *logits,
    const int32_t *targets, uint32_t rows, uint32_t cols, attn_fault *fault);

/* ------------------------------------------------------------ attention -- */

/* scale is what q . k is multiplied by, usually attn_default_scale(head_dim);
 * softcap 0 is off. */
typedef struct attn_attention_options {
    uint32_t batch, n_heads, n_kv_heads, seq_len, kv_len, head_dim, v_head_dim;
    float scale;
    float softcap;
    float temperature;
} attn_attention_options;
_Static_assert(sizeof(attn_attention_options) == 40, "ten 4-byte fields");

/* 1 / sqrt(head_dim) */
float attn_default_scale(uint32_t head_dim);

/* output = softmax(mask(softcap(scale * query key^T) / temperature)) value
 *
 * The reference: four plain passes over each row, each of which can be seen in
 * the trace. It keeps all weights, so it is for lengths that one looks at.
 *
 * output: [batch, n_heads, seq_len, v_head_dim]
 * trace:  as above; weights must be there, it is what the passes work in
 * query:  [batch, n_heads, seq_len, head_dim]
 * key:    [batch, n_kv_heads, kv_len, head_dim]
 * value:  [batch, n_kv_heads, kv_len, v_head_dim]
 * mask:   optional
 *
 * Errors: n_kv_heads does not divide n_heads, a dimension or head count of 0;
 * scale not finite; softcap negative or not finite; temperature negative;
 * ATTN_OVERFLOW where a raw score is inf - inf. */
attn_status attn_attention(float *output, const attn_trace *trace, const float *query,
    const float *key, const float *value, const attn_mask *mask,
    const attn_attention_options *options, attn_fault *fault);

/* output[q] = sum_k weights[q, k] value[k]. Keys of weight 0 are left out.
 * output: [rows, dim]; weights: [rows, cols]; value: [cols, dim].
 * Errors: ATTN_OVERFLOW where a sum is inf - inf. */
attn_status attn_weighted_sum(float *output, const float *weights, const float *value,
    uint32_t rows, uint32_t cols, uint32_t dim, attn_fault *fault);

/* y = x w^T + bias
 * y: [rows, out_dim]; x: [rows, in_dim]; w: [out_dim, in_dim]; bias: optional [out_dim]. */
attn_status attn_linear(float *y, const float *x, const float *w, const float *bias, uint32_t rows,
    uint32_t in_dim, uint32_t out_dim, attn_fault *fault);

/* mean[i] = the mean of matrices[m, i] over m.
 * mean: [size]; matrices: [count, size], count at least 1. */
attn_status attn_mean_matrices(
    float *mean, const float *matrices, uint32_t count, uint32_t size, attn_fault *fault);

/* ---------------------------------------------------------------- heads -- */

typedef struct attn_multi_head_options {
    uint32_t seq_len, kv_len, d_model, context_dim, n_heads, n_kv_heads, head_dim, v_head_dim;
    float scale;
    float softcap;
    float temperature;
} attn_multi_head_options;
_Static_assert(sizeof(attn_multi_head_options) == 44, "eleven 4-byte fields");

/* The params of one multi-head attention, [out, in]; biases optional.
 *   w_q [n_heads * head_dim, d_model]         b_q [n_heads * head_dim]
 *   w_k [n_kv_heads * head_dim, context_dim]  b_k [n_kv_heads * head_dim]
 *   w_v [n_kv_heads * v_head_dim, context_dim] b_v [n_kv_heads * v_head_dim]
 *   w_o [d_model, n_heads * v_head_dim]       b_o [d_model] */
typedef struct attn_multi_head_params {
    const float *w_q, *w_k, *w_v, *w_o;
    const float *b_q, *b_k, *b_v, *b_o;
} attn_multi_head_params;
_Static_assert(sizeof(attn_multi_head_params) == 8 * sizeof(void *), "eight pointers");

/* What a multi-head attention writes, all of it needed.
 *   output       [seq_len, d_model]
 *   query        [n_heads, seq_len, head_dim]
 *   key          [n_kv_heads, kv_len, head_dim]
 *   value        [n_kv_heads, kv_len, v_head_dim]
 *   head_outputs [n_heads, seq_len, v_head_dim]
 *   concat       [seq_len, n_heads * v_head_dim] */
typedef struct attn_multi_head_outputs {
    float *output, *query, *key, *value, *head_outputs, *concat;
} attn_multi_head_outputs;
_Static_assert(sizeof(attn_multi_head_outputs) == 6 * sizeof(void *), "six pointers");

/* MultiHead(x) = Concat(head_1 ... head_h) W_O,
 * head_h = Attention(x W_Q^h, context W_K^h, context W_V^h).
 * x: [seq_len, d_model]; context: [kv_len, context_dim], x itself for
 * self-attention; trace and mask as for attn_attention with batch 1. */
attn_status attn_multi_head(const attn_multi_head_outputs *outputs, const attn_trace *trace,
    const float *x, const float *context, const attn_multi_head_params *params,
    const attn_mask *mask, const attn_multi_head_options *options, attn_fault *fault);

enum {
    ATTN_PARAMS_W_Q,
    ATTN_PARAMS_W_K,
    ATTN_PARAMS_W_V,
    ATTN_PARAMS_W_O,
    ATTN_PARAMS_BIASES,
    ATTN_PARAMS_TOTAL,
    ATTN_PARAMS_COUNT
};

/* How many params that takes, from the sizes alone (context_dim = d_model).
 * counts: [ATTN_PARAMS_COUNT], exact up to 2^53. bias: 0 or 1.
 * Errors: a size of 0; n_kv_heads does not divide n_heads; counts over 2^53. */
attn_status attn_multi_head_param_counts(double *counts, uint32_t d_model, uint32_t n_heads,
    uint32_t n_kv_heads, uint32_t head_dim, uint32_t v_head_dim, int32_t bias, attn_fault *fault);

/* -------------------------------------------------------------- vectors -- */

/* dot[0] = sum_d a_d b_d. a, b: [count]. */
attn_status attn_dot(float *dot, const float *a, const float *b, uint32_t count, attn_fault *fault);

/* norm[0] = |a| = sqrt(a . a), without overflow on the way. a: [count]. */
attn_status attn_norm(float *norm, const float *a, uint32_t count, attn_fault *fault);

/* q . k = |q| |k| cos(angle), for one query against each key. All needed.
 *   dots, norms, cosines, angles  [count]; angles in radians, 0 to pi
 *   query_norm                    [1] */
typedef struct attn_comparison {
    float *dots, *norms, *cosines, *angles, *query_norm;
} attn_comparison;
_Static_assert(sizeof(attn_comparison) == 5 * sizeof(void *), "five pointers");

/* query: [dim]; keys: [count, dim]. A vector of length 0 has no direction: its
 * cosine is 0 and its angle pi / 2. */
attn_status attn_compare_vectors(const attn_comparison *outputs, const float *query,
    const float *keys, uint32_t count, uint32_t dim, attn_fault *fault);

/* A soft lookup beside a hard one, with their gradients. All needed.
 *   scores, weights [count]          scale * query . key; softmax(scores / temperature)
 *   soft            [value_dim]      sum_k weights_k value_k
 *   hard            [value_dim]      the value of the best key; ties give their mean
 *   grad_soft       [value_dim, dim] d soft / d query
 *   hard_index      [1]              the best key, the first of several; -1 without keys
 * The gradient of hard is 0 wherever it exists: it jumps where the winner changes. */
typedef struct attn_lookup_outputs {
    float *scores, *weights, *soft, *hard, *grad_soft;
    int32_t *hard_index;
} attn_lookup_outputs;
_Static_assert(sizeof(attn_lookup_outputs) == 6 * sizeof(void *), "six pointers");

typedef struct attn_lookup_options {
    uint32_t count, dim, value_dim;
    float scale, temperature;
} attn_lookup_options;
_Static_assert(sizeof(attn_lookup_options) == 20, "five 4-byte fields");

/* scratch: attn_lookup_scratch_size() floats.
 * query: [dim]; keys: [count, dim]; values: [count, value_dim]. */
attn_status attn_lookup(const attn_lookup_outputs *outputs, float *scratch, const float *query,
    const float *keys, const float *values, const attn_lookup_options *options, attn_fault *fault);
uint32_t attn_lookup_scratch_size(const attn_lookup_options *options);

/* --------------------------------------------------------------- random -- */

enum { ATTN_NORMAL = 0, ATTN_UNIFORM = 1 };

/* seed and skip are 64-bit numbers, low half first. */
typedef struct attn_random_options {
    uint32_t seed[2];
    uint32_t skip[2];
    int32_t distribution; /* ATTN_NORMAL or ATTN_UNIFORM */
    float first;          /* normal: the mean;               uniform: the lowest  */
    float second;         /* normal: the standard deviation; uniform: the highest */
} attn_random_options;
_Static_assert(sizeof(attn_random_options) == 28, "seven 4-byte fields");

/* values[i] = the number skip + i of the stream that the seed names, so that
 * any part of a stream can be had without what comes before it.
 *
 * The bits are SplitMix64 (Steele, Lea, Flood 2014): bits(i) = mix(seed + (i + 1)
 * 0x9e3779b97f4a7c15). Uniform: the 24 upper bits / 2^24, in [0, 1), stretched.
 * Normal: Box and Muller (1958) on bits 2j and 2j + 1: u = 1 - the first, v = the
 * second, radius sqrt(-2 ln u), angle 2 pi v; even numbers are the cosine, odd
 * ones the sine. The largest possible is 5.77 deviations.
 *
 * values: [count]. Errors: first or second not finite, deviation negative. */
attn_status attn_random(
    float *values, uint32_t count, const attn_random_options *options, attn_fault *fault);

/* order = the numbers 0 to count - 1 in a random order (Fisher and Yates).
 * order: [count]. The index is the upper half of 32 random bits times i: no
 * index is favoured by more than count / 2^32. */
attn_status attn_shuffle(
    int32_t *order, uint32_t count, uint32_t seed_low, uint32_t seed_high, attn_fault *fault);

/* ----------------------------------------------------------- statistics -- */

/* range 0 stands for 4 sqrt(head_dim), scaled_range 0 for 4. */
typedef struct attn_variance_options {
    uint32_t seed[2];
    uint32_t head_dim, pairs, bins;
    float range, scaled_range;
} attn_variance_options;
_Static_assert(sizeof(attn_variance_options) == 28, "seven 4-byte fields");

/* Sample statistics of one set of numbers. standard_error is that of the
 * variance: sqrt((m4 - variance^2) / n), m4 the fourth central moment.
 * outside counts the numbers that the histogram has no bin for. */
typedef struct attn_moments {
    float mean, variance, standard_error, outside;
} attn_moments;
_Static_assert(sizeof(attn_moments) == 16, "four 4-byte fields");

/* What the experiment writes, all of it needed.
 *   dots, scaled_dots           [pairs]
 *   histogram, scaled_histogram [bins]
 *   edges, scaled_edges         [bins + 1], from -range to range
 *   moments                     [2]: of the dots, of the scaled dots */
typedef struct attn_variance_outputs {
    float *dots, *scaled_dots;
    uint32_t *histogram, *scaled_histogram;
    float *edges, *scaled_edges;
    attn_moments *moments;
} attn_variance_outputs;
_Static_assert(sizeof(attn_variance_outputs) == 7 * sizeof(void *), "seven pointers");

/* A dot product is a sum of head_dim terms: with independent components of mean
 * 0 and variance 1 its variance is head_dim. Draws pairs of random q and k and
 * measures q . k, without and with the division by sqrt(head_dim).
 * scratch: attn_variance_scratch_size() floats.
 * Errors: head_dim or bins 0, fewer than 2 pairs, range negative or not finite. */
attn_status attn_variance_experiment(const attn_variance_outputs *outputs, float *scratch,
    const attn_variance_options *options, attn_fault *fault);
uint32_t attn_variance_scratch_size(const attn_variance_options *options);

typedef struct attn_saturation_options {
    uint32_t seed[2];
    uint32_t head_dim, rows, keys;
} attn_saturation_options;
_Static_assert(sizeof(attn_saturation_options) == 20, "five 4-byte fields");

typedef struct attn_saturation {
    float largest_weight; /* mean over the rows of the largest weight */
    float entropy;        /* mean over the rows, in nats */
    float gradient;       /* mean over rows and keys of w (1 - w) */
} attn_saturation;
_Static_assert(sizeof(attn_saturation) == 12, "three 4-byte fields");

/* Large scores saturate the softmax. Draws `rows` random queries, each with its
 * own `keys` random keys, and measures the weights of the raw scores (results[0])
 * and of the scores over sqrt(head_dim) (results[1]).
 * scratch: attn_saturation_scratch_size() floats.
 * Errors: head_dim, rows or keys 0. */
attn_status attn_saturation_experiment(attn_saturation results[2], float *scratch,
    const attn_saturation_options *options, attn_fault *fault);
uint32_t attn_saturation_scratch_size(const attn_saturation_options *options);

/* ------------------------------------------------------------ fast path -- */

/* The same meanings, by SIMD kernels. The results differ from the reference's
 * only by rounding, and are the same bits in every build. */

/* attn_attention without trace: online softmax over tiles of keys, never the
 * seq_len x kv_len weights. Tiles that causal, window or lengths empty are
 * skipped. For up to 3 query rows each key and value is read once, in order.
 * What tiles cannot hold (temperature 0, scores that may overflow) is computed by
 * the reference's passes.
 * scratch: attn_attention_fast_scratch_size() floats; the rest as for attn_attention. */
attn_status attn_attention_fast(float *output, float *scratch, const float *query, const float *key,
    const float *value, const attn_mask *mask, const attn_attention_options *options,
    attn_fault *fault);
uint32_t attn_attention_fast_scratch_size(const attn_attention_options *options);

/* y = x w^T + bias, as attn_linear. scratch: attn_linear_fast_scratch_size() floats. */
attn_status attn_linear_fast(float *y, float *scratch, const float *x, const float *w,
    const float *bias, uint32_t rows, uint32_t in_dim, uint32_t out_dim, attn_fault *fault);
uint32_t attn_linear_fast_scratch_size(uint32_t in_dim);

/* weights = softmax(scores / temperature), row by row, as attn_softmax without mask.
 * weights, scores: [rows, cols], may be the same. temperature from 0 to +inf. */
attn_status attn_softmax_fast(float *weights, const float *scores, uint32_t rows, uint32_t cols,
    float temperature, attn_fault *fault);

/* y = scale (x - mean) / sqrt(variance + eps) + bias, row by row.
 * y, x: [rows, dim], may be the same; scale, bias: optional [dim].
 * Errors: dim 0; eps negative or not finite. */
attn_status attn_layer_norm_fast(float *y, const float *x, const float *scale, const float *bias,
    uint32_t rows, uint32_t dim, float eps, attn_fault *fault);

/* y = x Phi(x), Phi the normal distribution, by erf. y, x: [count], may be the same. */
attn_status attn_gelu_fast(float *y, const float *x, uint32_t count, attn_fault *fault);

typedef struct attn_block_fast_options {
    uint32_t seq_len, d_model, n_heads, d_ff;
    int32_t causal;
    float eps;
} attn_block_fast_options;
_Static_assert(sizeof(attn_block_fast_options) == 24, "six 4-byte fields");

/* Norms and biases are optional. w_q, w_k, w_v, w_o [d_model, d_model];
 * w_1 [d_ff, d_model], b_1 [d_ff], w_2 [d_model, d_ff]; all others [d_model]. */
typedef struct attn_block_fast_params {
    const float *attention_norm, *attention_norm_bias;
    const float *w_q, *w_k, *w_v, *w_o, *b_q, *b_k, *b_v, *b_o;
    const float *feed_forward_norm, *feed_forward_norm_bias;
    const float *w_1, *b_1, *w_2, *b_2;
} attn_block_fast_params;
_Static_assert(sizeof(attn_block_fast_params) == 16 * sizeof(void *), "sixteen pointers");

/* A pre-LN encoder block: middle = x + MultiHead(LN(x)), output = middle +
 * W_2 GELU(W_1 LN(middle)); the exact GELU.
 * output, x: [seq_len, d_model]; scratch: attn_block_fast_scratch_size() floats.
 * Errors: a dimension of 0; n_heads does not divide d_model; eps negative. */
attn_status attn_block_fast(float *output, float *scratch, const float *x,
    const attn_block_fast_params *params, const attn_block_fast_options *options,
    attn_fault *fault);
uint32_t attn_block_fast_scratch_size(const attn_block_fast_options *options);

/* ----------------------------------------------------------- elementary -- */

enum { ATTN_EXP, ATTN_LOG, ATTN_TANH, ATTN_ERF, ATTN_SIN, ATTN_COS, ATTN_ELEMENTARY_COUNT };

/* y[i] = f(x[i]); which: one of the above. Error bounds: elementary.h.
 * y, x: [count], may be the same. Infinities are allowed; sin and cos of one,
 * and log of a negative number, are NaN. */
attn_status attn_elementary(
    float *y, const float *x, uint32_t count, int32_t which, attn_fault *fault);

/* ATTN_VERSION of the build that runs. */
uint32_t attn_version(void);

/* ---------------------------------------------------------------- cache -- */

/* Where a cache is written: [batch, outer, capacity, inner], of which
 * update [batch, outer, rows, inner] is a part. */
typedef struct attn_scatter_options {
    uint32_t batch, outer, capacity, inner, rows;
    int32_t circular; /* 0: past the end is an error; 1: goes on at row 0 */
} attn_scatter_options;
_Static_assert(sizeof(attn_scatter_options) == 24, "six 4-byte fields");

/* cache[b, o, write_indices[b] + t, i] = update[b, o, t, i], in place. This is
 * ONNX's TensorScatter. Circular: the row is taken modulo the capacity, and of
 * several writes to one row the last stays.
 * write_indices: optional [batch], all 0 if NULL.
 *
 * Errors leave the cache as it was. ATTN_FULL where a linear write would pass
 * the end, position: the batch; ATTN_BAD_OPTION for a negative index, or for
 * one of capacity or more when circular. */
attn_status attn_tensor_scatter(float *cache, const float *update, const int32_t *write_indices,
    const attn_scatter_options *options, attn_fault *fault);

/* The keys and values of the tokens so far: what a causal mask never changes.
 *   key   [batch, n_kv_heads, capacity, head_dim]
 *   value [batch, n_kv_heads, capacity, v_head_dim]
 * Token t lies in row t, in a ring in row t mod capacity. length counts all
 * tokens that were ever appended; the last attn_cache_kept() are still there. */
typedef struct attn_cache {
    float *key, *value;
    uint32_t batch, n_kv_heads, capacity, head_dim, v_head_dim;
    uint32_t length;
    int32_t ring; /* 0: a full cache is an error; 1: the oldest tokens make room */
} attn_cache;
_Static_assert(sizeof(attn_cache) == 2 * sizeof(void *) + 28 + (sizeof(void *) == 8 ? 4 : 0),
    "two pointers, then seven 4-byte fields");

/* min(length, capacity) */
uint32_t attn_cache_kept(const attn_cache *cache);

/* Appends the keys and values of `tokens` new tokens and adds them to length.
 * key: [batch, n_kv_heads, tokens, head_dim]; value: the same, v_head_dim.
 * Errors leave the cache as it was. ATTN_FULL where a cache that is no ring has
 * less room than that, position: the room there is. */
attn_status attn_cache_append(
    attn_cache *cache, const float *key, const float *value, uint32_t tokens, attn_fault *fault);

/* The new queries are those of the last seq_len tokens of the cache.
 * window 0: every token so far. A ring needs a window, and may not have
 * overwritten what the first of the new queries still sees:
 * seq_len + window - 1 <= capacity, as long as length > capacity. */
typedef struct attn_cache_options {
    uint32_t n_heads, seq_len, window;
    float scale, softcap, temperature;
} attn_cache_options;
_Static_assert(sizeof(attn_cache_options) == 24, "six 4-byte fields");

/* Attention of the new queries over the cache, causal, aligned bottom right.
 * The same numbers, bit for bit, as attn_attention over all tokens with the
 * same causal mask and window.
 * output:  [batch, n_heads, seq_len, v_head_dim]
 * weights: [batch, n_heads, seq_len, kept], over the kept tokens, oldest first
 * scratch: attn_cache_scratch_size() floats; query: [batch, n_heads, seq_len, head_dim]
 * Errors: as attn_attention; seq_len over length; a ring that is too short. */
attn_status attn_cache_attend(float *output, float *weights, float *scratch, const float *query,
    const attn_cache *cache, const attn_cache_options *options, attn_fault *fault);
uint32_t attn_cache_scratch_size(const attn_cache *cache);

typedef struct attn_cache_size {
    uint32_t n_layers, n_kv_heads, head_dim, tokens, bits_per_number, batch;
} attn_cache_size;
_Static_assert(sizeof(attn_cache_size) == 24, "six 4-byte fields");

/* bytes = 2 * n_layers * n_kv_heads * head_dim * tokens * bytes per number * batch,
 * rounded up to a whole byte. The 2 stands for keys and values.
 * bytes: [2], the low and the high half of a 64-bit number.
 * Errors: ATTN_TOO_LARGE where the bits do not fit 64 bits. */
attn_status attn_cache_bytes(uint32_t *bytes, const attn_cache_size *size, attn_fault *fault);

/* ------------------------------------------------------------- sampling -- */

/* This temperature is the sampling temperature: it divides logits, not scores.
 * top_k 0 and top_p 1 are off. */
typedef struct attn_sample_options {
    uint32_t vocab, top_k;
    uint32_t seed[2];
    uint32_t skip[2]; /* which number of the stream is drawn */
    float temperature, top_p;
} attn_sample_options;
_Static_assert(sizeof(attn_sample_options) == 32, "eight 4-byte fields");

/* What a draw writes, all of it needed.
 *   probabilities [vocab]  after temperature, top-k and top-p; 0 for what they left out
 *   order         [vocab]  the tokens, the most probable first; of equals the first
 *   kept          [1]      how many of them may be drawn
 *   draw          [1]      the random number in [0, 1)
 *   token         [1]      what was drawn; -1 where no token is allowed */
typedef struct attn_sample_outputs {
    float *probabilities;
    int32_t *order;
    uint32_t *kept;
    float *draw;
    int32_t *token;
} attn_sample_outputs;
_Static_assert(sizeof(attn_sample_outputs) == 5 * sizeof(void *), "five pointers");

/* Draws a token. In this order: probabilities = softmax(logits / temperature);
 * top-k keeps the k most probable; top-p keeps the fewest of those, the most
 * probable first, that have at least top_p of their sum; what is kept is
 * normalised; the token is the first whose running sum exceeds the draw.
 * Temperature 0 keeps the largest logits, which share equally.
 * logits: [vocab]; -inf forbids a token.
 * Errors: vocab 0; temperature negative; top_p not in (0, 1]. */
attn_status attn_sample(const attn_sample_outputs *outputs, const float *logits,
    const attn_sample_options *options, attn_fault *fault);

/* ----------------------------------------------------------- generation -- */

/* A small decoder, to compare generation with and without a cache: an embedding,
 * n_layers of causal multi-head attention that add to the residual stream, and
 * logits from the same embedding (no positions, no norm, no feed-forward).
 *
 * length tokens are run, of which the first `given` are given and the others
 * drawn. chunk given tokens at most are run in one step (1: one by one). */
typedef struct attn_generation_options {
    uint32_t n_layers, d_model, n_heads, n_kv_heads, head_dim, vocab;
    uint32_t given, length, chunk;
    int32_t cached; /* 0: each step runs the whole prefix anew */
    uint32_t window, top_k;
    uint32_t seed[2];
    float temperature, top_p; /* the sampling temperature */
} attn_generation_options;
_Static_assert(sizeof(attn_generation_options) == 64, "sixteen 4-byte fields");

/* How many params that takes: embedding [vocab, d_model], then for each layer
 * w_q, w_k, w_v, w_o as for attn_multi_head. Over ATTN_MAX_COUNT: UINT32_MAX. */
uint32_t attn_generation_params_size(const attn_generation_options *options);

/* How many steps that takes: the given tokens in chunks, the others one by one. */
uint32_t attn_generation_steps(const attn_generation_options *options);

/* What a generation writes, all of it needed.
 *   tokens  [length]           the first `given` come in, the others go out
 *   outputs [length, d_model]  the residual stream after the last layer
 *   logits  [length, vocab]    outputs . embedding
 *   key, value [n_layers, n_kv_heads, length, head_dim]  the cache at the end
 * probabilities and order are [vocab], room for the draws. */
typedef struct attn_generation_outputs {
    int32_t *tokens;
    float *outputs, *logits, *key, *value, *probabilities;
    int32_t *order;
} attn_generation_outputs;
_Static_assert(sizeof(attn_generation_outputs) == 7 * sizeof(void *), "seven pointers");

/* Generates step by step. Cached and not, and in any chunks, the numbers are
 * the same, bit for bit.
 * scratch: attn_generation_scratch_size() floats; params as above.
 * Errors: a size or given or chunk 0; given over length; a token that is not
 * below vocab; ATTN_OVERFLOW where the numbers grow too large. */
attn_status attn_generate(const attn_generation_outputs *outputs, float *scratch,
    const float *params, const attn_generation_options *options, attn_fault *fault);
uint32_t attn_generation_scratch_size(const attn_generation_options *options);

/* ---------------------------------------------------------------- tiles -- */

typedef struct attn_tile_options {
    uint32_t tile_q, tile_k;
} attn_tile_options;
_Static_assert(sizeof(attn_tile_options) == 8, "two 4-byte fields");

/* The same meaning as attn_attention, without ever holding more than a tile of
 * the scores: online softmax (Milakov & Gimelshein 2018) in tiles (Dao et al.
 * 2022). For each tile row: load the queries; for each tile column that the mask
 * does not empty: load keys and values, and
 *
 *   tile scores       masked(softcap(scale * q . k) / temperature)
 *   new row maximum   max(row_max, the largest of the tile's scores)
 *   exponentials      exp(score - new row maximum)
 *   rescaling factor  exp(row_max - new row maximum), 0 at the row's first tile
 *   row sum           row_sum * factor + the sum of the exponentials
 *   accumulator       accumulator * factor + sum_k exponential_k value_k
 *
 * and at the end output = accumulator / row_sum, once.
 *
 * scratch: attn_tiled_scratch_size() floats, the fast memory: one tile of each.
 * The others as attn_attention; log_sum_exp: optional [batch, n_heads, seq_len].
 * Errors: those of attn_attention; a tile size of 0; temperature 0 or infinite,
 * limits that need the whole row; ATTN_OVERFLOW, position: the query row. */
attn_status attn_tiled_attention(float *output, float *log_sum_exp, float *scratch,
    const float *query, const float *key, const float *value, const attn_mask *mask,
    const attn_attention_options *options, const attn_tile_options *tiles, attn_fault *fault);
uint32_t attn_tiled_scratch_size(
    const attn_attention_options *options, const attn_tile_options *tiles);

/* Why a tile was not computed. */
enum {
    ATTN_TILE_COMPUTED = 0,
    ATTN_TILE_CAUSAL = 1, /* all its keys come after all its queries */
    ATTN_TILE_WINDOW = 2, /* all its keys are outside the windows of its queries */
    ATTN_TILE_MASKED = 3  /* another mask, or several together, leave nothing */
};

/* Every number of the loops above. A step is one (tile row, tile column), in
 * the order of the loops, skipped ones too; steps = tile rows * tile columns of
 * the one head. The last tiles may be cut off: then only the first rows and
 * columns are written, and the others stay as they were. All needed.
 *   state              [steps]                      ATTN_TILE_...
 *   scores             [steps, tile_q, tile_k]      masked
 *   exponentials       [steps, tile_q, tile_k]
 *   tile_max, tile_sum [steps, tile_q]              of this tile alone
 *   max_before, max_after, factor, sum_before, sum_after [steps, tile_q]
 *   accumulator_before, accumulator_after [steps, tile_q, v_head_dim]
 * A row that has no key in the tile keeps what it had, with factor 1. */
typedef struct attn_tile_trace {
    int32_t *state;
    float *scores, *exponentials, *tile_max, *tile_sum;
    float *max_before, *max_after, *factor, *sum_before, *sum_after;
    float *accumulator_before, *accumulator_after;
} attn_tile_trace;
_Static_assert(sizeof(attn_tile_trace) == 12 * sizeof(void *), "twelve pointers");

/* attn_tiled_attention of one head (batch, n_heads and n_kv_heads 1), which
 * writes all its steps down. */
attn_status attn_tile_steps(const attn_tile_trace *trace, float *output, float *log_sum_exp,
    float *scratch, const float *query, const float *key, const float *value, const attn_mask *mask,
    const attn_attention_options *options, const attn_tile_options *tiles, attn_fault *fault);

/* result = max |a_i - b_i|, and position where it is first found; equal
 * infinities differ by 0. a, b: [count]; result: [1]; position: [1], 0 if count is 0. */
attn_status attn_max_difference(float *result, uint32_t *position, const float *a, const float *b,
    uint32_t count, attn_fault *fault);

/* ---------------------------------------------------------------- costs -- */

/* What an algorithm costs, from the bounds of its loops.
 *   multiply_adds  of dot products, linear maps, weighted sums and, in tiles,
 *                  of rescaling (v_head_dim + 1 for each row and tile)
 *   exponentials   one for each allowed (query, key), and in tiles one for each
 *                  rescaling factor
 *   scores         dot products of a query and a key, forbidden ones too if the
 *                  algorithm computes them
 *   read, written  elements that go to and from slow memory: a pass reads each of
 *                  its operands once and writes its result once; tiles read their
 *                  queries once for each tile row, keys and values for each tile
 *   scratch        most elements held between passes, or in fast memory for tiles
 *   tiles, skipped tiles that were computed, and not
 *   tokens         tokens that were projected
 * Where an exponential underflows to 0 the loops leave out its value; the
 * formulas do not. Exact up to 2^53, ATTN_TOO_LARGE beyond. */
typedef struct attn_cost {
    double multiply_adds, exponentials, scores, read, written, scratch, tiles, skipped, tokens;
} attn_cost;
_Static_assert(sizeof(attn_cost) == 72, "nine 8-byte fields");

/* The shape whose cost is asked. Query q stands at key q + offset if causal is
 * 1 or window is not 0; tile_q and tile_k are for tiles alone. */
typedef struct attn_cost_options {
    uint32_t batch, n_heads, n_kv_heads, seq_len, kv_len, head_dim, v_head_dim;
    uint32_t tile_q, tile_k;
    int32_t causal, offset;
    uint32_t window;
} attn_cost_options;
_Static_assert(sizeof(attn_cost_options) == 48, "twelve 4-byte fields");

/* attn_attention, its four passes one after the other over the whole matrices. */
attn_status attn_plain_cost(attn_cost *cost, const attn_cost_options *options, attn_fault *fault);

/* attn_tiled_attention. */
attn_status attn_tiled_cost(attn_cost *cost, const attn_cost_options *options, attn_fault *fault);

/* y = x w^T for all its parts: the four projections of one multi-head attention.
 * seq_len tokens are projected; d_model is both the width and the context's. */
attn_status attn_projection_cost(
    attn_cost *cost, const attn_cost_options *options, uint32_t d_model, attn_fault *fault);

/* attn_generate, step by step: its attention and its projections, without the
 * logits, which are the same for both ways.
 * costs: [attn_generation_steps()]. */
attn_status attn_generation_costs(
    attn_cost *costs, const attn_generation_options *options, attn_fault *fault);

enum {
    ATTN_LAYER_SELF,
    ATTN_LAYER_RECURRENT,
    ATTN_LAYER_CONVOLUTION,
    ATTN_LAYER_RESTRICTED,
    ATTN_LAYER_COUNT
};

/* One line of the table of Vaswani et al. (2017). */
typedef struct attn_layer_cost {
    double operations, sequential_steps, path_length;
} attn_layer_cost;
_Static_assert(sizeof(attn_layer_cost) == 24, "three 8-byte fields");

/* The table in actual counts, for n tokens of d channels, without constant factors:
 *   self-attention  n^2 d        1 step   path 1
 *   recurrent       n d^2        n steps  path n
 *   convolution     k n d^2      1 step   path log_k n, rounded up: dilated layers
 *   restricted      min(r, n) n d  1 step path n / r, rounded up
 * costs: [ATTN_LAYER_COUNT]. A path of a convolution of width 1 never arrives:
 * infinite, unless n is 1.
 * Errors: a size of 0; operations over 2^53. */
attn_status attn_layer_costs(
    attn_layer_cost *costs, uint32_t n, uint32_t d, uint32_t k, uint32_t r, attn_fault *fault);

/* ------------------------------------------------------ score functions -- */

/* How a query is compared with a key (Bahdanau et al. 2015; Luong et al. 2015):
 *   additive  v^T tanh(W q + U k)   w [hidden_dim, query_dim], u [hidden_dim, key_dim]
 *   dot       q^T k                 no params; query_dim = key_dim
 *   general   q^T W k               w [query_dim, key_dim]
 *   concat    v^T tanh(W [q; k])    w [hidden_dim, query_dim + key_dim]
 * v: [hidden_dim]. What a kind has no use for is not looked at. */
enum {
    ATTN_SCORE_ADDITIVE,
    ATTN_SCORE_DOT,
    ATTN_SCORE_GENERAL,
    ATTN_SCORE_CONCAT,
    ATTN_SCORE_COUNT
};

typedef struct attn_score_params {
    const float *w, *u, *v;
} attn_score_params;
_Static_assert(sizeof(attn_score_params) == 3 * sizeof(void *), "three pointers");

typedef struct attn_score_options {
    int32_t kind;
    uint32_t rows, count, query_dim, key_dim, value_dim, hidden_dim;
    float temperature;
} attn_score_options;
_Static_assert(sizeof(attn_score_options) == 32, "eight 4-byte fields");

/*   scores   [rows, count]
 *   weights  [rows, count] softmax(scores / temperature)
 *   context  [rows, value_dim] sum_k weights_k value_k
 *   hidden   [rows, count, hidden_dim] the tanh of additive and concat; optional */
typedef struct attn_score_outputs {
    float *scores, *weights, *context, *hidden;
} attn_score_outputs;
_Static_assert(sizeof(attn_score_outputs) == 4 * sizeof(void *), "four pointers");

/* scratch: attn_score_scratch_size() floats.
 * queries: [rows, query_dim]; keys: [count, key_dim]; values: [count, value_dim],
 * often the keys. Errors: an unknown kind; a dimension of 0; ATTN_OVERFLOW. */
attn_status attn_score_function(const attn_score_outputs *outputs, float *scratch,
    const float *queries, const float *keys, const float *values, const attn_score_params *params,
    const attn_score_options *options, attn_fault *fault);
uint32_t attn_score_scratch_size(const attn_score_options *options);

/* states[t] = tanh(w states[t - 1] + x[t]), states[-1] = initial: a recurrent
 * network, whose encoder was what attention looked back at first.
 * states, x: [seq_len, dim]; w: [dim, dim]; initial: optional [dim], else 0. */
attn_status attn_recurrent(float *states, const float *x, const float *w, const float *initial,
    uint32_t seq_len, uint32_t dim, attn_fault *fault);

/* ------------------------------------------------------------ positions -- */

/* pe[t, 2i] = sin(p / base^(2i / d_model)), pe[t, 2i + 1] = cos(the same), for
 * position p = first + t. Where d_model is odd the last channel is the sine of a
 * pair whose cosine is left out. Right to 1e-7 for any position and base.
 * pe: [seq_len, d_model]. Errors: d_model 0; base below 2^-64 or not finite. */
attn_status attn_sinusoidal(
    float *pe, uint32_t seq_len, uint32_t d_model, float base, int32_t first, attn_fault *fault);

/* vectors[i] = table[ids[i]]: a learned table of positions, or of tokens.
 * vectors: [count, dim]; table: [rows, dim]; ids: [count].
 * Errors: an id below 0 or past the end of the table, with its place in ids. */
attn_status attn_gather(float *vectors, const float *table, const int32_t *ids, uint32_t count,
    uint32_t rows, uint32_t dim, attn_fault *fault);

/* ALiBi's slopes (Press et al. 2022): 2^(-8/n), 2^(-16/n), ... for n heads, n a
 * power of two; for other counts the slopes of the next lower power, then every
 * second one of the next higher power. slopes: [n_heads]. */
attn_status attn_alibi_slopes(float *slopes, uint32_t n_heads, attn_fault *fault);

/* mask[h, q, k] = -slopes[h] |q + offset - k|, to be added to the scores.
 * mask: [n_heads, seq_len, kv_len]; slopes: [n_heads]. */
attn_status attn_alibi_mask(float *mask, const float *slopes, uint32_t n_heads, uint32_t seq_len,
    uint32_t kv_len, int32_t offset, attn_fault *fault);

/* ----------------------------------------------------------------- rope -- */

/* How fast pair i of dim / 2 turns, in radians per position: f_i = base^(-2i / dim).
 * The variants slow it down for texts longer than the max_positions of training:
 *   dynamic  base' = base (factor s / max - (factor - 1))^(dim / (dim - 2)),
 *            s = seq_len, at least max_positions
 *   yarn     f_i (1 - r) + f_i / factor r, r a ramp from pair floor(c(first)) to
 *            ceil(c(second)), c(b) = dim ln(max / (2 pi b)) / (2 ln base); first
 *            is beta_fast (32), second beta_slow (1)
 *   llama3   the same with r = 1 where a pair turns less than first times within
 *            max_positions, 0 where more than second times, linear between;
 *            first is low_freq_factor (1), second high_freq_factor (4) */
enum { ATTN_ROPE_DEFAULT, ATTN_ROPE_DYNAMIC, ATTN_ROPE_YARN, ATTN_ROPE_LLAMA3, ATTN_ROPE_VARIANTS };

typedef struct attn_frequency_options {
    uint32_t dim; /* even */
    int32_t variant;
    uint32_t max_positions, seq_len;
    float base, factor, first, second;
} attn_frequency_options;
_Static_assert(sizeof(attn_frequency_options) == 32, "eight 4-byte fields");

/* frequencies: [dim / 2]; wavelengths: [dim / 2], 2 pi / f_i, in positions.
 * Errors: dim 0 or odd; base below 2^-64; where a variant uses it,
 * max_positions 0, factor below 1, first or second not positive. */
attn_status attn_rope_frequencies(float *frequencies, float *wavelengths,
    const attn_frequency_options *options, attn_fault *fault);

/* One row a position: angles position * f_i (optional), their cosines and sines.
 * All [count, dim / 2]. */
typedef struct attn_rope_rows {
    float *angles, *cosines, *sines;
} attn_rope_rows;
_Static_assert(sizeof(attn_rope_rows) == 3 * sizeof(void *), "three pointers");

/* positions: [count], any whole numbers. */
attn_status attn_rope_table(const attn_rope_rows *outputs, const int32_t *positions, uint32_t count,
    const attn_frequency_options *options, attn_fault *fault);

/* Which two channels make pair i: 2i and 2i + 1, or i and i + rotary_dim / 2.
 * The results differ. */
enum { ATTN_ROPE_INTERLEAVED = 0, ATTN_ROPE_HALVES = 1 };

typedef struct attn_rope_options {
    uint32_t batch, n_heads, seq_len, head_dim;
    uint32_t rotary_dim; /* even; the channels from there on are copied */
    uint32_t table_rows;
    int32_t pairing;
} attn_rope_options;
_Static_assert(sizeof(attn_rope_options) == 28, "seven 4-byte fields");

/* Turns each pair (a, b) of a query or key by its angle:
 * (a cos - b sin, a sin + b cos).
 * y, x: [batch, n_heads, seq_len, head_dim], may be the same.
 * cosines, sines: [table_rows, rotary_dim / 2].
 * rows: optional [batch, seq_len], the table's row for each token; without it
 * there is one row for each token, of one text or of each.
 * Errors: rotary_dim 0, odd or over head_dim; a row past the end of the table; numbers so
 * large that a turned one is none. */
attn_status attn_rope(float *y, const float *x, const float *cosines, const float *sines,
    const int32_t *rows, const attn_rope_options *options, attn_fault *fault);

/* ---------------------------------------------------------------- norms -- */

typedef struct attn_norm_options {
    uint32_t rows, dim;
    float eps;
} attn_norm_options;
_Static_assert(sizeof(attn_norm_options) == 12, "three 4-byte fields");

/* LayerNorm, row by row: y = (x - mean) / sqrt(variance + eps) * scale + bias, the
 * variance over dim, not dim - 1. A row without variance at eps 0 gives the bias.
 * y: [rows, dim], may be x; mean, inv_deviation: optional [rows], the latter
 * 1 / sqrt(variance + eps); x: [rows, dim]; scale, bias: optional [dim].
 * Errors: dim 0; eps negative or not finite. */
attn_status attn_layer_norm(float *y, float *mean, float *inv_deviation, const float *x,
    const float *scale, const float *bias, const attn_norm_options *options, attn_fault *fault);

/* RMSNorm, row by row: y = x / sqrt(mean of x^2 + eps) * scale.
 * y: [rows, dim], may be x; inv_root_mean_square: optional [rows]; x: [rows, dim];
 * scale: optional [dim]. */
attn_status attn_rms_norm(float *y, float *inv_root_mean_square, const float *x, const float *scale,
    const attn_norm_options *options, attn_fault *fault);

/* norms[row] = |x[row]|. norms: [rows]; x: [rows, dim]. */
attn_status attn_row_norms(
    float *norms, const float *x, uint32_t rows, uint32_t dim, attn_fault *fault);

/* --------------------------------------------------------- feed-forward -- */

/*   relu       max(x, 0)
 *   gelu       x Phi(x) = 0.5 x (1 + erf(x / sqrt 2))
 *   gelu_tanh  0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
 *   swish      x sigmoid(alpha x); alpha 1 is SiLU */
enum { ATTN_RELU, ATTN_GELU, ATTN_GELU_TANH, ATTN_SWISH, ATTN_ACTIVATIONS };

/* y = act(x), or with a second input act(x) * gated (SwiGLU where kind is swish).
 * y: [count], may be x or gated; x: [count]; gated: optional [count]. */
attn_status attn_activation(float *y, const float *x, const float *gated, uint32_t count,
    int32_t kind, float alpha, attn_fault *fault);

/* [out, in]; biases optional; w_gate and b_gate NULL where there is no gate.
 *   w_1 [d_ff, d_model]  b_1 [d_ff]; w_2 [d_model, d_ff]  b_2 [d_model];
 *   w_gate, b_gate as w_1, b_1 */
typedef struct attn_feed_forward_params {
    const float *w_1, *b_1, *w_2, *b_2, *w_gate, *b_gate;
} attn_feed_forward_params;
_Static_assert(sizeof(attn_feed_forward_params) == 6 * sizeof(void *), "six pointers");

/*   output    [rows, d_model]
 *   hidden    [rows, d_ff] W_1 x + b_1
 *   gate      [rows, d_ff] W_g x + b_g, where there is a gate
 *   activated [rows, d_ff] act(hidden), or act(gate) * hidden */
typedef struct attn_feed_forward_outputs {
    float *output, *hidden, *gate, *activated;
} attn_feed_forward_outputs;
_Static_assert(sizeof(attn_feed_forward_outputs) == 4 * sizeof(void *), "four pointers");

typedef struct attn_feed_forward_options {
    uint32_t rows, d_model, d_ff;
    int32_t activation;
} attn_feed_forward_options;
_Static_assert(sizeof(attn_feed_forward_options) == 16, "four 4-byte fields");

/* FFN(x) = W_2 act(W_1 x + b_1) + b_2, or with a gate
 * FFN(x) = W_2 (act(W_g x + b_g) * (W_1 x + b_1)) + b_2. x: [rows, d_model]. */
attn_status attn_feed_forward(const attn_feed_forward_outputs *outputs, const float *x,
    const attn_feed_forward_params *params, const attn_feed_forward_options *options,
    attn_fault *fault);

/* --------------------------------------------------------------- blocks -- */

enum { ATTN_NORM_NONE, ATTN_NORM_LAYER, ATTN_NORM_RMS, ATTN_NORMS };

/* An encoder block is one without `cross`; a decoder-only block is the same with
 * a causal mask; a decoder block has cross-attention between the two parts. */
typedef struct attn_block_options {
    uint32_t seq_len, memory_len, d_model, n_heads, n_kv_heads, head_dim, d_ff;
    int32_t norm;        /* ATTN_NORM_... */
    int32_t norm_first;  /* 1: pre-LN, x <- x + Attn(LN(x)); 0: post-LN, x <- LN(x + Attn(x)) */
    int32_t activation;  /* ATTN_RELU ... */
    int32_t gated;       /* the feed-forward network has a gate */
    int32_t cross;       /* cross-attention to memory */
    int32_t bias;        /* every linear map has a bias */
    int32_t norm_bias;   /* so has every LayerNorm */
    int32_t trace;       /* the steps hold all scores, not the weights alone */
    uint32_t rotary_dim; /* RoPE in self-attention: how many channels of a head; 0: none */
    int32_t pairing;
    float eps;
} attn_block_options;
_Static_assert(sizeof(attn_block_options) == 72, "eighteen 4-byte fields");

/* The params of a block, in their order in one array. */
enum {
    /* self-attention; again from ATTN_BLOCK_CROSS on for cross-attention */
    ATTN_BLOCK_NORM,
    ATTN_BLOCK_NORM_BIAS, /* [d_model] */
    ATTN_BLOCK_W_Q,
    ATTN_BLOCK_B_Q, /* [n_heads * head_dim, d_model] */
    ATTN_BLOCK_W_K,
    ATTN_BLOCK_B_K, /* [n_kv_heads * head_dim, d_model] */
    ATTN_BLOCK_W_V,
    ATTN_BLOCK_B_V, /* the same */
    ATTN_BLOCK_W_O,
    ATTN_BLOCK_B_O, /* [d_model, n_heads * head_dim] */
    ATTN_BLOCK_CROSS,
    ATTN_BLOCK_FEED_FORWARD_NORM = 20,
    ATTN_BLOCK_FEED_FORWARD_NORM_BIAS,
    ATTN_BLOCK_W_GATE,
    ATTN_BLOCK_B_GATE, /* [d_ff, d_model] */
    ATTN_BLOCK_W_1,
    ATTN_BLOCK_B_1, /* the same */
    ATTN_BLOCK_W_2,
    ATTN_BLOCK_B_2, /* [d_model, d_ff] */
    ATTN_BLOCK_PARAMS
};

/* The tensors on the way through a block, in their order in one array. */
enum {
    /* self-attention; again from ATTN_STEP_CROSS on for cross-attention */
    ATTN_STEP_NORM,         /* [seq_len, d_model] pre-LN: LN(x); post-LN: LN(sum) */
    ATTN_STEP_QUERY,        /* [n_heads, seq_len, head_dim] */
    ATTN_STEP_KEY,          /* [n_kv_heads, kv_len, head_dim] */
    ATTN_STEP_VALUE,        /* the same */
    ATTN_STEP_TURNED_QUERY, /* by RoPE; self-attention only */
    ATTN_STEP_TURNED_KEY,
    ATTN_STEP_RAW_SCORES,    /* [n_heads, seq_len, kv_len] with `trace`: q . k */
    ATTN_STEP_SCORES,        /* with `trace`: scaled */
    ATTN_STEP_MASKED_SCORES, /* with `trace` */
    ATTN_STEP_WEIGHTS,       /* [n_heads, seq_len, kv_len] */
    ATTN_STEP_HEAD_OUTPUTS,  /* [n_heads, seq_len, head_dim] */
    ATTN_STEP_CONCAT,        /* [seq_len, n_heads * head_dim] */
    ATTN_STEP_ATTENTION,     /* [seq_len, d_model] after W_O */
    ATTN_STEP_SUM,           /* [seq_len, d_model] the residual stream with it */
    ATTN_STEP_CROSS,
    ATTN_STEP_FEED_FORWARD_NORM = 28, /* [seq_len, d_model] */
    ATTN_STEP_GATE,                   /* [seq_len, d_ff] */
    ATTN_STEP_HIDDEN,                 /* [seq_len, d_ff] */
    ATTN_STEP_ACTIVATED,              /* [seq_len, d_ff] */
    ATTN_STEP_FEED_FORWARD,           /* [seq_len, d_model] */
    ATTN_STEP_FEED_FORWARD_SUM,
    ATTN_BLOCK_STEPS
};

/* Where each of them starts, and at last how long all are; what a block does not
 * have takes no room.
 * param_places: [ATTN_BLOCK_PARAMS + 1]; step_places: [ATTN_BLOCK_STEPS + 1]. */
attn_status attn_block_layout(uint32_t *param_places, uint32_t *step_places,
    const attn_block_options *options, attn_fault *fault);

/* Sums over the parts of a block, after the parts themselves. */
enum {
    ATTN_COUNT_ATTENTION = ATTN_BLOCK_PARAMS,
    ATTN_COUNT_CROSS_ATTENTION,
    ATTN_COUNT_FEED_FORWARD,
    ATTN_COUNT_NORMS,
    ATTN_COUNT_TOTAL,
    ATTN_BLOCK_COUNTS
};

/* How many params each part has, then the sums; exact up to 2^53, for blocks
 * that are too large to run as well. counts: [ATTN_BLOCK_COUNTS]. */
attn_status attn_block_param_counts(
    double *counts, const attn_block_options *options, attn_fault *fault);

/*   x                 [seq_len, d_model]
 *   memory            [memory_len, d_model], with `cross`
 *   cosines, sines    [seq_len, rotary_dim / 2] of the rows' positions, with RoPE */
typedef struct attn_block_inputs {
    const float *x, *memory, *cosines, *sines;
} attn_block_inputs;
_Static_assert(sizeof(attn_block_inputs) == 4 * sizeof(void *), "four pointers");

/* Attention mixes across tokens, the feed-forward network transforms each token;
 * both add to the residual stream.
 * output: [seq_len, d_model], may be inputs->x; steps and params: as laid out.
 * mask, memory_mask: optional, of self- and cross-attention. */
attn_status attn_block(float *output, float *steps, const attn_block_inputs *inputs,
    const attn_mask *mask, const attn_mask *memory_mask, const float *params,
    const attn_block_options *options, attn_fault *fault);

typedef struct attn_stack_options {
    uint32_t n_layers;
    int32_t final_norm; /* one more norm after the last block */
    int32_t keep_steps; /* the steps of each block are kept, else each writes over the last */
    attn_block_options block;
} attn_stack_options;
_Static_assert(sizeof(attn_stack_options) == 84, "three 4-byte fields and the block's");

/*   output      [seq_len, d_model]
 *   stream      [seq_len, d_model] the residual stream after the last block
 *   norms       [n_layers + 1, seq_len] |residual stream| before and after each block
 *   mean_norms  [n_layers + 1] the mean of these over the tokens
 *   steps       [attn_stack_step_count()] */
typedef struct attn_stack_outputs {
    float *output, *stream, *norms, *mean_norms, *steps;
} attn_stack_outputs;
_Static_assert(sizeof(attn_stack_outputs) == 5 * sizeof(void *), "five pointers");

/* Blocks one after the other.
 * params: [attn_stack_param_count()], block by block, then the final norm's scale
 * and bias. The counts are UINT32_MAX for options that are refused. */
attn_status attn_stack(const attn_stack_outputs *outputs, const attn_block_inputs *inputs,
    const attn_mask *mask, const attn_mask *memory_mask, const float *params,
    const attn_stack_options *options, attn_fault *fault);
uint32_t attn_stack_param_count(const attn_stack_options *options);
uint32_t attn_stack_step_count(const attn_stack_options *options);

/* Params for a figure: matrices [out, in] of normal numbers with variance
 * 2 / (in + out), so that what goes through keeps its size; scales 1, biases 0.
 * params: [attn_stack_param_count()]. */
attn_status attn_seeded_params(float *params, uint32_t seed_low, uint32_t seed_high,
    const attn_stack_options *options, attn_fault *fault);

enum {
    ATTN_MODEL_EMBEDDING,
    ATTN_MODEL_POSITIONS,
    ATTN_MODEL_ENCODER,
    ATTN_MODEL_DECODER,
    ATTN_MODEL_FINAL_NORMS,
    ATTN_MODEL_HEAD,
    ATTN_MODEL_TOTAL,
    ATTN_MODEL_COUNTS
};

typedef struct attn_model_options {
    uint32_t n_encoder_layers, n_decoder_layers; /* with both, the decoder has cross-attention */
    uint32_t vocabulary, n_positions, n_final_norms;
    int32_t tied; /* 1: the logits are made with the embedding; 0: with a matrix of their own */
    attn_block_options block;
} attn_model_options;
_Static_assert(sizeof(attn_model_options) == 96, "six 4-byte fields and the block's");

/* How many params a whole model has, by part. counts: [ATTN_MODEL_COUNTS]. */
attn_status attn_model_param_counts(
    double *counts, const attn_model_options *options, attn_fault *fault);

/* grouped[g] = the mean of the heads of group g, neighbouring heads making a
 * group: how the K and V heads of trained params become fewer (Ainslie et al. 2023).
 * grouped: [n_groups, size]; heads: [n_heads, size], size elements a head.
 * Errors: n_groups does not divide n_heads. */
attn_status attn_group_heads(float *grouped, const float *heads, uint32_t n_heads,
    uint32_t n_groups, uint32_t size, attn_fault *fault);

/* sum = x + update. All [count]; sum may be either. */
attn_status attn_residual(
    float *sum, const float *x, const float *update, uint32_t count, attn_fault *fault);

#endif
