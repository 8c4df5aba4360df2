/* The four-pass attention against a loop in float64, and its properties. */
#include "internal.h"
#include "test.h"
#include <math.h>
#include <string.h>

typedef struct fixture {
    attn_attention_options o;
    float *query, *key, *value, *output;
    attn_trace trace;
} fixture;

static fixture fixture_of(uint32_t n_heads, uint32_t n_kv_heads, uint32_t seq_len, uint32_t kv_len,
    uint32_t head_dim, uint32_t v_head_dim) {
    fixture f = {.o = {2, n_heads, n_kv_heads, seq_len, kv_len, head_dim, v_head_dim,
                     attn_default_scale(head_dim), 0.0f, 1.0f}};
    size_t rows = (size_t)2 * n_heads * seq_len, kv_rows = (size_t)2 * n_kv_heads * kv_len;
    f.query = noise(rows * head_dim, 1 + seq_len);
    f.key = noise(kv_rows * head_dim, 2 + kv_len);
    f.value = noise(kv_rows * v_head_dim, 3 + head_dim);
    f.output = buffer(rows * v_head_dim);
    f.trace = attn_weights_only(buffer(rows * kv_len));
    return f;
}

static size_t output_count(const fixture *f) {
    return (size_t)f->o.batch * f->o.n_heads * f->o.seq_len * f->o.v_head_dim;
}

static void run(fixture *f, const attn_mask *mask) {
    CHECK_STATUS(
        attn_attention(f->output, &f->trace, f->query, f->key, f->value, mask, &f->o, NULL),
        ATTN_OK);
    keep(f->output, output_count(f));
}

/* The formula for one output channel, straight down, in double. */
static double reference(const fixture *f, const attn_place *at, uint32_t channel) {
    const attn_attention_options *o = &f->o;
    size_t kv = (size_t)at->b * o->n_kv_heads + at->h / (o->n_heads / o->n_kv_heads);
    size_t row = ((size_t)at->b * o->n_heads + at->h) * o->seq_len + at->q;
    double max = -HUGE_VAL, sum = 0, blend = 0, scores[64];
    for (uint32_t k = 0; k < o->kv_len; k++) {
        double score = 0, cap = (double)o->softcap;
        for (uint32_t d = 0; d < o->head_dim; d++)
            score += (double)f->query[row * o->head_dim + d] *
                     (double)f->key[(kv * o->kv_len + k) * o->head_dim + d];
        score *= (double)o->scale;
        if (cap > 0) score = cap * tanh(score / cap);
        scores[k] = score / (double)o->temperature + (double)attn_mask_at(at, k);
        max = fmax(max, scores[k]);
    }
    if (!(max > -HUGE_VAL)) return 0;
    for (uint32_t k = 0; k < o->kv_len; k++) {
        sum += exp(scores[k] - max);
        blend +=
            exp(scores[k] - max) * (double)f->value[(kv * o->kv_len + k) * o->v_head_dim + channel];
    }
    return blend / sum;
}

static void compare(const fixture *f, const attn_mask *mask) {
    attn_place at = {mask, {f->o.batch, f->o.n_heads, f->o.seq_len, f->o.kv_len}, 0, 0, 0};
    const float *output = f->output;
    for (at.b = 0; at.b < f->o.batch; at.b++)
        for (at.h = 0; at.h < f->o.n_heads; at.h++)
            for (at.q = 0; at.q < f->o.seq_len; at.q++)
                for (uint32_t d = 0; d < f->o.v_head_dim; d++)
                    CHECK_NEAR(*output++, reference(f, &at, d), 2e-6);
}

static void every_size_agrees_with_float64(void) {
    for (uint32_t n = 1; n <= 17; n++) {
        fixture f = fixture_of(2, 1, n, 18 - n, n, 1 + n % 5);
        run(&f, NULL);
        compare(&f, NULL);
    }
}

static void masks_softcap_and_temperature_agree_with_float64(void) {
    const int32_t lengths[2] = {0, 9};
    const attn_mask masks[] = {{.causal = 1, .align = ATTN_ALIGN_TOP_LEFT},
        {.causal = 1, .align = ATTN_ALIGN_BOTTOM_RIGHT}, {.window = 2},
        {.causal = 1, .align = ATTN_ALIGN_OFFSET, .causal_offset = -3},
        {.kv_lengths = lengths, .causal = 1, .align = ATTN_ALIGN_LENGTHS, .window = 4}};
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        fixture f = fixture_of(4, 2, 5, 9, 6, 3);
        f.o.softcap = 0.3f * (float)i;
        f.o.temperature = 0.5f + 0.5f * (float)i;
        f.o.scale = 1.5f;
        run(&f, &masks[i]);
        compare(&f, &masks[i]);
    }
}

static void no_keys_and_no_queries_are_fine(void) {
    fixture f = fixture_of(2, 1, 3, 0, 4, 4);
    run(&f, NULL);
    for (size_t i = 0; i < output_count(&f); i++)
        CHECK_NEAR(f.output[i], 0, 0);
    f = fixture_of(2, 1, 0, 3, 4, 4);
    run(&f, NULL);
}

/* A causal row must not change when what comes after it does. */
static void a_causal_row_ignores_what_comes_after(void) {
    const attn_mask mask = {.causal = 1};
    fixture a = fixture_of(2, 2, 6, 6, 5, 4), b = fixture_of(2, 2, 6, 6, 5, 4);
    for (uint32_t head = 0; head < 4; head++) /* the last key and value of each head */
        for (uint32_t d = 0; d < 4; d++) {
            b.key[(head * 6 + 5) * 5 + d] = 1e30f;
            b.value[(head * 6 + 5) * 4 + d] = -1e30f;
        }
    run(&a, &mask);
    run(&b, &mask);
    for (size_t i = 0; i < output_count(&a); i++)
        if (i / 4 % 6 != 5) CHECK_NEAR(a.output[i], b.output[i], 0);
}

static void permuting_keys_with_values_changes_nothing(void) {
    fixture a = fixture_of(1, 1, 4, 7, 3, 3), b = fixture_of(1, 1, 4, 7, 3, 3);
    for (uint32_t batch = 0; batch < 2; batch++)
        for (uint32_t k = 0; k < 7; k++) {
            size_t to = (batch * 7 + (k * 3 + 2) % 7) * 3, from = (batch * 7 + k) * 3;
            memcpy(b.key + to, a.key + from, 3 * sizeof(float));
            memcpy(b.value + to, a.value + from, 3 * sizeof(float));
        }
    run(&a, NULL);
    run(&b, NULL);
    for (size_t i = 0; i < output_count(&a); i++)
        CHECK_NEAR(a.output[i], b.output[i], 1e-6);
}

/* Grouped heads read their group's KV head: the same as repeating it. */
static void grouped_heads_equal_repeated_kv_heads(void) {
    fixture a = fixture_of(6, 2, 3, 5, 4, 4), b = fixture_of(6, 6, 3, 5, 4, 4);
    memcpy(b.query, a.query, sizeof(float) * 2 * 6 * 3 * 4);
    for (uint32_t batch = 0; batch < 2; batch++)
        for (uint32_t h = 0; h < 6; h++) {
            size_t to = (batch * 6 + h) * 20, from = (batch * 2 + h / 3) * 20;
            memcpy(b.key + to, a.key + from, 20 * sizeof(float));
            memcpy(b.value + to, a.value + from, 20 * sizeof(float));
        }
    run(&a, NULL);
    run(&b, NULL);
    for (size_t i = 0; i < output_count(&a); i++)
        CHECK_NEAR(a.output[i], b.output[i], 0);
}

static void the_trace_is_what_was_computed(void) {
    fixture f = fixture_of(2, 1, 3, 4, 5, 2);
    const size_t rows = 12, cells = 48;
    const attn_mask mask = {.causal = 1, .align = ATTN_ALIGN_BOTTOM_RIGHT};
    attn_trace t = {buffer(cells), buffer(cells), buffer(cells), buffer(cells), buffer(rows),
        buffer(cells), buffer(rows), buffer(cells), buffer(rows), buffer(rows), buffer(rows),
        buffer(cells)};
    f.trace = t;
    f.o.softcap = 2.0f;
    f.o.temperature = 2.0f;
    run(&f, &mask);
    for (size_t i = 0; i < cells; i++) {
        CHECK_NEAR(t.scores[i], (double)t.raw_scores[i] * (double)f.o.scale, 1e-7);
        CHECK_NEAR(t.capped_scores[i], 2 * tanh((double)t.scores[i] / 2), 1e-6);
        if (t.masked_scores[i] > -INF)
            CHECK_NEAR(t.masked_scores[i], (double)t.capped_scores[i] / 2, 1e-7);
        CHECK_NEAR(
            t.exponentials[i], exp((double)t.masked_scores[i] - (double)t.row_max[i / 4]), 1e-6);
        CHECK_NEAR(t.weights[i], (double)t.exponentials[i] / (double)t.row_sum[i / 4], 1e-7);
    }
    keep(t.raw_scores, cells);
    keep(t.capped_scores, cells);
    keep(t.entropy, rows);
    float *sum = buffer(3 * 2);
    CHECK_STATUS(attn_weighted_sum(sum, t.weights, f.value, 3, 4, 2, NULL), ATTN_OK);
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(sum[i], f.output[i], 0);
}

/* 1e30 squared is no float32; it is +inf, and the keys that have it share. */
static void huge_products_have_a_meaning_or_are_refused(void) {
    attn_fault fault = {0};
    fixture f = fixture_of(1, 1, 1, 2, 2, 1);
    for (int i = 0; i < 4; i++) {
        f.query[i] = i % 2 == 0 ? 1e30f : 0.0f;
        f.value[i] = (float)i;
    }
    for (int i = 0; i < 8; i++)
        f.key[i] = i % 2 == 0 ? 1e30f : 1.0f;
    f.key[2] = -1e30f;
    run(&f, NULL);
    CHECK_NEAR(f.output[0], 0, 0);   /* batch 0: +inf against -inf */
    CHECK_NEAR(f.output[1], 2.5, 0); /* batch 1: both +inf */
    f.query[1] = 1e30f;
    f.key[3] = 1e30f; /* -inf + inf */
    CHECK_STATUS(attn_attention(f.output, &f.trace, f.query, f.key, f.value, NULL, &f.o, &fault),
        ATTN_OVERFLOW);
    CHECK(fault.argument == 2 && fault.position == 1);
}

static void refuse(fixture f, attn_status wanted, int32_t argument, uint32_t position) {
    attn_fault fault = {0};
    CHECK_STATUS(
        attn_attention(f.output, &f.trace, f.query, f.key, f.value, NULL, &f.o, &fault), wanted);
    CHECK_NEAR(fault.argument, argument, 0);
    CHECK_NEAR(fault.position, position, 0);
}

static void what_is_wrong_is_refused(void) {
    const fixture f = fixture_of(4, 2, 3, 5, 4, 2);
    fixture wrong = f;
    wrong.o.n_kv_heads = 3;
    refuse(wrong, ATTN_BAD_OPTION, 6, 2);
    wrong.o.n_kv_heads = 0;
    refuse(wrong, ATTN_BAD_OPTION, 6, 2);
    wrong = f, wrong.o.n_heads = 0;
    refuse(wrong, ATTN_BAD_OPTION, 6, 1);
    wrong = f, wrong.o.head_dim = 0;
    refuse(wrong, ATTN_BAD_OPTION, 6, 5);
    wrong = f, wrong.o.scale = NOT_A_NUMBER;
    refuse(wrong, ATTN_BAD_OPTION, 6, 7);
    wrong = f, wrong.o.softcap = -1.0f;
    refuse(wrong, ATTN_BAD_OPTION, 6, 8);
    wrong = f, wrong.o.temperature = NOT_A_NUMBER;
    refuse(wrong, ATTN_BAD_OPTION, 6, 9);
    wrong = f, wrong.o.batch = 1u << 30;
    refuse(wrong, ATTN_TOO_LARGE, 2, 0);
    wrong = f, wrong.o.kv_len = 1u << 30;
    refuse(wrong, ATTN_TOO_LARGE, 3, 0);
    f.query[7] = NOT_A_NUMBER;
    refuse(f, ATTN_NAN, 2, 7);
    f.query[7] = -INF;
    refuse(f, ATTN_INFINITE, 2, 7);
    f.query[7] = 0;
    f.key[11] = NOT_A_NUMBER;
    refuse(f, ATTN_NAN, 3, 11);
    f.key[11] = 0;
    f.value[1] = INF;
    refuse(f, ATTN_INFINITE, 4, 1);
}

static const test tests[] = {
    {"Every size from 1 to 17 agrees with float64.", every_size_agrees_with_float64},
    {"Masks, softcap and temperature agree with float64.",
        masks_softcap_and_temperature_agree_with_float64},
    {"Without keys the output is 0, without queries it is empty.", no_keys_and_no_queries_are_fine},
    {"A causal row ignores what comes after.", a_causal_row_ignores_what_comes_after},
    {"Keys and values permuted together change nothing.",
        permuting_keys_with_values_changes_nothing},
    {"Grouped heads equal repeated KV heads.", grouped_heads_equal_repeated_kv_heads},
    {"The trace is what was computed.", the_trace_is_what_was_computed},
    {"Huge products have a meaning or are refused.", huge_products_have_a_meaning_or_are_refused},
    {"What is wrong is refused with its place.", what_is_wrong_is_refused},
};
SUITE(attention, tests)
