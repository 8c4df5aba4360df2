/* A whole pre-LN encoder block by the fast kernels: heads are read and written
 * where they lie in the rows, so nothing is split, stacked or copied. */
#include "fast.h"

typedef struct parts {
    float *normal, *query, *key, *value, *heads, *hidden, *kernel;
} parts;

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* Each of `units` rows-by-d_model arrays, then the hidden layer, then the kernels' own. */
uint32_t attn_block_fast_scratch_size(const attn_block_fast_options *options) {
    const attn_block_fast_options *o = options;
    if (o->n_heads == 0) return 0;
    uint32_t units = attn_count3(o->seq_len, o->d_model, 5);
    uint32_t hidden = attn_count(o->seq_len, o->d_ff);
    uint32_t head_dim = o->d_model / o->n_heads;
    uint32_t linear = attn_linear_fast_scratch_size(larger(o->d_model, o->d_ff));
    uint32_t kernel = larger(linear, attn_tiles_scratch(head_dim, head_dim));
    return attn_count_sum(attn_count_sum(units, hidden), kernel);
}

static parts place_parts(float *scratch, const attn_block_fast_options *o) {
    size_t unit = (size_t)o->seq_len * o->d_model;
    parts p = {.normal = scratch};
    p.query = p.normal + unit;
    p.key = p.query + unit;
    p.value = p.key + unit;
    p.heads = p.value + unit;
    p.hidden = p.heads + unit;
    p.kernel = p.hidden + (size_t)o->seq_len * o->d_ff;
    return p;
}

/* to = a + b */
static void add_rows(float *to, const float *a, const float *b, uint32_t count) {
    uint32_t i = 0;
    for (; i + V4_LANES <= count; i += V4_LANES)
        v4_store(to + i, v4_add(v4_load(a + i), v4_load(b + i)));
    for (; i < count; i++)
        to[i] = a[i] + b[i];
}

/* heads = Concat(head_1 ... head_h), each softmax(mask(q k^T / sqrt(head_dim))) v */
static void attend(const parts *p, const attn_block_fast_options *o) {
    uint32_t head_dim = o->d_model / o->n_heads;
    const attn_mask mask = {.causal = o->causal, .align = ATTN_ALIGN_TOP_LEFT};
    const attn_attention_options options = {1, o->n_heads, o->n_heads, o->seq_len, o->seq_len,
        head_dim, head_dim, attn_default_scale(head_dim), 0.0f, 1.0f};
    attn_place place = {&mask, {1, o->n_heads, o->seq_len, o->seq_len}, 0, 0, 0};
    fast_head head = attn_fast_scales(&options);
    head.query_stride = head.key_stride = head.value_stride = head.output_stride = o->d_model;
    for (place.h = 0; place.h < o->n_heads; place.h++) {
        size_t at = (size_t)place.h * head_dim;
        head.query = p->query + at;
        head.key = p->key + at;
        head.value = p->value + at;
        head.output = p->heads + at;
        attn_attend_tiles(p->kernel, &head, &place, &options);
    }
}

/* What makes the output inf or NaN need not be looked for beforehand: all but
 * w_q, w_k and their biases, whose infinities a softmax could hide. */
static attn_status check_params(const attn_block_fast_params *w, const attn_block_fast_options *o,
    int everything, attn_fault *fault) {
    uint32_t square = attn_count(o->d_model, o->d_model), wide = attn_count(o->d_ff, o->d_model);
    const struct {
        const float *values;
        uint32_t count;
    } arrays[] = {{w->w_q, square}, {w->w_k, square}, {w->b_q, o->d_model}, {w->b_k, o->d_model},
        {w->w_v, square}, {w->w_o, square}, {w->b_v, o->d_model}, {w->b_o, o->d_model},
        {w->attention_norm, o->d_model}, {w->attention_norm_bias, o->d_model},
        {w->feed_forward_norm, o->d_model}, {w->feed_forward_norm_bias, o->d_model}, {w->w_1, wide},
        {w->b_1, o->d_ff}, {w->w_2, wide}, {w->b_2, o->d_model}};
    uint32_t count = everything ? sizeof arrays / sizeof arrays[0] : 4;
    for (uint32_t i = 0; i < count; i++) {
        float largest;
        ATTN_TRY(attn_check_count(arrays[i].count, 3, fault));
        if (arrays[i].values)
            ATTN_TRY(attn_check_largest(&largest, arrays[i].values, arrays[i].count, 3, fault));
    }
    return ATTN_OK;
}

attn_status attn_block_fast(float *output, float *scratch, const float *x,
    const attn_block_fast_params *params, const attn_block_fast_options *options,
    attn_fault *fault) {
    const attn_block_fast_options *o = options;
    const attn_block_fast_params *w = params;
    float largest;
    ATTN_TRY(attn_check_not_zero(&o->d_model, 3, 4, 1, fault));
    if (o->d_model % o->n_heads != 0) return attn_refuse(fault, ATTN_BAD_OPTION, 4, 2);
    if (o->causal & ~1) return attn_refuse(fault, ATTN_BAD_OPTION, 4, 4);
    if (!(o->eps >= 0.0f)) return attn_refuse(fault, ATTN_BAD_OPTION, 4, 5);
    ATTN_TRY(attn_check_count(attn_block_fast_scratch_size(o), 1, fault));
    uint32_t n = o->seq_len, d = o->d_model, count = n * d;
    ATTN_TRY(attn_check_largest(&largest, x, count, 2, fault));
    ATTN_TRY(check_params(w, o, 0, fault));
    parts p = place_parts(scratch, o);
    /* middle = x + W_O Concat(heads of LN(x)) */
    attn_layer_norm_rows(p.normal, x, w->attention_norm, w->attention_norm_bias, n, d, o->eps);
    attn_linear_groups(p.query, p.kernel, p.normal, w->w_q, w->b_q, n, d, d);
    attn_linear_groups(p.key, p.kernel, p.normal, w->w_k, w->b_k, n, d, d);
    attn_linear_groups(p.value, p.kernel, p.normal, w->w_v, w->b_v, n, d, d);
    attend(&p, o);
    attn_linear_groups(p.normal, p.kernel, p.heads, w->w_o, w->b_o, n, d, d);
    add_rows(output, x, p.normal, count);
    /* output = middle + W_2 GELU(W_1 LN(middle)) */
    attn_layer_norm_rows(
        p.normal, output, w->feed_forward_norm, w->feed_forward_norm_bias, n, d, o->eps);
    attn_linear_groups(p.hidden, p.kernel, p.normal, w->w_1, w->b_1, n, d, o->d_ff);
    attn_gelu_numbers(p.hidden, p.hidden, n * o->d_ff);
    attn_linear_groups(p.normal, p.kernel, p.hidden, w->w_2, w->b_2, n, o->d_ff, d);
    add_rows(output, output, p.normal, count);
    if (attn_check_largest(&largest, output, count, 0, NULL) == ATTN_OK) return ATTN_OK;
    ATTN_TRY(check_params(w, o, 1, fault));
    return attn_check_results(output, count, 2, fault);
}
