/* Why the scores are divided by the root of head_dim: the variance of a dot
 * product, and what large scores do to a softmax. */
#include "internal.h"

/* Query 0, key 0, query 1, key 1, ... follow each other in one stream. */
static float random_dot(float *scratch, uint64_t seed, uint64_t pair, uint32_t head_dim) {
    attn_random_normals(scratch, 2 * head_dim, seed, pair * 2 * head_dim);
    return attn_dot_product(scratch, scratch + head_dim, head_dim);
}

static double mean_of(const float *values, uint32_t n) {
    double sum = 0.0;
    for (uint32_t i = 0; i < n; i++)
        sum += (double)values[i];
    return sum / n;
}

/* variance without bias; m4 = the fourth central moment */
static attn_moments moments_of(const float *values, uint32_t n) {
    double mean = mean_of(values, n), sum2 = 0.0, sum4 = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        double square = ((double)values[i] - mean) * ((double)values[i] - mean);
        sum2 += square;
        sum4 += square * square;
    }
    double variance = sum2 / (n - 1), m4 = sum4 / n;
    double spread = (m4 - variance * variance) / n;
    double error = __builtin_sqrt(spread > 0.0 ? spread : 0.0);
    return (attn_moments){(float)mean, (float)variance, (float)error, 0.0f};
}

/* Bins of equal width from -range to range, the upper edge in the last bin.
 * Returns how many numbers fell outside. */
static uint32_t fill_histogram(uint32_t *histogram, float *edges, const float *values, uint32_t n,
    uint32_t bins, float range) {
    double width = 2.0 * (double)range / bins;
    uint32_t outside = 0;
    for (uint32_t i = 0; i < bins; i++)
        histogram[i] = 0;
    for (uint32_t i = 0; i <= bins; i++)
        edges[i] = (float)(i * width - (double)range);
    for (uint32_t i = 0; i < n; i++) {
        if (!(values[i] >= -range && values[i] <= range)) {
            outside++;
            continue;
        }
        uint32_t bin = (uint32_t)(((double)values[i] + (double)range) / width);
        histogram[bin < bins ? bin : bins - 1]++;
    }
    return outside;
}

uint32_t attn_variance_scratch_size(const attn_variance_options *options) {
    return attn_count(2, options->head_dim);
}

static attn_status check_variance(const attn_variance_options *o, attn_fault *fault) {
    if (o->head_dim == 0) return attn_refuse(fault, ATTN_BAD_OPTION, 2, 2);
    if (o->pairs < 2) return attn_refuse(fault, ATTN_BAD_OPTION, 2, 3);
    if (o->bins == 0) return attn_refuse(fault, ATTN_BAD_OPTION, 2, 4);
    if (!(o->range >= 0.0f && attn_is_finite(o->range)))
        return attn_refuse(fault, ATTN_BAD_OPTION, 2, 5);
    if (!(o->scaled_range >= 0.0f && attn_is_finite(o->scaled_range)))
        return attn_refuse(fault, ATTN_BAD_OPTION, 2, 6);
    ATTN_TRY(attn_check_count(attn_count(2, o->head_dim), 1, fault));
    ATTN_TRY(attn_check_count(attn_count_sum(o->bins, 1), 0, fault));
    return attn_check_count(o->pairs, 0, fault);
}

attn_status attn_variance_experiment(const attn_variance_outputs *outputs, float *scratch,
    const attn_variance_options *options, attn_fault *fault) {
    const attn_variance_options *o = options;
    ATTN_TRY(check_variance(o, fault));
    uint64_t seed = attn_join(o->seed[0], o->seed[1]);
    float root = __builtin_sqrtf((float)o->head_dim), scale = attn_default_scale(o->head_dim);
    for (uint32_t i = 0; i < o->pairs; i++) {
        outputs->dots[i] = random_dot(scratch, seed, i, o->head_dim);
        outputs->scaled_dots[i] = outputs->dots[i] * scale;
    }
    outputs->moments[0] = moments_of(outputs->dots, o->pairs);
    outputs->moments[1] = moments_of(outputs->scaled_dots, o->pairs);
    float range = o->range > 0.0f ? o->range : 4.0f * root;
    float scaled_range = o->scaled_range > 0.0f ? o->scaled_range : 4.0f;
    outputs->moments[0].outside = (float)fill_histogram(
        outputs->histogram, outputs->edges, outputs->dots, o->pairs, o->bins, range);
    outputs->moments[1].outside = (float)fill_histogram(outputs->scaled_histogram,
        outputs->scaled_edges, outputs->scaled_dots, o->pairs, o->bins, scaled_range);
    return ATTN_OK;
}

uint32_t attn_saturation_scratch_size(const attn_saturation_options *options) {
    return attn_count_sum(attn_count(2, options->head_dim), attn_count(2, options->keys));
}

/* Adds one row's largest weight, entropy and mean gradient term to the sums. */
static void add_row(double sums[3], float *weights_row, uint32_t keys) {
    float entropy = 0.0f, largest = 0.0f;
    double gradient = 0.0;
    attn_trace trace = attn_weights_only(weights_row);
    trace.entropy = &entropy;
    const attn_place place = {NULL, {1, 1, 1, keys}, 0, 0, 0};
    attn_softmax_row(weights_row, NULL, &trace, 0, 1.0f, &place);
    for (uint32_t k = 0; k < keys; k++) {
        if (weights_row[k] > largest) largest = weights_row[k];
        gradient += (double)(weights_row[k] * (1.0f - weights_row[k]));
    }
    sums[0] += (double)largest;
    sums[1] += (double)entropy;
    sums[2] += gradient / keys;
}

/* raw[k] = q . k and scaled[k] = q . k / sqrt(head_dim), for fresh q and k. */
static void random_scores(
    float *raw, float *scaled, float *vectors, uint64_t row, const attn_saturation_options *o) {
    uint64_t seed = attn_join(o->seed[0], o->seed[1]);
    uint64_t first = row * (o->keys + (uint64_t)1) * o->head_dim;
    float *query = vectors, *key = vectors + o->head_dim;
    attn_random_normals(query, o->head_dim, seed, first);
    for (uint32_t k = 0; k < o->keys; k++) {
        attn_random_normals(key, o->head_dim, seed, first + (k + (uint64_t)1) * o->head_dim);
        raw[k] = attn_dot_product(query, key, o->head_dim);
        scaled[k] = raw[k] * attn_default_scale(o->head_dim);
    }
}

attn_status attn_saturation_experiment(attn_saturation results[2], float *scratch,
    const attn_saturation_options *options, attn_fault *fault) {
    const attn_saturation_options *o = options;
    const uint32_t sizes[3] = {o->head_dim, o->rows, o->keys};
    ATTN_TRY(attn_check_not_zero(sizes, 3, 2, 2, fault));
    ATTN_TRY(attn_check_count(attn_saturation_scratch_size(o), 1, fault));
    float *raw = scratch, *scaled = raw + o->keys, *vectors = scaled + o->keys;
    double sums[2][3] = {{0.0}};
    for (uint32_t row = 0; row < o->rows; row++) {
        random_scores(raw, scaled, vectors, row, o);
        add_row(sums[0], raw, o->keys);
        add_row(sums[1], scaled, o->keys);
    }
    for (int i = 0; i < 2; i++)
        results[i] = (attn_saturation){(float)(sums[i][0] / o->rows), (float)(sums[i][1] / o->rows),
            (float)(sums[i][2] / o->rows)};
    return ATTN_OK;
}
