/* The cache: the same numbers as without it, and nothing lost on a refusal. */
#include "internal.h"
#include "test.h"

/* A shape from a seed. */
typedef struct shape {
    uint32_t batch, n_heads, n_kv_heads, length, head_dim, v_head_dim, window;
} shape;

static uint32_t pick(uint32_t seed, uint32_t which, uint32_t from, uint32_t to) {
    return from + (uint32_t)(attn_random_bits(seed, which) % (to - from + 1));
}

static shape shape_of(uint32_t seed) {
    uint32_t n_kv_heads = pick(seed, 0, 1, 3);
    return (shape){pick(seed, 1, 1, 2), n_kv_heads * pick(seed, 2, 1, 3), n_kv_heads,
        pick(seed, 3, 1, 17), pick(seed, 4, 1, 9), pick(seed, 5, 1, 9), pick(seed, 6, 0, 6)};
}

/* All tokens at once, under the causal mask and the window. */
static float *all_at_once(
    const shape *s, const float *query, const float *key, const float *value) {
    size_t rows = (size_t)s->batch * s->n_heads * s->length;
    float *output = buffer(rows * s->v_head_dim);
    const attn_trace trace = {.weights = buffer(rows * s->length)};
    const attn_mask mask = {.causal = 1, .align = ATTN_ALIGN_BOTTOM_RIGHT, .window = s->window};
    const attn_attention_options options = {s->batch, s->n_heads, s->n_kv_heads, s->length,
        s->length, s->head_dim, s->v_head_dim, attn_default_scale(s->head_dim), 0.0f, 1.0f};
    CHECK_STATUS(attn_attention(output, &trace, query, key, value, &mask, &options, NULL), ATTN_OK);
    return output;
}

/* rows first ... first + count - 1 of each head: [heads, length, dim] to [heads, count, dim] */
static float *rows_of(
    const float *all, size_t heads, const shape *s, uint32_t dim, uint32_t first, uint32_t count) {
    float *part = buffer(heads * count * dim);
    for (size_t h = 0; h < heads; h++)
        attn_copy(part + h * count * dim, all + (h * s->length + first) * dim, (size_t)count * dim);
    return part;
}

static attn_cache empty_cache(const shape *s, uint32_t capacity, int32_t ring) {
    size_t rows = (size_t)s->batch * s->n_kv_heads * capacity;
    return (attn_cache){filled(rows * s->head_dim, 9.0f), filled(rows * s->v_head_dim, 9.0f),
        s->batch, s->n_kv_heads, capacity, s->head_dim, s->v_head_dim, 0, ring};
}

/* Appends and attends `chunk` tokens at a time; each output row must have the
 * same bits as all at once. */
static void run_in_chunks(const shape *s, attn_cache *cache, uint32_t chunk, uint32_t seed) {
    size_t heads = (size_t)s->batch * s->n_heads, kv_heads = (size_t)s->batch * s->n_kv_heads;
    float *query = noise(heads * s->length * s->head_dim, seed);
    float *key = noise(kv_heads * s->length * s->head_dim, seed + 1);
    float *value = noise(kv_heads * s->length * s->v_head_dim, seed + 2);
    float *wanted = all_at_once(s, query, key, value);
    for (uint32_t t = 0, count; t < s->length; t += count) {
        count = s->length - t < chunk ? s->length - t : chunk;
        CHECK_STATUS(attn_cache_append(cache, rows_of(key, kv_heads, s, s->head_dim, t, count),
                         rows_of(value, kv_heads, s, s->v_head_dim, t, count), count, NULL),
            ATTN_OK);
        float *output = buffer(heads * count * s->v_head_dim);
        float *weights = buffer(heads * count * attn_cache_kept(cache));
        const attn_cache_options options = {
            s->n_heads, count, s->window, attn_default_scale(s->head_dim), 0.0f, 1.0f};
        CHECK_STATUS(attn_cache_attend(output, weights, buffer(attn_cache_scratch_size(cache)),
                         rows_of(query, heads, s, s->head_dim, t, count), cache, &options, NULL),
            ATTN_OK);
        float *same = rows_of(wanted, heads, s, s->v_head_dim, t, count);
        for (size_t i = 0; i < heads * count * s->v_head_dim; i++)
            CHECK(output[i] == same[i]);
        keep(output, heads * count * s->v_head_dim);
    }
    CHECK(cache->length == s->length);
}

static void cached_equals_full(void) {
    for (uint32_t seed = 0; seed < 60; seed++) {
        shape s = shape_of(seed);
        attn_cache cache = empty_cache(&s, s.length + pick(seed, 7, 0, 3), 0);
        run_in_chunks(&s, &cache, 1, seed);
    }
}

static void chunked_equals_full(void) {
    for (uint32_t seed = 100; seed < 160; seed++) {
        shape s = shape_of(seed);
        attn_cache cache = empty_cache(&s, s.length, 0);
        run_in_chunks(&s, &cache, pick(seed, 8, 1, 17), seed);
    }
}

static void ring_equals_window(void) {
    for (uint32_t seed = 200; seed < 260; seed++) {
        shape s = shape_of(seed);
        uint32_t chunk = pick(seed, 8, 1, 4);
        if (s.window == 0) s.window = 1;
        attn_cache cache = empty_cache(&s, s.window + chunk - 1, 1);
        run_in_chunks(&s, &cache, chunk, seed);
    }
}

/* The bytes of the cache before and after. */
static void full_cache_loses_nothing(void) {
    shape s = {2, 2, 1, 3, 4, 2, 0};
    attn_cache cache = empty_cache(&s, 3, 0);
    float *key = noise(2 * 4 * 4, 1), *value = noise(2 * 4 * 2, 2);
    attn_fault fault;
    CHECK_STATUS(attn_cache_append(&cache, key, value, 2, NULL), ATTN_OK);
    float *key_before = buffer(24), *value_before = buffer(12);
    attn_copy(key_before, cache.key, 24);
    attn_copy(value_before, cache.value, 12);
    CHECK_STATUS(attn_cache_append(&cache, key, value, 2, &fault), ATTN_FULL);
    CHECK(fault.argument == 3 && fault.position == 1);
    value[3] = NOT_A_NUMBER; /* found before the keys are written */
    CHECK_STATUS(attn_cache_append(&cache, key, value, 1, &fault), ATTN_NAN);
    CHECK(fault.argument == 2 && fault.position == 3);
    for (size_t i = 0; i < 24; i++)
        CHECK(cache.key[i] == key_before[i]);
    for (size_t i = 0; i < 12; i++)
        CHECK(cache.value[i] == value_before[i]);
    CHECK(cache.length == 2);
    value[3] = 0.0f;
    CHECK_STATUS(attn_cache_append(&cache, key, value, 1, NULL), ATTN_OK);
}

static void short_ring_is_refused(void) {
    shape s = {1, 1, 1, 1, 1, 1, 0};
    attn_cache cache = empty_cache(&s, 3, 1);
    float *row = noise(5, 3), output[5], weights[15], scratch[6];
    attn_fault fault;
    CHECK_STATUS(attn_cache_append(&cache, row, row, 5, NULL), ATTN_OK);
    attn_cache_options options = {1, 1, 0, 1.0f, 0.0f, 1.0f};
    CHECK_STATUS(attn_cache_attend(output, weights, scratch, row, &cache, &options, &fault),
        ATTN_BAD_OPTION);
    CHECK(fault.argument == 5 && fault.position == 2);
    options.window = 3;
    CHECK_STATUS(attn_cache_attend(output, weights, scratch, row, &cache, &options, NULL), ATTN_OK);
    options.seq_len = 2;
    CHECK_STATUS(
        attn_cache_attend(output, weights, scratch, row, &cache, &options, NULL), ATTN_BAD_OPTION);
    options.window = 2;
    CHECK_STATUS(attn_cache_attend(output, weights, scratch, row, &cache, &options, NULL), ATTN_OK);
    options.temperature = -1.0f;
    CHECK_STATUS(attn_cache_attend(output, weights, scratch, row, &cache, &options, &fault),
        ATTN_BAD_OPTION);
    CHECK(fault.argument == 5 && fault.position == 5);
}

static void scatter_is_onnx(void) {
    const float update[4] = {1.0f, 2.0f, 3.0f, 4.0f};
    const int32_t indices[2] = {2, 1};
    float cache[6] = {0};
    attn_fault fault;
    attn_scatter_options options = {2, 1, 3, 1, 2, 1};
    CHECK_STATUS(attn_tensor_scatter(cache, update, indices, &options, NULL), ATTN_OK);
    const float wanted[6] = {2.0f, 0.0f, 1.0f, 0.0f, 3.0f, 4.0f};
    for (size_t i = 0; i < 6; i++)
        CHECK(cache[i] == wanted[i]);
    options.circular = 0;
    CHECK_STATUS(attn_tensor_scatter(cache, update, indices, &options, &fault), ATTN_FULL);
    CHECK(fault.position == 1);
    for (size_t i = 0; i < 6; i++)
        CHECK(cache[i] == wanted[i]);
    CHECK_STATUS(attn_tensor_scatter(cache, update, NULL, &options, NULL), ATTN_OK);
    CHECK(cache[0] == 1.0f && cache[1] == 2.0f && cache[3] == 3.0f && cache[4] == 4.0f);
}

/* Keys and values fit, each by itself; the copy of both that a turned ring needs does not. */
static void too_large_a_copy_is_refused(void) {
    attn_cache cache = {NULL, NULL, 1, 1, 1u << 20, 1023, 1023, (1u << 20) + 1, 1};
    const attn_cache_options options = {1, 0, 1, 0.5f, 0.0f, 1.0f};
    attn_fault fault;
    CHECK_STATUS(
        attn_cache_attend(NULL, NULL, NULL, NULL, &cache, &options, &fault), ATTN_TOO_LARGE);
    CHECK(fault.argument == 2);
}

static void bytes_of_known_models(void) {
    const attn_cache_size sizes[7] = {{12, 12, 64, 1, 16, 1}, {32, 32, 128, 1, 16, 1},
        {80, 8, 128, 1, 16, 1}, {32, 8, 128, 1, 16, 1}, {32, 32, 128, 4096, 16, 1},
        {80, 64, 128, 1u << 30, 32, 64}, {1, 1, 1, 1, 4, 1}};
    const uint64_t wanted[7] = {36864, 524288, 327680, 131072, 2147483648u, 5242880ull << 36, 1};
    for (size_t i = 0; i < 7; i++) {
        uint32_t bytes[2];
        CHECK_STATUS(attn_cache_bytes(bytes, &sizes[i], NULL), ATTN_OK);
        CHECK(attn_join(bytes[0], bytes[1]) == wanted[i]);
    }
    const attn_cache_size huge = {UINT32_MAX, UINT32_MAX, 2, 1, 1, 1};
    uint32_t bytes[2];
    CHECK_STATUS(attn_cache_bytes(bytes, &huge, NULL), ATTN_TOO_LARGE);
}

static const test tests[] = {
    {"Cached step by step equals all at once, bit for bit.", cached_equals_full},
    {"Prefill in chunks equals all at once, bit for bit.", chunked_equals_full},
    {"A ring buffer equals the window mask, bit for bit.", ring_equals_window},
    {"A refused append leaves the cache as it was.", full_cache_loses_nothing},
    {"A ring that lost what a query sees is refused.", short_ring_is_refused},
    {"A turned ring whose copy would not fit is refused.", too_large_a_copy_is_refused},
    {"Writes at given indices are ONNX's TensorScatter, linear and circular.", scatter_is_onnx},
    {"The cache of known models has the bytes that are published.", bytes_of_known_models},
};
SUITE(cache, tests)
