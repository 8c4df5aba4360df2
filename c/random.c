/* Random numbers that are the same everywhere: number i of a stream is a
 * function of the seed and of i alone. */
#include "elementary.h"
#include "internal.h"

/* SplitMix64 (Steele, Lea, Flood 2014): a counter with an odd step, mixed. */
uint64_t attn_random_bits(uint64_t seed, uint64_t i) {
    uint64_t z = seed + (i + 1) * 0x9e3779b97f4a7c15u; /* 2^64 / golden ratio */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* As many bits as a float holds: every result is a multiple of 2^-24. */
float attn_random_uniform(uint64_t seed, uint64_t i) {
    return (float)(uint32_t)(attn_random_bits(seed, i) >> 40) * 0x1p-24f;
}

/* Box and Muller (1958): two uniform numbers give two independent normal ones,
 * which are the two coordinates of a point at a random radius and angle. */
static float normal_radius(uint64_t seed, uint64_t pair) {
    float u = 1.0f - attn_random_uniform(seed, 2 * pair); /* (0, 1]: ln u is finite */
    return __builtin_sqrtf(-2.0f * attn_log(u));
}
static float normal_angle(uint64_t seed, uint64_t pair) {
    return 0x1.921fb6p+2f * attn_random_uniform(seed, 2 * pair + 1); /* 2 pi v */
}

float attn_random_normal(uint64_t seed, uint64_t i) {
    float angle = normal_angle(seed, i / 2);
    return normal_radius(seed, i / 2) * (i % 2 == 0 ? attn_cos(angle) : attn_sin(angle));
}

void attn_random_normals(float *values, uint32_t count, uint64_t seed, uint64_t first) {
    uint32_t i = 0;
    if (count > 0 && first % 2 == 1) values[i++] = attn_random_normal(seed, first);
    for (; i + 1 < count; i += 2) { /* both of a pair at the price of one */
        uint64_t pair = (first + i) / 2;
        float radius = normal_radius(seed, pair), angle = normal_angle(seed, pair);
        values[i] = radius * attn_cos(angle);
        values[i + 1] = radius * attn_sin(angle);
    }
    if (i < count) values[i] = attn_random_normal(seed, first + i);
}

attn_status attn_random(
    float *values, uint32_t count, const attn_random_options *options, attn_fault *fault) {
    float first = options->first, second = options->second;
    int normal = options->distribution == ATTN_NORMAL;
    ATTN_TRY(attn_check_count(count, 1, fault));
    if (!normal && options->distribution != ATTN_UNIFORM)
        return attn_refuse(fault, ATTN_BAD_OPTION, 2, 4);
    if (!attn_is_finite(first)) return attn_refuse(fault, ATTN_BAD_OPTION, 2, 5);
    if (!attn_is_finite(second) || (normal && second < 0.0f))
        return attn_refuse(fault, ATTN_BAD_OPTION, 2, 6);
    uint64_t seed = attn_join(options->seed[0], options->seed[1]);
    uint64_t skip = attn_join(options->skip[0], options->skip[1]);
    if (normal) attn_random_normals(values, count, seed, skip);
    for (uint32_t i = 0; i < count; i++)
        values[i] = normal ? first + second * values[i]
                           : first + (second - first) * attn_random_uniform(seed, skip + i);
    return ATTN_OK;
}

attn_status attn_shuffle(
    int32_t *order, uint32_t count, uint32_t seed_low, uint32_t seed_high, attn_fault *fault) {
    ATTN_TRY(attn_check_count(count, 1, fault));
    uint64_t seed = attn_join(seed_low, seed_high);
    for (uint32_t i = 0; i < count; i++)
        order[i] = (int32_t)i;
    for (uint32_t i = count; i > 1; i--) { /* the last of i changes with any of i */
        uint32_t j = (uint32_t)((attn_random_bits(seed, i) >> 32) * i >> 32);
        int32_t held = order[i - 1];
        order[i - 1] = order[j];
        order[j] = held;
    }
    return ATTN_OK;
}
