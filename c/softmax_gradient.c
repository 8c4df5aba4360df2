/* The gradient of the softmax, as a matrix and applied to a gradient. */
#include "internal.h"

attn_status attn_softmax_jacobian(
    float *jacobian, const float *weights, uint32_t n, attn_fault *fault) {
    ATTN_TRY(attn_check_count(attn_count(n, n), 2, fault));
    ATTN_TRY(attn_check_finite(weights, n, 1, fault));
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++) /* w_i (delta_ij - w_j) */
            *jacobian++ = weights[i] * ((i == j ? 1.0f : 0.0f) - weights[j]);
    return ATTN_OK;
}

attn_status attn_softmax_backward(float *grad_scores, const float *weights,
    const float *grad_weights, uint32_t rows, uint32_t cols, float temperature, attn_fault *fault) {
    uint32_t count = attn_count(rows, cols);
    ATTN_TRY(attn_check_finite(weights, count, 1, fault));
    ATTN_TRY(attn_check_finite(grad_weights, count, 2, fault));
    ATTN_TRY(attn_check_temperatures(&temperature, 1, 5, fault));
    if (count == 0) return ATTN_OK; /* the loop below may still be long */
    int flat = temperature == 0.0f || temperature == ATTN_INFINITY;
    for (uint32_t row = 0; row < rows; row++) {
        size_t start = (size_t)row * cols;
        const float *weights_row = weights + start, *grad_row = grad_weights + start;
        float mean_grad = attn_dot_product(weights_row, grad_row, cols); /* sum_k w_k g_k */
        for (uint32_t k = 0; k < cols; k++) {
            float slope = weights_row[k] * (grad_row[k] - mean_grad);
            grad_scores[start + k] = flat ? 0.0f : slope / temperature;
        }
    }
    return attn_check_results(grad_scores, count, 2, fault);
}
