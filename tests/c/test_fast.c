/* The fast path means what the reference means: random shapes, masks and options
 * from seeds, and sizes around every block of the kernels. */
#include "internal.h"
#include "test.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static uint32_t state;
static uint32_t below(uint32_t n) { /* xorshift32 */
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return (state >> 4) % n;
}

static void compare(const char *what, uint32_t seed, const float *got, const float *want,
    size_t count, double near) {
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        double error = fabs((double)got[i] - (double)want[i]);
        if (!(error <= largest)) largest = error; /* NaN too */
    }
    if (!(largest <= near)) printf("  %s, seed %u: off by %g\n", what, seed, largest);
    CHECK(largest <= near);
    keep(got, count);
}

static void scale_noise(float *values, size_t count, float by) {
    for (size_t i = 0; i < count; i++)
        values[i] *= by;
}

/* One comparison of attn_attention_fast with attn_attention. */
static void compare_attention(
    const attn_attention_options *o, const attn_mask *mask, uint32_t seed, float spread) {
    size_t rows = (size_t)o->batch * o->n_heads * o->seq_len;
    size_t kv_rows = (size_t)o->batch * o->n_kv_heads * o->kv_len;
    float *query = noise(rows * o->head_dim, seed);
    float *key = noise(kv_rows * o->head_dim, seed + 1);
    float *value = noise(kv_rows * o->v_head_dim, seed + 2);
    scale_noise(query, rows * o->head_dim, spread);
    float *want = buffer(rows * o->v_head_dim), *got = filled(rows * o->v_head_dim, 7.0f);
    float *scratch = buffer(attn_attention_fast_scratch_size(o));
    attn_trace trace = attn_weights_only(buffer(rows * o->kv_len));
    CHECK_STATUS(attn_attention(want, &trace, query, key, value, mask, o, NULL), ATTN_OK);
    CHECK_STATUS(attn_attention_fast(got, scratch, query, key, value, mask, o, NULL), ATTN_OK);
    compare("attention", seed, got, want, rows * o->v_head_dim, 3e-6 * (spread > 1.0f ? 10 : 1));
}

static attn_attention_options shape(uint32_t heads, uint32_t kv_heads, uint32_t seq_len,
    uint32_t kv_len, uint32_t dim, uint32_t v_dim) {
    return (attn_attention_options){
        1, heads, kv_heads, seq_len, kv_len, dim, v_dim, attn_default_scale(dim), 0.0f, 1.0f};
}

static void every_small_size(void) {
    for (uint32_t n = 1; n <= 17; n++)
        for (uint32_t d = 1; d <= 9; d++) {
            attn_attention_options o = shape(1, 1, n, 18 - n, d, 10 - d);
            compare_attention(&o, NULL, n * 16 + d, 1.0f);
        }
}

static void sizes_around_a_tile(void) {
    const uint32_t lengths[] = {0, 1, 3, 4, 63, 64, 65, 129, 600};
    for (size_t i = 0; i < 9; i++)
        for (uint32_t q = 0; q <= 9; q += 3) {
            attn_attention_options o = shape(2, 1, q, lengths[i], 8, 6);
            compare_attention(&o, NULL, (uint32_t)i * 16 + q, 1.0f);
        }
}

static void random_mask(attn_mask *mask, const attn_attention_options *o, uint32_t seed) {
    mask->causal = below(2) != 0;
    mask->align = (int32_t)below(2);
    if (below(3) == 0) mask->window = 1 + below(o->kv_len + 4);
    if (below(3) == 0) {
        int32_t *lengths = bytes_buffer(o->batch * sizeof lengths[0]);
        for (uint32_t b = 0; b < o->batch; b++)
            lengths[b] = (int32_t)below(o->kv_len + 1);
        mask->kv_lengths = lengths;
    }
    if (below(4) == 0) {
        size_t count = (size_t)o->seq_len * o->kv_len;
        uint8_t *allow = bytes_buffer(count);
        for (size_t i = 0; i < count; i++)
            allow[i] = below(3) != 0;
        mask->allow = allow;
        mask->allow_stride[2] = o->kv_len;
        mask->allow_stride[3] = 1;
    }
    if (below(4) == 0) {
        size_t count = (size_t)o->n_heads * o->seq_len * o->kv_len;
        float *additive = noise(count, seed + 9);
        for (size_t i = 0; i < count; i++)
            if (below(5) == 0) additive[i] = below(2) ? -INF : -0x1.fffffep+127f;
        mask->additive = additive;
        mask->additive_stride[1] = o->seq_len * o->kv_len;
        mask->additive_stride[2] = o->kv_len;
        mask->additive_stride[3] = 1;
    }
}

static void random_shapes_and_masks(void) {
    for (uint32_t seed = 1; seed <= 300; seed++) {
        state = seed * 2654435761u;
        /* one draw a statement: compilers choose the order of arguments */
        uint32_t kv_heads = 1 + below(2);
        uint32_t heads = kv_heads * (1 + below(3));
        uint32_t seq_len = 1 + below(80);
        uint32_t kv_len = 1 + below(150);
        uint32_t dim = 1 + below(12);
        attn_attention_options o = shape(heads, kv_heads, seq_len, kv_len, dim, 1 + below(12));
        o.batch = 1 + below(2);
        if (below(3) == 0) o.softcap = 2.0f + (float)below(20);
        if (below(3) == 0) o.temperature = 0.25f + (float)below(8) / 4.0f;
        if (below(12) == 0) o.temperature = INF;
        if (below(12) == 0) o.temperature = 0.0f;
        attn_mask mask = {0};
        random_mask(&mask, &o, seed);
        float spread = below(6) ? 1.0f : 30.0f;
        compare_attention(&o, below(8) ? &mask : NULL, seed, spread);
    }
}

static void huge_scores(void) {
    for (uint32_t seq_len = 1; seq_len <= 9; seq_len += 8) {
        attn_attention_options o = shape(1, 1, seq_len, 70, 4, 4);
        float *query = filled((size_t)seq_len * 4, 1e30f), *key = noise(280, 3);
        float *value = noise(280, 4), *got = buffer((size_t)seq_len * 4);
        float *want = buffer((size_t)seq_len * 4);
        float *scratch = buffer(attn_attention_fast_scratch_size(&o));
        attn_trace trace = attn_weights_only(buffer((size_t)seq_len * 70));
        CHECK_STATUS(attn_attention(want, &trace, query, key, value, NULL, &o, NULL), ATTN_OK);
        CHECK_STATUS(attn_attention_fast(got, scratch, query, key, value, NULL, &o, NULL), ATTN_OK);
        compare("scores of 1e30", seq_len, got, want, (size_t)seq_len * 4, 1e-6);
        scale_noise(key, 280, 1e15f); /* scores overflow */
        attn_status expected = attn_attention(want, &trace, query, key, value, NULL, &o, NULL);
        CHECK_STATUS(
            attn_attention_fast(got, scratch, query, key, value, NULL, &o, NULL), expected);
        /* A scale of 0 makes NaN of an infinite product, with many rows and with few. */
        o.scale = 0.0f;
        CHECK_STATUS(
            attn_attention(want, &trace, query, key, value, NULL, &o, NULL), ATTN_OVERFLOW);
        CHECK_STATUS(
            attn_attention_fast(got, scratch, query, key, value, NULL, &o, NULL), ATTN_OVERFLOW);
    }
}

static void bad_input_is_refused(void) {
    attn_attention_options o = shape(1, 1, 9, 70, 4, 4);
    float *query = noise(36, 1), *key = noise(280, 2), *value = noise(280, 3), *output = buffer(36);
    float *scratch = buffer(attn_attention_fast_scratch_size(&o));
    attn_fault fault;
    key[277] = NOT_A_NUMBER;
    CHECK_STATUS(
        attn_attention_fast(output, scratch, query, key, value, NULL, &o, &fault), ATTN_NAN);
    CHECK(fault.argument == 3 && fault.position == 277);
    key[277] = 0.0f;
    value[5] = -INF;
    CHECK_STATUS(
        attn_attention_fast(output, scratch, query, key, value, NULL, &o, &fault), ATTN_INFINITE);
    CHECK(fault.argument == 4 && fault.position == 5);
    o.n_kv_heads = 0;
    CHECK_STATUS(
        attn_attention_fast(output, scratch, query, key, value, NULL, &o, &fault), ATTN_BAD_OPTION);
}

static void linear_is_linear(void) {
    for (uint32_t seed = 1; seed <= 60; seed++) {
        state = seed * 2654435761u;
        uint32_t rows = below(80);
        uint32_t in_dim = below(40);
        uint32_t out_dim = below(70);
        const float *x = noise((size_t)rows * in_dim, seed);
        const float *w = noise((size_t)in_dim * out_dim, seed + 1);
        const float *bias = below(2) ? noise(out_dim, seed + 2) : NULL;
        size_t count = (size_t)rows * out_dim;
        float *want = buffer(count), *got = buffer(count);
        float *scratch = buffer(attn_linear_fast_scratch_size(in_dim));
        CHECK_STATUS(attn_linear(want, x, w, bias, rows, in_dim, out_dim, NULL), ATTN_OK);
        CHECK_STATUS(
            attn_linear_fast(got, scratch, x, w, bias, rows, in_dim, out_dim, NULL), ATTN_OK);
        compare("linear", seed, got, want, count, 1e-5);
    }
}

static void softmax_is_softmax(void) {
    const float temperatures[] = {1.0f, 0.5f, 3.0f, 0.0f, INF, 1e-3f};
    for (uint32_t cols = 1; cols <= 17; cols++)
        for (size_t i = 0; i < 6; i++) {
            float *scores = noise((size_t)cols * 3, cols), *got = buffer((size_t)cols * 3);
            scale_noise(scores, cols, 90.0f);
            scores[cols] = -INF;
            scores[(size_t)cols * 3 - 1] = cols % 2 ? 1e30f : INF;
            float temperature[3] = {temperatures[i], temperatures[i], temperatures[i]};
            attn_trace trace = attn_weights_only(buffer((size_t)cols * 3));
            attn_extent extent = {1, 1, 3, cols};
            CHECK_STATUS(attn_softmax(&trace, scores, temperature, &extent, NULL, NULL), ATTN_OK);
            CHECK_STATUS(attn_softmax_fast(got, scores, 3, cols, temperatures[i], NULL), ATTN_OK);
            compare("softmax", cols, got, trace.weights, (size_t)cols * 3, 1e-6);
            CHECK_STATUS(
                attn_softmax_fast(scores, scores, 3, cols, temperatures[i], NULL), ATTN_OK);
            CHECK(memcmp(scores, got, (size_t)cols * 3 * sizeof(float)) == 0);
        }
    float *scores = noise(50, 1);
    attn_fault fault;
    scores[37] = NOT_A_NUMBER;
    CHECK_STATUS(attn_softmax_fast(scores, scores, 5, 10, 1.0f, &fault), ATTN_NAN);
    CHECK(fault.argument == 1 && fault.position == 37);
}

static void rows_are_normal(void) {
    for (uint32_t dim = 1; dim <= 17; dim++) {
        const float *x = noise((size_t)dim * 2, dim), *gain = noise(dim, 2), *shift = noise(dim, 3);
        float *y = buffer((size_t)dim * 2), *want = buffer((size_t)dim * 2);
        for (uint32_t row = 0; row < 2; row++) {
            double mean = 0, variance = 0;
            for (uint32_t d = 0; d < dim; d++)
                mean += (double)x[row * dim + d] / dim;
            for (uint32_t d = 0; d < dim; d++)
                variance += pow((double)x[row * dim + d] - mean, 2) / dim;
            for (uint32_t d = 0; d < dim; d++)
                want[row * dim + d] = (float)(((double)x[row * dim + d] - mean) /
                                                  sqrt(variance + 1e-5) * (double)gain[d] +
                                              (double)shift[d]);
        }
        CHECK_STATUS(attn_layer_norm_fast(y, x, gain, shift, 2, dim, 1e-5f, NULL), ATTN_OK);
        compare("layer norm", dim, y, want, (size_t)dim * 2, dim == 1 ? 0 : 3e-6);
    }
}

static void gelu_is_gelu(void) {
    float *x = noise(103, 5), *y = buffer(103), *want = buffer(103);
    scale_noise(x, 103, 6.0f);
    for (size_t i = 0; i < 103; i++)
        want[i] = (float)((double)x[i] * 0.5 * erfc(-(double)x[i] / sqrt(2.0)));
    CHECK_STATUS(attn_gelu_fast(y, x, 103, NULL), ATTN_OK);
    compare("GELU", 5, y, want, 103, 1e-6);
}

static const test tests[] = {
    {"Attention of every size from 1 to 17 is the reference's.", every_small_size},
    {"Attention of sizes around a tile is the reference's.", sizes_around_a_tile},
    {"Attention of random shapes and masks is the reference's.", random_shapes_and_masks},
    {"Scores of 1e30 and above are the reference's.", huge_scores},
    {"NaN, infinities and bad head counts are refused with their place.", bad_input_is_refused},
    {"A linear map of any size is the reference's.", linear_is_linear},
    {"A softmax of rows is the reference's, its limits too.", softmax_is_softmax},
    {"Layer normalisation is what double precision says.", rows_are_normal},
    {"GELU is what double precision says.", gelu_is_gelu},
};
SUITE(fast, tests)
