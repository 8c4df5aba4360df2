/* Norms: LayerNorm and RMSNorm of each row. Sums are taken in double, so that a
 * row whose mean is large beside its deviation keeps its digits. */
#include "internal.h"

static attn_status check_norm(const attn_norm_options *o, int32_t argument, attn_fault *fault) {
    if (o->dim == 0) return attn_refuse(fault, ATTN_BAD_OPTION, argument, 1);
    if (!(o->eps >= 0.0f && attn_is_finite(o->eps)))
        return attn_refuse(fault, ATTN_BAD_OPTION, argument, 2);
    return ATTN_OK;
}

/* 1 / sqrt(square + eps); a row of nothing but its mean, with eps 0, stays 0. */
static double inverse_root(double square, float eps) {
    double sum = square + (double)eps;
    return sum > 0.0 ? 1.0 / __builtin_sqrt(sum) : 0.0;
}

static double mean_of(const float *x, uint32_t dim) {
    double sum = 0.0;
    for (uint32_t d = 0; d < dim; d++)
        sum += (double)x[d];
    return sum / dim;
}

/* The mean of (x - center)^2. */
static double mean_square(const float *x, uint32_t dim, double center) {
    double sum = 0.0;
    for (uint32_t d = 0; d < dim; d++) {
        double distance = (double)x[d] - center;
        sum += distance * distance;
    }
    return sum / dim;
}

/* y = (x - center) * inverse * scale + bias */
static void normalise(float *y, const float *x, double center, double inverse, const float *scale,
    const float *bias, uint32_t dim) {
    for (uint32_t d = 0; d < dim; d++) {
        double value = ((double)x[d] - center) * inverse;
        if (scale) value *= (double)scale[d];
        y[d] = (float)(bias ? value + (double)bias[d] : value);
    }
}

attn_status attn_layer_norm(float *y, float *mean, float *inv_deviation, const float *x,
    const float *scale, const float *bias, const attn_norm_options *options, attn_fault *fault) {
    uint32_t rows = options->rows, dim = options->dim;
    ATTN_TRY(check_norm(options, 6, fault));
    ATTN_TRY(attn_check_finite(x, attn_count(rows, dim), 3, fault));
    if (scale) ATTN_TRY(attn_check_finite(scale, dim, 4, fault));
    if (bias) ATTN_TRY(attn_check_finite(bias, dim, 5, fault));
    for (size_t row = 0; row < rows; row++) {
        const float *x_row = x + row * dim;
        double center = mean_of(x_row, dim);
        double inverse = inverse_root(mean_square(x_row, dim, center), options->eps);
        normalise(y + row * dim, x_row, center, inverse, scale, bias, dim);
        if (mean) mean[row] = (float)center;
        if (inv_deviation) inv_deviation[row] = (float)inverse;
    }
    return ATTN_OK;
}

attn_status attn_rms_norm(float *y, float *inv_root_mean_square, const float *x, const float *scale,
    const attn_norm_options *options, attn_fault *fault) {
    uint32_t rows = options->rows, dim = options->dim;
    ATTN_TRY(check_norm(options, 4, fault));
    ATTN_TRY(attn_check_finite(x, attn_count(rows, dim), 2, fault));
    if (scale) ATTN_TRY(attn_check_finite(scale, dim, 3, fault));
    for (size_t row = 0; row < rows; row++) {
        const float *x_row = x + row * dim;
        double inverse = inverse_root(mean_square(x_row, dim, 0.0), options->eps);
        normalise(y + row * dim, x_row, 0.0, inverse, scale, NULL, dim);
        if (inv_root_mean_square) inv_root_mean_square[row] = (float)inverse;
    }
    return ATTN_OK;
}

attn_status attn_row_norms(
    float *norms, const float *x, uint32_t rows, uint32_t dim, attn_fault *fault) {
    ATTN_TRY(attn_check_finite(x, attn_count(rows, dim), 1, fault));
    ATTN_TRY(attn_check_count(rows, 0, fault));
    for (size_t row = 0; row < rows; row++)
        norms[row] = attn_length(x + row * dim, dim);
    return ATTN_OK;
}
