/* What a block is made of: its params and the tensors on the way, each with its
 * size and its place in one long array. */
#include "internal.h"

/* The sizes that shapes are written in. */
enum { ONE, SEQ, MEMORY, MODEL, QUERY, KV, WIDE, HEADS, SIZES };
/* What a part is there for: it has no elements where one of these is not asked for. */
enum { BIAS = 1, NORM = 2, NORM_BIAS = 4, CROSS = 8, GATED = 16, TURNED = 32, TRACED = 64 };

typedef struct part {
    uint8_t shape[3], needs;
} part;

/* clang-format off */
#define ATTENTION_PARAMS(needs)                                                      \
    {{MODEL, ONE, ONE}, NORM | (needs)}, {{MODEL, ONE, ONE}, NORM_BIAS | (needs)},   \
    {{QUERY, MODEL, ONE}, needs},        {{QUERY, ONE, ONE}, BIAS | (needs)},        \
    {{KV, MODEL, ONE}, needs},           {{KV, ONE, ONE}, BIAS | (needs)},           \
    {{KV, MODEL, ONE}, needs},           {{KV, ONE, ONE}, BIAS | (needs)},           \
    {{MODEL, QUERY, ONE}, needs},        {{MODEL, ONE, ONE}, BIAS | (needs)}

static const part PARAMS[ATTN_BLOCK_PARAMS] = {
    ATTENTION_PARAMS(0),
    ATTENTION_PARAMS(CROSS),
    {{MODEL, ONE, ONE}, NORM},
    {{MODEL, ONE, ONE}, NORM_BIAS},
    {{WIDE, MODEL, ONE}, GATED},
    {{WIDE, ONE, ONE}, GATED | BIAS},
    {{WIDE, MODEL, ONE}, 0},
    {{WIDE, ONE, ONE}, BIAS},
    {{MODEL, WIDE, ONE}, 0},
    {{MODEL, ONE, ONE}, BIAS},
};

/* Normed; query, key, value; query and key turned; raw, scaled and masked scores,
 * weights; head outputs and concat; the part's output and the sum. */
#define ATTENTION_STEPS(keys, needs)                                                 \
    {{SEQ, MODEL, ONE}, NORM | (needs)},                                             \
    {{SEQ, QUERY, ONE}, needs}, {{keys, KV, ONE}, needs}, {{keys, KV, ONE}, needs},  \
    {{SEQ, QUERY, ONE}, TURNED | (needs)}, {{keys, KV, ONE}, TURNED | (needs)},      \
    {{HEADS, SEQ, keys}, TRACED | (needs)}, {{HEADS, SEQ, keys}, TRACED | (needs)},  \
    {{HEADS, SEQ, keys}, TRACED | (needs)}, {{HEADS, SEQ, keys}, needs},             \
    {{SEQ, QUERY, ONE}, needs}, {{SEQ, QUERY, ONE}, needs},                          \
    {{SEQ, MODEL, ONE}, needs}, {{SEQ, MODEL, ONE}, needs}

static const part STEPS[ATTN_BLOCK_STEPS] = {
    ATTENTION_STEPS(SEQ, 0),
    ATTENTION_STEPS(MEMORY, CROSS),
    {{SEQ, MODEL, ONE}, NORM},
    {{SEQ, WIDE, ONE}, GATED},
    {{SEQ, WIDE, ONE}, 0},
    {{SEQ, WIDE, ONE}, 0},
    {{SEQ, MODEL, ONE}, 0},
    {{SEQ, MODEL, ONE}, 0},
};
/* clang-format on */

static uint32_t asked_for(const attn_block_options *o) {
    uint32_t asked = 0;
    if (o->bias) asked |= BIAS;
    if (o->norm != ATTN_NORM_NONE) asked |= NORM;
    if (o->norm == ATTN_NORM_LAYER && o->norm_bias) asked |= NORM_BIAS;
    if (o->cross) asked |= CROSS;
    if (o->gated) asked |= GATED;
    if (o->rotary_dim) asked |= TURNED;
    if (o->trace) asked |= TRACED;
    return asked;
}

/* In double, because counts of large models are over 2^32; exact up to 2^53. */
static void part_sizes(
    double *sizes, const part *parts, uint32_t count, const attn_block_options *o) {
    const double lengths[SIZES] = {1.0, o->seq_len, o->memory_len, o->d_model,
        (double)o->n_heads * o->head_dim, (double)o->n_kv_heads * o->head_dim, o->d_ff, o->n_heads};
    uint32_t asked = asked_for(o);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *shape = parts[i].shape;
        int there = (parts[i].needs & ~asked) == 0;
        sizes[i] = there ? lengths[shape[0]] * lengths[shape[1]] * lengths[shape[2]] : 0.0;
    }
}

/* Turned queries and keys are asked for in self-attention alone: position in
 * the text is not position in the memory. */
static void step_sizes(double *sizes, const attn_block_options *o) {
    part_sizes(sizes, STEPS, ATTN_BLOCK_STEPS, o);
    sizes[ATTN_STEP_CROSS + ATTN_STEP_TURNED_QUERY] = 0.0;
    sizes[ATTN_STEP_CROSS + ATTN_STEP_TURNED_KEY] = 0.0;
}

static int is_flag(int32_t value) {
    return (value & ~1) == 0;
}

attn_status attn_check_block(
    const attn_block_options *o, int32_t argument, uint32_t field, attn_fault *fault) {
    const uint32_t sizes[5] = {o->d_model, o->n_heads, o->n_kv_heads, o->head_dim, o->d_ff};
    const int32_t flags[7] = {
        o->norm_first, o->gated, o->cross, o->bias, o->norm_bias, o->trace, o->pairing};
    static const uint32_t flag_field[7] = {8, 10, 11, 12, 13, 14, 16};
    ATTN_TRY(attn_check_not_zero(sizes, 5, argument, field + 2, fault));
    ATTN_TRY(attn_check_heads(o->n_heads, o->n_kv_heads, argument, field + 4, fault));
    if (o->norm < 0 || o->norm >= ATTN_NORMS)
        return attn_refuse(fault, ATTN_BAD_OPTION, argument, field + 7);
    if (o->activation < 0 || o->activation >= ATTN_ACTIVATIONS)
        return attn_refuse(fault, ATTN_BAD_OPTION, argument, field + 9);
    for (int i = 0; i < 7; i++)
        if (!is_flag(flags[i]))
            return attn_refuse(fault, ATTN_BAD_OPTION, argument, field + flag_field[i]);
    if (o->rotary_dim % 2 != 0 || o->rotary_dim > o->head_dim)
        return attn_refuse(fault, ATTN_BAD_OPTION, argument, field + 15);
    if (!(o->eps >= 0.0f && attn_is_finite(o->eps)))
        return attn_refuse(fault, ATTN_BAD_OPTION, argument, field + 17);
    return ATTN_OK;
}

/* To which of the sums a part belongs. */
static uint32_t sum_of(uint32_t i) {
    if (PARAMS[i].needs & (NORM | NORM_BIAS)) return ATTN_COUNT_NORMS;
    if (i >= ATTN_BLOCK_FEED_FORWARD_NORM) return ATTN_COUNT_FEED_FORWARD;
    return i >= ATTN_BLOCK_CROSS ? ATTN_COUNT_CROSS_ATTENTION : ATTN_COUNT_ATTENTION;
}

attn_status attn_block_param_counts(
    double *counts, const attn_block_options *options, attn_fault *fault) {
    ATTN_TRY(attn_check_block(options, 1, 0, fault));
    part_sizes(counts, PARAMS, ATTN_BLOCK_PARAMS, options);
    for (uint32_t i = ATTN_BLOCK_PARAMS; i < ATTN_BLOCK_COUNTS; i++)
        counts[i] = 0.0;
    for (uint32_t i = 0; i < ATTN_BLOCK_PARAMS; i++) {
        counts[sum_of(i)] += counts[i];
        counts[ATTN_COUNT_TOTAL] += counts[i];
    }
    if (counts[ATTN_COUNT_TOTAL] > 0x1p53) return attn_refuse(fault, ATTN_TOO_LARGE, 0, 0);
    return ATTN_OK;
}

/* places[i] = where part i starts; places[count] = how long all are. */
static attn_status lay_out(
    uint32_t *places, const double *sizes, uint32_t count, int32_t argument, attn_fault *fault) {
    double place = 0.0;
    for (uint32_t i = 0; i <= count; i++) {
        if (place > (double)ATTN_MAX_COUNT) return attn_refuse(fault, ATTN_TOO_LARGE, argument, 0);
        places[i] = (uint32_t)place;
        if (i < count) place += sizes[i];
    }
    return ATTN_OK;
}

attn_status attn_block_layout(uint32_t *param_places, uint32_t *step_places,
    const attn_block_options *options, attn_fault *fault) {
    double sizes[ATTN_BLOCK_STEPS];
    ATTN_TRY(attn_check_block(options, 2, 0, fault));
    part_sizes(sizes, PARAMS, ATTN_BLOCK_PARAMS, options);
    ATTN_TRY(lay_out(param_places, sizes, ATTN_BLOCK_PARAMS, 0, fault));
    step_sizes(sizes, options);
    return lay_out(step_places, sizes, ATTN_BLOCK_STEPS, 1, fault);
}

attn_status attn_model_param_counts(
    double *counts, const attn_model_options *options, attn_fault *fault) {
    const attn_model_options *o = options;
    attn_block_options block = o->block;
    double parts[ATTN_BLOCK_COUNTS], width = block.d_model;
    double norm = width * ((block.norm != ATTN_NORM_NONE) +
                              (block.norm == ATTN_NORM_LAYER && block.norm_bias));
    if (!is_flag(o->tied)) return attn_refuse(fault, ATTN_BAD_OPTION, 1, 5);
    block.cross = 0;
    ATTN_TRY(attn_block_param_counts(parts, &block, fault));
    counts[ATTN_MODEL_ENCODER] = o->n_encoder_layers * parts[ATTN_COUNT_TOTAL];
    block.cross = o->n_encoder_layers > 0; /* a decoder beside an encoder reads from it */
    ATTN_TRY(attn_block_param_counts(parts, &block, fault));
    counts[ATTN_MODEL_DECODER] = o->n_decoder_layers * parts[ATTN_COUNT_TOTAL];
    counts[ATTN_MODEL_EMBEDDING] = o->vocabulary * width;
    counts[ATTN_MODEL_POSITIONS] = o->n_positions * width;
    counts[ATTN_MODEL_FINAL_NORMS] = o->n_final_norms * norm;
    counts[ATTN_MODEL_HEAD] = o->tied ? 0.0 : o->vocabulary * width;
    double total = 0.0;
    for (uint32_t i = 0; i < ATTN_MODEL_TOTAL; i++)
        total += counts[i];
    if (total > 0x1p53) return attn_refuse(fault, ATTN_TOO_LARGE, 0, 0);
    counts[ATTN_MODEL_TOTAL] = total;
    return ATTN_OK;
}
