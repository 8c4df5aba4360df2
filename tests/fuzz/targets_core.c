/* Softmax, masks, attention, heads, vectors, random numbers. Each target says
 * what attn.h says of its function: which sizes make which arrays. */
#include "fuzz.h"

static uint64_t rows_of(const attn_extent *e) {
    return fuzz_count3(e->batch, e->n_heads, e->seq_len);
}

/* ---- softmax and masks ---- */

static attn_status try_softmax(fuzz *in) {
    attn_extent extent = fuzz_extent(in);
    uint64_t rows = rows_of(&extent);
    const float *scores = fuzz_floats(in, fuzz_count(rows, extent.kv_len));
    float *temperature = fuzz_floats(in, rows);
    float one_for_all = fuzz_option(in, 1.0f);
    if (rows <= 4096 && fuzz_whole(in, 1))
        for (uint64_t row = 0; row < rows; row++)
            temperature[row] = one_for_all;
    attn_trace trace = fuzz_trace(in, rows, extent.kv_len);
    const attn_mask *mask = fuzz_mask(in, &extent);
    return attn_softmax(
        FUZZ_STRUCT(in, trace), scores, temperature, FUZZ_STRUCT(in, extent), mask, fuzz_fault(in));
}

static attn_status try_log_softmax(fuzz *in) {
    uint32_t rows = fuzz_size(in, 9), cols = fuzz_size(in, 17);
    const float *scores = fuzz_floats(in, fuzz_count(rows, cols));
    return attn_log_softmax(
        fuzz_room(in, fuzz_count(rows, cols)), scores, rows, cols, fuzz_fault(in));
}

static attn_status try_cross_entropy(fuzz *in) {
    uint32_t rows = fuzz_size(in, 9), cols = fuzz_size(in, 17);
    const float *logits = fuzz_floats(in, fuzz_count(rows, cols));
    const int32_t *targets = fuzz_int32s(in, rows, (int32_t)(cols & 31) - 1);
    float *losses = fuzz_room(in, rows), *mean = fuzz_room(in, 1);
    return attn_cross_entropy(losses, mean, logits, targets, rows, cols, fuzz_fault(in));
}

static attn_status try_mask_matrix(fuzz *in) {
    attn_extent extent = fuzz_extent(in);
    float *values = fuzz_room(in, fuzz_count(rows_of(&extent), extent.kv_len));
    const attn_mask *mask = fuzz_mask(in, &extent);
    return attn_mask_matrix(values, FUZZ_STRUCT(in, extent), mask, fuzz_fault(in));
}

static attn_status try_zero_after_softmax(fuzz *in) {
    attn_extent extent = fuzz_extent(in);
    uint64_t rows = rows_of(&extent), count = fuzz_count(rows, extent.kv_len);
    const float *weights = fuzz_floats(in, count);
    float *left = fuzz_room(in, count), *row_sum = fuzz_room(in, rows);
    const attn_mask *mask = fuzz_mask(in, &extent);
    return attn_zero_after_softmax(
        left, row_sum, weights, FUZZ_STRUCT(in, extent), mask, fuzz_fault(in));
}

static attn_status try_softmax_jacobian(fuzz *in) {
    uint32_t n = fuzz_size(in, 19);
    const float *weights = fuzz_floats(in, n);
    return attn_softmax_jacobian(fuzz_room(in, fuzz_count(n, n)), weights, n, fuzz_fault(in));
}

static attn_status try_softmax_backward(fuzz *in) {
    uint32_t rows = fuzz_size(in, 9), cols = fuzz_size(in, 17);
    uint64_t count = fuzz_count(rows, cols);
    const float *weights = fuzz_floats(in, count), *grad = fuzz_floats(in, count);
    float temperature = fuzz_option(in, 1.0f);
    return attn_softmax_backward(
        fuzz_room(in, count), weights, grad, rows, cols, temperature, fuzz_fault(in));
}

/* ---- attention and heads ---- */

static attn_status try_attention(fuzz *in) {
    attn_extent extent = fuzz_extent(in);
    attn_attention_options options = {extent.batch, extent.n_heads, fuzz_size(in, 4),
        extent.seq_len, extent.kv_len, fuzz_size(in, 9), fuzz_size(in, 9), fuzz_option(in, 0.5f),
        fuzz_option(in, 0.0f), fuzz_option(in, 1.0f)};
    if (fuzz_whole(in, 3)) options.n_kv_heads = 1;
    uint64_t rows = rows_of(&extent);
    uint64_t kv_rows = fuzz_count3(extent.batch, options.n_kv_heads, extent.kv_len);
    const float *query = fuzz_floats(in, fuzz_count(rows, options.head_dim));
    const float *key = fuzz_floats(in, fuzz_count(kv_rows, options.head_dim));
    const float *value = fuzz_floats(in, fuzz_count(kv_rows, options.v_head_dim));
    float *output = fuzz_room(in, fuzz_count(rows, options.v_head_dim));
    attn_trace trace = fuzz_trace(in, rows, extent.kv_len);
    const attn_mask *mask = fuzz_mask(in, &extent);
    return attn_attention(output, FUZZ_STRUCT(in, trace), query, key, value, mask,
        FUZZ_STRUCT(in, options), fuzz_fault(in));
}

static attn_status try_weighted_sum(fuzz *in) {
    uint32_t rows = fuzz_size(in, 9), cols = fuzz_size(in, 17), dim = fuzz_size(in, 9);
    const float *weights = fuzz_floats(in, fuzz_count(rows, cols));
    const float *value = fuzz_floats(in, fuzz_count(cols, dim));
    float *output = fuzz_room(in, fuzz_count(rows, dim));
    return attn_weighted_sum(output, weights, value, rows, cols, dim, fuzz_fault(in));
}

static attn_status try_linear(fuzz *in) {
    uint32_t rows = fuzz_size(in, 9), in_dim = fuzz_size(in, 17), out_dim = fuzz_size(in, 9);
    const float *x = fuzz_floats(in, fuzz_count(rows, in_dim));
    const float *w = fuzz_floats(in, fuzz_count(out_dim, in_dim));
    const float *bias = fuzz_maybe_floats(in, out_dim);
    float *y = fuzz_room(in, fuzz_count(rows, out_dim));
    return attn_linear(y, x, w, bias, rows, in_dim, out_dim, fuzz_fault(in));
}

static attn_status try_mean_matrices(fuzz *in) {
    uint32_t count = fuzz_size(in, 5), size = fuzz_size(in, 17);
    const float *matrices = fuzz_floats(in, fuzz_count(count, size));
    return attn_mean_matrices(fuzz_room(in, size), matrices, count, size, fuzz_fault(in));
}

static attn_multi_head_options multi_head_options(fuzz *in) {
    attn_multi_head_options o = {fuzz_size(in, 7), fuzz_size(in, 9), fuzz_size(in, 9),
        fuzz_size(in, 9), fuzz_size(in, 4), fuzz_size(in, 4), fuzz_size(in, 5), fuzz_size(in, 5),
        fuzz_option(in, 0.5f), fuzz_option(in, 0.0f), fuzz_option(in, 1.0f)};
    if (fuzz_whole(in, 3)) o.n_kv_heads = 1;
    return o;
}

static attn_status try_multi_head(fuzz *in) {
    attn_multi_head_options o = multi_head_options(in);
    uint64_t q_width = fuzz_count(o.n_heads, o.head_dim),
             v_width = fuzz_count(o.n_heads, o.v_head_dim);
    uint64_t k_width = fuzz_count(o.n_kv_heads, o.head_dim);
    uint64_t kv_width = fuzz_count(o.n_kv_heads, o.v_head_dim);
    attn_multi_head_params params = {fuzz_floats(in, fuzz_count(q_width, o.d_model)),
        fuzz_floats(in, fuzz_count(k_width, o.context_dim)),
        fuzz_floats(in, fuzz_count(kv_width, o.context_dim)),
        fuzz_floats(in, fuzz_count(o.d_model, v_width)), fuzz_maybe_floats(in, q_width),
        fuzz_maybe_floats(in, k_width), fuzz_maybe_floats(in, kv_width),
        fuzz_maybe_floats(in, o.d_model)};
    attn_multi_head_outputs outputs = {fuzz_room(in, fuzz_count(o.seq_len, o.d_model)),
        fuzz_room(in, fuzz_count(q_width, o.seq_len)), fuzz_room(in, fuzz_count(k_width, o.kv_len)),
        fuzz_room(in, fuzz_count(kv_width, o.kv_len)),
        fuzz_room(in, fuzz_count(v_width, o.seq_len)),
        fuzz_room(in, fuzz_count(v_width, o.seq_len))};
    attn_trace trace = fuzz_trace(in, fuzz_count(o.n_heads, o.seq_len), o.kv_len);
    const float *x = fuzz_floats(in, fuzz_count(o.seq_len, o.d_model));
    const float *context = fuzz_floats(in, fuzz_count(o.kv_len, o.context_dim));
    attn_extent extent = {1, o.n_heads, o.seq_len, o.kv_len};
    const attn_mask *mask = fuzz_mask(in, &extent);
    return attn_multi_head(FUZZ_STRUCT(in, outputs), FUZZ_STRUCT(in, trace), x, context,
        FUZZ_STRUCT(in, params), mask, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_multi_head_param_counts(fuzz *in) {
    attn_multi_head_options o = multi_head_options(in);
    double *counts = fuzz_room_of(in, ATTN_PARAMS_COUNT, sizeof(double));
    return attn_multi_head_param_counts(counts, o.d_model, o.n_heads, o.n_kv_heads, o.head_dim,
        o.v_head_dim, (int32_t)fuzz_whole(in, 2), fuzz_fault(in));
}

/* ---- vectors ---- */

static attn_status try_dot(fuzz *in) {
    uint32_t count = fuzz_size(in, 19);
    const float *a = fuzz_floats(in, count), *b = fuzz_floats(in, count);
    return attn_dot(fuzz_room(in, 1), a, b, count, fuzz_fault(in));
}

static attn_status try_norm(fuzz *in) {
    uint32_t count = fuzz_size(in, 19);
    const float *a = fuzz_floats(in, count);
    return attn_norm(fuzz_room(in, 1), a, count, fuzz_fault(in));
}

static attn_status try_compare_vectors(fuzz *in) {
    uint32_t count = fuzz_size(in, 7), dim = fuzz_size(in, 9);
    attn_comparison outputs = {fuzz_room(in, count), fuzz_room(in, count), fuzz_room(in, count),
        fuzz_room(in, count), fuzz_room(in, 1)};
    const float *query = fuzz_floats(in, dim), *keys = fuzz_floats(in, fuzz_count(count, dim));
    return attn_compare_vectors(FUZZ_STRUCT(in, outputs), query, keys, count, dim, fuzz_fault(in));
}

static attn_status try_lookup(fuzz *in) {
    attn_lookup_options o = {fuzz_size(in, 7), fuzz_size(in, 5), fuzz_size(in, 5),
        fuzz_option(in, 0.5f), fuzz_option(in, 1.0f)};
    attn_lookup_outputs outputs = {fuzz_room(in, o.count), fuzz_room(in, o.count),
        fuzz_room(in, o.value_dim), fuzz_room(in, o.value_dim),
        fuzz_room(in, fuzz_count(o.value_dim, o.dim)), fuzz_room_of(in, 1, sizeof(int32_t))};
    const float *query = fuzz_floats(in, o.dim),
                *keys = fuzz_floats(in, fuzz_count(o.count, o.dim));
    const float *values = fuzz_floats(in, fuzz_count(o.count, o.value_dim));
    float *scratch = fuzz_scratch(in, attn_lookup_scratch_size(&o));
    return attn_lookup(
        FUZZ_STRUCT(in, outputs), scratch, query, keys, values, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_find_not_finite(fuzz *in) {
    uint32_t count = fuzz_size(in, 19);
    return attn_find_not_finite(fuzz_floats(in, count), count, fuzz_fault(in));
}

static attn_status try_elementary(fuzz *in) {
    uint32_t count = fuzz_size(in, 19);
    const float *x = fuzz_floats(in, count);
    return attn_elementary(
        fuzz_room(in, count), x, count, (int32_t)fuzz_whole(in, 7) - 1, fuzz_fault(in));
}

/* ---- random numbers and what is measured on them ---- */

static attn_status try_random(fuzz *in) {
    uint32_t count = fuzz_size(in, 19);
    attn_random_options o = {{fuzz_whole(in, UINT32_MAX), fuzz_whole(in, UINT32_MAX)},
        {fuzz_size(in, 5), fuzz_size(in, 1)}, (int32_t)fuzz_whole(in, 2), fuzz_option(in, 0.0f),
        fuzz_option(in, 1.0f)};
    return attn_random(fuzz_room(in, count), count, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_shuffle(fuzz *in) {
    uint32_t count = fuzz_size(in, 40);
    int32_t *order = fuzz_room_of(in, count, sizeof(int32_t));
    return attn_shuffle(order, count, fuzz_whole(in, UINT32_MAX), 0, fuzz_fault(in));
}

/* Numbers that are drawn and not kept make no array: their count is bounded here. */
static uint32_t drawn(fuzz *in, uint32_t usual) {
    uint32_t size = fuzz_size(in, usual);
    return size > 4096 && size <= ATTN_MAX_COUNT ? 4096 : size;
}

static attn_status try_variance_experiment(fuzz *in) {
    attn_variance_options o = {{fuzz_whole(in, UINT32_MAX), 0}, drawn(in, 16), fuzz_size(in, 30),
        fuzz_size(in, 9), fuzz_option(in, 0.0f), fuzz_option(in, 0.0f)};
    if (o.head_dim <= 4096) fuzz_work(in, fuzz_count(o.pairs, o.head_dim));
    attn_variance_outputs outputs = {fuzz_room(in, o.pairs), fuzz_room(in, o.pairs),
        fuzz_room_of(in, o.bins, sizeof(uint32_t)), fuzz_room_of(in, o.bins, sizeof(uint32_t)),
        fuzz_room(in, (uint64_t)o.bins + 1), fuzz_room(in, (uint64_t)o.bins + 1),
        fuzz_room_of(in, 2, sizeof(attn_moments))};
    float *scratch = fuzz_scratch(in, attn_variance_scratch_size(&o));
    return attn_variance_experiment(
        FUZZ_STRUCT(in, outputs), scratch, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_saturation_experiment(fuzz *in) {
    attn_saturation_options o = {
        {fuzz_whole(in, UINT32_MAX), 0}, drawn(in, 16), fuzz_whole(in, 9), fuzz_size(in, 17)};
    if (o.head_dim <= 4096) fuzz_work(in, fuzz_count3(o.rows, o.keys, o.head_dim));
    attn_saturation *results = fuzz_room_of(in, 2, sizeof(attn_saturation));
    float *scratch = fuzz_scratch(in, attn_saturation_scratch_size(&o));
    return attn_saturation_experiment(results, scratch, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

const fuzz_target fuzz_core_targets[] = {
    {"attn_softmax", try_softmax, 0},
    {"attn_log_softmax", try_log_softmax, 0},
    {"attn_cross_entropy", try_cross_entropy, 0},
    {"attn_mask_matrix", try_mask_matrix, 0},
    {"attn_zero_after_softmax", try_zero_after_softmax, 0},
    {"attn_softmax_jacobian", try_softmax_jacobian, 0},
    {"attn_softmax_backward", try_softmax_backward, 0},
    {"attn_attention", try_attention, 0},
    {"attn_weighted_sum", try_weighted_sum, 0},
    {"attn_linear", try_linear, 0},
    {"attn_mean_matrices", try_mean_matrices, 0},
    {"attn_multi_head", try_multi_head, 0},
    {"attn_multi_head_param_counts", try_multi_head_param_counts, 0},
    {"attn_dot", try_dot, 0},
    {"attn_norm", try_norm, 0},
    {"attn_compare_vectors", try_compare_vectors, 0},
    {"attn_lookup", try_lookup, 0},
    {"attn_find_not_finite", try_find_not_finite, 0},
    {"attn_elementary", try_elementary, 1},
    {"attn_random", try_random, 0},
    {"attn_shuffle", try_shuffle, 0},
    {"attn_variance_experiment", try_variance_experiment, 0},
    {"attn_saturation_experiment", try_saturation_experiment, 0},
    {0, 0, 0},
};
