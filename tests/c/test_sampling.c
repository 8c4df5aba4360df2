/* Sampling: what is kept, and how often it is drawn. */
#include "internal.h"
#include "test.h"

enum { VOCAB = 5 };
static const float logits[VOCAB] = {1.0f, 3.0f, 2.0f, -1.0f, 2.0f};

typedef struct drawn {
    float probabilities[VOCAB], draw;
    int32_t order[VOCAB], token;
    uint32_t kept;
} drawn;

static attn_status sample(
    drawn *d, const float *from, const attn_sample_options *options, attn_fault *fault) {
    const attn_sample_outputs outputs = {d->probabilities, d->order, &d->kept, &d->draw, &d->token};
    return attn_sample(&outputs, from, options, fault);
}

static drawn with(uint32_t top_k, float temperature, float top_p) {
    drawn d;
    const attn_sample_options options = {VOCAB, top_k, {7, 0}, {0, 0}, temperature, top_p};
    CHECK_STATUS(sample(&d, logits, &options, NULL), ATTN_OK);
    keep(d.probabilities, VOCAB);
    return d;
}

static float total(const drawn *d) {
    float sum = 0.0f;
    for (int i = 0; i < VOCAB; i++)
        sum += d->probabilities[i];
    return sum;
}

static void order_is_by_probability(void) {
    drawn d = with(0, 1.0f, 1.0f);
    const int32_t wanted[VOCAB] = {1, 2, 4, 0, 3};
    for (int i = 0; i < VOCAB; i++)
        CHECK(d.order[i] == wanted[i]);
    CHECK(d.kept == VOCAB);
    CHECK_NEAR((double)total(&d), 1.0, 1e-6);
    CHECK_NEAR((double)d.probabilities[1], 0.5293, 5e-5); /* e^3 / (e + e^3 + 2 e^2 + 1/e) */
}

static void top_k_keeps_k(void) {
    for (uint32_t k = 1; k <= VOCAB; k++) {
        drawn d = with(k, 1.0f, 1.0f);
        CHECK(d.kept == k);
        CHECK_NEAR((double)total(&d), 1.0, 1e-6);
    }
    drawn d = with(2, 1.0f, 1.0f);
    CHECK(d.probabilities[4] == 0.0f && d.probabilities[2] > 0.0f); /* of equals the first */
    CHECK_NEAR((double)(d.probabilities[1] / d.probabilities[2]), 2.718281828, 1e-5);
    CHECK(with(99, 1.0f, 1.0f).kept == VOCAB);
}

static void top_p_keeps_the_fewest(void) {
    CHECK(with(0, 1.0f, 0.5f).kept == 1);  /* 0.526 */
    CHECK(with(0, 1.0f, 0.53f).kept == 2); /* + 0.194 */
    CHECK(with(0, 1.0f, 0.73f).kept == 3); /* + 0.194 */
    CHECK(with(2, 1.0f, 0.73f).kept == 1); /* of two it has 0.731 */
    CHECK(with(2, 1.0f, 0.74f).kept == 2);
}

static void temperature_ends(void) {
    drawn cold = with(0, 0.0f, 1.0f);
    CHECK(cold.kept == 1 && cold.token == 1 && cold.probabilities[1] == 1.0f);
    drawn hot = with(0, INF, 1.0f);
    for (int i = 0; i < VOCAB; i++)
        CHECK(hot.probabilities[i] == 0.2f);
}

static void frequencies(void) {
    const int draws = 20000;
    int counts[VOCAB] = {0};
    drawn d = {0};
    for (uint32_t i = 0; i < (uint32_t)draws; i++) {
        const attn_sample_options options = {VOCAB, 0, {7, 0}, {i, 0}, 1.0f, 1.0f};
        CHECK_STATUS(sample(&d, logits, &options, NULL), ATTN_OK);
        CHECK(d.token >= 0 && d.token < VOCAB);
        counts[d.token]++;
    }
    for (int i = 0; i < VOCAB; i++) /* four standard deviations are at most 0.014 */
        CHECK_NEAR((double)counts[i] / draws, (double)d.probabilities[i], 0.015);
    keep_bytes(counts, sizeof counts);
}

static void forbidden_and_refused(void) {
    drawn d;
    attn_fault fault;
    attn_sample_options options = {VOCAB, 0, {7, 0}, {0, 0}, 1.0f, 1.0f};
    const float none[VOCAB] = {-INF, -INF, -INF, -INF, -INF};
    CHECK_STATUS(sample(&d, none, &options, NULL), ATTN_OK);
    CHECK(d.token == -1 && d.kept == 0 && total(&d) == 0.0f);
    const float one[VOCAB] = {-INF, -INF, -5.0f, -INF, -INF};
    CHECK_STATUS(sample(&d, one, &options, NULL), ATTN_OK);
    CHECK(d.token == 2 && d.kept == 1);
    const float nan[VOCAB] = {0.0f, NOT_A_NUMBER, 0.0f, 0.0f, 0.0f};
    CHECK_STATUS(sample(&d, nan, &options, &fault), ATTN_NAN);
    CHECK(fault.argument == 1 && fault.position == 1);
    options.top_p = 0.0f;
    CHECK_STATUS(sample(&d, one, &options, &fault), ATTN_BAD_OPTION);
    CHECK(fault.position == 7);
    options.top_p = 1.0f;
    options.temperature = NOT_A_NUMBER;
    CHECK_STATUS(sample(&d, one, &options, &fault), ATTN_BAD_OPTION);
    CHECK(fault.position == 6);
}

static void large_vocabularies_are_sorted(void) {
    for (uint32_t vocab = 1; vocab < 400; vocab += 7) {
        float *from = noise(vocab, vocab), *probabilities = buffer(vocab), draw;
        int32_t *order = bytes_buffer(vocab * sizeof(int32_t)), token;
        uint32_t kept;
        const attn_sample_outputs outputs = {probabilities, order, &kept, &draw, &token};
        const attn_sample_options options = {vocab, 0, {vocab, 0}, {0, 0}, 0.3f, 1.0f};
        CHECK_STATUS(attn_sample(&outputs, from, &options, NULL), ATTN_OK);
        for (uint32_t i = 1; i < vocab; i++)
            CHECK(probabilities[order[i - 1]] >= probabilities[order[i]]);
    }
}

static const test tests[] = {
    {"The tokens are ordered by their probability.", order_is_by_probability},
    {"Top-k keeps exactly k.", top_k_keeps_k},
    {"Top-p keeps the fewest tokens that have p.", top_p_keeps_the_fewest},
    {"Sampling temperature 0 is greedy, infinity uniform.", temperature_ends},
    {"Tokens are drawn as often as they are probable.", frequencies},
    {"Forbidden tokens are never drawn, and NaN is refused.", forbidden_and_refused},
    {"A vocabulary of any size is sorted.", large_vocabularies_are_sorted},
};
SUITE(sampling, tests)
