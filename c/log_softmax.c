/* The logarithm of the softmax, taken before anything underflows, and the
 * cross-entropy that is made of it. */
#include "elementary.h"
#include "internal.h"

static float largest_of(const float *scores_row, uint32_t cols) {
    float largest = -ATTN_INFINITY;
    for (uint32_t k = 0; k < cols; k++)
        if (scores_row[k] > largest) largest = scores_row[k];
    return largest;
}

/* score - row maximum, at most 0; where the maximum is +inf, the keys that have
 * it share the row. */
static float below_max(float score, float row_max) {
    if (score == row_max) return 0.0f;
    return row_max == ATTN_INFINITY ? -ATTN_INFINITY : score - row_max;
}

/* ln(row sum), the row sum being that of the exponentials: 0 or more */
static float log_row_sum(const float *scores_row, float row_max, uint32_t cols) {
    float row_sum = 0.0f;
    for (uint32_t k = 0; k < cols; k++) {
        float below = below_max(scores_row[k], row_max);
        if (below > -ATTN_INFINITY) row_sum += attn_exp(below);
    }
    return attn_log(row_sum);
}

/* ln w_k of one row, without writing the others down. */
static float log_weight(float score, float row_max, float log_sum) {
    float below = below_max(score, row_max);
    return row_max > -ATTN_INFINITY && below > -ATTN_INFINITY ? below - log_sum : -ATTN_INFINITY;
}

attn_status attn_log_softmax(
    float *log_weights, const float *scores, uint32_t rows, uint32_t cols, attn_fault *fault) {
    ATTN_TRY(attn_check_scores(scores, attn_count(rows, cols), 1, fault));
    if (cols == 0) return ATTN_OK;
    for (size_t row = 0; row < rows; row++) {
        const float *scores_row = scores + row * cols;
        float row_max = largest_of(scores_row, cols);
        float log_sum = row_max > -ATTN_INFINITY ? log_row_sum(scores_row, row_max, cols) : 0.0f;
        for (uint32_t k = 0; k < cols; k++)
            log_weights[row * cols + k] = log_weight(scores_row[k], row_max, log_sum);
    }
    return ATTN_OK;
}

attn_status attn_cross_entropy(float *losses, float *mean_loss, const float *logits,
    const int32_t *targets, uint32_t rows, uint32_t cols, attn_fault *fault) {
    ATTN_TRY(attn_check_finite(logits, attn_count(rows, cols), 2, fault));
    ATTN_TRY(attn_check_count(rows, 4, fault)); /* it may be large where cols is 0 */
    for (uint32_t row = 0; row < rows; row++)
        if (targets[row] < 0 || (uint32_t)targets[row] >= cols)
            return attn_refuse(fault, ATTN_BAD_OPTION, 3, row);
    double sum = 0.0;
    for (size_t row = 0; row < rows; row++) {
        const float *logits_row = logits + row * cols;
        float row_max = largest_of(logits_row, cols);
        float log_sum = log_row_sum(logits_row, row_max, cols);
        losses[row] = -log_weight(logits_row[targets[row]], row_max, log_sum);
        sum += (double)losses[row];
    }
    mean_loss[0] = rows ? (float)(sum / rows) : 0.0f;
    return ATTN_OK;
}
