/* The fast path. */
#include "fuzz.h"
#include <stddef.h>

static attn_status try_attention_fast(fuzz *in) {
    attn_extent extent = fuzz_extent(in);
    if (fuzz_whole(in, 1)) extent.kv_len = fuzz_whole(in, 140); /* more than one tile */
    attn_attention_options o = {extent.batch, extent.n_heads, fuzz_size(in, 4), extent.seq_len,
        extent.kv_len, fuzz_size(in, 19), fuzz_size(in, 19), fuzz_option(in, 0.5f),
        fuzz_option(in, 0.0f), fuzz_option(in, 1.0f)};
    if (fuzz_whole(in, 3)) o.n_kv_heads = 1;
    uint64_t rows = fuzz_count3(extent.batch, extent.n_heads, extent.seq_len);
    uint64_t kv_rows = fuzz_count3(extent.batch, o.n_kv_heads, extent.kv_len);
    const float *query = fuzz_floats(in, fuzz_count(rows, o.head_dim));
    const float *key = fuzz_floats(in, fuzz_count(kv_rows, o.head_dim));
    const float *value = fuzz_floats(in, fuzz_count(kv_rows, o.v_head_dim));
    float *output = fuzz_room(in, fuzz_count(rows, o.v_head_dim));
    const attn_mask *mask = fuzz_mask(in, &extent);
    float *scratch = fuzz_scratch(in, attn_attention_fast_scratch_size(&o));
    return attn_attention_fast(
        output, scratch, query, key, value, mask, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_linear_fast(fuzz *in) {
    uint32_t rows = fuzz_size(in, 19), in_dim = fuzz_size(in, 40), out_dim = fuzz_size(in, 19);
    const float *x = fuzz_floats(in, fuzz_count(rows, in_dim));
    const float *w = fuzz_floats(in, fuzz_count(out_dim, in_dim));
    const float *bias = fuzz_maybe_floats(in, out_dim);
    float *y = fuzz_room(in, fuzz_count(rows, out_dim));
    float *scratch = fuzz_scratch(in, attn_linear_fast_scratch_size(in_dim));
    return attn_linear_fast(y, scratch, x, w, bias, rows, in_dim, out_dim, fuzz_fault(in));
}

static attn_status try_softmax_fast(fuzz *in) {
    uint32_t rows = fuzz_size(in, 9), cols = fuzz_size(in, 40);
    uint64_t count = fuzz_count(rows, cols);
    const float *scores = fuzz_floats(in, count);
    float temperature = fuzz_option(in, 1.0f);
    return attn_softmax_fast(fuzz_room(in, count), scores, rows, cols, temperature, fuzz_fault(in));
}

static attn_status try_layer_norm_fast(fuzz *in) {
    uint32_t rows = fuzz_size(in, 9), dim = fuzz_size(in, 40);
    uint64_t count = fuzz_count(rows, dim);
    const float *x = fuzz_floats(in, count);
    const float *gain = fuzz_maybe_floats(in, dim), *shift = fuzz_maybe_floats(in, dim);
    float epsilon = fuzz_option(in, 1e-5f);
    return attn_layer_norm_fast(
        fuzz_room(in, count), x, gain, shift, rows, dim, epsilon, fuzz_fault(in));
}

static attn_status try_gelu_fast(fuzz *in) {
    uint32_t count = fuzz_size(in, 40);
    const float *x = fuzz_floats(in, count);
    return attn_gelu_fast(fuzz_room(in, count), x, count, fuzz_fault(in));
}

static attn_status try_block_fast(fuzz *in) {
    attn_block_fast_options o = {fuzz_size(in, 9), fuzz_size(in, 12), fuzz_size(in, 4),
        fuzz_size(in, 16), (int32_t)fuzz_whole(in, 2), fuzz_option(in, 1e-5f)};
    if (fuzz_whole(in, 3)) o.n_heads = 1;
    uint32_t d = o.d_model;
    uint64_t square = fuzz_count(d, d), wide = fuzz_count(o.d_ff, d),
             count = fuzz_count(o.seq_len, d);
    attn_block_fast_params p = {fuzz_maybe_floats(in, d), fuzz_maybe_floats(in, d),
        fuzz_floats(in, square), fuzz_floats(in, square), fuzz_floats(in, square),
        fuzz_floats(in, square), fuzz_maybe_floats(in, d), fuzz_maybe_floats(in, d),
        fuzz_maybe_floats(in, d), fuzz_maybe_floats(in, d), fuzz_maybe_floats(in, d),
        fuzz_maybe_floats(in, d), fuzz_floats(in, wide), fuzz_maybe_floats(in, o.d_ff),
        fuzz_floats(in, wide), fuzz_maybe_floats(in, d)};
    const float *x = fuzz_floats(in, count);
    float *output = fuzz_room(in, count);
    float *scratch = fuzz_scratch(in, attn_block_fast_scratch_size(&o));
    return attn_block_fast(
        output, scratch, x, FUZZ_STRUCT(in, p), FUZZ_STRUCT(in, o), fuzz_fault(in));
}

const fuzz_target fuzz_fast_targets[] = {
    {"attn_attention_fast", try_attention_fast, 0},
    {"attn_linear_fast", try_linear_fast, 0},
    {"attn_softmax_fast", try_softmax_fast, 0},
    {"attn_layer_norm_fast", try_layer_norm_fast, 0},
    {"attn_gelu_fast", try_gelu_fast, 0},
    {"attn_block_fast", try_block_fast, 0},
    {0, 0, 0},
};
