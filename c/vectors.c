/* Dot products, lengths and angles. */
#include "internal.h"
#include "simd.h"

float attn_dot_product(const float *a, const float *b, uint32_t count) {
    v4 sums = v4_set1(0.0f);
    uint32_t d = 0;
    for (; d + V4_LANES <= count; d += V4_LANES)
        sums = v4_add_mul(sums, v4_load(a + d), v4_load(b + d));
    if (d < count) { /* the tail, filled up with zeros */
        uint32_t left = count - d;
        sums = v4_add_mul(sums, v4_load_part(a + d, left, 0.0f), v4_load_part(b + d, left, 0.0f));
    }
    return v4_sum(sums);
}

/* Squares of numbers near 1e30 overflow float32, and those of 1e-30 vanish;
 * in double they do neither. */
float attn_length(const float *a, uint32_t count) {
    double sum = 0.0;
    for (uint32_t d = 0; d < count; d++)
        sum += (double)a[d] * (double)a[d];
    return (float)__builtin_sqrt(sum);
}

attn_status attn_dot(
    float *dot, const float *a, const float *b, uint32_t count, attn_fault *fault) {
    ATTN_TRY(attn_check_finite(a, count, 1, fault));
    ATTN_TRY(attn_check_finite(b, count, 2, fault));
    *dot = attn_dot_product(a, b, count);
    return attn_is_nan(*dot) ? attn_refuse(fault, ATTN_OVERFLOW, 1, 0) : ATTN_OK;
}

attn_status attn_norm(float *norm, const float *a, uint32_t count, attn_fault *fault) {
    ATTN_TRY(attn_check_finite(a, count, 1, fault));
    *norm = attn_length(a, count);
    return ATTN_OK;
}

/* arctan of t in [0, 1], in double: atan t = 2 atan(t / (1 + sqrt(1 + t^2)))
 * twice brings t below 0.2, where eight terms of the series are exact to 1e-13. */
static double arctan(double t) {
    for (int halving = 0; halving < 2; halving++)
        t /= 1.0 + __builtin_sqrt(1.0 + t * t);
    double square = t * t, sum = 0.0;
    for (int i = 15; i > 0; i -= 2)
        sum = 1.0 / i - square * sum;
    return 4.0 * t * sum;
}

static double arctan2(double y, double x) { /* y >= 0 */
    const double pi = 0x1.921fb54442d18p+1;
    double width = x < 0.0 ? -x : x;
    double angle = y <= width ? arctan(y / width) : pi / 2 - arctan(width / y);
    return x < 0.0 ? pi - angle : angle;
}

/* Kahan's form, exact for nearly parallel vectors too:
 * angle = 2 atan2(| a/|a| - b/|b| |, | a/|a| + b/|b| |). */
static float angle_between(
    const float *a, double a_norm, const float *b, double b_norm, uint32_t dim) {
    double apart = 0.0, together = 0.0;
    for (uint32_t d = 0; d < dim; d++) {
        double from = (double)a[d] / a_norm, to = (double)b[d] / b_norm;
        apart += (from - to) * (from - to);
        together += (from + to) * (from + to);
    }
    return (float)(2.0 * arctan2(__builtin_sqrt(apart), __builtin_sqrt(together)));
}

static double exact_length(const float *a, uint32_t count) {
    double sum = 0.0;
    for (uint32_t d = 0; d < count; d++)
        sum += (double)a[d] * (double)a[d];
    return __builtin_sqrt(sum);
}

static float cosine_between(
    const float *a, double a_norm, const float *b, double b_norm, uint32_t dim) {
    double sum = 0.0;
    for (uint32_t d = 0; d < dim; d++)
        sum += (double)a[d] / a_norm * ((double)b[d] / b_norm);
    if (sum > 1.0) sum = 1.0;
    return (float)(sum < -1.0 ? -1.0 : sum);
}

attn_status attn_compare_vectors(const attn_comparison *outputs, const float *query,
    const float *keys, uint32_t count, uint32_t dim, attn_fault *fault) {
    ATTN_TRY(attn_check_finite(query, attn_count(dim, 1), 1, fault));
    ATTN_TRY(attn_check_finite(keys, attn_count(count, dim), 2, fault));
    ATTN_TRY(attn_check_count(count, 0, fault)); /* it may be large where dim is 0 */
    double query_norm = exact_length(query, dim);
    outputs->query_norm[0] = (float)query_norm;
    for (uint32_t k = 0; k < count; k++) {
        const float *k_row = keys + (size_t)k * dim;
        double norm = exact_length(k_row, dim);
        int directed = norm > 0.0 && query_norm > 0.0;
        outputs->dots[k] = attn_dot_product(query, k_row, dim);
        if (attn_is_nan(outputs->dots[k])) return attn_refuse(fault, ATTN_OVERFLOW, 2, k);
        outputs->norms[k] = (float)norm;
        outputs->cosines[k] = directed ? cosine_between(query, query_norm, k_row, norm, dim) : 0.0f;
        outputs->angles[k] =
            directed ? angle_between(query, query_norm, k_row, norm, dim) : 0x1.921fb6p+0f;
    }
    return ATTN_OK;
}
