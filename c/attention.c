/* Attention as the formula says it: four plain passes over each row. This is
 * the reference that everything faster is tested against; it stays readable. */
#include "elementary.h"
#include "internal.h"
#include "simd.h"

float attn_default_scale(uint32_t head_dim) {
    return 1.0f / __builtin_sqrtf((float)head_dim);
}

/* One query row, where it is and what it reads. */
typedef struct row_of {
    const float *q_row, *k_head, *v_head;
    size_t row;
    attn_place place;
} row_of;

/* Pass 1: q . k, scale, softcap. */
uint32_t attn_score_row(float *scores_row, const attn_trace *trace, const float *q_row,
    const float *k_head, size_t start, const attn_attention_options *options) {
    for (uint32_t k = 0; k < options->kv_len; k++) {
        const float *k_row = k_head + (size_t)k * options->head_dim;
        float raw = attn_dot_product(q_row, k_row, options->head_dim);
        float score = raw * options->scale;
        if (attn_is_nan(score)) return k; /* inf - inf, or scale 0 of an infinite product */
        float capped = score;
        if (options->softcap > 0.0f)
            capped = options->softcap * attn_tanh(score / options->softcap);
        if (trace->raw_scores) trace->raw_scores[start + k] = raw;
        if (trace->scores) trace->scores[start + k] = score;
        if (trace->capped_scores) trace->capped_scores[start + k] = capped;
        scores_row[k] = capped;
    }
    return options->kv_len;
}

/* Pass 4: the weighted sum of the values. */
void attn_weighted_row(float *output, const float *weights_row, const float *value, uint32_t kv_len,
    uint32_t v_head_dim) {
    for (uint32_t d = 0; d < v_head_dim; d++)
        output[d] = 0.0f;
    for (uint32_t k = 0; k < kv_len; k++) {
        if (weights_row[k] == 0.0f) continue;
        attn_add_scaled(output, weights_row[k], value + (size_t)k * v_head_dim, v_head_dim);
    }
}

static attn_status attend_row(float *output, const attn_trace *trace, const row_of *at,
    const attn_attention_options *options, attn_fault *fault) {
    float *weights_row = trace->weights + at->row * options->kv_len;
    size_t start = at->row * options->kv_len;
    uint32_t k = attn_score_row(weights_row, trace, at->q_row, at->k_head, start, options);
    if (k < options->kv_len)
        return attn_refuse(fault, ATTN_OVERFLOW, 2, (uint32_t)(at->row * options->kv_len) + k);
    /* Passes 2 and 3: mask and row maximum; exponentials, row sum and weights. */
    attn_softmax_row(weights_row, NULL, trace, at->row, options->temperature, &at->place);
    float *out_row = output + at->row * options->v_head_dim;
    attn_weighted_row(out_row, weights_row, at->v_head, options->kv_len, options->v_head_dim);
    return ATTN_OK;
}

attn_status attn_check_attention_options(const attn_attention_options *o, attn_fault *fault) {
    if (o->n_heads == 0) return attn_refuse(fault, ATTN_BAD_OPTION, 6, 1);
    ATTN_TRY(attn_check_heads(o->n_heads, o->n_kv_heads, 6, 2, fault));
    if (o->head_dim == 0) return attn_refuse(fault, ATTN_BAD_OPTION, 6, 5);
    if (o->v_head_dim == 0) return attn_refuse(fault, ATTN_BAD_OPTION, 6, 6);
    if (!attn_is_finite(o->scale)) return attn_refuse(fault, ATTN_BAD_OPTION, 6, 7);
    if (!(o->softcap >= 0.0f && attn_is_finite(o->softcap)))
        return attn_refuse(fault, ATTN_BAD_OPTION, 6, 8);
    if (!attn_is_temperature(o->temperature)) return attn_refuse(fault, ATTN_BAD_OPTION, 6, 9);
    return ATTN_OK;
}

static attn_status check_inputs(const float *query, const float *key, const float *value,
    const attn_mask *mask, const attn_attention_options *o, attn_fault *fault) {
    uint32_t rows = attn_count3(o->batch, o->n_heads, o->seq_len);
    uint32_t kv_rows = attn_count3(o->batch, o->n_kv_heads, o->kv_len);
    ATTN_TRY(attn_check_finite(query, attn_count(rows, o->head_dim), 2, fault));
    ATTN_TRY(attn_check_finite(key, attn_count(kv_rows, o->head_dim), 3, fault));
    ATTN_TRY(attn_check_finite(value, attn_count(kv_rows, o->v_head_dim), 4, fault));
    ATTN_TRY(attn_check_count(attn_count(rows, o->v_head_dim), 0, fault));
    ATTN_TRY(attn_check_count(attn_count(rows, o->kv_len), 1, fault));
    attn_extent extent = {o->batch, o->n_heads, o->seq_len, o->kv_len};
    return attn_check_mask(mask, &extent, 5, fault);
}

attn_status attn_attention(float *output, const attn_trace *trace, const float *query,
    const float *key, const float *value, const attn_mask *mask,
    const attn_attention_options *options, attn_fault *fault) {
    const attn_attention_options *o = options;
    ATTN_TRY(attn_check_attention_options(o, fault));
    ATTN_TRY(check_inputs(query, key, value, mask, o, fault));
    if (o->seq_len == 0) return ATTN_OK; /* the loops below may still be long */
    uint32_t group = o->n_heads / o->n_kv_heads;
    row_of at = {.place = {mask, {o->batch, o->n_heads, o->seq_len, o->kv_len}, 0, 0, 0}};
    for (uint32_t b = 0; b < o->batch; b++)
        for (uint32_t h = 0; h < o->n_heads; h++) {
            size_t kv_head = (size_t)b * o->n_kv_heads + h / group;
            at.k_head = key + kv_head * o->kv_len * o->head_dim;
            at.v_head = value + kv_head * o->kv_len * o->v_head_dim;
            at.place.b = b;
            at.place.h = h;
            for (uint32_t q = 0; q < o->seq_len; q++, at.row++) {
                at.place.q = q;
                at.q_row = query + at.row * o->head_dim;
                ATTN_TRY(attend_row(output, trace, &at, o, fault));
            }
        }
    return ATTN_OK;
}

attn_status attn_weighted_sum(float *output, const float *weights, const float *value,
    uint32_t rows, uint32_t cols, uint32_t dim, attn_fault *fault) {
    ATTN_TRY(attn_check_finite(weights, attn_count(rows, cols), 1, fault));
    ATTN_TRY(attn_check_finite(value, attn_count(cols, dim), 2, fault));
    ATTN_TRY(attn_check_count(attn_count(rows, dim), 0, fault));
    if (dim == 0) return ATTN_OK; /* the loops below may still be long */
    for (size_t row = 0; row < rows; row++)
        attn_weighted_row(output + row * dim, weights + row * cols, value, cols, dim);
    return attn_check_results(output, attn_count(rows, dim), 0, fault);
}
