/* The block: attention mixes across tokens, the feed-forward network transforms
 * each token; both add to the residual stream. */
#include "internal.h"

/* One block at work. `stream` is the residual stream as far as it has come. */
typedef struct block_run {
    const attn_block_options *o;
    const attn_block_inputs *in;
    const attn_mask *mask, *memory_mask;
    const float *params, *stream;
    float *steps;
    uint32_t param_places[ATTN_BLOCK_PARAMS + 1], step_places[ATTN_BLOCK_STEPS + 1];
} block_run;

/* A part that this block does not have is NULL. */
static const float *param(const block_run *run, uint32_t i) {
    const uint32_t *place = run->param_places + i;
    return place[0] == place[1] ? NULL : run->params + place[0];
}
static float *step(const block_run *run, uint32_t i) {
    const uint32_t *place = run->step_places + i;
    return place[0] == place[1] ? NULL : run->steps + place[0];
}

/* *normed = the norm of x, or x itself where the block has none. */
static attn_status normalise(const block_run *run, const float **normed, uint32_t first_step,
    uint32_t first_param, const float *x, attn_fault *fault) {
    const attn_norm_options options = {run->o->seq_len, run->o->d_model, run->o->eps};
    const float *scale = param(run, first_param), *bias = param(run, first_param + 1);
    float *y = step(run, first_step);
    *normed = y ? y : x;
    if (!y) return ATTN_OK;
    if (run->o->norm == ATTN_NORM_RMS) return attn_rms_norm(y, NULL, x, scale, &options, fault);
    return attn_layer_norm(y, NULL, NULL, x, scale, bias, &options, fault);
}

/* Queries and keys turned by their positions, where the block has RoPE. */
static attn_status turn(
    const block_run *run, float *turned, const float *x, uint32_t n_heads, attn_fault *fault) {
    const attn_block_options *o = run->o;
    const attn_rope_options rope = {
        1, n_heads, o->seq_len, o->head_dim, o->rotary_dim, o->seq_len, o->pairing};
    return attn_rope(turned, x, run->in->cosines, run->in->sines, NULL, &rope, fault);
}

/* Which attention: where its steps and params start, and what it reads. */
typedef struct attention_part {
    uint32_t first_step, first_param, kv_len;
    const float *context;
    const attn_mask *mask;
} attention_part;

static attn_status project(
    const block_run *run, const attention_part *a, const float *x, attn_fault *fault) {
    const attn_block_options *o = run->o;
    const float *const *w = (const float *[6]){param(run, a->first_param + ATTN_BLOCK_W_Q),
        param(run, a->first_param + ATTN_BLOCK_B_Q), param(run, a->first_param + ATTN_BLOCK_W_K),
        param(run, a->first_param + ATTN_BLOCK_B_K), param(run, a->first_param + ATTN_BLOCK_W_V),
        param(run, a->first_param + ATTN_BLOCK_B_V)};
    const uint32_t q[4] = {o->n_heads, o->seq_len, o->d_model, o->head_dim};
    const uint32_t kv[4] = {o->n_kv_heads, a->kv_len, o->d_model, o->head_dim};
    float *query = step(run, a->first_step + ATTN_STEP_QUERY);
    float *key = step(run, a->first_step + ATTN_STEP_KEY);
    float *value = step(run, a->first_step + ATTN_STEP_VALUE);
    ATTN_TRY(attn_project_heads(query, x, w[0], w[1], q, fault));
    ATTN_TRY(attn_project_heads(key, a->context, w[2], w[3], kv, fault));
    return attn_project_heads(value, a->context, w[4], w[5], kv, fault);
}

static attn_status mix(const block_run *run, const attention_part *a, attn_fault *fault) {
    const attn_block_options *o = run->o;
    const float *query = step(run, a->first_step + ATTN_STEP_QUERY);
    const float *key = step(run, a->first_step + ATTN_STEP_KEY);
    float *turned_query = step(run, a->first_step + ATTN_STEP_TURNED_QUERY);
    float *turned_key = step(run, a->first_step + ATTN_STEP_TURNED_KEY);
    if (turned_query) ATTN_TRY(turn(run, turned_query, query, o->n_heads, fault));
    if (turned_key) ATTN_TRY(turn(run, turned_key, key, o->n_kv_heads, fault));
    attn_trace trace = attn_weights_only(step(run, a->first_step + ATTN_STEP_WEIGHTS));
    trace.raw_scores = step(run, a->first_step + ATTN_STEP_RAW_SCORES);
    trace.scores = step(run, a->first_step + ATTN_STEP_SCORES);
    trace.masked_scores = step(run, a->first_step + ATTN_STEP_MASKED_SCORES);
    const attn_attention_options options = {1, o->n_heads, o->n_kv_heads, o->seq_len, a->kv_len,
        o->head_dim, o->head_dim, attn_default_scale(o->head_dim), 0.0f, 1.0f};
    return attn_attention(step(run, a->first_step + ATTN_STEP_HEAD_OUTPUTS), &trace,
        turned_query ? turned_query : query, turned_key ? turned_key : key,
        step(run, a->first_step + ATTN_STEP_VALUE), a->mask, &options, fault);
}

/* Attn(x): project, turn, attend, concatenate, mix with W_O. */
static attn_status attend(
    const block_run *run, const attention_part *a, const float *x, attn_fault *fault) {
    const attn_block_options *o = run->o;
    uint32_t width = o->n_heads * o->head_dim;
    float *concat = step(run, a->first_step + ATTN_STEP_CONCAT);
    ATTN_TRY(project(run, a, x, fault));
    ATTN_TRY(mix(run, a, fault));
    attn_concat_heads(concat, step(run, a->first_step + ATTN_STEP_HEAD_OUTPUTS), o->n_heads,
        o->seq_len, o->head_dim);
    return attn_linear(step(run, a->first_step + ATTN_STEP_ATTENTION), concat,
        param(run, a->first_param + ATTN_BLOCK_W_O), param(run, a->first_param + ATTN_BLOCK_B_O),
        o->seq_len, width, o->d_model, fault);
}

/* sum = stream + update; what goes on is the sum, or in a post-LN block its norm. */
static attn_status add(block_run *run, uint32_t sum_step, const float *update, uint32_t norm_step,
    uint32_t norm_param, attn_fault *fault) {
    float *sum = step(run, sum_step);
    uint32_t count = run->o->seq_len * run->o->d_model;
    ATTN_TRY(attn_residual(sum, run->stream, update, count, fault));
    run->stream = sum;
    if (run->o->norm_first) return ATTN_OK;
    return normalise(run, &run->stream, norm_step, norm_param, sum, fault);
}

/* pre-LN: x <- x + Attn(LN(x)); post-LN: x <- LN(x + Attn(x)).
 * In self-attention the context is what the queries are made from. */
static attn_status attention_part_run(block_run *run, attention_part a, attn_fault *fault) {
    const float *x = run->stream;
    if (run->o->norm_first) ATTN_TRY(normalise(run, &x, a.first_step, a.first_param, x, fault));
    if (!a.context) a.context = x;
    ATTN_TRY(attend(run, &a, x, fault));
    return add(run, a.first_step + ATTN_STEP_SUM, step(run, a.first_step + ATTN_STEP_ATTENTION),
        a.first_step, a.first_param, fault);
}

/* pre-LN: x <- x + FFN(LN(x)); post-LN: x <- LN(x + FFN(x)). */
static attn_status feed_forward_part_run(block_run *run, attn_fault *fault) {
    const attn_block_options *o = run->o;
    const attn_feed_forward_options options = {o->seq_len, o->d_model, o->d_ff, o->activation};
    const attn_feed_forward_params params = {param(run, ATTN_BLOCK_W_1), param(run, ATTN_BLOCK_B_1),
        param(run, ATTN_BLOCK_W_2), param(run, ATTN_BLOCK_B_2), param(run, ATTN_BLOCK_W_GATE),
        param(run, ATTN_BLOCK_B_GATE)};
    const attn_feed_forward_outputs outputs = {step(run, ATTN_STEP_FEED_FORWARD),
        step(run, ATTN_STEP_HIDDEN), step(run, ATTN_STEP_GATE), step(run, ATTN_STEP_ACTIVATED)};
    const float *x = run->stream;
    if (o->norm_first)
        ATTN_TRY(normalise(
            run, &x, ATTN_STEP_FEED_FORWARD_NORM, ATTN_BLOCK_FEED_FORWARD_NORM, x, fault));
    ATTN_TRY(attn_feed_forward(&outputs, x, &params, &options, fault));
    return add(run, ATTN_STEP_FEED_FORWARD_SUM, outputs.output, ATTN_STEP_FEED_FORWARD_NORM,
        ATTN_BLOCK_FEED_FORWARD_NORM, fault);
}

static attn_status run_parts(block_run *run, attn_fault *fault) {
    const attn_block_options *o = run->o;
    const attention_part self = {0, 0, o->seq_len, NULL, run->mask};
    const attention_part cross = {
        ATTN_STEP_CROSS, ATTN_BLOCK_CROSS, o->memory_len, run->in->memory, run->memory_mask};
    ATTN_TRY(attention_part_run(run, self, fault));
    if (o->cross) ATTN_TRY(attention_part_run(run, cross, fault));
    return feed_forward_part_run(run, fault);
}

static attn_status check_inputs(const block_run *run, attn_fault *fault) {
    const attn_block_options *o = run->o;
    const attn_block_inputs *in = run->in;
    uint32_t turns = attn_count(o->seq_len, o->rotary_dim / 2);
    attn_extent extent = {1, o->n_heads, o->seq_len, o->seq_len};
    ATTN_TRY(attn_check_finite(in->x, attn_count(o->seq_len, o->d_model), 2, fault));
    ATTN_TRY(attn_check_finite(in->cosines, turns, 2, fault));
    ATTN_TRY(attn_check_finite(in->sines, turns, 2, fault));
    ATTN_TRY(attn_check_mask(run->mask, &extent, 3, fault));
    ATTN_TRY(attn_check_finite(run->params, run->param_places[ATTN_BLOCK_PARAMS], 5, fault));
    if (!o->cross) return ATTN_OK;
    extent.kv_len = o->memory_len;
    ATTN_TRY(attn_check_finite(in->memory, attn_count(o->memory_len, o->d_model), 2, fault));
    return attn_check_mask(run->memory_mask, &extent, 4, fault);
}

attn_status attn_block(float *output, float *steps, const attn_block_inputs *inputs,
    const attn_mask *mask, const attn_mask *memory_mask, const float *params,
    const attn_block_options *options, attn_fault *fault) {
    block_run run = {.o = options,
        .in = inputs,
        .mask = mask,
        .memory_mask = memory_mask,
        .params = params,
        .stream = inputs->x,
        .steps = steps};
    ATTN_TRY(attn_check_block(options, 6, 0, fault));
    ATTN_TRY(attn_block_layout(run.param_places, run.step_places, options, fault));
    ATTN_TRY(check_inputs(&run, fault));
    ATTN_TRY(attn_blame(run_parts(&run, fault), 2, fault));
    for (uint32_t i = 0; i < options->seq_len * options->d_model; i++)
        output[i] = run.stream[i];
    return ATTN_OK;
}
