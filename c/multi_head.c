/* Many heads: project, attend, concatenate, mix with W_O. */
#include "internal.h"

/* x w^T + b for each head alone: the rows of w that belong to one head lie
 * together, so each head is a linear map of its own.
 * heads: [n_heads, rows, dim]; w: [n_heads * dim, in_dim]. */
attn_status attn_project_heads(float *heads, const float *x, const float *w, const float *bias,
    const uint32_t sizes[4], attn_fault *fault) {
    size_t n_heads = sizes[0], rows = sizes[1], in_dim = sizes[2], dim = sizes[3];
    if (rows == 0) return ATTN_OK; /* then heads and x may be NULL */
    for (size_t h = 0; h < n_heads; h++) {
        const float *bias_head = bias ? bias + h * dim : NULL;
        ATTN_TRY(attn_linear(heads + h * rows * dim, x, w + h * dim * in_dim, bias_head, sizes[1],
            sizes[2], sizes[3], fault));
    }
    return ATTN_OK;
}

/* concat[q, h * dim + d] = heads[h, q, d]: each head writes its own slice. */
void attn_concat_heads(
    float *concat, const float *heads, size_t n_heads, size_t seq_len, size_t dim) {
    for (size_t q = 0; q < seq_len; q++)
        for (size_t h = 0; h < n_heads; h++)
            for (size_t d = 0; d < dim; d++)
                *concat++ = heads[(h * seq_len + q) * dim + d];
}

static attn_status check_params(
    const attn_multi_head_params *p, const attn_multi_head_options *o, attn_fault *fault) {
    uint32_t q_out = attn_count(o->n_heads, o->head_dim);
    uint32_t k_out = attn_count(o->n_kv_heads, o->head_dim);
    uint32_t v_out = attn_count(o->n_kv_heads, o->v_head_dim);
    uint32_t o_in = attn_count(o->n_heads, o->v_head_dim);
    ATTN_TRY(attn_check_finite(p->w_q, attn_count(q_out, o->d_model), 4, fault));
    ATTN_TRY(attn_check_finite(p->w_k, attn_count(k_out, o->context_dim), 4, fault));
    ATTN_TRY(attn_check_finite(p->w_v, attn_count(v_out, o->context_dim), 4, fault));
    ATTN_TRY(attn_check_finite(p->w_o, attn_count(o->d_model, o_in), 4, fault));
    if (p->b_q) ATTN_TRY(attn_check_finite(p->b_q, q_out, 4, fault));
    if (p->b_k) ATTN_TRY(attn_check_finite(p->b_k, k_out, 4, fault));
    if (p->b_v) ATTN_TRY(attn_check_finite(p->b_v, v_out, 4, fault));
    if (p->b_o) ATTN_TRY(attn_check_finite(p->b_o, o->d_model, 4, fault));
    return ATTN_OK;
}

static attn_status check_sizes(const attn_multi_head_options *o, attn_fault *fault) {
    const uint32_t sizes[6] = {
        o->d_model, o->context_dim, o->n_heads, o->n_kv_heads, o->head_dim, o->v_head_dim};
    ATTN_TRY(attn_check_not_zero(sizes, 6, 6, 2, fault));
    ATTN_TRY(attn_check_heads(o->n_heads, o->n_kv_heads, 6, 5, fault));
    uint32_t rows = attn_count(o->n_heads, o->seq_len);
    uint32_t kv_rows = attn_count(o->n_kv_heads, o->kv_len);
    ATTN_TRY(attn_check_count(attn_count(rows, o->head_dim), 0, fault));
    ATTN_TRY(attn_check_count(attn_count(rows, o->v_head_dim), 0, fault));
    ATTN_TRY(attn_check_count(attn_count(kv_rows, o->head_dim), 0, fault));
    ATTN_TRY(attn_check_count(attn_count(kv_rows, o->v_head_dim), 0, fault));
    return attn_check_count(attn_count(rows, o->kv_len), 1, fault);
}

static attn_status project(const attn_multi_head_outputs *out, const float *x, const float *context,
    const attn_multi_head_params *p, const attn_multi_head_options *o, attn_fault *fault) {
    const uint32_t q[4] = {o->n_heads, o->seq_len, o->d_model, o->head_dim};
    const uint32_t k[4] = {o->n_kv_heads, o->kv_len, o->context_dim, o->head_dim};
    const uint32_t v[4] = {o->n_kv_heads, o->kv_len, o->context_dim, o->v_head_dim};
    ATTN_TRY(attn_project_heads(out->query, x, p->w_q, p->b_q, q, fault));
    ATTN_TRY(attn_project_heads(out->key, context, p->w_k, p->b_k, k, fault));
    return attn_project_heads(out->value, context, p->w_v, p->b_v, v, fault);
}

attn_status attn_multi_head(const attn_multi_head_outputs *outputs, const attn_trace *trace,
    const float *x, const float *context, const attn_multi_head_params *params,
    const attn_mask *mask, const attn_multi_head_options *options, attn_fault *fault) {
    const attn_multi_head_options *o = options;
    ATTN_TRY(check_sizes(o, fault));
    ATTN_TRY(attn_check_finite(x, attn_count(o->seq_len, o->d_model), 2, fault));
    ATTN_TRY(attn_check_finite(context, attn_count(o->kv_len, o->context_dim), 3, fault));
    ATTN_TRY(check_params(params, o, fault));
    attn_extent extent = {1, o->n_heads, o->seq_len, o->kv_len};
    ATTN_TRY(attn_check_mask(mask, &extent, 5, fault));
    ATTN_TRY(attn_blame(project(outputs, x, context, params, o, fault), 2, fault));

    const attn_attention_options attend = {1, o->n_heads, o->n_kv_heads, o->seq_len, o->kv_len,
        o->head_dim, o->v_head_dim, o->scale, o->softcap, o->temperature};
    attn_status status = attn_attention(outputs->head_outputs, trace, outputs->query, outputs->key,
        outputs->value, mask, &attend, fault);
    if (status == ATTN_BAD_OPTION) /* scale, softcap or temperature: one field further on here */
        return attn_refuse(fault, status, 6, fault ? fault->position + 1 : 0);
    ATTN_TRY(attn_blame(status, 2, fault));
    attn_concat_heads(
        outputs->concat, outputs->head_outputs, o->n_heads, o->seq_len, o->v_head_dim);
    return attn_blame(attn_linear(outputs->output, outputs->concat, params->w_o, params->b_o,
                          o->seq_len, attn_count(o->n_heads, o->v_head_dim), o->d_model, fault),
        2, fault);
}

attn_status attn_multi_head_param_counts(double *counts, uint32_t d_model, uint32_t n_heads,
    uint32_t n_kv_heads, uint32_t head_dim, uint32_t v_head_dim, int32_t bias, attn_fault *fault) {
    const uint32_t sizes[5] = {d_model, n_heads, n_kv_heads, head_dim, v_head_dim};
    for (int32_t i = 0; i < 5; i++)
        if (sizes[i] == 0) return attn_refuse(fault, ATTN_BAD_OPTION, i + 1, 0);
    ATTN_TRY(attn_check_heads(n_heads, n_kv_heads, 3, 0, fault));
    if ((bias & ~1) != 0) return attn_refuse(fault, ATTN_BAD_OPTION, 6, 0);
    double width = d_model, q_out = (double)n_heads * head_dim;
    double k_out = (double)n_kv_heads * head_dim, v_out = (double)n_kv_heads * v_head_dim;
    counts[ATTN_PARAMS_W_Q] = q_out * width;
    counts[ATTN_PARAMS_W_K] = k_out * width;
    counts[ATTN_PARAMS_W_V] = v_out * width;
    counts[ATTN_PARAMS_W_O] = (double)n_heads * v_head_dim * width;
    counts[ATTN_PARAMS_BIASES] = bias ? q_out + k_out + v_out + width : 0.0;
    double total = 0.0;
    for (int32_t i = 0; i < ATTN_PARAMS_TOTAL; i++)
        total += counts[i];
    if (total > 0x1p53) return attn_refuse(fault, ATTN_TOO_LARGE, 0, 0);
    counts[ATTN_PARAMS_TOTAL] = total;
    return ATTN_OK;
}
