/* Linear maps: y = x w^T + bias; and the mean of matrices. */
#include "internal.h"

attn_status attn_linear(float *y, const float *x, const float *w, const float *bias, uint32_t rows,
    uint32_t in_dim, uint32_t out_dim, attn_fault *fault) {
    ATTN_TRY(attn_check_finite(x, attn_count(rows, in_dim), 1, fault));
    ATTN_TRY(attn_check_finite(w, attn_count(out_dim, in_dim), 2, fault));
    if (bias) ATTN_TRY(attn_check_finite(bias, out_dim, 3, fault));
    ATTN_TRY(attn_check_count(attn_count(rows, out_dim), 0, fault));
    if (out_dim == 0) return ATTN_OK; /* the loop below may still be long */
    for (size_t row = 0; row < rows; row++)
        for (size_t o = 0; o < out_dim; o++) {
            float sum = attn_dot_product(x + row * in_dim, w + o * in_dim, in_dim);
            if (attn_is_nan(sum))
                return attn_refuse(fault, ATTN_OVERFLOW, 1, (uint32_t)(row * out_dim + o));
            *y++ = bias ? sum + bias[o] : sum;
        }
    return ATTN_OK;
}

attn_status attn_mean_matrices(
    float *mean, const float *matrices, uint32_t count, uint32_t size, attn_fault *fault) {
    if (count == 0) return attn_refuse(fault, ATTN_BAD_OPTION, 2, 0);
    ATTN_TRY(attn_check_finite(matrices, attn_count(count, size), 1, fault));
    for (uint32_t i = 0; i < size; i++) {
        double sum = 0.0;
        for (size_t m = 0; m < count; m++)
            sum += (double)matrices[m * size + i];
        mean[i] = (float)(sum / count);
    }
    return ATTN_OK;
}
