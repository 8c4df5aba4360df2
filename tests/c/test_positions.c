/* Positions: sinusoids, tables, ALiBi, RoPE. */
#include "elementary.h"
#include "internal.h"
#include "test.h"

static double dot(const float *a, const float *b, uint32_t count) {
    double sum = 0.0;
    for (uint32_t d = 0; d < count; d++)
        sum += (double)a[d] * (double)b[d];
    return sum;
}

static void sinusoids_by_hand(void) {
    float *pe = buffer(4 * 6);
    CHECK_STATUS(attn_sinusoidal(pe, 4, 6, 100.0f, 0, NULL), ATTN_OK);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_NEAR(pe[2 * i], 0.0, 0.0);
        CHECK_NEAR(pe[2 * i + 1], 1.0, 0.0);
    }
    CHECK_NEAR(pe[3 * 6], 0.14112000806, 1e-7);      /* sin 3 */
    CHECK_NEAR(pe[3 * 6 + 1], -0.98999249660, 1e-7); /* cos 3 */
    CHECK_NEAR(pe[3 * 6 + 4], 0.13879810108, 1e-7);  /* sin(3 / 100^(4/6)) */
    keep(pe, 24);
}

static void odd_width(void) {
    float *pe = buffer(5 * 7), *wide = buffer(5 * 8);
    CHECK_STATUS(attn_sinusoidal(pe, 5, 7, 10000.0f, 2, NULL), ATTN_OK);
    CHECK_STATUS(attn_sinusoidal(wide, 5, 8, 10000.0f, 2, NULL), ATTN_OK);
    for (uint32_t t = 0; t < 5; t++) {
        CHECK_NEAR(pe[t * 7], wide[t * 8], 0.0);
        /* channel 6 is the sine of the pair at 10000^(-6/7) */
        double frequency = attn_pow_double(10000.0, -6.0 / 7.0);
        CHECK_NEAR(pe[t * 7 + 6], attn_sin((float)((t + 2.0) * frequency)), 1e-7);
    }
    keep(pe, 35);
}

static void far_positions(void) {
    float pe[8];
    CHECK_STATUS(attn_sinusoidal(pe, 1, 8, 10000.0f, 1000003, NULL), ATTN_OK);
    /* sin(1000003 / 10^i), i = 0, 1, 2, 3 */
    CHECK_NEAR(pe[0], 0.47868540880, 1e-7);
    CHECK_NEAR(pe[2], -0.26117918120, 1e-7);
    CHECK_NEAR(pe[4], -0.33403724927, 1e-7);
    CHECK_NEAR(pe[6], 0.82856295428, 1e-7);
}

static void similarity_of_offsets(void) {
    enum { LENGTH = 40, WIDTH = 64 };
    float *pe = buffer(LENGTH * WIDTH);
    CHECK_STATUS(attn_sinusoidal(pe, LENGTH, WIDTH, 10000.0f, 0, NULL), ATTN_OK);
    static const double want[3] = {32.0, 30.9168, 21.0516};
    static const uint32_t offset[3] = {0, 1, 10};
    for (uint32_t t = 0; t + 10 < LENGTH; t++)
        for (int i = 0; i < 3; i++)
            CHECK_NEAR(dot(pe + t * WIDTH, pe + (t + offset[i]) * WIDTH, WIDTH), want[i], 1e-4);
}

static void table_has_an_end(void) {
    attn_fault fault;
    float *table = noise(10 * 3, 1), *vectors = buffer(4 * 3);
    const int32_t inside[4] = {9, 0, 3, 3}, outside[4] = {0, 9, 10, 1}, negative[4] = {0, -1, 0, 0};
    CHECK_STATUS(attn_gather(vectors, table, inside, 4, 10, 3, &fault), ATTN_OK);
    for (int d = 0; d < 3; d++)
        CHECK_NEAR(vectors[d], table[27 + d], 0.0);
    CHECK_STATUS(attn_gather(vectors, table, outside, 4, 10, 3, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 2 && fault.position == 2);
    CHECK_STATUS(attn_gather(vectors, table, negative, 4, 10, 3, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 2 && fault.position == 1);
}

static void alibi(void) {
    float slopes[12], mask[2 * 3 * 5];
    static const double twelve[12] = {0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125,
        0.00390625, 0.70710678, 0.35355339, 0.17677670, 0.08838835};
    CHECK_STATUS(attn_alibi_slopes(slopes, 12, NULL), ATTN_OK);
    for (int h = 0; h < 12; h++)
        CHECK_NEAR(slopes[h], twelve[h], 2e-8);
    CHECK_STATUS(attn_alibi_slopes(slopes, 1, NULL), ATTN_OK);
    CHECK_NEAR(slopes[0], 0.00390625, 0.0);
    CHECK_STATUS(attn_alibi_slopes(slopes, 0, NULL), ATTN_OK);
    slopes[0] = 1.0f;
    slopes[1] = 0.5f;
    CHECK_STATUS(attn_alibi_mask(mask, slopes, 2, 3, 5, 2, NULL), ATTN_OK);
    CHECK_NEAR(mask[0], -2.0, 0.0);             /* query 0 stands at key 2 */
    CHECK_NEAR(mask[15 + 1 * 5 + 3], 0.0, 0.0); /* query 1 at key 3 */
    CHECK_NEAR(mask[15 + 2 * 5 + 0], -2.0, 0.0);
}

enum { HEAD_DIM = 12 };

/* q . k after turning both, q standing at `at_q` and k at `at_k`. */
static double turned_score(const float *q, const float *k, int32_t at_q, int32_t at_k,
    uint32_t rotary_dim, int32_t pairing) {
    float *cosines = buffer(rotary_dim), *sines = buffer(rotary_dim),
          *turned = buffer(2 * HEAD_DIM);
    const int32_t positions[2] = {at_q, at_k};
    const attn_frequency_options frequencies = {.dim = rotary_dim, .base = 10000.0f};
    const attn_rope_rows rows = {NULL, cosines, sines};
    CHECK_STATUS(attn_rope_table(&rows, positions, 2, &frequencies, NULL), ATTN_OK);
    float *both = buffer(2 * HEAD_DIM);
    for (int d = 0; d < HEAD_DIM; d++) {
        both[d] = q[d];
        both[HEAD_DIM + d] = k[d];
    }
    const attn_rope_options options = {1, 1, 2, HEAD_DIM, rotary_dim, 2, pairing};
    CHECK_STATUS(attn_rope(turned, both, cosines, sines, NULL, &options, NULL), ATTN_OK);
    keep(turned, 2 * HEAD_DIM);
    return dot(turned, turned + HEAD_DIM, HEAD_DIM);
}

static void rope_knows_distance_alone(void) {
    for (uint32_t seed = 0; seed < 60; seed++) {
        float *q = noise(HEAD_DIM, seed), *k = noise(HEAD_DIM, seed + 100);
        int32_t at_q = (int32_t)(seed * 37 % 50), at_k = (int32_t)(seed * 11 % 50);
        int32_t pairing = (int32_t)(seed % 2);
        uint32_t rotary_dim = 2 + 2 * (seed % 6);
        double score = turned_score(q, k, at_q, at_k, rotary_dim, pairing);
        int32_t shift = (int32_t)(seed * seed * 100);
        double shifted = turned_score(q, k, at_q + shift, at_k + shift, rotary_dim, pairing);
        CHECK_NEAR(shifted, score, 3e-6);
        double back = turned_score(q, k, at_q - shift, at_k - shift, rotary_dim, pairing);
        CHECK_NEAR(back, score, 3e-6);
        double moved = turned_score(q, k, at_q + 1, at_k, rotary_dim, pairing);
        CHECK(moved > score + 1e-5 || moved < score - 1e-5);
    }
}

static void pairings_differ(void) {
    float *x = noise(HEAD_DIM, 3), *k = noise(HEAD_DIM, 4);
    double interleaved = turned_score(x, k, 5, 0, HEAD_DIM, ATTN_ROPE_INTERLEAVED);
    double halves = turned_score(x, k, 5, 0, HEAD_DIM, ATTN_ROPE_HALVES);
    CHECK(interleaved > halves + 1e-3 || interleaved < halves - 1e-3);
    CHECK_NEAR(turned_score(x, k, 7, 7, HEAD_DIM, 0), dot(x, k, HEAD_DIM), 1e-6);
}

static void partial_rotation_copies_the_rest(void) {
    float *x = noise(10, 5), *y = buffer(10);
    const float cosine = 0.0f, sine = 1.0f; /* a quarter turn: (a, b) to (-b, a) */
    const attn_rope_options options = {1, 1, 1, 10, 2, 1, ATTN_ROPE_HALVES};
    CHECK_STATUS(attn_rope(y, x, &cosine, &sine, NULL, &options, NULL), ATTN_OK);
    CHECK_NEAR(y[0], -x[1], 0.0);
    CHECK_NEAR(y[1], x[0], 0.0);
    for (int d = 2; d < 10; d++)
        CHECK_NEAR(y[d], x[d], 0.0);
}

static void frequencies_and_variants(void) {
    float f[32], plain[32], wavelengths[32];
    attn_frequency_options o = {.dim = 64, .base = 10000.0f};
    CHECK_STATUS(attn_rope_frequencies(plain, wavelengths, &o, NULL), ATTN_OK);
    CHECK_NEAR(wavelengths[0], 6.28318531, 5e-7);
    CHECK_NEAR(wavelengths[31], 47117.2, 0.1);
    o = (attn_frequency_options){64, ATTN_ROPE_DYNAMIC, 2048, 1000, 10000.0f, 8.0f, 0.0f, 0.0f};
    CHECK_STATUS(attn_rope_frequencies(f, wavelengths, &o, NULL), ATTN_OK);
    for (int i = 0; i < 32; i++) /* a short text turns as in training */
        CHECK_NEAR(f[i], plain[i], 1e-7 * (double)plain[i]);
    o.seq_len = 8192;
    CHECK_STATUS(attn_rope_frequencies(f, wavelengths, &o, NULL), ATTN_OK);
    CHECK_NEAR(f[0], 1.0, 0.0);
    CHECK_NEAR(f[31], (double)plain[31] / 25.0, 1e-8); /* 8 * 4 - 7 */
    for (int32_t variant = ATTN_ROPE_YARN; variant <= ATTN_ROPE_LLAMA3; variant++) {
        int yarn = variant == ATTN_ROPE_YARN;
        o = (attn_frequency_options){
            64, variant, 2048, 0, 10000.0f, 8.0f, yarn ? 32.0f : 1.0f, yarn ? 1.0f : 4.0f};
        CHECK_STATUS(attn_rope_frequencies(f, wavelengths, &o, NULL), ATTN_OK);
        CHECK_NEAR(f[0], 1.0, 0.0);
        CHECK_NEAR(f[31], (double)plain[31] / 8.0, 1e-9);
        for (int i = 1; i < 32; i++) {
            CHECK(f[i] < f[i - 1]);
            CHECK(f[i] <= plain[i] && f[i] >= plain[i] / 8.0f * 0.999999f);
        }
        keep(f, 32);
    }
}

static void refusals(void) {
    attn_fault fault;
    float values[16] = {0.0f};
    CHECK_STATUS(attn_sinusoidal(values, 1, 0, 10.0f, 0, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 2);
    CHECK_STATUS(attn_sinusoidal(values, 1, 4, 0.0f, 0, &fault), ATTN_BAD_OPTION);
    CHECK_STATUS(attn_sinusoidal(values, 1, 4, NOT_A_NUMBER, 0, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 3);
    CHECK_STATUS(attn_sinusoidal(values, 1u << 20, 1u << 20, 10.0f, 0, &fault), ATTN_TOO_LARGE);
    attn_rope_options o = {1, 1, 1, 4, 4, 1, 0};
    const int32_t past = 1;
    CHECK_STATUS(attn_rope(values, values, values, values, &past, &o, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 4 && fault.position == 0);
    o.rotary_dim = 3;
    CHECK_STATUS(attn_rope(values, values, values, values, NULL, &o, &fault), ATTN_BAD_OPTION);
    o.rotary_dim = 6;
    CHECK_STATUS(attn_rope(values, values, values, values, NULL, &o, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 5 && fault.position == 4);
    o = (attn_rope_options){1, 1, 2, 4, 4, 1, 0};
    CHECK_STATUS(attn_rope(values, values, values, values, NULL, &o, &fault), ATTN_BAD_OPTION);
    o = (attn_rope_options){1, 1, 1, 2, 2, 1, 0};
    const float pair[2] = {3e38f, 3e38f}, table = 2.0f; /* no table of cosines: inf - inf */
    CHECK_STATUS(attn_rope(values, pair, &table, &table, NULL, &o, &fault), ATTN_OVERFLOW);
    CHECK(fault.argument == 1 && fault.position == 0);
    attn_frequency_options f = {.dim = 5, .base = 10.0f};
    CHECK_STATUS(attn_rope_frequencies(values, values, &f, &fault), ATTN_BAD_OPTION);
    f = (attn_frequency_options){.dim = 4, .variant = ATTN_ROPE_YARN, .base = 10.0f};
    CHECK_STATUS(attn_rope_frequencies(values, values, &f, &fault), ATTN_BAD_OPTION);
}

static const test tests[] = {
    {"sinusoids are the sines and cosines of the formula", sinusoids_by_hand},
    {"an odd width ends with a sine that has no cosine", odd_width},
    {"a position of a million has all its digits", far_positions},
    {"the similarity of two positions depends on their offset alone", similarity_of_offsets},
    {"past the end of a table there is no vector", table_has_an_end},
    {"ALiBi's slopes follow the authors' rule for any number of heads", alibi},
    {"RoPE's scores depend on the distance alone, in both pairings", rope_knows_distance_alone},
    {"the two pairings differ, and equal positions change no score", pairings_differ},
    {"a partial rotation copies the other channels", partial_rotation_copies_the_rest},
    {"frequencies slow down only where a variant says so", frequencies_and_variants},
    {"what makes no sense is refused with its place", refusals},
};
SUITE(positions, tests)
