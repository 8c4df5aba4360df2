/* Caches, sampling, generation, tiles, costs. */
#include "fuzz.h"

static attn_status try_max_difference(fuzz *in) {
    uint32_t count = fuzz_size(in, 19);
    const float *a = fuzz_floats(in, count), *b = fuzz_floats(in, count);
    float *result = fuzz_room(in, 1);
    uint32_t *position = fuzz_room_of(in, 1, sizeof(uint32_t));
    return attn_max_difference(result, position, a, b, count, fuzz_fault(in));
}

/* ---- caches ---- */

static attn_status try_tensor_scatter(fuzz *in) {
    attn_scatter_options o = {fuzz_size(in, 3), fuzz_size(in, 3), fuzz_size(in, 9),
        fuzz_size(in, 5), fuzz_size(in, 9), (int32_t)fuzz_whole(in, 2)};
    float *cache = fuzz_room(in, fuzz_count4(o.batch, o.outer, o.capacity, o.inner));
    const float *update = fuzz_floats(in, fuzz_count4(o.batch, o.outer, o.rows, o.inner));
    const int32_t *indices =
        fuzz_whole(in, 3) ? fuzz_int32s(in, o.batch, (int32_t)(o.capacity & 15)) : NULL;
    return attn_tensor_scatter(cache, update, indices, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_cache a_cache(fuzz *in) {
    attn_cache cache = {0, 0, fuzz_size(in, 2), fuzz_size(in, 3), fuzz_size(in, 12),
        fuzz_size(in, 5), fuzz_size(in, 5), fuzz_size(in, 14), (int32_t)fuzz_whole(in, 1)};
    uint64_t rows = fuzz_count3(cache.batch, cache.n_kv_heads, cache.capacity);
    cache.key = fuzz_floats(in, fuzz_count(rows, cache.head_dim));
    cache.value = fuzz_floats(in, fuzz_count(rows, cache.v_head_dim));
    return cache;
}

static attn_status try_cache_append(fuzz *in) {
    attn_cache cache = a_cache(in);
    uint32_t tokens = fuzz_size(in, 14);
    uint64_t rows = fuzz_count3(cache.batch, cache.n_kv_heads, tokens);
    const float *key = fuzz_floats(in, fuzz_count(rows, cache.head_dim));
    const float *value = fuzz_floats(in, fuzz_count(rows, cache.v_head_dim));
    return attn_cache_append(&cache, key, value, tokens, fuzz_fault(in));
}

static attn_status try_cache_attend(fuzz *in) {
    attn_cache cache = a_cache(in);
    attn_cache_options o = {fuzz_size(in, 6), fuzz_size(in, 6), fuzz_size(in, 6),
        fuzz_option(in, 0.5f), fuzz_option(in, 0.0f), fuzz_option(in, 1.0f)};
    uint64_t rows = fuzz_count3(cache.batch, o.n_heads, o.seq_len);
    uint32_t kept = attn_cache_kept(&cache);
    float *output = fuzz_room(in, fuzz_count(rows, cache.v_head_dim));
    float *weights = fuzz_room(in, fuzz_count(rows, kept));
    float *scratch = fuzz_scratch(in, attn_cache_scratch_size(&cache));
    const float *query = fuzz_floats(in, fuzz_count(rows, cache.head_dim));
    return attn_cache_attend(output, weights, scratch, query, FUZZ_STRUCT(in, cache),
        FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_cache_bytes(fuzz *in) {
    attn_cache_size size = {fuzz_size(in, 9), fuzz_size(in, 9), fuzz_size(in, 9), fuzz_size(in, 9),
        fuzz_size(in, 32), fuzz_size(in, 9)};
    uint32_t *bytes = fuzz_room_of(in, 2, sizeof(uint32_t));
    return attn_cache_bytes(bytes, FUZZ_STRUCT(in, size), fuzz_fault(in));
}

/* ---- generation ---- */

static attn_status try_sample(fuzz *in) {
    attn_sample_options o = {fuzz_size(in, 19), fuzz_size(in, 9), {fuzz_whole(in, UINT32_MAX), 0},
        {fuzz_whole(in, 9), 0}, fuzz_option(in, 1.0f), fuzz_option(in, 0.9f)};
    attn_sample_outputs outputs = {fuzz_room(in, o.vocab),
        fuzz_room_of(in, o.vocab, sizeof(int32_t)), fuzz_room_of(in, 1, sizeof(uint32_t)),
        fuzz_room(in, 1), fuzz_room_of(in, 1, sizeof(int32_t))};
    const float *logits = fuzz_floats(in, o.vocab);
    return attn_sample(FUZZ_STRUCT(in, outputs), logits, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_generation_options generation_options(fuzz *in) {
    attn_generation_options o = {fuzz_size(in, 2), fuzz_size(in, 4), fuzz_size(in, 4),
        fuzz_size(in, 2), fuzz_size(in, 4), fuzz_size(in, 7), fuzz_size(in, 5), fuzz_size(in, 8),
        fuzz_size(in, 4), (int32_t)fuzz_whole(in, 2), fuzz_size(in, 4), fuzz_size(in, 4),
        {fuzz_whole(in, UINT32_MAX), 0}, fuzz_option(in, 1.0f), fuzz_option(in, 0.9f)};
    if (fuzz_whole(in, 3)) o.n_kv_heads = 1;
    if (fuzz_whole(in, 3)) o.length = o.given + fuzz_whole(in, 5);
    return o;
}

static attn_status try_generate(fuzz *in) {
    attn_generation_options o = generation_options(in);
    uint64_t cached = fuzz_count4(o.n_layers, o.n_kv_heads, o.length, o.head_dim);
    attn_generation_outputs outputs = {fuzz_int32s(in, o.length, (int32_t)(o.vocab & 15) - 1),
        fuzz_room(in, fuzz_count(o.length, o.d_model)),
        fuzz_room(in, fuzz_count(o.length, o.vocab)), fuzz_room(in, cached), fuzz_room(in, cached),
        fuzz_room(in, o.vocab), fuzz_room_of(in, o.vocab, sizeof(int32_t))};
    const float *params = fuzz_floats(in, attn_generation_params_size(&o));
    float *scratch = fuzz_scratch(in, attn_generation_scratch_size(&o));
    return attn_generate(
        FUZZ_STRUCT(in, outputs), scratch, params, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

/* ---- tiles ---- */

/* One attention with its arrays. */
typedef struct attending {
    attn_attention_options o;
    attn_tile_options tiles;
    const float *query, *key, *value;
    const attn_mask *mask;
    float *output, *log_sum_exp, *scratch;
} attending;

static attending an_attention(fuzz *in, int one_head) {
    attending a;
    attn_extent extent = fuzz_extent(in);
    if (one_head) extent.batch = extent.n_heads = 1;
    a.o = (attn_attention_options){extent.batch, extent.n_heads, fuzz_size(in, 4), extent.seq_len,
        extent.kv_len, fuzz_size(in, 9), fuzz_size(in, 9), fuzz_option(in, 0.5f),
        fuzz_option(in, 0.0f), fuzz_option(in, 1.0f)};
    if (one_head || fuzz_whole(in, 3)) a.o.n_kv_heads = 1;
    a.tiles = (attn_tile_options){fuzz_size(in, 6), fuzz_size(in, 6)};
    uint64_t rows = fuzz_count3(extent.batch, extent.n_heads, extent.seq_len);
    uint64_t kv_rows = fuzz_count3(extent.batch, a.o.n_kv_heads, extent.kv_len);
    a.query = fuzz_floats(in, fuzz_count(rows, a.o.head_dim));
    a.key = fuzz_floats(in, fuzz_count(kv_rows, a.o.head_dim));
    a.value = fuzz_floats(in, fuzz_count(kv_rows, a.o.v_head_dim));
    a.mask = fuzz_mask(in, &extent);
    a.output = fuzz_room(in, fuzz_count(rows, a.o.v_head_dim));
    a.log_sum_exp = fuzz_maybe_room(in, rows);
    a.scratch = fuzz_scratch(in, attn_tiled_scratch_size(&a.o, &a.tiles));
    return a;
}

static attn_status try_tiled_attention(fuzz *in) {
    attending a = an_attention(in, 0);
    return attn_tiled_attention(a.output, a.log_sum_exp, a.scratch, a.query, a.key, a.value, a.mask,
        FUZZ_STRUCT(in, a.o), FUZZ_STRUCT(in, a.tiles), fuzz_fault(in));
}

static uint64_t tiles_of(uint32_t length, uint32_t tile) {
    return tile ? ((uint64_t)length + tile - 1) / tile : 0;
}

static attn_status try_tile_steps(fuzz *in) {
    attending a = an_attention(in, 1);
    uint32_t tile_q = a.tiles.tile_q, tile_k = a.tiles.tile_k;
    uint64_t steps = fuzz_count(tiles_of(a.o.seq_len, tile_q), tiles_of(a.o.kv_len, tile_k));
    uint64_t rows = fuzz_count(steps, tile_q), scores = fuzz_count(rows, tile_k);
    uint64_t accumulators = fuzz_count(rows, a.o.v_head_dim);
    attn_tile_trace trace = {fuzz_room_of(in, steps, sizeof(int32_t)), fuzz_room(in, scores),
        fuzz_room(in, scores), fuzz_room(in, rows), fuzz_room(in, rows), fuzz_room(in, rows),
        fuzz_room(in, rows), fuzz_room(in, rows), fuzz_room(in, rows), fuzz_room(in, rows),
        fuzz_room(in, accumulators), fuzz_room(in, accumulators)};
    return attn_tile_steps(FUZZ_STRUCT(in, trace), a.output, a.log_sum_exp, a.scratch, a.query,
        a.key, a.value, a.mask, FUZZ_STRUCT(in, a.o), FUZZ_STRUCT(in, a.tiles), fuzz_fault(in));
}

/* ---- costs: any sizes, since nothing is computed ---- */

static attn_cost_options cost_options(fuzz *in) {
    attn_cost_options o = {fuzz_size(in, 3), fuzz_size(in, 4), fuzz_size(in, 4), fuzz_size(in, 40),
        fuzz_size(in, 40), fuzz_size(in, 9), fuzz_size(in, 9), fuzz_size(in, 9), fuzz_size(in, 9),
        (int32_t)fuzz_whole(in, 2), (int8_t)fuzz_whole(in, 255), fuzz_size(in, 9)};
    if (fuzz_whole(in, 7) == 7) o.offset = (int32_t)fuzz_whole(in, UINT32_MAX);
    return o;
}

static attn_status try_plain_cost(fuzz *in) {
    attn_cost_options o = cost_options(in);
    attn_cost *cost = fuzz_room_of(in, 1, sizeof(attn_cost));
    return attn_plain_cost(cost, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_tiled_cost(fuzz *in) {
    attn_cost_options o = cost_options(in);
    attn_cost *cost = fuzz_room_of(in, 1, sizeof(attn_cost));
    return attn_tiled_cost(cost, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_projection_cost(fuzz *in) {
    attn_cost_options o = cost_options(in);
    attn_cost *cost = fuzz_room_of(in, 1, sizeof(attn_cost));
    return attn_projection_cost(cost, FUZZ_STRUCT(in, o), fuzz_size(in, 9), fuzz_fault(in));
}

static attn_status try_generation_costs(fuzz *in) {
    attn_generation_options o = generation_options(in);
    attn_cost *costs = fuzz_room_of(in, attn_generation_steps(&o), sizeof(attn_cost));
    return attn_generation_costs(costs, FUZZ_STRUCT(in, o), fuzz_fault(in));
}

static attn_status try_layer_costs(fuzz *in) {
    attn_layer_cost *costs = fuzz_room_of(in, ATTN_LAYER_COUNT, sizeof(attn_layer_cost));
    uint32_t n = fuzz_size(in, 99), d = fuzz_size(in, 99), k = fuzz_size(in, 9);
    return attn_layer_costs(costs, n, d, k, fuzz_size(in, 9), fuzz_fault(in));
}

const fuzz_target fuzz_cache_targets[] = {
    {"attn_max_difference", try_max_difference, 0},
    {"attn_tensor_scatter", try_tensor_scatter, 0},
    {"attn_cache_append", try_cache_append, 0},
    {"attn_cache_attend", try_cache_attend, 0},
    {"attn_cache_bytes", try_cache_bytes, 0},
    {"attn_sample", try_sample, 0},
    {"attn_generate", try_generate, 0},
    {"attn_tiled_attention", try_tiled_attention, 0},
    {"attn_tile_steps", try_tile_steps, 0},
    {"attn_plain_cost", try_plain_cost, 0},
    {"attn_tiled_cost", try_tiled_cost, 0},
    {"attn_projection_cost", try_projection_cost, 0},
    {"attn_generation_costs", try_generation_costs, 0},
    {"attn_layer_costs", try_layer_costs, 0},
    {0, 0, 0},
};
