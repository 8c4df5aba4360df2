/* Softmax, layer normalisation and GELU of rows, four numbers at a time. */
#include "elementary.h"
#include "fast.h"

/* Four numbers of a row from i on, the ones past its end `fill`. */
V4_WORD v4 load_from(const float *row, uint32_t i, uint32_t count, float fill) {
    return count - i >= V4_LANES ? v4_load(row + i) : v4_load_part(row + i, count - i, fill);
}
V4_WORD void store_to(float *row, uint32_t i, uint32_t count, v4 a) {
    if (count - i >= V4_LANES)
        v4_store(row + i, a);
    else
        v4_store_part(row + i, a, count - i);
}

/* The row maximum, and whether all are numbers. */
static int find_row_max(float *row_max, const float *row, uint32_t count) {
    uint32_t whole = v4_whole(count);
    v4 largest = v4_load_part(row + whole, count - whole, -ATTN_INFINITY);
    i4 numbers = v4_eq(largest, largest);
    for (uint32_t i = 0; i < whole; i += V4_LANES) {
        v4 x = v4_load(row + i);
        largest = v4_max(largest, x);
        numbers = i4_and(numbers, v4_eq(x, x));
    }
    *row_max = v4_largest(largest);
    return v4_sum(v4_select(numbers, v4_set1(0.0f), v4_set1(1.0f))) == 0.0f;
}

/* weights = exp((score - row_max) / temperature), of whole vectors; their sum. */
static v4 exponentials(
    float *weights, const float *scores, uint32_t whole, float row_max, float scale) {
    const exp2_constants constants = exp2_load();
    v4 max = v4_set1(row_max), to_powers = v4_set1(scale), sum = v4_set1(0.0f);
    for (uint32_t k = 0; k < whole; k += V4_LANES) {
        v4 below = v4_sub(v4_load(scores + k), max);
        v4 exponential = exp2_below(v4_mul(below, to_powers), &constants);
        v4_store(weights + k, exponential);
        sum = v4_add(sum, exponential);
    }
    return sum;
}

/* weights = exponentials / row_sum */
static void softmax_row(
    float *weights, const float *scores, uint32_t cols, float row_max, float scale) {
    uint32_t whole = v4_whole(cols), rest = cols - whole;
    float last[V4_LANES];
    v4_store(last, v4_load_part(scores + whole, rest, -ATTN_INFINITY));
    v4 sum = exponentials(weights, scores, whole, row_max, scale);
    if (rest) sum = v4_add(sum, exponentials(last, last, V4_LANES, row_max, scale));
    v4 factor = v4_set1(1.0f / v4_sum(sum));
    for (uint32_t k = 0; k < whole; k += V4_LANES)
        v4_store(weights + k, v4_mul(v4_load(weights + k), factor));
    v4_store_part(weights + whole, v4_mul(v4_load(last), factor), rest);
}

/* What the vectors do not compute: the limits of the temperature and rows whose
 * largest score is infinite. */
static void softmax_limit_row(
    float *weights, const float *scores, uint32_t cols, float temperature) {
    const attn_trace trace = attn_weights_only(weights);
    const attn_place place = {NULL, {1, 1, 1, cols}, 0, 0, 0};
    if (weights != scores) memcpy(weights, scores, cols * sizeof weights[0]);
    attn_softmax_row(weights, NULL, &trace, 0, temperature, &place);
}

attn_status attn_softmax_fast(float *weights, const float *scores, uint32_t rows, uint32_t cols,
    float temperature, attn_fault *fault) {
    ATTN_TRY(attn_check_count(attn_count(rows, cols), 1, fault));
    if (!attn_is_temperature(temperature)) return attn_refuse(fault, ATTN_BAD_OPTION, 4, 0);
    if (cols == 0) return ATTN_OK; /* the loop below may still be long */
    float scale = LOG2_E / temperature;
    int is_ordinary = temperature > 0.0f && attn_is_finite(scale);
    for (size_t row = 0; row < rows; row++, scores += cols, weights += cols) {
        float row_max;
        if (!find_row_max(&row_max, scores, cols))
            for (uint32_t k = 0; k < cols; k++)
                if (attn_is_nan(scores[k]))
                    return attn_refuse(fault, ATTN_NAN, 1, (uint32_t)(row * cols) + k);
        /* a difference of scores may not overflow: inf times scale 0 */
        int is_tame = row_max < 0x1p+126f && row_max > -0x1p+126f;
        if (is_ordinary && is_tame && scale > 0.0f)
            softmax_row(weights, scores, cols, row_max, scale);
        else
            softmax_limit_row(weights, scores, cols, temperature);
    }
    return ATTN_OK;
}

/* The sum over a row of (x - mean)^power, power 1 or 2, in four lanes. */
static float sum_of(const float *row, uint32_t dim, float mean, int square) {
    uint32_t whole = v4_whole(dim);
    v4 sum = v4_set1(0.0f), middle = v4_set1(mean);
    for (uint32_t d = 0; d < whole; d += V4_LANES) {
        v4 x = v4_sub(v4_load(row + d), middle);
        sum = v4_add(sum, square ? v4_mul(x, x) : x);
    }
    v4 x = v4_sub(v4_load_part(row + whole, dim - whole, mean), middle);
    return v4_sum(v4_add(sum, square ? v4_mul(x, x) : x));
}

void attn_layer_norm_rows(float *y, const float *x, const float *scale, const float *bias,
    uint32_t rows, uint32_t dim, float eps) {
    for (size_t row = 0; row < rows; row++, x += dim, y += dim) {
        /* mean and variance, the variance from the differences */
        float mean = sum_of(x, dim, 0.0f, 0) / (float)dim;
        float variance = sum_of(x, dim, mean, 1) / (float)dim;
        /* a row without variance at eps 0 gives the bias */
        float deviation = __builtin_sqrtf(variance + eps);
        v4 factor = v4_set1(deviation > 0.0f ? 1.0f / deviation : 0.0f);
        for (uint32_t d = 0; d < dim; d += V4_LANES) {
            v4 normal = v4_mul(v4_sub(load_from(x, d, dim, 0.0f), v4_set1(mean)), factor);
            if (scale) normal = v4_mul(normal, load_from(scale, d, dim, 0.0f));
            if (bias) normal = v4_add(normal, load_from(bias, d, dim, 0.0f));
            store_to(y, d, dim, normal);
        }
    }
}

attn_status attn_layer_norm_fast(float *y, const float *x, const float *scale, const float *bias,
    uint32_t rows, uint32_t dim, float eps, attn_fault *fault) {
    float x_max, scale_max = 1.0f, bias_max = 0.0f;
    if (dim == 0) return attn_refuse(fault, ATTN_BAD_OPTION, 5, 0);
    ATTN_TRY(attn_check_largest(&x_max, x, attn_count(rows, dim), 1, fault));
    if (scale) ATTN_TRY(attn_check_largest(&scale_max, scale, dim, 2, fault));
    if (bias) ATTN_TRY(attn_check_largest(&bias_max, bias, dim, 3, fault));
    if (!(eps >= 0.0f && attn_is_finite(eps))) return attn_refuse(fault, ATTN_BAD_OPTION, 6, 0);
    attn_layer_norm_rows(y, x, scale, bias, rows, dim, eps);
    const float safe = 0x1p+40f; /* no sum of squares can overflow */
    if (x_max < safe && scale_max < safe && bias_max < safe) return ATTN_OK;
    return attn_check_results(y, attn_count(rows, dim), 1, fault);
}

/* y = x Phi(x) = x (1 + erf(x / sqrt(2))) / 2, of whole vectors */
static void gelu_vectors(float *y, const float *x, uint32_t whole) {
    const v4 root_half = v4_set1(0x1.6a09e6p-1f), half = v4_set1(0.5f), one = v4_set1(1.0f);
    for (uint32_t i = 0; i < whole; i += V4_LANES) {
        v4 a = v4_load(x + i);
        v4 twice_phi = v4_add(one, v4_erf(v4_mul(a, root_half)));
        v4_store(y + i, v4_mul(v4_mul(half, a), twice_phi));
    }
}

void attn_gelu_numbers(float *y, const float *x, uint32_t count) {
    uint32_t whole = v4_whole(count), rest = count - whole;
    float last[V4_LANES];
    gelu_vectors(y, x, whole);
    v4_store(last, v4_load_part(x + whole, rest, 0.0f));
    if (rest) gelu_vectors(last, last, V4_LANES);
    v4_store_part(y + whole, v4_load(last), rest);
}

attn_status attn_gelu_fast(float *y, const float *x, uint32_t count, attn_fault *fault) {
    float largest;
    ATTN_TRY(attn_check_largest(&largest, x, count, 1, fault));
    attn_gelu_numbers(y, x, count);
    return ATTN_OK;
}
