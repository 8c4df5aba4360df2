/* Refusing input: every public function asks here first, and computes only
 * when nothing was refused. */
#include "internal.h"

attn_status attn_refuse(
    attn_fault *fault, attn_status status, int32_t argument, uint32_t position) {
    if (fault) *fault = (attn_fault){status, argument, position};
    return status;
}

attn_status attn_check_count(uint32_t count, int32_t argument, attn_fault *fault) {
    if (count > ATTN_MAX_COUNT) return attn_refuse(fault, ATTN_TOO_LARGE, argument, 0);
    return ATTN_OK;
}

attn_status attn_check_finite(
    const float *values, uint32_t count, int32_t argument, attn_fault *fault) {
    ATTN_TRY(attn_check_count(count, argument, fault));
    for (uint32_t i = 0; i < count; i++) {
        if (attn_is_finite(values[i])) continue;
        attn_status status = attn_is_nan(values[i]) ? ATTN_NAN : ATTN_INFINITE;
        return attn_refuse(fault, status, argument, i);
    }
    return ATTN_OK;
}

attn_status attn_check_scores(
    const float *scores, uint32_t count, int32_t argument, attn_fault *fault) {
    ATTN_TRY(attn_check_count(count, argument, fault));
    for (uint32_t i = 0; i < count; i++)
        if (attn_is_nan(scores[i])) return attn_refuse(fault, ATTN_NAN, argument, i);
    return ATTN_OK;
}

attn_status attn_check_results(
    const float *results, uint32_t count, int32_t argument, attn_fault *fault) {
    for (uint32_t i = 0; i < count; i++)
        if (attn_is_nan(results[i])) return attn_refuse(fault, ATTN_OVERFLOW, argument, i);
    return ATTN_OK;
}

attn_status attn_check_temperatures(
    const float *temperature, uint32_t rows, int32_t argument, attn_fault *fault) {
    for (uint32_t i = 0; i < rows; i++) {
        if (attn_is_temperature(temperature[i])) continue;
        attn_status status = attn_is_nan(temperature[i]) ? ATTN_NAN : ATTN_BAD_OPTION;
        return attn_refuse(fault, status, argument, i);
    }
    return ATTN_OK;
}

attn_status attn_check_not_zero(
    const uint32_t *sizes, uint32_t count, int32_t argument, uint32_t field, attn_fault *fault) {
    for (uint32_t i = 0; i < count; i++)
        if (sizes[i] == 0) return attn_refuse(fault, ATTN_BAD_OPTION, argument, field + i);
    return ATTN_OK;
}

attn_status attn_check_heads(
    uint32_t n_heads, uint32_t n_kv_heads, int32_t argument, uint32_t field, attn_fault *fault) {
    if (n_kv_heads == 0 || n_heads % n_kv_heads != 0)
        return attn_refuse(fault, ATTN_BAD_OPTION, argument, field);
    return ATTN_OK;
}

attn_status attn_find_not_finite(const float *values, uint32_t count, attn_fault *fault) {
    return attn_check_finite(values, count, 0, fault);
}

uint32_t attn_version(void) {
    return ATTN_VERSION;
}

attn_status attn_blame(attn_status status, int32_t argument, attn_fault *fault) {
    if (status == ATTN_OK) return ATTN_OK;
    if (status == ATTN_NAN || status == ATTN_INFINITE) status = ATTN_OVERFLOW;
    return attn_refuse(fault, status, argument, fault ? fault->position : 0);
}
