/* The softmax of rows and its gradient, against float64 and on its edges. */
#include "internal.h"
#include "test.h"
#include <math.h>
#include <string.h>

static attn_trace full_trace(size_t rows, size_t kv_len) {
    attn_trace t = {0};
    float **by_key[] = {
        &t.scores, &t.masked_scores, &t.exponentials, &t.weights, &t.gradient_terms};
    float **by_row[] = {&t.row_max, &t.row_sum, &t.log_sum_exp, &t.entropy, &t.entropy_bits};
    for (size_t i = 0; i < 5; i++) {
        *by_key[i] = buffer(rows * kv_len);
        *by_row[i] = buffer(rows);
    }
    return t;
}

static void keep_trace(const attn_trace *t, size_t rows, size_t kv_len) {
    float *by_key[] = {t->scores, t->masked_scores, t->exponentials, t->weights, t->gradient_terms};
    float *by_row[] = {t->row_max, t->row_sum, t->log_sum_exp, t->entropy, t->entropy_bits};
    for (size_t i = 0; i < 5; i++) {
        keep(by_key[i], rows * kv_len);
        keep(by_row[i], rows);
    }
}

/* One row without a mask. */
static attn_trace softmax_of(const float *scores, uint32_t kv_len, float temperature) {
    attn_trace t = full_trace(1, kv_len);
    const attn_extent extent = {1, 1, 1, kv_len};
    float *temperatures = filled(1, temperature);
    CHECK_STATUS(attn_softmax(&t, scores, temperatures, &extent, NULL, NULL), ATTN_OK);
    keep_trace(&t, 1, kv_len);
    return t;
}

static float *row_of(const float *values, uint32_t count) {
    float *copy = buffer(count);
    memcpy(copy, values, count * sizeof *copy);
    return copy;
}

static const float it_row[10] = {0, 2.1f, 0, 0, 0, 3.4f, 0, 0, 0, 2.8f};

static void it_row_has_the_numbers_of_the_article(void) {
    attn_trace t = softmax_of(row_of(it_row, 10), 10, 1.0f);
    CHECK_NEAR(t.weights[5], 0.48662835, 1e-7);
    CHECK_NEAR(t.weights[9], 0.2670673, 1e-7);
    CHECK_NEAR(t.weights[1], 0.1326217, 1e-7);
    CHECK_NEAR(t.weights[0], 0.016240379, 1e-8);
    CHECK_NEAR(t.entropy[0], 1.439424, 1e-6);
    CHECK_NEAR(t.entropy_bits[0], 2.076650, 1e-6);
    CHECK_NEAR(t.log_sum_exp[0], 4.1202546, 1e-6);
    CHECK_NEAR(t.gradient_terms[5], 0.48662835 * (1 - 0.48662835), 1e-7);
    CHECK_NEAR(softmax_of(row_of(it_row, 10), 10, 0.5f).weights[5], 0.7229277, 1e-6);
    CHECK_NEAR(softmax_of(row_of(it_row, 10), 10, 2.0f).weights[5], 0.2823544, 1e-6);
    CHECK_NEAR(softmax_of(row_of(it_row, 10), 10, 4.0f).entropy[0], 2.2397475, 1e-6);
}

static void check_against_float64(const float *scores, uint32_t n, const attn_trace *t) {
    double max = -HUGE_VAL, sum = 0, entropy = 0, total = 0;
    for (uint32_t k = 0; k < n; k++)
        max = fmax(max, (double)scores[k]);
    for (uint32_t k = 0; k < n; k++)
        sum += exp((double)scores[k] - max);
    for (uint32_t k = 0; k < n; k++) {
        double weight = exp((double)scores[k] - max) / sum;
        entropy -= weight > 0 ? weight * log(weight) : 0;
        total += (double)t->weights[k];
        CHECK_NEAR(t->weights[k], weight, 2e-6 * weight + 1e-38);
    }
    CHECK_NEAR(total, 1, 1e-6);
    CHECK_NEAR(t->entropy[0], entropy, 1e-5);
    CHECK_NEAR(t->log_sum_exp[0], max + log(sum), 1e-5);
    CHECK_NEAR(t->row_max[0], max, 0);
}

static void every_size_agrees_with_float64(void) {
    for (uint32_t n = 1; n <= 17; n++) {
        float *scores = noise(n, n);
        for (uint32_t k = 0; k < n; k++)
            scores[k] *= 8.0f;
        attn_trace t = softmax_of(scores, n, 1.0f);
        check_against_float64(scores, n, &t);
    }
}

static void large_scores_do_not_overflow(void) {
    float *scores = noise(16, 3);
    for (uint32_t k = 0; k < 16; k++)
        scores[k] = 95.0f + 5.0f * scores[k];
    attn_trace t = softmax_of(scores, 16, 1.0f);
    check_against_float64(scores, 16, &t);
    for (uint32_t k = 0; k < 16; k++)
        scores[k] -= 190.0f;
    t = softmax_of(scores, 16, 1.0f);
    check_against_float64(scores, 16, &t);
}

static void huge_and_mixed_scores_pick_the_largest(void) {
    const float mixed[6] = {1e30f, -1e30f, 0, 1e-30f, 1e30f, 90};
    attn_trace t = softmax_of(row_of(mixed, 6), 6, 1.0f);
    CHECK_NEAR(t.weights[0], 0.5, 0);
    CHECK_NEAR(t.weights[4], 0.5, 0);
    CHECK_NEAR(t.weights[1] + t.weights[2] + t.weights[3] + t.weights[5], 0, 0);
    t = softmax_of(filled(3, -1e30f), 3, 1.0f);
    for (uint32_t k = 0; k < 3; k++)
        CHECK_NEAR(t.weights[k], 1.0 / 3, 1e-7);
}

static void a_constant_changes_nothing(void) {
    float *scores = noise(13, 8), *shifted = buffer(13);
    for (uint32_t k = 0; k < 13; k++)
        shifted[k] = scores[k] + 64.0f; /* nearly exact */
    attn_trace a = softmax_of(scores, 13, 1.0f), b = softmax_of(shifted, 13, 1.0f);
    for (uint32_t k = 0; k < 13; k++)
        CHECK_NEAR(a.weights[k], b.weights[k], 2e-6);
}

static void temperature_0_is_argmax_with_ties_shared(void) {
    const float scores[6] = {1, 3, -2, 3, 2.9999998f, 3};
    attn_trace t = softmax_of(row_of(scores, 6), 6, 0.0f);
    const double want[6] = {0, 1.0 / 3, 0, 1.0 / 3, 0, 1.0 / 3};
    for (uint32_t k = 0; k < 6; k++)
        CHECK_NEAR(t.weights[k], want[k], 1e-7);
    CHECK_NEAR(t.entropy[0], log(3), 1e-6);
    t = softmax_of(row_of(it_row, 10), 10, 0.0f);
    CHECK_NEAR(t.weights[5], 1, 0);
    CHECK_NEAR(t.entropy[0], 0, 0);
}

static void temperature_infinity_is_uniform(void) {
    attn_trace t = softmax_of(row_of(it_row, 10), 10, INF);
    for (uint32_t k = 0; k < 10; k++)
        CHECK_NEAR(t.weights[k], 0.1, 1e-8);
    CHECK_NEAR(t.entropy[0], log(10), 1e-6);
}

static void overflow_by_temperature_is_the_limit(void) {
    const float scores[4] = {3e38f, 1e38f, -3e38f, 3e38f};
    attn_trace t = softmax_of(row_of(scores, 4), 4, 1e-3f);
    CHECK_NEAR(t.weights[0], 0.5, 0);
    CHECK_NEAR(t.weights[1], 0, 0);
    t = softmax_of(filled(2, -3e38f), 2, 1e-3f);
    CHECK_NEAR(t.weights[1], 0.5, 0);
    t = softmax_of(row_of(it_row, 10), 10, 1e-3f);
    CHECK_NEAR(t.weights[5], 1, 0);
}

static void infinite_scores_have_a_meaning(void) {
    const float scores[5] = {INF, 3e38f, -INF, INF, 0};
    const float temperatures[4] = {0.0f, 0.5f, 1.0f, 2.0f};
    for (int i = 0; i < 4; i++) {
        attn_trace t = softmax_of(row_of(scores, 5), 5, temperatures[i]);
        CHECK_NEAR(t.weights[0], 0.5, 0);
        CHECK_NEAR(t.weights[3], 0.5, 0);
        CHECK_NEAR(t.weights[1] + t.weights[2] + t.weights[4], 0, 0);
    }
    attn_trace t = softmax_of(row_of(scores, 5), 5, INF); /* uniform over the allowed */
    CHECK_NEAR(t.weights[1], 0.25, 0);
    CHECK_NEAR(t.weights[2], 0, 0);
}

static void a_row_without_keys_is_zeros(void) {
    const float temperatures[3] = {0.0f, 1.0f, INF};
    for (int i = 0; i < 3; i++) {
        attn_trace t = softmax_of(filled(3, -INF), 3, temperatures[i]);
        for (uint32_t k = 0; k < 3; k++)
            CHECK_NEAR(t.weights[k] + t.exponentials[k], 0, 0);
        CHECK_NEAR(t.entropy[0] + t.row_sum[0], 0, 0);
        CHECK_NEAR(t.row_max[0], -INFINITY, 0);
        CHECK_NEAR(t.log_sum_exp[0], -INFINITY, 0);
    }
    softmax_of(buffer(0), 0, 1.0f);
}

static void it_works_in_place_and_with_the_weights_alone(void) {
    float *scores = noise(24, 5);
    const attn_extent extent = {1, 1, 3, 8};
    attn_trace full = full_trace(3, 8);
    float *temperatures = filled(3, 0.7f);
    CHECK_STATUS(attn_softmax(&full, scores, temperatures, &extent, NULL, NULL), ATTN_OK);
    attn_trace alone = attn_weights_only(scores);
    CHECK_STATUS(attn_softmax(&alone, scores, temperatures, &extent, NULL, NULL), ATTN_OK);
    for (int i = 0; i < 24; i++)
        CHECK_NEAR(scores[i], full.weights[i], 0);
    keep(scores, 24);
}

static void each_row_has_its_own_temperature(void) {
    float *scores = buffer(20), *temperatures = buffer(2);
    memcpy(scores, it_row, sizeof it_row);
    memcpy(scores + 10, it_row, sizeof it_row);
    temperatures[0] = 0.5f;
    temperatures[1] = 2.0f;
    const attn_extent extent = {1, 1, 2, 10};
    attn_trace t = full_trace(2, 10);
    CHECK_STATUS(attn_softmax(&t, scores, temperatures, &extent, NULL, NULL), ATTN_OK);
    CHECK_NEAR(t.weights[5], 0.7229277, 1e-6);
    CHECK_NEAR(t.weights[15], 0.2823544, 1e-6);
}

/* d weights_i / d scores_j by central differences of the softmax itself. */
static void the_jacobian_is_the_derivative(void) {
    enum { N = 5 };
    float *scores = noise(N, 11), *jacobian = buffer(N * N);
    attn_trace t = softmax_of(scores, N, 1.0f);
    CHECK_STATUS(attn_softmax_jacobian(jacobian, t.weights, N, NULL), ATTN_OK);
    keep(jacobian, N * N);
    const float step = 0x1p-6f;
    for (uint32_t j = 0; j < N; j++) {
        float *up = row_of(scores, N), *down = row_of(scores, N);
        up[j] += step;
        down[j] -= step;
        attn_trace above = softmax_of(up, N, 1.0f), below = softmax_of(down, N, 1.0f);
        for (uint32_t i = 0; i < N; i++) {
            double slope = ((double)above.weights[i] - (double)below.weights[i]) / 0x1p-5;
            CHECK_NEAR(jacobian[i * N + j], slope, 2e-5);
        }
    }
}

/* grad_scores = jacobian^T grad_weights / temperature */
static void backward_is_the_jacobian_applied(void) {
    enum { N = 7 };
    const float temperature = 0.8f;
    float *jacobian = buffer(N * N), *grad = noise(N, 4), *grad_scores = buffer(N);
    attn_trace t = softmax_of(noise(N, 2), N, temperature);
    CHECK_STATUS(attn_softmax_jacobian(jacobian, t.weights, N, NULL), ATTN_OK);
    CHECK_STATUS(
        attn_softmax_backward(grad_scores, t.weights, grad, 1, N, temperature, NULL), ATTN_OK);
    for (uint32_t j = 0; j < N; j++) {
        double want = 0;
        for (uint32_t i = 0; i < N; i++)
            want += (double)jacobian[i * N + j] * (double)grad[i] / (double)temperature;
        CHECK_NEAR(grad_scores[j], want, 1e-6);
    }
    keep(grad_scores, N);
    const float ends[2] = {0.0f, INF};
    for (int i = 0; i < 2; i++) {
        attn_softmax_backward(grad_scores, t.weights, grad, 1, N, ends[i], NULL);
        for (uint32_t j = 0; j < N; j++)
            CHECK_NEAR(grad_scores[j], 0, 0);
    }
}

static void what_is_wrong_is_refused_with_its_place(void) {
    attn_fault fault = {0};
    attn_trace t = full_trace(2, 3);
    float *scores = filled(6, 0.0f), *temperatures = filled(2, 1.0f);
    const attn_extent extent = {1, 1, 2, 3};
    scores[4] = NOT_A_NUMBER;
    CHECK_STATUS(attn_softmax(&t, scores, temperatures, &extent, NULL, &fault), ATTN_NAN);
    CHECK(fault.status == ATTN_NAN && fault.argument == 1 && fault.position == 4);
    CHECK_STATUS(attn_softmax(&t, scores, temperatures, &extent, NULL, NULL), ATTN_NAN);
    scores[4] = 0;
    temperatures[1] = -0.5f;
    CHECK_STATUS(attn_softmax(&t, scores, temperatures, &extent, NULL, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 2 && fault.position == 1);
    temperatures[1] = NOT_A_NUMBER;
    CHECK_STATUS(attn_softmax(&t, scores, temperatures, &extent, NULL, &fault), ATTN_NAN);
    const attn_extent huge = {65536, 65536, 1, 1}; /* the product is 0 in 32 bits */
    CHECK_STATUS(attn_softmax(&t, scores, temperatures, &huge, NULL, &fault), ATTN_TOO_LARGE);
    CHECK(fault.argument == 3);
    CHECK_STATUS(attn_softmax_jacobian(scores, scores, 65536, &fault), ATTN_TOO_LARGE);
}

static const test tests[] = {
    {"The row of 'it' has the numbers of the article.", it_row_has_the_numbers_of_the_article},
    {"Every size from 1 to 17 agrees with float64.", every_size_agrees_with_float64},
    {"Scores of 90 to 100 and their negatives do not overflow.", large_scores_do_not_overflow},
    {"Scores of 1e30 and mixed magnitudes pick the largest.",
        huge_and_mixed_scores_pick_the_largest},
    {"A constant added to all scores changes nothing.", a_constant_changes_nothing},
    {"Temperature 0 is argmax with ties shared equally.", temperature_0_is_argmax_with_ties_shared},
    {"Temperature infinity is uniform.", temperature_infinity_is_uniform},
    {"Scores that overflow over the temperature are the limit.",
        overflow_by_temperature_is_the_limit},
    {"Infinite scores share the row, and minus infinity forbids.", infinite_scores_have_a_meaning},
    {"A row without allowed keys is zeros.", a_row_without_keys_is_zeros},
    {"The softmax works in place and with the weights alone.",
        it_works_in_place_and_with_the_weights_alone},
    {"Each row has its own temperature.", each_row_has_its_own_temperature},
    {"The jacobian is the derivative.", the_jacobian_is_the_derivative},
    {"The backward pass is the jacobian applied.", backward_is_the_jacobian_applied},
    {"What is wrong is refused with its place.", what_is_wrong_is_refused_with_its_place},
};
SUITE(softmax, tests)
