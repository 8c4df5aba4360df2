/* The recurrence that attention replaced: one state after the other. */
#include "elementary.h"
#include "internal.h"

attn_status attn_recurrent(float *states, const float *x, const float *w, const float *initial,
    uint32_t seq_len, uint32_t dim, attn_fault *fault) {
    ATTN_TRY(attn_check_finite(x, attn_count(seq_len, dim), 1, fault));
    ATTN_TRY(attn_check_finite(w, attn_count(dim, dim), 2, fault));
    if (initial) ATTN_TRY(attn_check_finite(initial, dim, 3, fault));
    const float *last = initial;
    if (dim == 0) return ATTN_OK; /* the loop below may still be long */
    for (size_t t = 0; t < seq_len; t++) {
        float *state = states + t * dim;
        for (size_t d = 0; d < dim; d++) { /* tanh(w last + x), nothing before the first */
            float carried = last ? attn_dot_product(w + d * dim, last, dim) : 0.0f;
            if (attn_is_nan(carried)) return attn_refuse(fault, ATTN_OVERFLOW, 2, (uint32_t)t);
            state[d] = attn_tanh(carried + x[t * dim + d]);
        }
        last = state;
    }
    return ATTN_OK;
}
