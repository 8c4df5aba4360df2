/* Blocks one after the other on one residual stream; params from a seed; and
 * what is added up on the way. */
#include "internal.h"

attn_status attn_residual(
    float *sum, const float *x, const float *update, uint32_t count, attn_fault *fault) {
    ATTN_TRY(attn_check_finite(x, count, 1, fault));
    ATTN_TRY(attn_check_finite(update, count, 2, fault));
    for (uint32_t i = 0; i < count; i++)
        sum[i] = x[i] + update[i];
    return ATTN_OK;
}

attn_status attn_group_heads(float *grouped, const float *heads, uint32_t n_heads,
    uint32_t n_groups, uint32_t size, attn_fault *fault) {
    if (n_groups == 0 || n_heads % n_groups != 0) return attn_refuse(fault, ATTN_BAD_OPTION, 3, 0);
    ATTN_TRY(attn_check_finite(heads, attn_count(n_heads, size), 1, fault));
    if (size == 0) return ATTN_OK; /* the loop below may still be long */
    uint32_t per_group = n_heads / n_groups;
    for (size_t g = 0; g < n_groups; g++) /* neighbouring heads form a group */
        ATTN_TRY(attn_mean_matrices(
            grouped + g * size, heads + g * per_group * size, per_group, size, fault));
    return ATTN_OK;
}

/* How many params the final norm has. */
static uint32_t final_norm_size(const attn_stack_options *o) {
    if (!o->final_norm || o->block.norm == ATTN_NORM_NONE) return 0;
    return o->block.norm == ATTN_NORM_LAYER && o->block.norm_bias ? 2 * o->block.d_model
                                                                  : o->block.d_model;
}

uint32_t attn_stack_param_count(const attn_stack_options *options) {
    uint32_t params[ATTN_BLOCK_PARAMS + 1], steps[ATTN_BLOCK_STEPS + 1];
    if (attn_block_layout(params, steps, &options->block, NULL) != ATTN_OK) return ATTN_TOO_MANY;
    uint32_t blocks = attn_count(options->n_layers, params[ATTN_BLOCK_PARAMS]);
    return attn_count_sum(blocks, final_norm_size(options));
}

uint32_t attn_stack_step_count(const attn_stack_options *options) {
    uint32_t params[ATTN_BLOCK_PARAMS + 1], steps[ATTN_BLOCK_STEPS + 1];
    if (attn_block_layout(params, steps, &options->block, NULL) != ATTN_OK) return ATTN_TOO_MANY;
    return attn_count(options->keep_steps ? options->n_layers : 1, steps[ATTN_BLOCK_STEPS]);
}

/* The norm of the residual stream, for each token and on average. */
static attn_status measure(const attn_stack_outputs *out, const float *stream, uint32_t layer,
    const attn_block_options *o, attn_fault *fault) {
    float *norms = out->norms + (size_t)layer * o->seq_len;
    ATTN_TRY(attn_row_norms(norms, stream, o->seq_len, o->d_model, fault));
    double sum = 0.0;
    for (uint32_t t = 0; t < o->seq_len; t++)
        sum += (double)norms[t];
    out->mean_norms[layer] = o->seq_len ? (float)(sum / o->seq_len) : 0.0f;
    return ATTN_OK;
}

static attn_status norm_at_end(float *output, const float *stream, const float *params,
    const attn_stack_options *o, attn_fault *fault) {
    const attn_block_options *b = &o->block;
    const attn_norm_options norm = {b->seq_len, b->d_model, b->eps};
    const float *bias = b->norm_bias ? params + b->d_model : NULL;
    if (final_norm_size(o) == 0) {
        for (uint32_t i = 0; i < b->seq_len * b->d_model; i++)
            output[i] = stream[i];
        return ATTN_OK;
    }
    if (b->norm == ATTN_NORM_RMS) return attn_rms_norm(output, NULL, stream, params, &norm, fault);
    return attn_layer_norm(output, NULL, NULL, stream, params, bias, &norm, fault);
}

static attn_status check_stack(
    const float *params, const attn_stack_options *o, attn_fault *fault) {
    if ((o->final_norm & ~1) != 0) return attn_refuse(fault, ATTN_BAD_OPTION, 5, 1);
    if ((o->keep_steps & ~1) != 0) return attn_refuse(fault, ATTN_BAD_OPTION, 5, 2);
    ATTN_TRY(attn_check_block(&o->block, 5, 3, fault));
    ATTN_TRY(attn_check_count(attn_stack_step_count(o), 0, fault));
    uint32_t streams = attn_count_sum(o->n_layers, 1);
    ATTN_TRY(attn_check_count(attn_count(streams, o->block.seq_len), 0, fault));
    return attn_check_finite(params, attn_stack_param_count(o), 4, fault);
}

/* The parameters of a block are those of a stack, one place further on. */
static attn_status blame_block(attn_status status, attn_fault *fault) {
    if (fault) fault->argument -= 1;
    return status;
}

attn_status attn_stack(const attn_stack_outputs *outputs, const attn_block_inputs *inputs,
    const attn_mask *mask, const attn_mask *memory_mask, const float *params,
    const attn_stack_options *options, attn_fault *fault) {
    const attn_block_options *o = &options->block;
    uint32_t param_places[ATTN_BLOCK_PARAMS + 1], step_places[ATTN_BLOCK_STEPS + 1];
    ATTN_TRY(check_stack(params, options, fault));
    ATTN_TRY(attn_block_layout(param_places, step_places, o, fault));
    size_t kept = options->keep_steps ? step_places[ATTN_BLOCK_STEPS] : 0;
    uint32_t count = attn_count(o->seq_len, o->d_model);
    attn_block_inputs in = *inputs;
    ATTN_TRY(attn_check_finite(in.x, count, 1, fault));
    ATTN_TRY(measure(outputs, in.x, 0, o, fault));
    for (uint32_t i = 0; i < count; i++)
        outputs->stream[i] = inputs->x[i];
    in.x = outputs->stream;
    for (uint32_t l = 0; l < options->n_layers; l++) {
        float *steps = outputs->steps + l * kept;
        attn_status status =
            attn_block(outputs->stream, steps, &in, mask, memory_mask, params, o, fault);
        if (status != ATTN_OK) return blame_block(status, fault);
        params += param_places[ATTN_BLOCK_PARAMS];
        ATTN_TRY(attn_blame(measure(outputs, in.x, l + 1, o, fault), 1, fault));
    }
    return attn_blame(norm_at_end(outputs->output, in.x, params, options, fault), 1, fault);
}

/* ----- params from a seed ----- */

static void fill(float *params, uint32_t count, float value) {
    for (uint32_t i = 0; i < count; i++)
        params[i] = value;
}

/* A matrix of [out, in] gets normal numbers of variance 2 / (in + out) (Glorot
 * and Bengio 2010, as Xiong et al. 2020 take it), so that what goes through it
 * keeps its size; a scale 1, a bias 0. */
static void seed_part(float *params, uint32_t i, uint32_t count, uint64_t seed, uint64_t first,
    const attn_block_options *o) {
    static const uint8_t is_scale[ATTN_BLOCK_PARAMS] = {[ATTN_BLOCK_NORM] = 1,
        [ATTN_BLOCK_CROSS + ATTN_BLOCK_NORM] = 1,
        [ATTN_BLOCK_FEED_FORWARD_NORM] = 1};
    if (is_scale[i]) {
        fill(params, count, 1.0f);
    } else if (i % 2 == 1) { /* every second part is a bias */
        fill(params, count, 0.0f);
    } else { /* one side of each matrix is d_model */
        float sides = (float)count / (float)o->d_model + (float)o->d_model;
        float deviation = __builtin_sqrtf(2.0f / sides);
        attn_random_normals(params, count, seed, first);
        for (uint32_t d = 0; d < count; d++)
            params[d] *= deviation;
    }
}

attn_status attn_seeded_params(float *params, uint32_t seed_low, uint32_t seed_high,
    const attn_stack_options *options, attn_fault *fault) {
    const attn_block_options *o = &options->block;
    uint32_t places[ATTN_BLOCK_PARAMS + 1], steps[ATTN_BLOCK_STEPS + 1];
    ATTN_TRY(attn_check_block(o, 3, 3, fault));
    ATTN_TRY(attn_block_layout(places, steps, o, fault));
    ATTN_TRY(attn_check_count(attn_stack_param_count(options), 0, fault));
    uint32_t size = places[ATTN_BLOCK_PARAMS], blocks = options->n_layers * size;
    for (uint32_t layer = 0; layer < options->n_layers; layer++)
        for (uint32_t i = 0; i < ATTN_BLOCK_PARAMS; i++) {
            uint32_t at = layer * size + places[i], count = places[i + 1] - places[i];
            seed_part(params + at, i, count, attn_join(seed_low, seed_high), at, o);
        }
    uint32_t norm = final_norm_size(options);
    fill(params + blocks, norm < o->d_model ? norm : o->d_model, 1.0f);
    if (norm > o->d_model) fill(params + blocks + o->d_model, o->d_model, 0.0f);
    return ATTN_OK;
}
