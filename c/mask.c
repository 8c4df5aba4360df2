/* Masks: which keys a query may read, and what is added to their scores. */
#include "internal.h"

/* The key that query q stands at, before any key was skipped. */
static int64_t diagonal(const attn_place *place) {
    const attn_mask *mask = place->mask;
    int64_t q = place->q, seq_len = place->extent.seq_len;
    switch (mask->align) {
    case ATTN_ALIGN_BOTTOM_RIGHT:
        return q + place->extent.kv_len - seq_len;
    case ATTN_ALIGN_LENGTHS:
        return q + mask->kv_lengths[place->b] - seq_len;
    case ATTN_ALIGN_OFFSET:
        return q + mask->causal_offset;
    default:
        return q;
    }
}

/* The keys that causal, window and lengths leave: from first to before last.
 * Each of them cuts off one end or both, so what is left is one span. */
static void find_span(const attn_place *place, int64_t *first, int64_t *last) {
    const attn_mask *mask = place->mask;
    int64_t here = diagonal(place), window = mask->window;
    *first = 0;
    *last = place->extent.kv_len;
    if (mask->kv_lengths) *last = mask->kv_lengths[place->b];
    if (mask->causal && here + 1 < *last) *last = here + 1;
    if (window > 0 && here + window < *last) *last = here + window;
    if (window > 0 && here - window + 1 > 0) *first = here - window + 1;
}

static uint32_t clamp_key(int64_t k, uint32_t kv_len) {
    return k < 0 ? 0 : k > kv_len ? kv_len : (uint32_t)k;
}

void attn_mask_range(const attn_place *place, uint32_t *first, uint32_t *end) {
    const attn_mask *mask = place->mask;
    uint32_t kv_len = place->extent.kv_len;
    *first = 0;
    *end = kv_len;
    if (!mask) return;
    int64_t at = diagonal(place);
    if (mask->kv_lengths) *end = (uint32_t)mask->kv_lengths[place->b];
    if (mask->window) {
        *first = clamp_key(at - mask->window + 1, kv_len);
        if (at + mask->window < *end) *end = clamp_key(at + mask->window, kv_len);
    }
    if (mask->causal && at + 1 < *end) *end = clamp_key(at + 1, kv_len);
    if (*end < *first) *end = *first;
}

/* Where (b, h, q, k) stands in an array with these strides. */
static size_t strided(const uint32_t stride[4], const attn_place *place, uint32_t k) {
    return (size_t)place->b * stride[0] + (size_t)place->h * stride[1] +
           (size_t)place->q * stride[2] + (size_t)k * stride[3];
}

/* What allow and additive say of a key inside the span. */
static float mask_inside(const attn_place *place, uint32_t k) {
    const attn_mask *mask = place->mask;
    if (mask->allow && !mask->allow[strided(mask->allow_stride, place, k)]) return -ATTN_INFINITY;
    return mask->additive ? mask->additive[strided(mask->additive_stride, place, k)] : 0.0f;
}

float attn_mask_at(const attn_place *place, uint32_t k) {
    const attn_mask *mask = place->mask;
    if (!mask) return 0.0f;
    int64_t first, last;
    find_span(place, &first, &last);
    return k < first || k >= last ? -ATTN_INFINITY : mask_inside(place, k);
}

void attn_mask_row(float *scores_row, const attn_place *place) {
    const attn_mask *mask = place->mask;
    if (!mask) return;
    int64_t first, last;
    find_span(place, &first, &last);
    int plain = !mask->allow && !mask->additive;
    for (uint32_t k = 0; k < place->extent.kv_len; k++) {
        if (k < first || k >= last) {
            scores_row[k] = -ATTN_INFINITY;
        } else if (!plain) {
            float added = mask_inside(place, k);
            scores_row[k] = added == -ATTN_INFINITY ? added : scores_row[k] + added;
        }
    }
}

static attn_status check_lengths(
    const attn_mask *mask, const attn_extent *extent, int32_t argument, attn_fault *fault) {
    if (!mask->kv_lengths) return ATTN_OK;
    ATTN_TRY(attn_check_count(extent->batch, argument, fault));
    for (uint32_t b = 0; b < extent->batch; b++) {
        int32_t length = mask->kv_lengths[b];
        if (length < 0 || (uint32_t)length > extent->kv_len)
            return attn_refuse(fault, ATTN_BAD_OPTION, argument, b);
    }
    return ATTN_OK;
}

static uint32_t dimension(uint32_t size, uint32_t stride) {
    return stride == 0 && size > 1 ? 1 : size; /* a shared part is looked at once */
}

/* The additive part is finite or -inf. The place in the fault is the element's. */
static attn_status check_additive(
    const attn_mask *mask, const attn_extent *extent, int32_t argument, attn_fault *fault) {
    if (!mask->additive) return ATTN_OK;
    const uint32_t *stride = mask->additive_stride;
    attn_place at = {mask, *extent, 0, 0, 0};
    for (at.b = 0; at.b < dimension(extent->batch, stride[0]); at.b++)
        for (at.h = 0; at.h < dimension(extent->n_heads, stride[1]); at.h++)
            for (at.q = 0; at.q < dimension(extent->seq_len, stride[2]); at.q++)
                for (uint32_t k = 0; k < dimension(extent->kv_len, stride[3]); k++) {
                    size_t i = strided(stride, &at, k);
                    if (mask->additive[i] < ATTN_INFINITY) continue;
                    attn_status status = attn_is_nan(mask->additive[i]) ? ATTN_NAN : ATTN_INFINITE;
                    return attn_refuse(fault, status, argument, (uint32_t)i);
                }
    return ATTN_OK;
}

attn_status attn_check_mask(
    const attn_mask *mask, const attn_extent *extent, int32_t argument, attn_fault *fault) {
    if (!mask) return ATTN_OK;
    int32_t align = mask->align;
    int known = align >= ATTN_ALIGN_TOP_LEFT && align <= ATTN_ALIGN_OFFSET;
    int lengths_missing = align == ATTN_ALIGN_LENGTHS && !mask->kv_lengths;
    if (!known || lengths_missing || (mask->causal & ~1) != 0)
        return attn_refuse(fault, ATTN_BAD_OPTION, argument, 0);
    ATTN_TRY(check_lengths(mask, extent, argument, fault));
    return check_additive(mask, extent, argument, fault);
}

attn_status attn_mask_matrix(
    float *values, const attn_extent *extent, const attn_mask *mask, attn_fault *fault) {
    uint32_t rows = attn_count3(extent->batch, extent->n_heads, extent->seq_len);
    uint32_t count = attn_count(rows, extent->kv_len);
    ATTN_TRY(attn_check_count(count, 1, fault));
    ATTN_TRY(attn_check_mask(mask, extent, 2, fault));
    if (count == 0) return ATTN_OK; /* the loops below may still be long */
    attn_place at = {mask, *extent, 0, 0, 0};
    for (at.b = 0; at.b < extent->batch; at.b++)
        for (at.h = 0; at.h < extent->n_heads; at.h++)
            for (at.q = 0; at.q < extent->seq_len; at.q++)
                for (uint32_t k = 0; k < extent->kv_len; k++)
                    *values++ = attn_mask_at(&at, k);
    return ATTN_OK;
}

/* One row of the wrong way: returns the sum of what is left. */
static float zero_row(float *left_row, const float *weights_row, const attn_place *place) {
    float row_sum = 0.0f;
    for (uint32_t k = 0; k < place->extent.kv_len; k++) {
        left_row[k] = attn_mask_at(place, k) == -ATTN_INFINITY ? 0.0f : weights_row[k];
        row_sum += left_row[k];
    }
    return row_sum;
}

attn_status attn_zero_after_softmax(float *left, float *row_sum, const float *weights,
    const attn_extent *extent, const attn_mask *mask, attn_fault *fault) {
    uint32_t rows = attn_count3(extent->batch, extent->n_heads, extent->seq_len);
    ATTN_TRY(attn_check_count(rows, 3, fault));
    ATTN_TRY(attn_check_finite(weights, attn_count(rows, extent->kv_len), 2, fault));
    ATTN_TRY(attn_check_mask(mask, extent, 4, fault));
    if (rows == 0) return ATTN_OK; /* the loops below may still be long */
    attn_place at = {mask, *extent, 0, 0, 0};
    size_t row = 0;
    for (at.b = 0; at.b < extent->batch; at.b++)
        for (at.h = 0; at.h < extent->n_heads; at.h++)
            for (at.q = 0; at.q < extent->seq_len; at.q++, row++) {
                size_t start = row * extent->kv_len;
                row_sum[row] = zero_row(left + start, weights + start, &at);
            }
    return ATTN_OK;
}
