/* Score functions: how a query was compared with a key before the scaled dot
 * product was the only way (Bahdanau et al. 2015, Luong et al. 2015). */
#include "elementary.h"
#include "internal.h"

/* One call: its arguments, and the query row turned into what each key meets. */
typedef struct score_call {
    const attn_score_options *o;
    const attn_score_params *p;
    float *asked;
} score_call;

static int has_hidden(const attn_score_options *o) {
    return o->kind == ATTN_SCORE_ADDITIVE || o->kind == ATTN_SCORE_CONCAT;
}

uint32_t attn_score_scratch_size(const attn_score_options *options) {
    return has_hidden(options) ? options->hidden_dim : options->key_dim;
}

/* Row i of the matrix that meets the query, and of the one that meets the key:
 * concat's W [q; k] is additive's W q + U k with the two matrices side by side. */
static const float *query_row(const score_call *c, uint32_t i) {
    uint32_t width = c->o->query_dim + (c->o->kind == ATTN_SCORE_CONCAT ? c->o->key_dim : 0);
    return c->p->w + (size_t)i * width;
}
static const float *key_row(const score_call *c, uint32_t i) {
    if (c->o->kind == ATTN_SCORE_CONCAT) return query_row(c, i) + c->o->query_dim;
    return c->p->u + (size_t)i * c->o->key_dim;
}

/* What does not depend on the key: W q for additive and concat, q^T W for
 * general, q itself for dot. */
static void ask(const score_call *c, const float *query) {
    const attn_score_options *o = c->o;
    if (has_hidden(o)) {
        for (uint32_t i = 0; i < o->hidden_dim; i++)
            c->asked[i] = attn_dot_product(query_row(c, i), query, o->query_dim);
    } else if (o->kind == ATTN_SCORE_GENERAL) {
        attn_weighted_row(c->asked, query, c->p->w, o->query_dim, o->key_dim);
    } else {
        for (uint32_t d = 0; d < o->key_dim; d++)
            c->asked[d] = query[d];
    }
}

/* v^T tanh(W q + U k), or the dot product of what was asked and the key. */
static float score_key(const score_call *c, const float *key, float *hidden) {
    const attn_score_options *o = c->o;
    if (!has_hidden(o)) return attn_dot_product(c->asked, key, o->key_dim);
    float score = 0.0f;
    for (uint32_t i = 0; i < o->hidden_dim; i++) {
        float bent = attn_tanh(c->asked[i] + attn_dot_product(key_row(c, i), key, o->key_dim));
        if (hidden) hidden[i] = bent;
        score += c->p->v[i] * bent;
    }
    return score;
}

static attn_status score_row(const attn_score_outputs *out, const score_call *c, const float *keys,
    uint32_t row, attn_fault *fault) {
    const attn_score_options *o = c->o;
    for (uint32_t k = 0; k < o->count; k++) {
        size_t at = (size_t)row * o->count + k;
        float *hidden = out->hidden && has_hidden(o) ? out->hidden + at * o->hidden_dim : NULL;
        float score = score_key(c, keys + (size_t)k * o->key_dim, hidden);
        if (attn_is_nan(score)) return attn_refuse(fault, ATTN_OVERFLOW, 2, (uint32_t)at);
        out->scores[at] = out->weights[at] = score;
    }
    return ATTN_OK;
}

static attn_status check_options(const attn_score_options *o, attn_fault *fault) {
    if (o->kind < 0 || o->kind >= ATTN_SCORE_COUNT)
        return attn_refuse(fault, ATTN_BAD_OPTION, 6, 0);
    const uint32_t sizes[3] = {o->query_dim, o->key_dim, o->value_dim};
    ATTN_TRY(attn_check_not_zero(sizes, 3, 6, 3, fault));
    if (o->kind == ATTN_SCORE_DOT && o->key_dim != o->query_dim)
        return attn_refuse(fault, ATTN_BAD_OPTION, 6, 4);
    if (has_hidden(o) && o->hidden_dim == 0) return attn_refuse(fault, ATTN_BAD_OPTION, 6, 6);
    if (!attn_is_temperature(o->temperature)) return attn_refuse(fault, ATTN_BAD_OPTION, 6, 7);
    ATTN_TRY(attn_check_count(attn_score_scratch_size(o), 1, fault));
    ATTN_TRY(attn_check_count(attn_count(o->rows, o->value_dim), 0, fault));
    uint32_t scores = attn_count(o->rows, o->count);
    return attn_check_count(has_hidden(o) ? attn_count(scores, o->hidden_dim) : scores, 0, fault);
}

static attn_status check_params(
    const attn_score_params *p, const attn_score_options *o, attn_fault *fault) {
    uint32_t width = o->query_dim;
    if (o->kind == ATTN_SCORE_DOT) return ATTN_OK;
    if (o->kind == ATTN_SCORE_GENERAL)
        return attn_check_finite(p->w, attn_count(o->query_dim, o->key_dim), 5, fault);
    if (o->kind == ATTN_SCORE_CONCAT) width = attn_count_sum(o->query_dim, o->key_dim);
    ATTN_TRY(attn_check_finite(p->w, attn_count(o->hidden_dim, width), 5, fault));
    if (o->kind == ATTN_SCORE_ADDITIVE)
        ATTN_TRY(attn_check_finite(p->u, attn_count(o->hidden_dim, o->key_dim), 5, fault));
    return attn_check_finite(p->v, o->hidden_dim, 5, fault);
}

attn_status attn_score_function(const attn_score_outputs *outputs, float *scratch,
    const float *queries, const float *keys, const float *values, const attn_score_params *params,
    const attn_score_options *options, attn_fault *fault) {
    const attn_score_options *o = options;
    ATTN_TRY(check_options(o, fault));
    ATTN_TRY(attn_check_finite(queries, attn_count(o->rows, o->query_dim), 2, fault));
    ATTN_TRY(attn_check_finite(keys, attn_count(o->count, o->key_dim), 3, fault));
    ATTN_TRY(attn_check_finite(values, attn_count(o->count, o->value_dim), 4, fault));
    ATTN_TRY(check_params(params, o, fault));
    score_call call = {o, params, scratch};
    attn_trace trace = attn_weights_only(outputs->weights);
    attn_place place = {NULL, {1, 1, o->rows, o->count}, 0, 0, 0};
    for (uint32_t row = 0; row < o->rows; row++) {
        ask(&call, queries + (size_t)row * o->query_dim);
        ATTN_TRY(score_row(outputs, &call, keys, row, fault));
        float *weights_row = outputs->weights + (size_t)row * o->count;
        attn_softmax_row(weights_row, NULL, &trace, row, o->temperature, &place);
        float *context = outputs->context + (size_t)row * o->value_dim;
        attn_weighted_row(context, weights_row, values, o->count, o->value_dim);
    }
    return ATTN_OK;
}
