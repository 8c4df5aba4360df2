/* Score functions, positions, norms, feed-forward, blocks, stacks. */
#include "fuzz.h"
#include <stddef.h>

static attn_status try_score_function(fuzz *in) {
    attn_score_options o = {(int32_t)fuzz_whole(in, 4), fuzz_size(in, 3), fuzz_size(in, 5),
        fuzz_size(in, 5), fuzz_size(in, 5), fuzz_size(in, 5), fuzz_size(in, 5),
        fuzz_option(in, 1.0f)};
    if (fuzz_whole(in, 1)) o.key_dim = o.query_dim;
    uint64_t scores = fuzz_count(o.rows, o.count);
    int is_additive = o.kind == ATTN_SCORE_ADDITIVE, is_concat = o.kind == ATTN_SCORE_CONCAT;
    uint64_t general = fuzz_count(o.query_dim, o.key_dim);
    uint64_t width = is_concat ? (uint64_t)o.query_dim + o.key_dim : o.query_dim;
    uint64_t w = o.kind == ATTN_SCORE_GENERAL ? general : fuzz_count(o.hidden_dim, width);
    attn_score_params params = {o.kind == ATTN_SCORE_DOT ? NULL : fuzz_floats(in, w),
        is_additive ? fuzz_floats(in, fuzz_count(o.hidden_dim, o.key_dim)) : NULL,
        is_additive || is_concat ? fuzz_floats(in, o.hidden_dim) : NULL};
    attn_score_outputs outputs = {fuzz_room(in, scores), fuzz_room(in, scores),
        fuzz_room(in, fuzz_count(o.rows, o.value_dim)),
        is_additive || is_concat ? fuzz_maybe_room(in, fuzz_count(scores, o.hidden_dim)) : NULL};
    float *scratch = fuzz_scratch(in, attn_score_scratch_size(&o));
    const float *queries = fuzz_floats(in, fuzz_count(o.rows, o.query_dim));
    const float *keys = fuzz_floats(in, fuzz_count(o.count, o.key_dim));
    const float *values = fuzz_floats(in, fuzz_count(o.count, o.value_dim));
    return attn_score_function(FUZZ_STRUCT(in, outputs), scratch, queries, keys, values,
        FUZZ_STRUCT(in, params), FUZZ_STRUCT(in, o), fuzz_fault(in));
}

/* ---- positions ---- */

static attn_status try_sinusoidal(fuzz *in) {
    uint32_t seq_len = fuzz_size(in, 9), d_model = fuzz_size(in, 9);
    float base = fuzz_option(in, 10000.0f);
    int32_t first = (int32_t)fuzz_size(in, 100);
    float *pe = fuzz_room(in, fuzz_count(seq_len, d_model));
    return attn_sinusoidal(pe, seq_len, d_model, base, first, fuzz_fault(in));
}

static attn_status try_gather(fuzz *in) {
    uint32_t count = fuzz_size(in, 9), rows = fuzz_size(in, 9), dim = fuzz_size(in, 9);
    const float *table = fuzz_floats(in, fuzz_count(rows, dim));
    const int32_t *ids = fuzz_int32s(in, count, (int32_t)(rows & 15) - 1);
    float *vectors = fuzz_room(in, fuzz_count(count, dim));
    return attn_gather(vectors, table, ids, count, rows, dim, fuzz_fault(in));
}

static attn_status try_alibi_slopes(fuzz *in) {
    uint32_t n_heads = fuzz_size(in, 40);
    return attn_alibi_slopes(fuzz_room(in, n_heads), n_heads, fuzz_fault(in));
}

static attn_status try_alibi_mask(fuzz *in) {
    uint32_t n_heads = fuzz_size(in, 5), seq_len = fuzz_size(in, 7), kv_len = fuzz_size(in, 7);
    const float *slopes = fuzz_floats(in, n_heads);
    float *mask = fuzz_room(in, fuzz_count3(n_heads, seq_len, kv_len));
    int32_t offset = (int32_t)fuzz_size(in, 9);
    return attn_alibi_mask(mask, slopes, n_heads, seq_len, kv_len, offset, fuzz_fault(in));
}

static attn_frequency_options frequency_options(fuzz *in) {
    attn_frequency_options o = {fuzz_size(in, 9), (int32_t)fuzz_whole(in, 4), fuzz_size(in, 99),
        fuzz_size(in, 99), fuzz_option(in, 10000.0f), fuzz_option(in, 2.0f), fuzz_option(in, 1.0f),
        fuzz_option(in, 4.0f)};
    if (fuzz_whole(in, 3)) o.dim &= ~1u;
    return o;
}

static attn_status try_rope_frequencies(fuzz *in) {
    attn_frequency_options o = frequency_options(in);
    float *frequencies = fuzz_room(in, o.dim / 2);
    /* a frequency that underflows to 0 has no wavelength, but not a NaN either */
    float *wavelengths = fuzz_room(in, o.dim / 2);
    return attn_rope_frequencies(frequencies, wavelengths, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_rope_table(fuzz *in) {
    attn_frequency_options o = frequency_options(in);
    uint32_t count = fuzz_size(in, 9);
    uint64_t size = fuzz_count(count, o.dim / 2);
    attn_rope_rows rows = {fuzz_maybe_room(in, size), fuzz_room(in, size), fuzz_room(in, size)};
    const int32_t *positions = fuzz_int32s(in, count, 9999);
    return attn_rope_table(
        FUZZ_STRUCT(in, rows), positions, count, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_rope(fuzz *in) {
    attn_rope_options o = {fuzz_size(in, 3), fuzz_size(in, 3), fuzz_size(in, 5), fuzz_size(in, 9),
        fuzz_size(in, 9), fuzz_size(in, 9), (int32_t)fuzz_whole(in, 2)};
    if (fuzz_whole(in, 3)) o.rotary_dim = o.head_dim & ~1u;
    uint64_t count = fuzz_count4(o.batch, o.n_heads, o.seq_len, o.head_dim);
    const int32_t *rows = NULL;
    if (fuzz_whole(in, 1))
        rows = fuzz_int32s(in, fuzz_count(o.batch, o.seq_len), (int32_t)(o.table_rows & 15) - 1);
    else if (fuzz_whole(in, 1))
        o.table_rows = o.seq_len;
    uint64_t table = fuzz_count(o.table_rows, o.rotary_dim / 2);
    const float *cosines = fuzz_floats(in, table), *sines = fuzz_floats(in, table);
    const float *x = fuzz_floats(in, count);
    return attn_rope(
        fuzz_room(in, count), x, cosines, sines, rows, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

/* ---- norms, activations, feed-forward ---- */

static attn_norm_options norm_options(fuzz *in) {
    return (attn_norm_options){fuzz_size(in, 5), fuzz_size(in, 17), fuzz_option(in, 1e-5f)};
}

static attn_status try_layer_norm(fuzz *in) {
    attn_norm_options o = norm_options(in);
    uint64_t count = fuzz_count(o.rows, o.dim);
    const float *x = fuzz_floats(in, count);
    const float *scale = fuzz_maybe_floats(in, o.dim), *bias = fuzz_maybe_floats(in, o.dim);
    float *y = fuzz_room(in, count), *mean = fuzz_maybe_room(in, o.rows);
    float *deviation = fuzz_maybe_room(in, o.rows);
    return attn_layer_norm(y, mean, deviation, x, scale, bias, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_rms_norm(fuzz *in) {
    attn_norm_options o = norm_options(in);
    uint64_t count = fuzz_count(o.rows, o.dim);
    const float *x = fuzz_floats(in, count), *scale = fuzz_maybe_floats(in, o.dim);
    float *y = fuzz_room(in, count), *inverse = fuzz_maybe_room(in, o.rows);
    return attn_rms_norm(y, inverse, x, scale, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_row_norms(fuzz *in) {
    uint32_t rows = fuzz_size(in, 9), dim = fuzz_size(in, 9);
    const float *x = fuzz_floats(in, fuzz_count(rows, dim));
    return attn_row_norms(fuzz_room(in, rows), x, rows, dim, fuzz_fault(in));
}

static attn_status try_activation(fuzz *in) {
    uint32_t count = fuzz_size(in, 19);
    const float *x = fuzz_floats(in, count), *gated = fuzz_maybe_floats(in, count);
    int32_t kind = (int32_t)fuzz_whole(in, 4);
    float alpha = fuzz_option(in, 1.0f);
    return attn_activation(fuzz_room(in, count), x, gated, count, kind, alpha, fuzz_fault(in));
}

static attn_status try_feed_forward(fuzz *in) {
    attn_feed_forward_options o = {
        fuzz_size(in, 5), fuzz_size(in, 7), fuzz_size(in, 9), (int32_t)fuzz_whole(in, 4)};
    uint64_t wide = fuzz_count(o.d_ff, o.d_model), hidden = fuzz_count(o.rows, o.d_ff);
    uint64_t count = fuzz_count(o.rows, o.d_model);
    const float *w_gate = fuzz_whole(in, 1) ? fuzz_floats(in, wide) : NULL;
    attn_feed_forward_params params = {fuzz_floats(in, wide), fuzz_maybe_floats(in, o.d_ff),
        fuzz_floats(in, wide), fuzz_maybe_floats(in, o.d_model), w_gate,
        w_gate ? fuzz_maybe_floats(in, o.d_ff) : NULL};
    attn_feed_forward_outputs outputs = {fuzz_room(in, count), fuzz_room(in, hidden),
        w_gate ? fuzz_room(in, hidden) : NULL, fuzz_room(in, hidden)};
    const float *x = fuzz_floats(in, count);
    return attn_feed_forward(
        FUZZ_STRUCT(in, outputs), x, FUZZ_STRUCT(in, params), FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_group_heads(fuzz *in) {
    uint32_t n_heads = fuzz_size(in, 6), n_groups = fuzz_size(in, 6), size = fuzz_size(in, 9);
    const float *heads = fuzz_floats(in, fuzz_count(n_heads, size));
    float *grouped = fuzz_room(in, fuzz_count(n_groups, size));
    return attn_group_heads(grouped, heads, n_heads, n_groups, size, fuzz_fault(in));
}

static attn_status try_residual(fuzz *in) {
    uint32_t count = fuzz_size(in, 19);
    const float *x = fuzz_floats(in, count), *update = fuzz_floats(in, count);
    return attn_residual(fuzz_room(in, count), x, update, count, fuzz_fault(in));
}

/* ---- blocks ---- */

static attn_block_options block_options(fuzz *in) {
    attn_block_options o = {fuzz_size(in, 4), fuzz_size(in, 4), fuzz_size(in, 5), fuzz_size(in, 3),
        fuzz_size(in, 2), fuzz_size(in, 5), fuzz_size(in, 6), (int32_t)fuzz_whole(in, 2), 0, 0, 0,
        0, 0, 0, 0, 0, 0, fuzz_option(in, 1e-5f)};
    uint32_t flags = fuzz_whole(in, 255);
    int32_t *const switches[] = {
        &o.norm_first, &o.gated, &o.cross, &o.bias, &o.norm_bias, &o.trace, &o.pairing};
    for (uint32_t i = 0; i < sizeof switches / sizeof *switches; i++)
        *switches[i] = flags >> i & 1;
    o.activation = (int32_t)fuzz_whole(in, 3);
    if (flags >> 7) o.rotary_dim = fuzz_size(in, 6);
    if (fuzz_whole(in, 3)) o.n_kv_heads = 1;
    if (fuzz_whole(in, 15) == 15) /* a switch that is neither on nor off */
        *switches[fuzz_whole(in, 6)] = (int32_t)fuzz_whole(in, UINT32_MAX);
    return o;
}

static attn_status try_block_layout(fuzz *in) {
    attn_block_options o = block_options(in);
    uint32_t *params = fuzz_room_of(in, ATTN_BLOCK_PARAMS + 1, sizeof(uint32_t));
    uint32_t *steps = fuzz_room_of(in, ATTN_BLOCK_STEPS + 1, sizeof(uint32_t));
    return attn_block_layout(params, steps, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_block_param_counts(fuzz *in) {
    attn_block_options o = block_options(in);
    double *counts = fuzz_room_of(in, ATTN_BLOCK_COUNTS, sizeof(double));
    return attn_block_param_counts(counts, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_model_param_counts(fuzz *in) {
    attn_model_options o = {fuzz_size(in, 9), fuzz_size(in, 9), fuzz_size(in, 99),
        fuzz_size(in, 99), fuzz_size(in, 3), (int32_t)fuzz_whole(in, 2), block_options(in)};
    double *counts = fuzz_room_of(in, ATTN_MODEL_COUNTS, sizeof(double));
    return attn_model_param_counts(counts, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

/* What a block reads, beside its params. */
typedef struct reading {
    attn_block_inputs inputs;
    const attn_mask *mask, *memory_mask;
} reading;

static reading read_by(fuzz *in, const attn_block_options *o) {
    reading r = {{0}, 0, 0};
    uint64_t table = fuzz_count(o->seq_len, o->rotary_dim / 2);
    r.inputs.x = fuzz_floats(in, fuzz_count(o->seq_len, o->d_model));
    if (o->cross) r.inputs.memory = fuzz_floats(in, fuzz_count(o->memory_len, o->d_model));
    if (o->rotary_dim) r.inputs.cosines = fuzz_floats(in, table);
    if (o->rotary_dim) r.inputs.sines = fuzz_floats(in, table);
    const attn_extent own = {1, o->n_heads, o->seq_len, o->seq_len};
    const attn_extent memory = {1, o->n_heads, o->seq_len, o->memory_len};
    r.mask = fuzz_mask(in, &own);
    r.memory_mask = o->cross ? fuzz_mask(in, &memory) : NULL;
    return r;
}

/* Options that are refused have no layout: then no array may be touched. */
static uint32_t last_place(fuzz *in, const attn_block_options *o, int of_steps) {
    uint32_t *params = fuzz_room_of(in, ATTN_BLOCK_PARAMS + 1, sizeof(uint32_t));
    uint32_t *steps = fuzz_room_of(in, ATTN_BLOCK_STEPS + 1, sizeof(uint32_t));
    if (attn_block_layout(params, steps, o, NULL) != ATTN_OK) return UINT32_MAX;
    return of_steps ? steps[ATTN_BLOCK_STEPS] : params[ATTN_BLOCK_PARAMS];
}

static attn_status try_block(fuzz *in) {
    attn_block_options o = block_options(in);
    reading r = read_by(in, &o);
    float *steps = fuzz_room(in, last_place(in, &o, 1));
    const float *params = fuzz_floats(in, last_place(in, &o, 0));
    float *output = fuzz_room(in, fuzz_count(o.seq_len, o.d_model));
    return attn_block(output, steps, FUZZ_STRUCT(in, r.inputs), r.mask, r.memory_mask, params,
        FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_stack_options stack_options(fuzz *in) {
    attn_stack_options o = {fuzz_size(in, 3), (int32_t)fuzz_whole(in, 1),
        (int32_t)fuzz_whole(in, 1), block_options(in)};
    return o;
}

static attn_status try_stack(fuzz *in) {
    attn_stack_options o = stack_options(in);
    reading r = read_by(in, &o.block);
    uint32_t seq_len = o.block.seq_len;
    uint64_t count = fuzz_count(seq_len, o.block.d_model), layers = (uint64_t)o.n_layers + 1;
    attn_stack_outputs outputs = {fuzz_room(in, count), fuzz_room(in, count),
        fuzz_room(in, fuzz_count(layers, seq_len)), fuzz_room(in, layers),
        fuzz_room(in, attn_stack_step_count(&o))};
    const float *params = fuzz_floats(in, attn_stack_param_count(&o));
    return attn_stack(FUZZ_STRUCT(in, outputs), FUZZ_STRUCT(in, r.inputs), r.mask, r.memory_mask,
        params, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_seeded_params(fuzz *in) {
    attn_stack_options o = stack_options(in);
    float *params = fuzz_room(in, attn_stack_param_count(&o));
    return attn_seeded_params(
        params, fuzz_whole(in, UINT32_MAX), 0, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_recurrent(fuzz *in) {
    uint32_t seq_len = fuzz_size(in, 9), dim = fuzz_size(in, 9);
    uint64_t count = fuzz_count(seq_len, dim);
    const float *x = fuzz_floats(in, count), *w = fuzz_floats(in, fuzz_count(dim, dim));
    const float *initial = fuzz_maybe_floats(in, dim);
    return attn_recurrent(fuzz_room(in, count), x, w, initial, seq_len, dim, fuzz_fault(in));
}

const fuzz_target fuzz_model_targets[] = {
    {"attn_score_function", try_score_function, 0},
    {"attn_sinusoidal", try_sinusoidal, 0},
    {"attn_gather", try_gather, 0},
    {"attn_alibi_slopes", try_alibi_slopes, 0},
    {"attn_alibi_mask", try_alibi_mask, 0},
    {"attn_rope_frequencies", try_rope_frequencies, 0},
    {"attn_rope_table", try_rope_table, 0},
    {"attn_rope", try_rope, 0},
    {"attn_layer_norm", try_layer_norm, 0},
    {"attn_rms_norm", try_rms_norm, 0},
    {"attn_row_norms", try_row_norms, 0},
    {"attn_activation", try_activation, 0},
    {"attn_feed_forward", try_feed_forward, 0},
    {"attn_group_heads", try_group_heads, 0},
    {"attn_residual", try_residual, 0},
    {"attn_block_layout", try_block_layout, 0},
    {"attn_block_param_counts", try_block_param_counts, 0},
    {"attn_model_param_counts", try_model_param_counts, 0},
    {"attn_block", try_block, 0},
    {"attn_stack", try_stack, 0},
    {"attn_seeded_params", try_seeded_params, 0},
    {"attn_recurrent", try_recurrent, 0},
    {0, 0, 0},
};
