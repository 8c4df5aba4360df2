/* The elementary functions, one array at a time, for whoever wants to see or
 * test them. */
#include "elementary.h"
#include "internal.h"

attn_status attn_elementary(
    float *y, const float *x, uint32_t count, int32_t which, attn_fault *fault) {
    static float (*const functions[ATTN_ELEMENTARY_COUNT])(float) = {
        attn_exp, attn_log, attn_tanh, attn_erf, attn_sin, attn_cos};
    ATTN_TRY(attn_check_scores(x, count, 1, fault));
    if (which < 0 || which >= ATTN_ELEMENTARY_COUNT)
        return attn_refuse(fault, ATTN_BAD_OPTION, 3, 0);
    for (uint32_t i = 0; i < count; i++)
        y[i] = functions[which](x[i]);
    return ATTN_OK;
}
