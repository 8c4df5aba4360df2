/* A lookup that can be learned, beside one that cannot. */
#include "internal.h"

uint32_t attn_lookup_scratch_size(const attn_lookup_options *options) {
    return options->dim;
}

/* The best key by its score, the first of several; -1 without keys. */
static int32_t best_key(const float *scores, uint32_t count) {
    int32_t best = -1;
    for (uint32_t k = 0; k < count; k++)
        if (best < 0 || scores[k] > scores[best]) best = (int32_t)k;
    return best;
}

/* hard = the value of the best key; of several equally good ones, their mean. */
static void look_up_hard(float *hard, const float *scores, int32_t best, const float *values,
    const attn_lookup_options *o) {
    uint32_t ties = 0;
    for (uint32_t d = 0; d < o->value_dim; d++)
        hard[d] = 0.0f;
    for (uint32_t k = 0; k < o->count; k++) {
        if (scores[k] != scores[best]) continue;
        ties++;
        for (uint32_t d = 0; d < o->value_dim; d++)
            hard[d] += values[(size_t)k * o->value_dim + d];
    }
    for (uint32_t d = 0; d < o->value_dim && ties > 1; d++)
        hard[d] /= (float)ties;
}

/* d soft_c / d query_d = scale / temperature sum_k w_k v_kc (k_kd - mean_d), where
 * mean = sum_k w_k k_k is the key that the query reads on average. */
static void soft_gradient(float *grad_soft, const float *mean_key, const float *weights,
    const float *keys, const float *values, const attn_lookup_options *o) {
    int flat = o->temperature == 0.0f || o->temperature == ATTN_INFINITY;
    float slope = flat ? 0.0f : o->scale / o->temperature;
    for (size_t c = 0; c < o->value_dim; c++)
        for (size_t d = 0; d < o->dim; d++) {
            float sum = 0.0f;
            for (size_t k = 0; k < o->count; k++) {
                if (weights[k] == 0.0f) continue; /* of a difference that may be infinite */
                sum += weights[k] * values[k * o->value_dim + c] *
                       (keys[k * o->dim + d] - mean_key[d]);
            }
            *grad_soft++ = slope * sum;
        }
}

static attn_status check_lookup(const float *query, const float *keys, const float *values,
    const attn_lookup_options *o, attn_fault *fault) {
    if (o->dim == 0) return attn_refuse(fault, ATTN_BAD_OPTION, 5, 1);
    if (o->value_dim == 0) return attn_refuse(fault, ATTN_BAD_OPTION, 5, 2);
    if (!attn_is_finite(o->scale)) return attn_refuse(fault, ATTN_BAD_OPTION, 5, 3);
    if (!attn_is_temperature(o->temperature)) return attn_refuse(fault, ATTN_BAD_OPTION, 5, 4);
    ATTN_TRY(attn_check_finite(query, attn_count(o->dim, 1), 2, fault));
    ATTN_TRY(attn_check_finite(keys, attn_count(o->count, o->dim), 3, fault));
    ATTN_TRY(attn_check_finite(values, attn_count(o->count, o->value_dim), 4, fault));
    return attn_check_count(attn_count(o->value_dim, o->dim), 0, fault);
}

attn_status attn_lookup(const attn_lookup_outputs *outputs, float *scratch, const float *query,
    const float *keys, const float *values, const attn_lookup_options *options, attn_fault *fault) {
    const attn_lookup_options *o = options;
    ATTN_TRY(check_lookup(query, keys, values, o, fault));
    for (uint32_t k = 0; k < o->count; k++) {
        float raw = attn_dot_product(query, keys + (size_t)k * o->dim, o->dim);
        outputs->scores[k] = o->scale * raw;
        if (attn_is_nan(outputs->scores[k])) return attn_refuse(fault, ATTN_OVERFLOW, 2, k);
        outputs->weights[k] = outputs->scores[k];
    }
    attn_trace trace = attn_weights_only(outputs->weights);
    const attn_place place = {NULL, {1, 1, 1, o->count}, 0, 0, 0};
    attn_softmax_row(outputs->weights, NULL, &trace, 0, o->temperature, &place);
    attn_weighted_row(outputs->soft, outputs->weights, values, o->count, o->value_dim);
    attn_weighted_row(scratch, outputs->weights, keys, o->count, o->dim); /* the mean key */
    soft_gradient(outputs->grad_soft, scratch, outputs->weights, keys, values, o);
    outputs->hard_index[0] = best_key(outputs->scores, o->count);
    look_up_hard(outputs->hard, outputs->scores, outputs->hard_index[0], values, o);
    ATTN_TRY(attn_check_results(outputs->grad_soft, attn_count(o->value_dim, o->dim), 3, fault));
    return attn_check_results(outputs->hard, o->value_dim, 4, fault);
}
