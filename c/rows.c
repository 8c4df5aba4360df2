/* Rows of numbers: copied, added up, compared. */
#include "internal.h"

void attn_copy(float *to, const float *from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = from[i];
}

void attn_add_scaled(float *sum, float factor, const float *row, uint32_t count) {
    for (uint32_t d = 0; d < count; d++)
        sum[d] += factor * row[d];
}

/* |a - b|, where equal infinities differ by nothing. */
static float distance(float a, float b) {
    return a == b ? 0.0f : __builtin_fabsf(a - b);
}

attn_status attn_max_difference(float *result, uint32_t *position, const float *a, const float *b,
    uint32_t count, attn_fault *fault) {
    ATTN_TRY(attn_check_scores(a, count, 2, fault));
    ATTN_TRY(attn_check_scores(b, count, 3, fault));
    *result = 0.0f;
    *position = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!(distance(a[i], b[i]) > *result)) continue;
        *result = distance(a[i], b[i]);
        *position = i;
    }
    return ATTN_OK;
}
