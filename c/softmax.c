/* The softmax of rows: over the temperature, masked, less the row maximum,
 * exponentials, row sum, weights. */
#include "elementary.h"
#include "internal.h"
#include "simd.h"

#define LOG2_E 0x1.715476p+0f /* 1 / ln 2: nats to bits */

attn_trace attn_weights_only(float *weights) {
    attn_trace trace = {0};
    trace.weights = weights;
    return trace;
}

/* Writes one row down, if there is a place for it. */
static void note_row(float *rows, size_t row, const float *from, uint32_t kv_len) {
    if (!rows) return;
    for (uint32_t k = 0; k < kv_len; k++)
        rows[row * kv_len + k] = from[k];
}

static void note(float *column, size_t row, float value) {
    if (column) column[row] = value;
}

static float largest_allowed(const float *scores_row, const attn_place *place) {
    float largest = -ATTN_INFINITY;
    for (uint32_t k = 0; k < place->extent.kv_len; k++)
        if (scores_row[k] > largest && attn_mask_at(place, k) > -ATTN_INFINITY)
            largest = scores_row[k];
    return largest;
}

/* Temperature 0, as the limit that it is: 0 for the winners, -inf for the rest. */
static void keep_largest(float *scores_row, float largest, uint32_t kv_len) {
    for (uint32_t k = 0; k < kv_len; k++) {
        int wins = scores_row[k] == largest && largest > -ATTN_INFINITY;
        scores_row[k] = wins ? 0.0f : -ATTN_INFINITY;
    }
}

/* Temperature infinity: all scores alike, but what was forbidden stays so. */
static void forget_scores(float *scores_row, uint32_t kv_len) {
    for (uint32_t k = 0; k < kv_len; k++)
        if (scores_row[k] > -ATTN_INFINITY) scores_row[k] = 0.0f;
}

/* scores / temperature */
static void divide_by_temperature(float *scores_row, float temperature, const attn_place *place) {
    uint32_t kv_len = place->extent.kv_len;
    if (temperature == 1.0f) return;
    if (temperature == ATTN_INFINITY) {
        forget_scores(scores_row, kv_len);
        return;
    }
    if (temperature < 1.0f) { /* only then can the division overflow */
        float largest = largest_allowed(scores_row, place);
        int overflows = largest > -ATTN_INFINITY && !attn_is_finite(largest / temperature);
        if (temperature == 0.0f || overflows) {
            keep_largest(scores_row, largest, kv_len);
            return;
        }
    }
    for (uint32_t k = 0; k < kv_len; k++)
        scores_row[k] /= temperature;
}

/* the row maximum */
static float largest_of(const float *scores_row, uint32_t kv_len) {
    float row_max = -ATTN_INFINITY;
    for (uint32_t k = 0; k < kv_len; k++)
        if (scores_row[k] > row_max) row_max = scores_row[k];
    return row_max;
}

/* Four of a row, or what is left of it. */
static v4 load_some(const float *from, uint32_t left, float fill) {
    return left >= V4_LANES ? v4_load(from) : v4_load_part(from, left, fill);
}
static void store_some(float *to, v4 four, uint32_t left) {
    if (left >= V4_LANES)
        v4_store(to, four);
    else
        v4_store_part(to, four, left);
}

/* exponentials: exp(masked - row_max), at most 1, so that no score is too large.
 * Returns the row sum. Where the row maximum is +inf, the keys that have it
 * share the row. */
static float exponential_row(float *scores_row, float row_max, uint32_t kv_len) {
    if (row_max == ATTN_INFINITY) {
        keep_largest(scores_row, row_max, kv_len);
        row_max = 0.0f;
    }
    v4 maximum = v4_set1(row_max), sums = v4_set1(0.0f);
    for (uint32_t k = 0; k < kv_len; k += V4_LANES) {
        v4 masked = load_some(scores_row + k, kv_len - k, -ATTN_INFINITY);
        v4 exponentials = v4_exp(v4_sub(masked, maximum));
        sums = v4_add(sums, exponentials);
        store_some(scores_row + k, exponentials, kv_len - k);
    }
    return v4_sum(sums);
}

/* H = -sum w ln w, where 0 ln 0 is 0. Each term is 0 or more, also after rounding. */
static float entropy_of(const float *weights_row, uint32_t kv_len) {
    v4 entropy = v4_set1(0.0f), zero = v4_set1(0.0f);
    for (uint32_t k = 0; k < kv_len; k += V4_LANES) {
        v4 weights = load_some(weights_row + k, kv_len - k, 0.0f);
        v4 terms = v4_mul(weights, v4_log(weights));
        entropy = v4_sub(entropy, v4_select(v4_lt(zero, weights), terms, zero));
    }
    return v4_sum(entropy);
}

/* weights: exponentials / row sum, and what can be said of them */
static void weight_row(
    float *weights_row, float row_sum, const attn_trace *trace, size_t row, uint32_t kv_len) {
    if (row_sum > 0.0f)
        for (uint32_t k = 0; k < kv_len; k++)
            weights_row[k] /= row_sum;
    if (trace->entropy || trace->entropy_bits) {
        float entropy = entropy_of(weights_row, kv_len);
        note(trace->entropy, row, entropy);
        note(trace->entropy_bits, row, entropy * LOG2_E);
    }
    if (!trace->gradient_terms) return;
    for (uint32_t k = 0; k < kv_len; k++)
        trace->gradient_terms[row * kv_len + k] = weights_row[k] * (1.0f - weights_row[k]);
}

/* A row with no allowed key: nothing to exponentiate, weights 0. */
static float empty_row(float *weights_row, uint32_t kv_len) {
    for (uint32_t k = 0; k < kv_len; k++)
        weights_row[k] = 0.0f;
    return 0.0f;
}

void attn_softmax_row(float *weights_row, float *scores_row, const attn_trace *trace, size_t row,
    float temperature, const attn_place *place) {
    uint32_t kv_len = place->extent.kv_len;
    divide_by_temperature(weights_row, temperature, place);
    note_row(scores_row, 0, weights_row, kv_len);
    attn_mask_row(weights_row, place);
    float row_max = largest_of(weights_row, kv_len);
    note_row(trace->masked_scores, row, weights_row, kv_len);
    note(trace->row_max, row, row_max);
    float row_sum = row_max == -ATTN_INFINITY ? empty_row(weights_row, kv_len)
                                              : exponential_row(weights_row, row_max, kv_len);
    note_row(trace->exponentials, row, weights_row, kv_len);
    note(trace->row_sum, row, row_sum);
    if (trace->log_sum_exp)
        trace->log_sum_exp[row] = row_sum > 0.0f ? row_max + attn_log(row_sum) : row_max;
    weight_row(weights_row, row_sum, trace, row, kv_len);
}

attn_status attn_softmax(const attn_trace *trace, const float *scores, const float *temperature,
    const attn_extent *extent, const attn_mask *mask, attn_fault *fault) {
    uint32_t rows = attn_count3(extent->batch, extent->n_heads, extent->seq_len);
    uint32_t kv_len = extent->kv_len;
    ATTN_TRY(attn_check_count(rows, 3, fault));
    ATTN_TRY(attn_check_scores(scores, attn_count(rows, kv_len), 1, fault));
    ATTN_TRY(attn_check_temperatures(temperature, rows, 2, fault));
    ATTN_TRY(attn_check_mask(mask, extent, 4, fault));
    attn_place at = {mask, *extent, 0, 0, 0};
    for (uint32_t row = 0; row < rows; row++) {
        at.q = row % extent->seq_len;
        at.h = row / extent->seq_len % extent->n_heads;
        at.b = row / extent->seq_len / extent->n_heads;
        size_t start = (size_t)row * kv_len;
        float *weights_row = trace->weights + start;
        if (scores != trace->weights) note_row(trace->weights, row, scores + start, kv_len);
        float *scores_row = trace->scores ? trace->scores + start : NULL;
        attn_softmax_row(weights_row, scores_row, trace, row, temperature[row], &at);
    }
    return ATTN_OK;
}
