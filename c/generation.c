/* Generation, with a cache and without: the same decoder, which either keeps
 * its keys and values or computes them anew for the whole prefix. */
#include "internal.h"

/* The params of one layer, and where they lie. */
typedef struct layer_params {
    const float *w_q, *w_k, *w_v, *w_o;
} layer_params;

/* Room for one step, for the most rows that a step can have. */
typedef struct step_room {
    float *x, *change;    /* [rows, d_model]: the residual stream, what is added to it */
    float *query, *heads; /* [n_heads, rows, head_dim] */
    float *key, *value;   /* [n_kv_heads, rows, head_dim] */
    float *concat;        /* [rows, n_heads * head_dim] */
    float *weights;       /* [n_heads, rows, length] */
} step_room;

static uint32_t at_most(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* The end of the step that starts at token `done`. */
static uint32_t step_end(const attn_generation_options *o, uint32_t done) {
    if (done >= o->given) return done + 1;
    return done + at_most(o->chunk, o->given - done);
}

uint32_t attn_generation_steps(const attn_generation_options *options) {
    const attn_generation_options *o = options;
    if (o->chunk == 0 || o->given > o->length) return 0;
    uint32_t chunks = o->given / o->chunk + (o->given % o->chunk != 0);
    return chunks + (o->length - o->given);
}

/* -------------------------------------------------------------- params -- */

static uint32_t layer_size(const attn_generation_options *o) {
    uint32_t heads = attn_count_sum(attn_count(o->n_heads, 2), attn_count(o->n_kv_heads, 2));
    return attn_count3(heads, o->head_dim, o->d_model);
}

uint32_t attn_generation_params_size(const attn_generation_options *options) {
    uint32_t embedding = attn_count(options->vocab, options->d_model);
    return attn_count_sum(embedding, attn_count(options->n_layers, layer_size(options)));
}

static layer_params params_of(
    const float *params, const attn_generation_options *o, uint32_t layer) {
    size_t q_size = (size_t)o->n_heads * o->head_dim * o->d_model;
    size_t kv_size = (size_t)o->n_kv_heads * o->head_dim * o->d_model;
    const float *w_q = params + (size_t)o->vocab * o->d_model + layer * 2 * (q_size + kv_size);
    return (layer_params){w_q, w_q + q_size, w_q + q_size + kv_size, w_q + q_size + 2 * kv_size};
}

/* ------------------------------------------------------------- scratch -- */

/* Without a cache a step runs the whole prefix. */
static uint32_t most_rows(const attn_generation_options *o) {
    return o->cached ? at_most(o->chunk, o->given) : o->length;
}

uint32_t attn_generation_scratch_size(const attn_generation_options *options) {
    const attn_generation_options *o = options;
    uint32_t by_head = attn_count_sum(attn_count(o->head_dim, 3), o->length);
    uint32_t width = attn_count_sum(attn_count(o->n_heads, by_head), attn_count(o->d_model, 2));
    uint32_t kv_width = attn_count3(o->n_kv_heads, o->head_dim, 2);
    return attn_count(most_rows(o), attn_count_sum(width, kv_width));
}

static step_room divide_scratch(float *scratch, const attn_generation_options *o) {
    size_t rows = most_rows(o);
    size_t width = rows * o->n_heads * o->head_dim, kv_width = rows * o->n_kv_heads * o->head_dim;
    step_room room;
    room.x = scratch;
    room.change = room.x + rows * o->d_model;
    room.query = room.change + rows * o->d_model;
    room.heads = room.query + width;
    room.concat = room.heads + width;
    room.key = room.concat + width;
    room.value = room.key + kv_width;
    room.weights = room.value + kv_width;
    return room;
}

/* -------------------------------------------------------------- a step -- */

static attn_cache cache_of(
    const attn_generation_outputs *outputs, const attn_generation_options *o, uint32_t layer) {
    size_t first = (size_t)layer * o->n_kv_heads * o->length * o->head_dim;
    return (attn_cache){outputs->key + first, outputs->value + first, 1, o->n_kv_heads, o->length,
        o->head_dim, o->head_dim, 0, 0};
}

/* x <- x + W_O Concat(heads of the new rows over all rows so far) */
static attn_status run_layer(const step_room *room, attn_cache *cache, const layer_params *p,
    const attn_generation_options *o, uint32_t rows) {
    const uint32_t q[4] = {o->n_heads, rows, o->d_model, o->head_dim};
    const uint32_t kv[4] = {o->n_kv_heads, rows, o->d_model, o->head_dim};
    ATTN_TRY(attn_project_heads(room->query, room->x, p->w_q, NULL, q, NULL));
    ATTN_TRY(attn_project_heads(room->key, room->x, p->w_k, NULL, kv, NULL));
    ATTN_TRY(attn_project_heads(room->value, room->x, p->w_v, NULL, kv, NULL));
    ATTN_TRY(attn_cache_append(cache, room->key, room->value, rows, NULL));
    const attn_cache_options attend = {
        o->n_heads, rows, o->window, attn_default_scale(o->head_dim), 0.0f, 1.0f};
    ATTN_TRY(
        attn_cache_attend(room->heads, room->weights, NULL, room->query, cache, &attend, NULL));
    attn_concat_heads(room->concat, room->heads, o->n_heads, rows, o->head_dim);
    ATTN_TRY(attn_linear(room->change, room->concat, p->w_o, NULL, rows, o->n_heads * o->head_dim,
        o->d_model, NULL));
    attn_add_scaled(room->x, 1.0f, room->change, rows * o->d_model);
    return attn_check_finite(room->x, rows * o->d_model, 0, NULL);
}

/* Runs the tokens first ... end - 1 on top of what the caches hold of those
 * before; without a cache that is nothing, and first is 0. */
static attn_status run_step(const attn_generation_outputs *outputs, const step_room *room,
    const float *params, const attn_generation_options *o, uint32_t first, uint32_t end) {
    for (uint32_t t = first; t < end; t++)
        attn_copy(room->x + (size_t)(t - first) * o->d_model,
            params + (size_t)outputs->tokens[t] * o->d_model, o->d_model);
    for (uint32_t l = 0; l < o->n_layers; l++) {
        attn_cache cache = cache_of(outputs, o, l);
        cache.length = first;
        const layer_params layer = params_of(params, o, l);
        ATTN_TRY(run_layer(room, &cache, &layer, o, end - first));
    }
    return ATTN_OK;
}

/* Keeps the rows that are new, and their logits. */
static attn_status keep_rows(const attn_generation_outputs *outputs, const float *rows,
    const float *params, const attn_generation_options *o, uint32_t done, uint32_t end) {
    float *kept = outputs->outputs + (size_t)done * o->d_model;
    attn_copy(kept, rows, (size_t)(end - done) * o->d_model);
    float *logits = outputs->logits + (size_t)done * o->vocab;
    ATTN_TRY(attn_linear(logits, kept, params, NULL, end - done, o->d_model, o->vocab, NULL));
    return attn_check_finite(logits, (end - done) * o->vocab, 0, NULL);
}

/* Token t is drawn from the logits of the token before it, by number t of the stream. */
static attn_status draw_token(
    const attn_generation_outputs *outputs, const attn_generation_options *o, uint32_t t) {
    const attn_sample_options sample = {
        o->vocab, o->top_k, {o->seed[0], o->seed[1]}, {t, 0}, o->temperature, o->top_p};
    uint32_t kept;
    float draw;
    const attn_sample_outputs drawn = {
        outputs->probabilities, outputs->order, &kept, &draw, outputs->tokens + t};
    return attn_sample(&drawn, outputs->logits + (size_t)(t - 1) * o->vocab, &sample, NULL);
}

static attn_status check_options(const attn_generation_options *o, attn_fault *fault) {
    const uint32_t sizes[9] = {o->n_layers, o->d_model, o->n_heads, o->n_kv_heads, o->head_dim,
        o->vocab, o->given, o->length, o->chunk};
    ATTN_TRY(attn_check_not_zero(sizes, 9, 3, 0, fault));
    ATTN_TRY(attn_check_heads(o->n_heads, o->n_kv_heads, 3, 3, fault));
    if (o->given > o->length) return attn_refuse(fault, ATTN_BAD_OPTION, 3, 6);
    if ((o->cached & ~1) != 0) return attn_refuse(fault, ATTN_BAD_OPTION, 3, 9);
    if (!attn_is_temperature(o->temperature)) return attn_refuse(fault, ATTN_BAD_OPTION, 3, 14);
    if (!(o->top_p > 0.0f && o->top_p <= 1.0f)) return attn_refuse(fault, ATTN_BAD_OPTION, 3, 15);
    uint32_t kv = attn_count4(o->n_layers, o->n_kv_heads, o->length, o->head_dim);
    ATTN_TRY(attn_check_count(kv, 0, fault));
    ATTN_TRY(attn_check_count(attn_count(o->length, o->d_model), 0, fault));
    ATTN_TRY(attn_check_count(attn_count(o->length, o->vocab), 0, fault));
    return attn_check_count(attn_generation_scratch_size(o), 1, fault);
}

static attn_status check_tokens(
    const int32_t *tokens, const attn_generation_options *o, attn_fault *fault) {
    for (uint32_t t = 0; t < o->given; t++)
        if (tokens[t] < 0 || (uint32_t)tokens[t] >= o->vocab)
            return attn_refuse(fault, ATTN_BAD_OPTION, 0, t);
    return ATTN_OK;
}

attn_status attn_generate(const attn_generation_outputs *outputs, float *scratch,
    const float *params, const attn_generation_options *options, attn_fault *fault) {
    const attn_generation_options *o = options;
    ATTN_TRY(check_options(o, fault));
    ATTN_TRY(attn_check_finite(params, attn_generation_params_size(o), 2, fault));
    ATTN_TRY(check_tokens(outputs->tokens, o, fault));
    const step_room room = divide_scratch(scratch, o);
    for (uint32_t done = 0, end; done < o->length; done = end) {
        end = step_end(o, done);
        uint32_t first = o->cached ? done : 0;
        if (done >= o->given) ATTN_TRY(draw_token(outputs, o, done));
        attn_status status = run_step(outputs, &room, params, o, first, end);
        const float *rows = room.x + (size_t)(done - first) * o->d_model;
        if (status == ATTN_OK) status = keep_rows(outputs, rows, params, o, done, end);
        if (status != ATTN_OK) return attn_refuse(fault, ATTN_OVERFLOW, 2, done);
    }
    return ATTN_OK;
}

/* --------------------------------------------------------------- costs -- */

/* One layer of one step: the projections of its rows and their attention. */
static attn_status layer_step_cost(
    attn_cost *cost, const attn_generation_options *o, uint32_t rows, uint32_t end) {
    const attn_cost_options shape = {1, o->n_heads, o->n_kv_heads, rows, end, o->head_dim,
        o->head_dim, 1, 1, 1, (int32_t)(end - rows), o->window};
    attn_cost projection;
    ATTN_TRY(attn_plain_cost(cost, &shape, NULL));
    ATTN_TRY(attn_projection_cost(&projection, &shape, o->d_model, NULL));
    cost->multiply_adds += projection.multiply_adds;
    cost->read += projection.read;
    cost->written += projection.written;
    cost->tokens = projection.tokens;
    return ATTN_OK;
}

/* A token runs through all layers, and is one token. */
static attn_status times(attn_cost *cost, double n_layers) {
    cost->multiply_adds *= n_layers;
    cost->exponentials *= n_layers;
    cost->scores *= n_layers;
    cost->read *= n_layers;
    cost->written *= n_layers;
    return cost->multiply_adds > 0x1p53 || cost->read > 0x1p53 ? ATTN_TOO_LARGE : ATTN_OK;
}

attn_status attn_generation_costs(
    attn_cost *costs, const attn_generation_options *options, attn_fault *fault) {
    const attn_generation_options *o = options;
    attn_status status = check_options(o, fault);
    if (status != ATTN_OK) {
        if (fault) fault->argument = 1;
        return status;
    }
    for (uint32_t done = 0, end; done < o->length; done = end, costs++) {
        end = step_end(o, done);
        uint32_t rows = o->cached ? end - done : end;
        status = layer_step_cost(costs, o, rows, end);
        if (status == ATTN_OK) status = times(costs, o->n_layers);
        if (status != ATTN_OK) return attn_refuse(fault, status, 1, 0);
    }
    return ATTN_OK;
}
