/* Masks: each part alone against its definition, and all of them together. */
#include "internal.h"
#include "test.h"
#include <math.h>

enum { BATCH = 2, HEADS = 3, SEQ = 4, KV = 6, COUNT = BATCH * HEADS * SEQ * KV };
static const attn_extent extent = {BATCH, HEADS, SEQ, KV};

static float *matrix_of(const attn_mask *mask) {
    float *values = buffer(COUNT);
    CHECK_STATUS(attn_mask_matrix(values, &extent, mask, NULL), ATTN_OK);
    keep(values, COUNT);
    return values;
}

static float at(const float *values, uint32_t b, uint32_t h, uint32_t q, uint32_t k) {
    return values[((b * HEADS + h) * SEQ + q) * KV + k];
}

typedef int rule(uint32_t b, uint32_t h, uint32_t q, uint32_t k, const attn_mask *mask);

static void check_rule(const attn_mask *mask, rule allowed) {
    float *values = matrix_of(mask);
    for (uint32_t b = 0; b < BATCH; b++)
        for (uint32_t h = 0; h < HEADS; h++)
            for (uint32_t q = 0; q < SEQ; q++)
                for (uint32_t k = 0; k < KV; k++)
                    CHECK_NEAR(
                        at(values, b, h, q, k), allowed(b, h, q, k, mask) ? 0 : -INFINITY, 0);
}

static int everything(uint32_t b, uint32_t h, uint32_t q, uint32_t k, const attn_mask *mask) {
    return b + h + q + k + (mask != NULL) < 1000;
}
static int top_left(uint32_t b, uint32_t h, uint32_t q, uint32_t k, const attn_mask *mask) {
    (void)b, (void)h, (void)mask;
    return k <= q;
}
static int bottom_right(uint32_t b, uint32_t h, uint32_t q, uint32_t k, const attn_mask *mask) {
    (void)b, (void)h, (void)mask;
    return k <= q + KV - SEQ;
}
static int by_offset(uint32_t b, uint32_t h, uint32_t q, uint32_t k, const attn_mask *mask) {
    (void)b, (void)h;
    return (int)k <= (int)q + mask->causal_offset;
}
static int by_lengths(uint32_t b, uint32_t h, uint32_t q, uint32_t k, const attn_mask *mask) {
    (void)h;
    return (int)k < mask->kv_lengths[b] && (int)k <= (int)q + mask->kv_lengths[b] - SEQ;
}
static int in_window(uint32_t b, uint32_t h, uint32_t q, uint32_t k, const attn_mask *mask) {
    (void)b, (void)h;
    int distance = (int)q + KV - SEQ - (int)k;
    return (distance < 0 ? -distance : distance) < (int)mask->window;
}

static void no_mask_allows_everything(void) {
    check_rule(NULL, everything);
    const attn_mask empty = {0};
    check_rule(&empty, everything);
}

static void causal_stands_where_it_is_aligned(void) {
    attn_mask mask = {.causal = 1, .align = ATTN_ALIGN_TOP_LEFT};
    check_rule(&mask, top_left);
    mask.align = ATTN_ALIGN_BOTTOM_RIGHT;
    check_rule(&mask, bottom_right);
    mask.align = ATTN_ALIGN_OFFSET;
    const int32_t offsets[] = {-10, -1, 0, 1, 3, 100, INT32_MIN, INT32_MAX / 2};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        mask.causal_offset = offsets[i];
        if (offsets[i] > INT32_MIN) check_rule(&mask, by_offset);
    }
    const int32_t lengths[BATCH] = {5, 2};
    const attn_mask padded = {.kv_lengths = lengths, .causal = 1, .align = ATTN_ALIGN_LENGTHS};
    check_rule(&padded, by_lengths);
}

static void a_window_is_as_wide_as_it_says(void) {
    attn_mask mask = {.align = ATTN_ALIGN_BOTTOM_RIGHT};
    for (mask.window = 1; mask.window < 9; mask.window++)
        check_rule(&mask, in_window);
    mask.window = UINT32_MAX;
    check_rule(&mask, everything);
}

/* A per-head, a per-batch and a shared part, each by its strides. */
static void allow_and_additive_are_read_by_their_strides(void) {
    uint8_t *allow = bytes_buffer(HEADS * KV);
    float *additive = noise(BATCH * SEQ * KV, 7);
    for (int i = 0; i < HEADS * KV; i++)
        allow[i] = i % 4 != 1;
    additive[9] = -INF;
    const attn_mask mask = {.allow = allow,
        .additive = additive,
        .allow_stride = {0, KV, 0, 1},
        .additive_stride = {SEQ * KV, 0, KV, 1}};
    float *values = matrix_of(&mask);
    for (uint32_t b = 0; b < BATCH; b++)
        for (uint32_t h = 0; h < HEADS; h++)
            for (uint32_t q = 0; q < SEQ; q++)
                for (uint32_t k = 0; k < KV; k++) {
                    float added = additive[(b * SEQ + q) * KV + k];
                    float want = allow[h * KV + k] ? added : -INF;
                    CHECK_NEAR(at(values, b, h, q, k), want, 0);
                }
}

static void all_parts_together_forbid_what_any_forbids(void) {
    const int32_t lengths[BATCH] = {6, 3};
    uint8_t *allow = bytes_buffer(KV);
    for (int k = 0; k < KV; k++)
        allow[k] = k != 2;
    float *additive = filled(1, 0.5f);
    const attn_mask mask = {.kv_lengths = lengths,
        .allow = allow,
        .additive = additive,
        .allow_stride = {0, 0, 0, 1},
        .causal = 1,
        .align = ATTN_ALIGN_BOTTOM_RIGHT,
        .window = 3};
    float *values = matrix_of(&mask);
    for (uint32_t b = 0; b < BATCH; b++)
        for (uint32_t q = 0; q < SEQ; q++)
            for (uint32_t k = 0; k < KV; k++) {
                int allowed = (int)k < lengths[b] && k != 2 && k <= q + 2 && q + 2 - k < 3;
                CHECK_NEAR(at(values, b, 1, q, k), allowed ? 0.5f : -INF, 0);
            }
}

static void zeroing_afterwards_leaves_a_smaller_sum(void) {
    const attn_extent one = {1, 1, 1, 10};
    const attn_mask mask = {.causal = 1, .align = ATTN_ALIGN_OFFSET, .causal_offset = 7};
    float *weights = filled(10, 0.016240379f), *row_sum = buffer(1);
    weights[1] = 0.1326217f;
    weights[5] = 0.48662835f;
    weights[9] = 0.2670673f;
    CHECK_STATUS(attn_zero_after_softmax(weights, row_sum, weights, &one, &mask, NULL), ATTN_OK);
    CHECK_NEAR(row_sum[0], 0.7166924, 1e-6); /* the article says 0.717 */
    CHECK_NEAR(weights[8] + weights[9], 0, 0);
    CHECK_NEAR(weights[5], 0.48662835, 1e-7);
    keep(row_sum, 1);
}

/* The causal row of 'it': the weights of what may be seen still sum to 1. */
static void masking_before_the_softmax_renormalises(void) {
    const attn_extent one = {1, 1, 1, 10};
    const attn_mask mask = {.causal = 1, .align = ATTN_ALIGN_OFFSET, .causal_offset = 7};
    float *scores = filled(10, 0.0f), *temperature = filled(1, 1.0f), *entropy = buffer(1);
    scores[1] = 2.1f;
    scores[5] = 3.4f;
    scores[9] = 2.8f;
    attn_trace trace = attn_weights_only(buffer(10));
    trace.entropy = entropy;
    CHECK_STATUS(attn_softmax(&trace, scores, temperature, &one, &mask, NULL), ATTN_OK);
    CHECK_NEAR(trace.weights[5], 0.678992, 1e-6);
    CHECK_NEAR(trace.weights[1], 0.185047, 1e-6);
    CHECK_NEAR(trace.weights[0], 0.0226602, 1e-6);
    CHECK_NEAR(trace.weights[8] + trace.weights[9], 0, 0);
    CHECK_NEAR(entropy[0], 1.0899746, 1e-6);
}

/* Temperature 0 picks among the allowed keys, not among all. */
static void the_limits_of_temperature_look_at_the_mask(void) {
    const attn_extent one = {1, 1, 1, 4};
    uint8_t *allow = bytes_buffer(4);
    for (int k = 0; k < 4; k++)
        allow[k] = k != 1;
    const attn_mask mask = {.allow = allow, .allow_stride = {0, 0, 0, 1}};
    float *scores = filled(4, 1.0f), *temperature = filled(1, 0.0f);
    scores[1] = INF;
    scores[3] = 2.0f;
    attn_trace trace = attn_weights_only(buffer(4));
    CHECK_STATUS(attn_softmax(&trace, scores, temperature, &one, &mask, NULL), ATTN_OK);
    CHECK_NEAR(trace.weights[3], 1, 0);
    temperature[0] = INF;
    CHECK_STATUS(attn_softmax(&trace, scores, temperature, &one, &mask, NULL), ATTN_OK);
    for (int k = 0; k < 4; k++)
        CHECK_NEAR(trace.weights[k], k == 1 ? 0 : 1.0 / 3, 1e-7);
}

static void refuse(attn_mask mask, attn_status wanted, uint32_t position) {
    attn_fault fault = {0};
    float *values = buffer(COUNT);
    CHECK_STATUS(attn_mask_matrix(values, &extent, &mask, &fault), wanted);
    CHECK_NEAR(fault.argument, 2, 0);
    CHECK_NEAR(fault.position, position, 0);
}

static void what_is_wrong_is_refused(void) {
    const int32_t too_long[BATCH] = {6, 7}, negative[BATCH] = {-1, 3};
    float *additive = filled(KV, 0.0f);
    refuse((attn_mask){.causal = 2}, ATTN_BAD_OPTION, 0);
    refuse((attn_mask){.align = 4}, ATTN_BAD_OPTION, 0);
    refuse((attn_mask){.align = -1}, ATTN_BAD_OPTION, 0);
    refuse((attn_mask){.align = ATTN_ALIGN_LENGTHS}, ATTN_BAD_OPTION, 0);
    refuse((attn_mask){.kv_lengths = too_long}, ATTN_BAD_OPTION, 1);
    refuse((attn_mask){.kv_lengths = negative}, ATTN_BAD_OPTION, 0);
    additive[4] = NOT_A_NUMBER;
    refuse((attn_mask){.additive = additive, .additive_stride = {0, 0, 0, 1}}, ATTN_NAN, 4);
    additive[4] = INF;
    refuse((attn_mask){.additive = additive, .additive_stride = {0, 0, 0, 1}}, ATTN_INFINITE, 4);
    const attn_extent huge = {1u << 20, 1u << 20, 1u << 20, 1u << 20};
    CHECK_STATUS(attn_mask_matrix(additive, &huge, NULL, NULL), ATTN_TOO_LARGE);
}

static const test tests[] = {
    {"No mask allows everything.", no_mask_allows_everything},
    {"A causal mask stands where it is aligned.", causal_stands_where_it_is_aligned},
    {"A window is as wide as it says.", a_window_is_as_wide_as_it_says},
    {"Allow and additive are read by their strides.", allow_and_additive_are_read_by_their_strides},
    {"All parts together forbid what any forbids.", all_parts_together_forbid_what_any_forbids},
    {"Zeroing after the softmax leaves a row sum of 0.717.",
        zeroing_afterwards_leaves_a_smaller_sum},
    {"Masking before the softmax gives the article's numbers.",
        masking_before_the_softmax_renormalises},
    {"The limits of the temperature look at the mask.", the_limits_of_temperature_look_at_the_mask},
    {"What is wrong in a mask is refused.", what_is_wrong_is_refused},
};
SUITE(mask, tests)
