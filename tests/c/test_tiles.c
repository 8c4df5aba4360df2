/* Tiles: the plain output for every tile size, and steps that can be followed. */
#include "elementary.h"
#include "internal.h"
#include "test.h"

typedef struct problem {
    attn_attention_options options;
    attn_mask mask;
    float *query, *key, *value, *plain, *log_sum_exp;
} problem;

static uint32_t pick(uint32_t seed, uint32_t which, uint32_t from, uint32_t to) {
    return from + (uint32_t)(attn_random_bits(seed, which) % (to - from + 1));
}

static float *times(float *values, size_t count, float factor) {
    for (size_t i = 0; i < count; i++)
        values[i] *= factor;
    return values;
}

static problem problem_of(uint32_t seed, uint32_t n_heads, uint32_t seq_len, uint32_t kv_len) {
    uint32_t n_kv_heads = n_heads % 2 == 0 ? n_heads / 2 : n_heads;
    uint32_t head_dim = pick(seed, 0, 1, 9), v_head_dim = pick(seed, 1, 1, 9);
    problem p = {.options = {1, n_heads, n_kv_heads, seq_len, kv_len, head_dim, v_head_dim,
                     attn_default_scale(head_dim), pick(seed, 2, 0, 3) == 0 ? 2.0f : 0.0f, 1.0f},
        .mask = {.causal = (int32_t)pick(seed, 3, 0, 1),
            .align = (int32_t)pick(seed, 4, 0, 1),
            .window = pick(seed, 5, 0, 5)}};
    size_t rows = (size_t)n_heads * seq_len, kv_rows = (size_t)n_kv_heads * kv_len;
    float spread = pick(seed, 6, 0, 2) == 0 ? 30.0f : 1.0f; /* scores of 90 and more, too */
    p.query = times(noise(rows * head_dim, seed), rows * head_dim, spread);
    p.key = times(noise(kv_rows * head_dim, seed + 1), kv_rows * head_dim, spread);
    p.value = noise(kv_rows * v_head_dim, seed + 2);
    p.plain = buffer(rows * v_head_dim);
    p.log_sum_exp = buffer(rows);
    const attn_trace trace = {.weights = buffer(rows * kv_len), .log_sum_exp = p.log_sum_exp};
    CHECK_STATUS(
        attn_attention(p.plain, &trace, p.query, p.key, p.value, &p.mask, &p.options, NULL),
        ATTN_OK);
    return p;
}

static void check_tiled(const problem *p, uint32_t tile_q, uint32_t tile_k) {
    const attn_attention_options *o = &p->options;
    const attn_tile_options tiles = {tile_q, tile_k};
    size_t rows = (size_t)o->n_heads * o->seq_len;
    float *output = buffer(rows * o->v_head_dim), *log_sum_exp = buffer(rows);
    float *scratch = buffer(attn_tiled_scratch_size(o, &tiles));
    CHECK_STATUS(attn_tiled_attention(output, log_sum_exp, scratch, p->query, p->key, p->value,
                     &p->mask, o, &tiles, NULL),
        ATTN_OK);
    for (size_t i = 0; i < rows * o->v_head_dim; i++)
        CHECK_NEAR((double)output[i], (double)p->plain[i], 4e-6);
    for (size_t row = 0; row < rows; row++) {
        double size = (double)__builtin_fabsf(p->log_sum_exp[row]);
        CHECK_NEAR((double)log_sum_exp[row], (double)p->log_sum_exp[row],
            size < 1e9 ? 1e-6 + 1e-6 * size : 0.0);
    }
    keep(output, rows * o->v_head_dim);
}

static void every_tile_size(void) {
    for (uint32_t seed = 0; seed < 12; seed++) {
        uint32_t seq_len = pick(seed, 7, 1, 11), kv_len = pick(seed, 8, 1, 11);
        problem p = problem_of(seed, pick(seed, 9, 1, 2), seq_len, kv_len);
        for (uint32_t tile_q = 1; tile_q <= seq_len + 1; tile_q++)
            for (uint32_t tile_k = 1; tile_k <= kv_len + 1; tile_k++)
                check_tiled(&p, tile_q, tile_k);
    }
}

static void random_shapes(void) {
    for (uint32_t seed = 1000; seed < 1200; seed++) {
        problem p =
            problem_of(seed, pick(seed, 9, 1, 4), pick(seed, 7, 1, 40), pick(seed, 8, 1, 40));
        check_tiled(&p, pick(seed, 10, 1, 40), pick(seed, 11, 1, 40));
    }
}

/* The room for all steps of one head. */
static attn_tile_trace trace_room(size_t steps, const attn_tile_options *tiles, size_t v_head_dim) {
    size_t rows = steps * tiles->tile_q;
    attn_tile_trace trace = {bytes_buffer(steps * sizeof(int32_t)), buffer(rows * tiles->tile_k),
        buffer(rows * tiles->tile_k), buffer(rows), buffer(rows), buffer(rows), buffer(rows),
        buffer(rows), buffer(rows), buffer(rows), buffer(rows * v_head_dim),
        buffer(rows * v_head_dim)};
    return trace;
}

/* The row of "it" in two tiles of five keys, as the article counts it out. */
static void row_of_it(void) {
    const float scores[10] = {0, 2.1f, 0, 0, 0, 3.4f, 0, 0, 0, 2.8f};
    const float query[1] = {1.0f};
    const float value[10] = {0, 0, 0, 0, 0, 1.0f, 0, 0, 0, 0}; /* ball */
    const attn_attention_options options = {1, 1, 1, 1, 10, 1, 1, 1.0f, 0.0f, 1.0f};
    const attn_tile_options tiles = {1, 5};
    const attn_tile_trace trace = trace_room(2, &tiles, 1);
    float output;
    CHECK(attn_tiled_scratch_size(&options, &tiles) == 19);
    CHECK_STATUS(attn_tile_steps(&trace, &output, NULL, buffer(19), query, scores, value, NULL,
                     &options, &tiles, NULL),
        ATTN_OK);
    CHECK(trace.max_before[0] == -INF && trace.max_after[0] == 2.1f && trace.factor[0] == 0.0f);
    CHECK_NEAR((double)trace.sum_after[0], 1.490, 5e-4);
    CHECK(trace.max_before[1] == 2.1f && trace.max_after[1] == 3.4f);
    CHECK_NEAR((double)trace.factor[1], 0.2725, 5e-5);
    CHECK_NEAR((double)(trace.sum_before[1] * trace.factor[1]), 0.406, 5e-4);
    CHECK_NEAR((double)trace.tile_sum[1], 1.649, 5e-4);
    CHECK_NEAR((double)trace.sum_after[1], 2.055, 5e-4);
    CHECK_NEAR((double)output, 0.487, 5e-4);
}

/* What a reader with a calculator does with the numbers of one row of a step. */
static void follow_row(const attn_tile_trace *t, size_t row, uint32_t cols, uint32_t tile_k,
    const float *v_tile, uint32_t v_head_dim) {
    const float *scores = t->scores + row * tile_k, *exponentials = t->exponentials + row * tile_k;
    float tile_max = -INF, tile_sum = 0.0f;
    for (uint32_t k = 0; k < cols; k++)
        if (scores[k] > tile_max) tile_max = scores[k];
    CHECK(t->tile_max[row] == tile_max);
    CHECK(t->max_after[row] == (tile_max > t->max_before[row] ? tile_max : t->max_before[row]));
    if (tile_max == -INF) {
        CHECK(t->factor[row] == 1.0f && t->sum_after[row] == t->sum_before[row]);
        return;
    }
    for (uint32_t k = 0; k < cols; k++) {
        float wanted = scores[k] == -INF ? 0.0f : attn_exp(scores[k] - t->max_after[row]);
        CHECK(exponentials[k] == wanted);
        tile_sum += exponentials[k];
    }
    CHECK(t->tile_sum[row] == tile_sum);
    CHECK(t->factor[row] == attn_exp(t->max_before[row] - t->max_after[row]));
    CHECK(t->sum_after[row] == t->sum_before[row] * t->factor[row] + tile_sum);
    for (uint32_t d = 0; d < v_head_dim; d++) {
        float sum = t->accumulator_before[row * v_head_dim + d] * t->factor[row];
        for (uint32_t k = 0; k < cols; k++)
            sum += exponentials[k] * v_tile[k * v_head_dim + d];
        CHECK(t->accumulator_after[row * v_head_dim + d] == sum);
    }
}

static void follow_steps(const problem *p, const attn_tile_options *tiles) {
    const attn_attention_options *o = &p->options;
    uint32_t tile_cols = (o->kv_len + tiles->tile_k - 1) / tiles->tile_k;
    uint32_t tile_rows = (o->seq_len + tiles->tile_q - 1) / tiles->tile_q;
    const attn_tile_trace trace = trace_room((size_t)tile_rows * tile_cols, tiles, o->v_head_dim);
    float *output = buffer((size_t)o->seq_len * o->v_head_dim);
    CHECK_STATUS(attn_tile_steps(&trace, output, NULL, buffer(attn_tiled_scratch_size(o, tiles)),
                     p->query, p->key, p->value, &p->mask, o, tiles, NULL),
        ATTN_OK);
    for (uint32_t step = 0; step < tile_rows * tile_cols; step++) {
        uint32_t first_q = step / tile_cols * tiles->tile_q;
        uint32_t first_k = step % tile_cols * tiles->tile_k;
        uint32_t cols = o->kv_len - first_k < tiles->tile_k ? o->kv_len - first_k : tiles->tile_k;
        for (uint32_t q = 0; q < tiles->tile_q && first_q + q < o->seq_len; q++) {
            size_t row = (size_t)step * tiles->tile_q + q;
            if (step % tile_cols != 0)
                CHECK(trace.sum_before[row] == trace.sum_after[row - tiles->tile_q]);
            if (trace.state[step] != ATTN_TILE_COMPUTED) {
                CHECK(trace.sum_before[row] == trace.sum_after[row] && trace.factor[row] == 1.0f);
                continue;
            }
            follow_row(&trace, row, cols, tiles->tile_k, p->value + (size_t)first_k * o->v_head_dim,
                o->v_head_dim);
        }
    }
    for (size_t i = 0; i < (size_t)o->seq_len * o->v_head_dim; i++)
        CHECK_NEAR((double)output[i], (double)p->plain[i], 4e-6);
}

static void steps_can_be_followed(void) {
    for (uint32_t seed = 2000; seed < 2060; seed++) {
        problem p = problem_of(seed, 1, pick(seed, 7, 1, 12), pick(seed, 8, 1, 12));
        const attn_tile_options tiles = {pick(seed, 9, 1, 5), pick(seed, 10, 1, 5)};
        follow_steps(&p, &tiles);
    }
}

static void skipped_tiles(void) {
    problem p = problem_of(3, 1, 6, 6);
    p.mask = (attn_mask){.causal = 1, .window = 2};
    const attn_tile_options tiles = {2, 2};
    const attn_tile_trace trace = trace_room(9, &tiles, p.options.v_head_dim);
    float *output = buffer(6 * p.options.v_head_dim);
    const int32_t computed = ATTN_TILE_COMPUTED, causal = ATTN_TILE_CAUSAL,
                  window = ATTN_TILE_WINDOW;
    const int32_t wanted[9] = {
        computed, causal, causal, computed, computed, causal, window, computed, computed};
    float *scratch = buffer(attn_tiled_scratch_size(&p.options, &tiles));
    CHECK_STATUS(attn_tile_steps(&trace, output, NULL, scratch, p.query, p.key, p.value, &p.mask,
                     &p.options, &tiles, NULL),
        ATTN_OK);
    for (int step = 0; step < 9; step++)
        CHECK(trace.state[step] == wanted[step]);
    uint8_t allow[36] = {0};
    p.mask = (attn_mask){.allow = allow, .allow_stride = {0, 0, 6, 1}};
    CHECK_STATUS(attn_tile_steps(&trace, output, NULL, scratch, p.query, p.key, p.value, &p.mask,
                     &p.options, &tiles, NULL),
        ATTN_OK);
    for (int step = 0; step < 9; step++)
        CHECK(trace.state[step] == ATTN_TILE_MASKED);
    for (uint32_t i = 0; i < 6 * p.options.v_head_dim; i++)
        CHECK(output[i] == 0.0f);
}

static void refusals(void) {
    problem p = problem_of(5, 1, 2, 2);
    attn_tile_options tiles = {0, 1};
    attn_fault fault;
    float output[18], scratch[99];
    CHECK_STATUS(attn_tiled_attention(output, NULL, scratch, p.query, p.key, p.value, NULL,
                     &p.options, &tiles, &fault),
        ATTN_BAD_OPTION);
    CHECK(fault.argument == 8 && fault.position == 0);
    tiles.tile_q = 1;
    p.options.temperature = 0.0f;
    CHECK_STATUS(attn_tiled_attention(output, NULL, scratch, p.query, p.key, p.value, NULL,
                     &p.options, &tiles, &fault),
        ATTN_BAD_OPTION);
    CHECK(fault.argument == 7 && fault.position == 9);
    p.options.temperature = 1.0f;
    for (uint32_t d = 0; d < 2 * p.options.head_dim; d++)
        p.query[d] = p.key[d] = 3e38f;
    CHECK_STATUS(attn_tiled_attention(output, NULL, scratch, p.query, p.key, p.value, NULL,
                     &p.options, &tiles, &fault),
        ATTN_OVERFLOW);
}

/* Nothing is to be done for 4 thousand million heads of no queries; a loop over them would hang. */
static void many_heads_of_nothing(void) {
    attn_attention_options o = {3, UINT32_MAX, 1, 0, 0, 7, 5, attn_default_scale(7), 0.0f, 1.0f};
    attn_tile_options tiles = {6, 1};
    float *scratch = buffer(attn_tiled_scratch_size(&o, &tiles));
    attn_trace trace = attn_weights_only(NULL);
    CHECK_STATUS(
        attn_tiled_attention(NULL, NULL, scratch, NULL, NULL, NULL, NULL, &o, &tiles, NULL),
        ATTN_OK);
    CHECK_STATUS(attn_attention(NULL, &trace, NULL, NULL, NULL, NULL, &o, NULL), ATTN_OK);
    scratch = buffer(attn_attention_fast_scratch_size(&o));
    CHECK_STATUS(attn_attention_fast(NULL, scratch, NULL, NULL, NULL, NULL, &o, NULL), ATTN_OK);
}

static void difference(void) {
    const float a[4] = {1.0f, INF, -INF, 2.0f}, b[4] = {1.5f, INF, -INF, 1.0f};
    float result;
    uint32_t position;
    CHECK_STATUS(attn_max_difference(&result, &position, a, b, 4, NULL), ATTN_OK);
    CHECK(result == 1.0f && position == 3);
    CHECK_STATUS(attn_max_difference(&result, &position, a, b, 3, NULL), ATTN_OK);
    CHECK(result == 0.5f && position == 0);
    const float nan[1] = {NOT_A_NUMBER};
    CHECK_STATUS(attn_max_difference(&result, &position, a, nan, 1, NULL), ATTN_NAN);
}

static const test tests[] = {
    {"Tiled equals plain for every tile size.", every_tile_size},
    {"Tiled equals plain for random shapes, masks and tiles.", random_shapes},
    {"The row of \"it\" in two tiles is as the article counts it out.", row_of_it},
    {"Each step can be followed with a calculator.", steps_can_be_followed},
    {"Tiles that the causal mask or the window empties are skipped.", skipped_tiles},
    {"What tiles cannot do is refused.", refusals},
    {"Many heads of no queries take no time.", many_heads_of_nothing},
    {"The largest difference is found, and equal infinities do not differ.", difference},
};
SUITE(tiles, tests)
