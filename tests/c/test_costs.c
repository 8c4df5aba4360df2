/* Costs: every formula against a run of the same loops that counts. The files
 * of the engine are compiled here a second time, with their innermost functions
 * exchanged for ones that count what they do. */
#include "elementary.h"
#include "internal.h"
#include "test.h"

static struct { double multiply_adds, dot_products, exponentials, copied; } counted;

static float counted_dot_product(const float *a, const float *b, uint32_t count) {
    counted.multiply_adds += count;
    counted.dot_products++;
    return attn_dot_product(a, b, count);
}
static float counted_exp(float x) {
    counted.exponentials++;
    return attn_exp(x);
}
/* Four at once; the lanes of masked keys and of the tail are exp(-inf), which costs nothing. */
static v4 counted_v4_exp(v4 x) {
    float lanes[V4_LANES];
    v4_store(lanes, x);
    for (int i = 0; i < V4_LANES; i++)
        counted.exponentials += lanes[i] > -INF;
    return v4_exp(x);
}
static void counted_add_scaled(float *sum, float factor, const float *row, uint32_t count) {
    counted.multiply_adds += count;
    attn_add_scaled(sum, factor, row, count);
}
static void counted_copy(float *to, const float *from, size_t count) {
    counted.copied += (double)count;
    attn_copy(to, from, count);
}

#include "counting.h"

/* (query, key) pairs that the mask allows, looked at one by one. */
static double allowed_pairs(const attn_mask *mask, const attn_cost_options *o) {
    double pairs = 0.0;
    attn_place place = {mask, {o->batch, o->n_heads, o->seq_len, o->kv_len}, 0, 0, 0};
    for (place.q = 0; place.q < o->seq_len; place.q++)
        for (uint32_t k = 0; k < o->kv_len; k++)
            pairs += attn_mask_at(&place, k) == 0.0f;
    return pairs * o->batch * o->n_heads;
}

static uint32_t pick(uint32_t seed, uint32_t which, uint32_t from, uint32_t to) {
    return from + (uint32_t)(attn_random_bits(seed, which) % (to - from + 1));
}

static attn_cost_options shape_of(uint32_t seed) {
    uint32_t n_kv_heads = pick(seed, 0, 1, 2);
    int32_t causal = (int32_t)pick(seed, 1, 0, 1);
    return (attn_cost_options){pick(seed, 2, 1, 2), n_kv_heads * pick(seed, 3, 1, 2), n_kv_heads,
        pick(seed, 4, 1, 14), pick(seed, 5, 1, 14), pick(seed, 6, 1, 6), pick(seed, 7, 1, 6),
        pick(seed, 8, 1, 15), pick(seed, 9, 1, 15), causal, (int32_t)pick(seed, 10, 0, 6) - 3,
        pick(seed, 11, 0, 1) * pick(seed, 12, 1, 5)};
}

typedef struct arrays {
    float *output, *weights, *query, *key, *value;
    attn_mask mask;
    attn_attention_options options;
} arrays;

static arrays arrays_of(const attn_cost_options *o, uint32_t seed) {
    size_t rows = (size_t)o->batch * o->n_heads * o->seq_len;
    size_t kv_rows = (size_t)o->batch * o->n_kv_heads * o->kv_len;
    return (arrays){buffer(rows * o->v_head_dim), buffer(rows * o->kv_len),
        noise(rows * o->head_dim, seed), noise(kv_rows * o->head_dim, seed + 1),
        noise(kv_rows * o->v_head_dim, seed + 2),
        {.causal = o->causal,
            .align = ATTN_ALIGN_OFFSET,
            .causal_offset = o->offset,
            .window = o->window},
        {o->batch, o->n_heads, o->n_kv_heads, o->seq_len, o->kv_len, o->head_dim, o->v_head_dim,
            attn_default_scale(o->head_dim), 0.0f, 1.0f}};
}

static void start_counting(void) {
    counted.multiply_adds = counted.dot_products = counted.exponentials = counted.copied = 0.0;
}

static void plain_arithmetic(void) {
    for (uint32_t seed = 0; seed < 200; seed++) {
        attn_cost_options o = shape_of(seed);
        arrays a = arrays_of(&o, seed);
        const attn_trace trace = {.weights = a.weights};
        attn_cost cost;
        start_counting();
        CHECK_STATUS(
            counted_attention(a.output, &trace, a.query, a.key, a.value, &a.mask, &a.options, NULL),
            ATTN_OK);
        CHECK_STATUS(attn_plain_cost(&cost, &o, NULL), ATTN_OK);
        CHECK(cost.multiply_adds == counted.multiply_adds);
        CHECK(cost.exponentials == counted.exponentials);
        CHECK(cost.scores == counted.dot_products);
    }
}

/* Slow memory: each pass reads an element of an operand once, however often its
 * loops come by. An array knows which pass touched which of its elements last. */
typedef struct slow_array {
    float *values;
    unsigned char *touched_in;
} slow_array;

static unsigned char pass;
static double read_count, written_count;

static slow_array slow(float *values, size_t count) {
    slow_array array = {values, bytes_buffer(count)};
    for (size_t i = 0; i < count; i++)
        array.touched_in[i] = 0;
    return array;
}
static float get(slow_array array, size_t i) {
    read_count += array.touched_in[i] != pass;
    array.touched_in[i] = pass;
    return array.values[i];
}
static void put(slow_array array, size_t i, float value) {
    written_count++;
    array.values[i] = value;
}

/* One head's four passes, over the whole matrix each. */
static void four_passes(
    float *output, const arrays *a, size_t b, size_t h, slow_array key, slow_array value) {
    const attn_attention_options *o = &a->options;
    size_t n = o->seq_len, m = o->kv_len, d = o->head_dim, head = b * o->n_heads + h;
    slow_array query = slow(a->query + head * n * d, n * d), out = slow(output, n * o->v_head_dim);
    slow_array matrix = slow(buffer(n * m), n * m), row_max = slow(buffer(n), n);
    pass = 1;
    for (size_t i = 0; i < n * m; i++) {
        float q_row[6], k_row[6];
        for (size_t c = 0; c < d; c++) {
            q_row[c] = get(query, i / m * d + c);
            k_row[c] = get(key, i % m * d + c);
        }
        put(matrix, i, attn_dot_product(q_row, k_row, o->head_dim) * o->scale);
    }
    pass = 2;
    attn_place place = {
        &a->mask, {o->batch, o->n_heads, o->seq_len, o->kv_len}, (uint32_t)b, (uint32_t)h, 0};
    for (size_t q = 0; q < n; q++) {
        float largest = -INF;
        place.q = (uint32_t)q;
        for (size_t k = 0; k < m; k++) {
            float masked = get(matrix, q * m + k) + attn_mask_at(&place, (uint32_t)k);
            largest = masked > largest ? masked : largest;
            put(matrix, q * m + k, masked);
        }
        put(row_max, q, largest);
    }
    pass = 3;
    for (size_t q = 0; q < n; q++) {
        float exponentials[14], row_sum = 0.0f, largest = get(row_max, q);
        for (size_t k = 0; k < m; k++) {
            float masked = get(matrix, q * m + k);
            exponentials[k] = masked == -INF ? 0.0f : attn_exp(masked - largest);
            row_sum += exponentials[k];
        }
        for (size_t k = 0; k < m; k++)
            put(matrix, q * m + k, row_sum > 0.0f ? exponentials[k] / row_sum : 0.0f);
    }
    pass = 4;
    for (size_t q = 0; q < n; q++) {
        float sum[6] = {0};
        for (size_t k = 0; k < m; k++)
            for (size_t c = 0; c < o->v_head_dim; c++)
                sum[c] += get(matrix, q * m + k) * get(value, k * o->v_head_dim + c);
        for (size_t c = 0; c < o->v_head_dim; c++)
            put(out, q * o->v_head_dim + c, sum[c]);
    }
}

static void plain_slow_memory(void) {
    for (uint32_t seed = 0; seed < 60; seed++) {
        attn_cost_options o = shape_of(seed);
        o.n_kv_heads = o.n_heads; /* so that each head's passes have operands of their own */
        arrays a = arrays_of(&o, seed);
        const attn_trace trace = {.weights = a.weights};
        CHECK_STATUS(
            attn_attention(a.output, &trace, a.query, a.key, a.value, &a.mask, &a.options, NULL),
            ATTN_OK);
        size_t head_size = (size_t)o.seq_len * o.v_head_dim;
        read_count = written_count = 0.0;
        for (size_t head = 0; head < (size_t)o.batch * o.n_heads; head++) {
            float *output = buffer(head_size);
            size_t key_size = (size_t)o.kv_len * o.head_dim;
            size_t value_size = (size_t)o.kv_len * o.v_head_dim;
            four_passes(output, &a, head / o.n_heads, head % o.n_heads,
                slow(a.key + head * key_size, key_size),
                slow(a.value + head * value_size, value_size));
            for (size_t i = 0; i < head_size; i++)
                CHECK_NEAR(output[i], a.output[head * head_size + i], 1e-5);
        }
        attn_cost cost;
        CHECK_STATUS(attn_plain_cost(&cost, &o, NULL), ATTN_OK);
        CHECK(cost.read == read_count && cost.written == written_count);
    }
}

static void tiled_counts(void) {
    for (uint32_t seed = 300; seed < 600; seed++) {
        attn_cost_options o = shape_of(seed);
        arrays a = arrays_of(&o, seed);
        const attn_tile_options tiles = {o.tile_q, o.tile_k};
        uint32_t scratch_size = attn_tiled_scratch_size(&a.options, &tiles);
        attn_cost cost;
        start_counting();
        CHECK_STATUS(counted_tiled_attention(a.output, NULL, buffer(scratch_size), a.query, a.key,
                         a.value, &a.mask, &a.options, &tiles, NULL),
            ATTN_OK);
        CHECK_STATUS(attn_tiled_cost(&cost, &o, NULL), ATTN_OK);
        double rescaled = cost.exponentials - allowed_pairs(&a.mask, &o);
        CHECK(cost.exponentials == counted.exponentials);
        CHECK(cost.multiply_adds == counted.multiply_adds + rescaled * (o.v_head_dim + 1.0));
        CHECK(cost.scores == counted.dot_products);
        CHECK(cost.read + cost.written == counted.copied);
        CHECK(cost.scratch == scratch_size);
    }
}

static void tiles_are_counted(void) {
    for (uint32_t seed = 700; seed < 900; seed++) {
        attn_cost_options o = shape_of(seed);
        o.batch = o.n_heads = o.n_kv_heads = 1;
        arrays a = arrays_of(&o, seed);
        attn_cost cost;
        CHECK_STATUS(attn_tiled_cost(&cost, &o, NULL), ATTN_OK);
        double computed = 0.0, skipped = 0.0;
        for (uint32_t q = 0; q < o.seq_len; q += o.tile_q)
            for (uint32_t k = 0; k < o.kv_len; k += o.tile_k) {
                int empty = 1;
                attn_place place = {&a.mask, {1, 1, o.seq_len, o.kv_len}, 0, 0, 0};
                for (uint32_t i = 0; i < o.tile_q * o.tile_k; i++) {
                    place.q = q + i / o.tile_k;
                    uint32_t key = k + i % o.tile_k;
                    if (place.q < o.seq_len && key < o.kv_len && attn_mask_at(&place, key) == 0.0f)
                        empty = 0;
                }
                computed += !empty;
                skipped += empty;
            }
        CHECK(cost.tiles == computed && cost.skipped == skipped);
    }
}

static void generation_counts(void) {
    for (uint32_t seed = 900; seed < 960; seed++) {
        uint32_t n_kv_heads = pick(seed, 0, 1, 2), length = pick(seed, 1, 1, 12);
        attn_generation_options o = {pick(seed, 2, 1, 3), pick(seed, 3, 1, 8),
            n_kv_heads * pick(seed, 4, 1, 2), n_kv_heads, pick(seed, 5, 1, 5), pick(seed, 6, 1, 9),
            pick(seed, 7, 1, length), length, pick(seed, 8, 1, 4), (int32_t)pick(seed, 9, 0, 1),
            pick(seed, 10, 0, 4), 0, {seed, 0}, 1.0f, 1.0f};
        size_t kv = (size_t)o.n_layers * n_kv_heads * length * o.head_dim;
        const attn_generation_outputs out = {bytes_buffer(length * sizeof(int32_t)),
            buffer(length * o.d_model), buffer(length * o.vocab), buffer(kv), buffer(kv),
            buffer(o.vocab), bytes_buffer(o.vocab * sizeof(int32_t))};
        for (uint32_t t = 0; t < o.given; t++)
            out.tokens[t] = 0;
        start_counting();
        CHECK_STATUS(counted_generate(&out, buffer(counted_generation_scratch_size(&o)),
                         noise(counted_generation_params_size(&o), seed), &o, NULL),
            ATTN_OK);
        uint32_t steps = attn_generation_steps(&o);
        attn_cost *costs = bytes_buffer(steps * sizeof(attn_cost)), sum = {0};
        CHECK_STATUS(attn_generation_costs(costs, &o, NULL), ATTN_OK);
        for (uint32_t i = 0; i < steps; i++) {
            sum.multiply_adds += costs[i].multiply_adds;
            sum.exponentials += costs[i].exponentials;
        }
        /* The loops also add to the residual stream and compute the logits. */
        double rows = 0.0;
        for (uint32_t i = 0; i < steps; i++)
            rows += costs[i].tokens;
        double residual = rows * o.n_layers * o.d_model,
               logits = (double)length * o.vocab * o.d_model;
        CHECK(sum.multiply_adds == counted.multiply_adds - residual - logits);
        CHECK(sum.exponentials == counted.exponentials);
    }
}

/* "Up to the tenth token that adds up to 10 projected tokens in place of 55, and
 * to 55 scores in place of 385." */
static void ten_tokens(void) {
    attn_generation_options o = {.n_layers = 1,
        .d_model = 8,
        .n_heads = 1,
        .n_kv_heads = 1,
        .head_dim = 8,
        .vocab = 10,
        .given = 10,
        .length = 10,
        .chunk = 1,
        .temperature = 1.0f,
        .top_p = 1.0f};
    const double wanted[2][2] = {{55.0, 385.0}, {10.0, 55.0}};
    for (o.cached = 0; o.cached < 2; o.cached++) {
        attn_cost costs[10];
        double tokens = 0.0, scores = 0.0;
        CHECK_STATUS(attn_generation_costs(costs, &o, NULL), ATTN_OK);
        for (int i = 0; i < 10; i++) {
            tokens += costs[i].tokens;
            scores += costs[i].scores;
        }
        CHECK(tokens == wanted[o.cached][0] && scores == wanted[o.cached][1]);
    }
}

static void tiling_saves_slow_memory(void) {
    /* Fast memory for 128 rows of queries and of keys: the plain way moves the matrix six times. */
    attn_cost_options o = {1, 1, 1, 4096, 4096, 64, 64, 128, 128, 0, 0, 0};
    attn_cost plain, tiled;
    CHECK_STATUS(attn_plain_cost(&plain, &o, NULL), ATTN_OK);
    CHECK_STATUS(attn_tiled_cost(&tiled, &o, NULL), ATTN_OK);
    CHECK((tiled.read + tiled.written) * 5 < plain.read + plain.written);
    CHECK(tiled.scratch * 200 < plain.scratch);
    o.causal = 1;
    CHECK_STATUS(attn_tiled_cost(&tiled, &o, NULL), ATTN_OK);
    CHECK(tiled.tiles == 32 * 33 / 2 && tiled.skipped == 32 * 31 / 2);
}

static void layers_of_2017(void) {
    attn_layer_cost c[ATTN_LAYER_COUNT];
    CHECK_STATUS(attn_layer_costs(c, 128, 512, 3, 32, NULL), ATTN_OK);
    CHECK(c[ATTN_LAYER_SELF].operations == 8388608.0);
    CHECK(c[ATTN_LAYER_RECURRENT].operations == 33554432.0);
    CHECK(c[ATTN_LAYER_CONVOLUTION].operations == 100663296.0);
    CHECK(c[ATTN_LAYER_RESTRICTED].operations == 32.0 * 128.0 * 512.0);
    CHECK(c[ATTN_LAYER_SELF].path_length == 1.0 && c[ATTN_LAYER_RECURRENT].path_length == 128.0);
    CHECK(c[ATTN_LAYER_CONVOLUTION].path_length == 5.0); /* 3^5 = 243 */
    CHECK(c[ATTN_LAYER_RESTRICTED].path_length == 4.0);
    CHECK(c[ATTN_LAYER_RECURRENT].sequential_steps == 128.0);
    CHECK_STATUS(attn_layer_costs(c, 512, 512, 1, 600, NULL), ATTN_OK);
    CHECK(c[ATTN_LAYER_SELF].operations == c[ATTN_LAYER_RECURRENT].operations);
    CHECK(c[ATTN_LAYER_RESTRICTED].operations == c[ATTN_LAYER_SELF].operations);
    CHECK(c[ATTN_LAYER_CONVOLUTION].path_length == (double)INF);
    CHECK_STATUS(attn_layer_costs(c, 1u << 24, 1u << 24, 1, 1, NULL), ATTN_TOO_LARGE);
    CHECK_STATUS(attn_layer_costs(c, 1, 0, 1, 1, NULL), ATTN_BAD_OPTION);
}

static const test tests[] = {
    {"Plain attention multiplies and exponentiates as often as counted.", plain_arithmetic},
    {"Plain attention moves as many elements as four passes that count.", plain_slow_memory},
    {"Tiled attention costs what its loops count.", tiled_counts},
    {"Computed and skipped tiles are as many as counted.", tiles_are_counted},
    {"Generation costs what its loops count, cached and not.", generation_counts},
    {"Ten tokens: 10 projected and 55 scores with the cache, 55 and 385 without.", ten_tokens},
    {"Tiling moves fewer elements and holds fewer.", tiling_saves_slow_memory},
    {"The table of 2017 in counts.", layers_of_2017},
};
SUITE(costs, tests)
