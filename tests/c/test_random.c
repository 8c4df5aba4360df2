/* Random numbers and the experiments made with them. */
#include "internal.h"
#include "test.h"
#include <math.h>

/* The first numbers of SplitMix64 as published with the algorithm. */
static void bits_are_splitmix(void) {
    CHECK(attn_random_bits(0, 0) == 0xe220a8397b1dcdafu);
    CHECK(attn_random_bits(1234567, 0) == 6457827717110365317u);
    CHECK(attn_random_bits(1234567, 1) == 3203168211198807973u);
    CHECK(attn_random_bits(1234567, 2) == 9817491932198370423u);
}

static float *draw(uint32_t count, uint32_t skip, int32_t kind, float first, float second) {
    const attn_random_options options = {{42, 1}, {skip, 0}, kind, first, second};
    float *values = buffer(count);
    CHECK_STATUS(attn_random(values, count, &options, NULL), ATTN_OK);
    keep(values, count);
    return values;
}

static void any_part_of_a_stream_can_be_had(void) {
    float *normal = draw(40, 0, ATTN_NORMAL, 0.0f, 1.0f);
    float *uniform = draw(40, 0, ATTN_UNIFORM, -2.0f, 3.0f);
    for (uint32_t skip = 0; skip < 9; skip++)
        for (uint32_t count = 0; count < 6; count++) {
            float *a = draw(count, skip, ATTN_NORMAL, 0.0f, 1.0f);
            float *b = draw(count, skip, ATTN_UNIFORM, -2.0f, 3.0f);
            for (uint32_t i = 0; i < count; i++) {
                CHECK_NEAR(a[i], normal[skip + i], 0);
                CHECK_NEAR(b[i], uniform[skip + i], 0);
            }
        }
}

/* Six standard errors: a right generator fails once in 10^9 seeds. */
static void moments_are_right(void) {
    enum { N = 40000 };
    float *normal = draw(N, 0, ATTN_NORMAL, 0.0f, 1.0f);
    float *uniform = draw(N, 0, ATTN_UNIFORM, 0.0f, 1.0f);
    double sums[4] = {0}, uniform_sum = 0, pairs = 0;
    for (int i = 0; i < N; i++) {
        double x = (double)normal[i];
        sums[0] += x, sums[1] += x * x, sums[2] += x * x * x, sums[3] += x * x * x * x;
        pairs += i ? x * (double)normal[i - 1] : 0;
        uniform_sum += (double)uniform[i];
        CHECK(uniform[i] >= 0.0f && uniform[i] < 1.0f);
        CHECK(fabsf(normal[i]) < 5.78f);
    }
    CHECK_NEAR(sums[0] / N, 0, 6 / sqrt(N));
    CHECK_NEAR(sums[1] / N, 1, 6 * sqrt(2.0 / N));
    CHECK_NEAR(sums[2] / N, 0, 6 * sqrt(15.0 / N));
    CHECK_NEAR(sums[3] / N, 3, 6 * sqrt(96.0 / N));
    CHECK_NEAR(pairs / N, 0, 6 / sqrt(N));
    CHECK_NEAR(uniform_sum / N, 0.5, 6 * sqrt(1.0 / 12 / N));
}

static void a_shuffle_is_a_permutation(void) {
    for (uint32_t n = 0; n <= 17; n++) {
        int32_t *order = bytes_buffer(n * sizeof *order);
        CHECK_STATUS(attn_shuffle(order, n, 3, 0, NULL), ATTN_OK);
        uint32_t seen = 0;
        for (uint32_t i = 0; i < n; i++)
            seen |= 1u << order[i];
        CHECK(seen == (1u << n) - 1);
        keep_bytes(order, n * sizeof *order);
    }
}

static void every_place_of_a_shuffle_is_as_likely(void) {
    int counts[4][4] = {{0}};
    int32_t *order = bytes_buffer(16);
    for (uint32_t seed = 0; seed < 4000; seed++) {
        attn_shuffle(order, 4, seed, 0, NULL);
        for (int i = 0; i < 4; i++)
            counts[i][order[i]]++;
    }
    for (int i = 0; i < 16; i++)
        CHECK_NEAR(counts[i / 4][i % 4], 1000, 6 * sqrt(750));
}

typedef struct experiment {
    attn_variance_options o;
    attn_variance_outputs out;
    attn_moments *moments;
} experiment;

static experiment experiment_of(uint32_t head_dim, uint32_t pairs, uint32_t bins) {
    experiment e = {{{7, 0}, head_dim, pairs, bins, 0.0f, 0.0f},
        {buffer(pairs), buffer(pairs), bytes_buffer(4 * bins), bytes_buffer(4 * bins),
            buffer(bins + 1), buffer(bins + 1), bytes_buffer(2 * sizeof(attn_moments))},
        NULL};
    e.moments = e.out.moments;
    float *scratch = buffer(attn_variance_scratch_size(&e.o));
    CHECK_STATUS(attn_variance_experiment(&e.out, scratch, &e.o, NULL), ATTN_OK);
    keep(e.out.dots, pairs);
    keep_bytes(e.out.moments, 2 * sizeof(attn_moments));
    keep_bytes(e.out.histogram, 4 * bins);
    return e;
}

static void the_variance_of_a_dot_product_is_head_dim(void) {
    const uint32_t dims[] = {1, 2, 7, 64, 512};
    for (int i = 0; i < 5; i++) {
        experiment e = experiment_of(dims[i], 1500, 20);
        double predicted = dims[i];
        CHECK(e.moments[0].standard_error > 0);
        CHECK_NEAR(e.moments[0].variance, predicted, 5 * (double)e.moments[0].standard_error);
        CHECK_NEAR(e.moments[1].variance, 1, 5 * (double)e.moments[1].standard_error);
        CHECK_NEAR(e.moments[0].mean, 0, 6 * sqrt(predicted / 1500));
        CHECK_NEAR(
            (double)e.moments[1].variance * predicted, e.moments[0].variance, 1e-4 * predicted);
    }
}

static void the_histogram_loses_nothing(void) {
    experiment e = experiment_of(16, 700, 13);
    uint32_t in_bins = 0;
    for (int i = 0; i < 13; i++)
        in_bins += e.out.histogram[i];
    CHECK_NEAR(in_bins + (double)e.moments[0].outside, 700, 0);
    CHECK_NEAR(e.out.edges[0], -16, 0);
    CHECK_NEAR(e.out.edges[13], 16, 1e-5);
    CHECK_NEAR(e.out.scaled_edges[0], -4, 0);
    uint32_t by_hand = 0;
    for (int i = 0; i < 700; i++)
        by_hand += e.out.dots[i] >= e.out.edges[6] && e.out.dots[i] < e.out.edges[7];
    CHECK_NEAR(e.out.histogram[6], by_hand, 0);
}

static void raw_scores_saturate_and_scaled_ones_do_not(void) {
    attn_saturation previous = {0}, results[2];
    for (uint32_t head_dim = 4; head_dim <= 256; head_dim *= 4) {
        const attn_saturation_options o = {{7, 0}, head_dim, 120, 16};
        float *scratch = buffer(attn_saturation_scratch_size(&o));
        CHECK_STATUS(attn_saturation_experiment(results, scratch, &o, NULL), ATTN_OK);
        keep_bytes(results, sizeof results);
        CHECK(results[0].largest_weight > previous.largest_weight);
        CHECK(results[0].gradient < results[1].gradient);
        CHECK(results[0].entropy < results[1].entropy);
        CHECK_NEAR(results[1].largest_weight, 0.25, 0.06);
        previous = results[0];
    }
    CHECK(previous.largest_weight > 0.9f);
}

static void what_is_wrong_is_refused(void) {
    attn_fault fault = {0};
    float *values = buffer(4);
    attn_random_options wrong = {{0, 0}, {0, 0}, 2, 0.0f, 1.0f};
    CHECK_STATUS(attn_random(values, 4, &wrong, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 2 && fault.position == 4);
    wrong.distribution = ATTN_NORMAL, wrong.second = -1.0f;
    CHECK_STATUS(attn_random(values, 4, &wrong, &fault), ATTN_BAD_OPTION);
    CHECK_NEAR(fault.position, 6, 0);
    CHECK_STATUS(attn_random(values, UINT32_MAX, &wrong, &fault), ATTN_TOO_LARGE);
    const attn_variance_options few = {{0, 0}, 4, 1, 4, 0.0f, 0.0f};
    const attn_variance_outputs none = {0};
    CHECK_STATUS(attn_variance_experiment(&none, values, &few, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 2 && fault.position == 3);
    const attn_saturation_options empty = {{0, 0}, 4, 5, 0};
    attn_saturation results[2];
    CHECK_STATUS(attn_saturation_experiment(results, values, &empty, &fault), ATTN_BAD_OPTION);
    CHECK_NEAR(fault.position, 4, 0);
}

static const test tests[] = {
    {"The bits are those of SplitMix64.", bits_are_splitmix},
    {"Any part of a stream can be had on its own.", any_part_of_a_stream_can_be_had},
    {"The moments of the numbers are right.", moments_are_right},
    {"A shuffle is a permutation.", a_shuffle_is_a_permutation},
    {"Every place of a shuffle is as likely.", every_place_of_a_shuffle_is_as_likely},
    {"The variance of a dot product is head_dim.", the_variance_of_a_dot_product_is_head_dim},
    {"The histogram loses nothing.", the_histogram_loses_nothing},
    {"Raw scores saturate and scaled ones do not.", raw_scores_saturate_and_scaled_ones_do_not},
    {"What is wrong is refused with its place.", what_is_wrong_is_refused},
};
SUITE(random, tests)
