/* RoPE (Su et al. 2021): each pair of channels of a query or key is turned by
 * an angle proportional to its position. */
#include "elementary.h"
#include "internal.h"

#define TWO_PI 0x1.921fb54442d18p+2

/* ----- how fast each pair turns ----- */

/* dynamic: the base grows with the text, so that the slowest pair turns no
 * further than in training; the fastest stays. */
static double dynamic_base(const attn_frequency_options *o) {
    double seq_len = o->seq_len > o->max_positions ? o->seq_len : o->max_positions;
    double factor = (double)o->factor,
           stretch = factor * seq_len / o->max_positions - (factor - 1.0);
    if (o->dim <= 2) return (double)o->base;
    return (double)o->base * attn_pow_double(stretch, (double)o->dim / (o->dim - 2.0));
}

/* yarn: the pair (counted in halves) that turns `turns` times within the trained length. */
static double pair_of_turns(const attn_frequency_options *o, double turns) {
    double log2_length = attn_log2_double(o->max_positions / (turns * TWO_PI));
    return o->dim * log2_length / (2.0 * attn_log2_double((double)o->base));
}

static double clamp(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

/* yarn: how much of pair i is interpolated: 0 for the fast ones, 1 for the slow ones. */
static double yarn_ramp(const attn_frequency_options *o, uint32_t i) {
    double limit = o->dim - 1.0;
    double low = clamp(__builtin_floor(pair_of_turns(o, (double)o->first)), 0.0, limit);
    double high = clamp(__builtin_ceil(pair_of_turns(o, (double)o->second)), 0.0, limit);
    if (low == high) high += 0.001; /* as its authors do: no division by zero */
    return clamp((i - low) / (high - low), 0.0, 1.0);
}

/* llama3: how much of a pair is interpolated, by its wavelength. */
static double llama3_ramp(const attn_frequency_options *o, double frequency) {
    double turns = o->max_positions * frequency / TWO_PI; /* within the trained length */
    double low = (double)o->first, high = (double)o->second;
    if (high == low) return turns < low ? 1.0 : 0.0;
    return 1.0 - clamp((turns - low) / (high - low), 0.0, 1.0);
}

/* f_i = base^(-2i / dim), then what the variant makes of it. */
static double frequency_of(const attn_frequency_options *o, uint32_t i) {
    double base = o->variant == ATTN_ROPE_DYNAMIC ? dynamic_base(o) : (double)o->base;
    double frequency = attn_pow_double(base, -2.0 * i / o->dim);
    double ramp = 0.0;
    if (o->variant == ATTN_ROPE_YARN) ramp = yarn_ramp(o, i);
    if (o->variant == ATTN_ROPE_LLAMA3) ramp = llama3_ramp(o, frequency);
    if (ramp == 0.0) return frequency;
    return frequency * (1.0 - ramp) + frequency / (double)o->factor * ramp;
}

static int is_positive(float x) {
    return x > 0.0f && attn_is_finite(x);
}

static attn_status check_frequencies(
    const attn_frequency_options *o, int32_t argument, attn_fault *fault) {
    if (o->dim == 0 || o->dim % 2 != 0) return attn_refuse(fault, ATTN_BAD_OPTION, argument, 0);
    if (o->variant < 0 || o->variant >= ATTN_ROPE_VARIANTS)
        return attn_refuse(fault, ATTN_BAD_OPTION, argument, 1);
    if (!attn_is_base(o->base)) return attn_refuse(fault, ATTN_BAD_OPTION, argument, 4);
    if (o->variant == ATTN_ROPE_DEFAULT) return ATTN_OK;
    if (o->max_positions == 0) return attn_refuse(fault, ATTN_BAD_OPTION, argument, 2);
    if (!(o->factor >= 1.0f && attn_is_finite(o->factor)))
        return attn_refuse(fault, ATTN_BAD_OPTION, argument, 5);
    if (o->variant == ATTN_ROPE_DYNAMIC) return ATTN_OK;
    if (o->variant == ATTN_ROPE_YARN && o->base == 1.0f)
        return attn_refuse(fault, ATTN_BAD_OPTION, argument, 4); /* all pairs turn alike */
    if (!is_positive(o->first)) return attn_refuse(fault, ATTN_BAD_OPTION, argument, 6);
    if (!is_positive(o->second)) return attn_refuse(fault, ATTN_BAD_OPTION, argument, 7);
    return ATTN_OK;
}

attn_status attn_rope_frequencies(float *frequencies, float *wavelengths,
    const attn_frequency_options *options, attn_fault *fault) {
    ATTN_TRY(check_frequencies(options, 2, fault));
    ATTN_TRY(attn_check_count(options->dim, 0, fault));
    for (uint32_t i = 0; i < options->dim / 2; i++) {
        double frequency = frequency_of(options, i);
        frequencies[i] = (float)frequency;
        wavelengths[i] = (float)(TWO_PI / frequency);
    }
    return ATTN_OK;
}

attn_status attn_rope_table(const attn_rope_rows *outputs, const int32_t *positions, uint32_t count,
    const attn_frequency_options *options, attn_fault *fault) {
    ATTN_TRY(check_frequencies(options, 3, fault));
    uint32_t pairs = options->dim / 2;
    ATTN_TRY(attn_check_count(attn_count(count, pairs), 0, fault));
    if (count == 0) return ATTN_OK; /* the loop below may still be long */
    for (uint32_t i = 0; i < pairs; i++) {
        double frequency = frequency_of(options, i);
        for (uint32_t t = 0; t < count; t++) {
            size_t at = (size_t)t * pairs + i;
            double angle = positions[t] * frequency;
            attn_sine_cosine(outputs->sines + at, outputs->cosines + at, angle);
            if (outputs->angles) outputs->angles[at] = (float)angle;
        }
    }
    /* the sine of an angle that overflowed is NaN */
    return attn_check_results(outputs->cosines, attn_count(count, pairs), 0, fault);
}

/* ----- turning ----- */

/* Where pair i has its two channels: 2i and 2i + 1, or i and i + rotary_dim / 2. */
static void turn_row(float *y, const float *x, const float *cosines, const float *sines,
    const attn_rope_options *o) {
    uint32_t pairs = o->rotary_dim / 2, interleaved = o->pairing == ATTN_ROPE_INTERLEAVED;
    for (uint32_t i = 0; i < pairs; i++) {
        uint32_t first = interleaved ? 2 * i : i, second = first + (interleaved ? 1 : pairs);
        float a = x[first], b = x[second];
        /* (a, b) turned by the angle: (a cos - b sin, a sin + b cos) */
        y[first] = a * cosines[i] - b * sines[i];
        y[second] = a * sines[i] + b * cosines[i];
    }
    for (uint32_t d = o->rotary_dim; d < o->head_dim; d++)
        y[d] = x[d];
}

static attn_status check_rope(const int32_t *rows, const attn_rope_options *o, attn_fault *fault) {
    if (o->head_dim == 0) return attn_refuse(fault, ATTN_BAD_OPTION, 5, 3);
    if (o->rotary_dim == 0 || o->rotary_dim % 2 != 0 || o->rotary_dim > o->head_dim)
        return attn_refuse(fault, ATTN_BAD_OPTION, 5, 4);
    if ((o->pairing & ~1) != 0) return attn_refuse(fault, ATTN_BAD_OPTION, 5, 6);
    uint32_t tokens = attn_count(o->batch, o->seq_len);
    ATTN_TRY(attn_check_count(tokens, 1, fault));
    if (!rows && o->table_rows != tokens && o->table_rows != o->seq_len)
        return attn_refuse(fault, ATTN_BAD_OPTION, 5, 5);
    for (uint32_t t = 0; rows && t < tokens; t++)
        if (rows[t] < 0 || (uint32_t)rows[t] >= o->table_rows)
            return attn_refuse(fault, ATTN_BAD_OPTION, 4, t); /* past the end of the table */
    return ATTN_OK;
}

attn_status attn_rope(float *y, const float *x, const float *cosines, const float *sines,
    const int32_t *rows, const attn_rope_options *options, attn_fault *fault) {
    const attn_rope_options *o = options;
    ATTN_TRY(check_rope(rows, o, fault));
    uint32_t vectors = attn_count3(o->batch, o->n_heads, o->seq_len), pairs = o->rotary_dim / 2;
    ATTN_TRY(attn_check_finite(x, attn_count(vectors, o->head_dim), 1, fault));
    ATTN_TRY(attn_check_finite(cosines, attn_count(o->table_rows, pairs), 2, fault));
    ATTN_TRY(attn_check_finite(sines, attn_count(o->table_rows, pairs), 3, fault));
    for (size_t i = 0; i < vectors; i++) {
        size_t t = i % o->seq_len, b = i / o->seq_len / o->n_heads, token = b * o->seq_len + t;
        size_t row = rows ? (size_t)rows[token] : o->table_rows == o->seq_len ? t : token;
        turn_row(y + i * o->head_dim, x + i * o->head_dim, cosines + row * pairs,
            sines + row * pairs, o);
    }
    /* tables may hold more than cosines and sines do, and inf - inf is NaN */
    return attn_check_results(y, attn_count(vectors, o->head_dim), 1, fault);
}
