/* The fast attention: chooses for each call between tiles, dots and the
 * reference's passes, and walks over the heads. */
#include "elementary.h"
#include "fast.h"

v4 attn_fast_softcap(v4 score, const fast_head *head) {
    v4 cap = v4_set1(head->softcap);
    v4 capped = v4_mul(cap, v4_tanh(v4_div(score, cap)));
    return v4_mul(capped, v4_set1(head->capped_scale));
}

float attn_fast_mask(float score, const attn_place *place, uint32_t k) {
    float mask = attn_mask_at(place, k);
    if (mask == -ATTN_INFINITY) return mask;
    float masked = score + mask * LOG2_E;
    if (masked < LOWEST) return LOWEST;
    return masked > -LOWEST ? -LOWEST : masked;
}

/* The largest |x|; not finite where some number is not. Without its sign a float is
 * the larger the larger its bits are, and infinities and NaN have the largest. */
static float largest_of(const float *values, uint32_t count) {
    uint32_t whole = v4_whole(count);
    i4 largest = i4_bits(v4_abs(v4_load_part(values + whole, count - whole, 0.0f)));
    for (uint32_t i = 0; i < whole; i += V4_LANES)
        largest = i4_max(largest, i4_bits(v4_abs(v4_load(values + i))));
    largest = i4_max(largest, i4_bits(v4_swap_halves(v4_from_bits(largest))));
    return v4_first(v4_from_bits(i4_max(largest, i4_bits(v4_swap_pairs(v4_from_bits(largest))))));
}

attn_status attn_check_largest(
    float *largest, const float *values, uint32_t count, int32_t argument, attn_fault *fault) {
    ATTN_TRY(attn_check_count(count, argument, fault));
    *largest = largest_of(values, count);
    if (attn_is_finite(*largest)) return ATTN_OK;
    return attn_check_finite(values, count, argument, fault);
}

/* Whether tiles compute what the passes do: no score and no sum of values can
 * overflow on the way, and the temperature is not the limit 0. */
static int is_bounded(
    float q_max, float k_max, float v_max, const fast_head *head, const attn_attention_options *o) {
    const double safe = 1e37;
    double raw = (double)q_max * (double)k_max * o->head_dim; /* a scale of 0 makes inf no 0 */
    double score = raw * (double)(head->scale < 0.0f ? -head->scale : head->scale);
    double capped = (double)head->softcap * (double)head->capped_scale;
    return o->temperature > 0.0f && raw < safe && score < safe && capped < safe &&
           (double)q_max * (double)head->scale < safe &&
           (double)q_max * (double)head->scale > -safe &&
           (double)v_max * ((double)o->kv_len + 1) < safe;
}

static attn_status check_inputs(
    int *bounded, const fast_head *head, const attn_attention_options *o, attn_fault *fault) {
    uint32_t rows = attn_count3(o->batch, o->n_heads, o->seq_len);
    uint32_t kv_rows = attn_count3(o->batch, o->n_kv_heads, o->kv_len);
    float q_max, k_max, v_max;
    ATTN_TRY(attn_check_largest(&q_max, head->query, attn_count(rows, o->head_dim), 2, fault));
    ATTN_TRY(attn_check_largest(&k_max, head->key, attn_count(kv_rows, o->head_dim), 3, fault));
    ATTN_TRY(attn_check_largest(&v_max, head->value, attn_count(kv_rows, o->v_head_dim), 4, fault));
    *bounded = is_bounded(q_max, k_max, v_max, head, o);
    return ATTN_OK;
}

/* The reference's passes, row by row, for what is not bounded. scores: [kv_len]. */
static attn_status attend_rows(float *scores, const fast_head *head, attn_place *place,
    const attn_attention_options *o, attn_fault *fault) {
    const attn_trace trace = attn_weights_only(scores);
    for (uint32_t q = 0; q < o->seq_len; q++) {
        place->q = q;
        const float *q_row = head->query + q * head->query_stride;
        uint32_t k = attn_score_row(scores, &(attn_trace){0}, q_row, head->key, 0, o);
        if (k < o->kv_len) {
            uint64_t row = ((uint64_t)place->b * o->n_heads + place->h) * o->seq_len + q;
            return attn_refuse(fault, ATTN_OVERFLOW, 2, (uint32_t)(row * o->kv_len + k));
        }
        attn_softmax_row(scores, NULL, &trace, 0, o->temperature, place);
        attn_weighted_row(
            head->output + q * head->output_stride, scores, head->value, o->kv_len, o->v_head_dim);
    }
    return ATTN_OK;
}

fast_head attn_fast_scales(const attn_attention_options *o) {
    float to_powers = LOG2_E / o->temperature;
    fast_head head = {.scale = o->scale * to_powers, .softcap = o->softcap};
    if (o->softcap > 0.0f) {
        head.scale = o->scale;
        head.capped_scale = to_powers;
    }
    return head;
}

uint32_t attn_attention_fast_scratch_size(const attn_attention_options *options) {
    uint32_t tiles = attn_tiles_scratch(options->head_dim, options->v_head_dim);
    return tiles > options->kv_len ? tiles : options->kv_len;
}

/* Where one head's rows are in arrays of whole heads. */
static fast_head head_at(
    const fast_head *all, const attn_place *place, const attn_attention_options *o) {
    fast_head head = *all;
    uint32_t group = o->n_heads / o->n_kv_heads;
    size_t q_head = ((size_t)place->b * o->n_heads + place->h) * o->seq_len;
    size_t kv_head = ((size_t)place->b * o->n_kv_heads + place->h / group) * o->kv_len;
    head.query = all->query + q_head * o->head_dim;
    if (o->kv_len > 0) { /* else both may be NULL, which C adds nothing to, not even 0 */
        head.key = all->key + kv_head * o->head_dim;
        head.value = all->value + kv_head * o->v_head_dim;
    }
    head.output = all->output + q_head * o->v_head_dim;
    return head;
}

/* Whether some row of each batch may read all keys. */
static int all_keys_are_read(attn_place place, const attn_attention_options *o) {
    for (place.b = 0; place.b < o->batch; place.b++) {
        uint32_t first = 1, end = 0;
        for (place.q = 0; place.q < o->seq_len && (first > 0 || end < o->kv_len); place.q++)
            attn_mask_range(&place, &first, &end);
        if (first > 0 || end < o->kv_len) return 0;
    }
    return 1;
}

/* A decoding step reads every key and value once, so looking at them beforehand
 * would double its time. What is not finite shows in the scores or in the output:
 * then this returns 0, and all is looked at. */
static int attend_unchecked(
    float *scratch, const fast_head *all, attn_place place, const attn_attention_options *o) {
    int may_try = o->seq_len <= DOTS_MAX_ROWS && o->kv_len > 0 && o->temperature > 0.0f;
    if (!may_try || !all_keys_are_read(place, o)) return 0;
    for (place.b = 0; place.b < o->batch; place.b++)
        for (place.h = 0; place.h < o->n_heads; place.h++) {
            fast_head head = head_at(all, &place, o);
            if (!attn_attend_dots(scratch, &head, &place, o)) return 0;
        }
    return 1;
}

static attn_status check_counts(const attn_attention_options *o, attn_fault *fault) {
    uint32_t rows = attn_count3(o->batch, o->n_heads, o->seq_len);
    uint32_t kv_rows = attn_count3(o->batch, o->n_kv_heads, o->kv_len);
    ATTN_TRY(attn_check_count(attn_attention_fast_scratch_size(o), 1, fault));
    ATTN_TRY(attn_check_count(attn_count(rows, o->head_dim), 2, fault));
    ATTN_TRY(attn_check_count(attn_count(kv_rows, o->head_dim), 3, fault));
    ATTN_TRY(attn_check_count(attn_count(kv_rows, o->v_head_dim), 4, fault));
    return attn_check_count(attn_count(rows, o->v_head_dim), 0, fault);
}

attn_status attn_attention_fast(float *output, float *scratch, const float *query, const float *key,
    const float *value, const attn_mask *mask, const attn_attention_options *options,
    attn_fault *fault) {
    const attn_attention_options *o = options;
    attn_place place = {mask, {o->batch, o->n_heads, o->seq_len, o->kv_len}, 0, 0, 0};
    ATTN_TRY(attn_check_attention_options(o, fault));
    ATTN_TRY(check_counts(o, fault));
    ATTN_TRY(attn_check_mask(mask, &place.extent, 5, fault));
    fast_head all = attn_fast_scales(o);
    all.output = output;
    all.query = query;
    all.key = key;
    all.value = value;
    all.query_stride = all.key_stride = o->head_dim;
    all.value_stride = all.output_stride = o->v_head_dim;
    if (o->seq_len == 0) return check_inputs(&(int){0}, &all, o, fault); /* no long loops */
    if (attend_unchecked(scratch, &all, place, o)) return ATTN_OK;
    int bounded;
    ATTN_TRY(check_inputs(&bounded, &all, o, fault));
    for (place.b = 0; place.b < o->batch; place.b++)
        for (place.h = 0; place.h < o->n_heads; place.h++) {
            fast_head head = head_at(&all, &place, o);
            if (!bounded)
                ATTN_TRY(attend_rows(scratch, &head, &place, o, fault));
            else if (o->seq_len <= DOTS_MAX_ROWS)
                attn_attend_dots(scratch, &head, &place, o);
            else
                attn_attend_tiles(scratch, &head, &place, o);
        }
    return ATTN_OK;
}
