/* The layers that work on each token alone: norms, activations, the
 * feed-forward network; and the score functions that were before. */
#include "internal.h"
#include "test.h"

static void layer_norm_steadies(void) {
    for (uint32_t dim = 1; dim <= 17; dim++) {
        float *x = noise(3 * dim, dim), *y = buffer(3 * dim), *mean = buffer(3),
              *inverse = buffer(3);
        const attn_norm_options options = {3, dim, 1e-5f};
        CHECK_STATUS(attn_layer_norm(y, mean, inverse, x, NULL, NULL, &options, NULL), ATTN_OK);
        for (uint32_t row = 0; row < 3; row++) {
            double sum = 0.0, squares = 0.0;
            for (uint32_t d = 0; d < dim; d++) {
                double value = (double)y[row * dim + d];
                sum += value;
                squares += value * value;
            }
            CHECK_NEAR(sum / dim, 0.0, 1e-6);
            if (dim > 2) CHECK_NEAR(squares / dim, 1.0, 2e-3);
        }
        keep(y, 3 * dim);
    }
}

static void large_mean(void) {
    float x[4] = {100000.0f, 100001.0f, 100002.0f, 100003.0f}, y[4];
    const attn_norm_options options = {1, 4, 0.0f};
    CHECK_STATUS(attn_layer_norm(y, NULL, NULL, x, NULL, NULL, &options, NULL), ATTN_OK);
    CHECK_NEAR(y[3], 1.34164079, 1e-6); /* 1.5 / sqrt(1.25) */
    CHECK_NEAR(y[0], -1.34164079, 1e-6);
}

static void constant_row(void) {
    float x[3] = {7.0f, 7.0f, 7.0f}, y[3], bias[3] = {1.0f, 2.0f, 3.0f};
    const attn_norm_options options = {1, 3, 0.0f};
    CHECK_STATUS(attn_layer_norm(y, NULL, NULL, x, NULL, bias, &options, NULL), ATTN_OK);
    for (int d = 0; d < 3; d++)
        CHECK_NEAR(y[d], bias[d], 0.0);
    float zeros[3] = {0.0f, 0.0f, 0.0f};
    CHECK_STATUS(attn_rms_norm(y, NULL, zeros, bias, &options, NULL), ATTN_OK);
    CHECK_NEAR(y[2], 0.0, 0.0);
}

static void rms_norm_keeps_direction(void) {
    float x[2] = {3.0f, 4.0f}, y[2], inverse;
    const attn_norm_options options = {1, 2, 0.0f};
    CHECK_STATUS(attn_rms_norm(y, &inverse, x, NULL, &options, NULL), ATTN_OK);
    CHECK_NEAR(y[0], 0.84852814, 1e-7); /* 3 / sqrt(12.5) */
    CHECK_NEAR(y[1], 1.13137085, 1e-7);
    CHECK_NEAR(inverse, 0.28284271, 3e-8);
}

static float activated(float x, int32_t kind, float alpha) {
    float y = NOT_A_NUMBER;
    CHECK_STATUS(attn_activation(&y, &x, NULL, 1, kind, alpha, NULL), ATTN_OK);
    return y;
}

static void activations_at_their_edges(void) {
    for (int32_t kind = 0; kind < ATTN_ACTIVATIONS; kind++) {
        CHECK_NEAR(activated(0.0f, kind, 1.0f), 0.0, 0.0);
        CHECK_NEAR(activated(1e30f, kind, 1.0f), 1e30f, 0.0);
        CHECK_NEAR(activated(-1e30f, kind, 1.0f), 0.0, 0.0);
        CHECK_NEAR(activated(3.4e38f, kind, 1.0f), 3.4e38f, 0.0);
        CHECK_NEAR(activated(-3.4e38f, kind, 1.0f), 0.0, 0.0);
        for (float x = -4.0f; x <= 4.0f; x += 0.25f) /* f(x) - f(-x) = x for all four */
            CHECK_NEAR(activated(x, kind, 1.0f) - activated(-x, kind, 1.0f), x, 1e-6);
    }
    CHECK_NEAR(activated(1.0f, ATTN_GELU, 1.0f), 0.84134475, 1e-7);
    CHECK_NEAR(activated(1.0f, ATTN_GELU_TANH, 1.0f), 0.84119199, 1e-7);
    CHECK_NEAR(activated(1.0f, ATTN_SWISH, 1.0f), 0.73105858, 1e-7);
    CHECK_NEAR(activated(3.0f, ATTN_SWISH, 0.0f), 1.5, 0.0);
}

static void feed_forward_is_token_by_token(void) {
    enum { ROWS = 5, MODEL = 6, WIDE = 11 };
    float *x = noise(ROWS * MODEL, 1), *hidden = buffer(ROWS * WIDE), *gate = buffer(ROWS * WIDE);
    float *bent = buffer(ROWS * WIDE), *all = buffer(ROWS * MODEL), *one = buffer(MODEL);
    for (int gated = 0; gated < 2; gated++) {
        const attn_feed_forward_params params = {noise(WIDE * MODEL, 2), noise(WIDE, 3),
            noise(WIDE * MODEL, 4), noise(MODEL, 5), gated ? noise(WIDE * MODEL, 6) : NULL, NULL};
        attn_feed_forward_options options = {ROWS, MODEL, WIDE, ATTN_GELU};
        attn_feed_forward_outputs outputs = {all, hidden, gate, bent};
        CHECK_STATUS(attn_feed_forward(&outputs, x, &params, &options, NULL), ATTN_OK);
        options.rows = 1;
        outputs.output = one;
        for (int row = 0; row < ROWS; row++) {
            CHECK_STATUS(
                attn_feed_forward(&outputs, x + row * MODEL, &params, &options, NULL), ATTN_OK);
            for (int d = 0; d < MODEL; d++)
                CHECK_NEAR(one[d], all[row * MODEL + d], 0.0);
        }
        keep(all, ROWS * MODEL);
    }
}

enum { QUERIES = 3, KEYS = 5, DIM = 6, HIDDEN = 4 };

typedef struct scored {
    float scores[QUERIES * KEYS], weights[QUERIES * KEYS], context[QUERIES * DIM];
} scored;

static scored score(int32_t kind, const attn_score_params *params) {
    scored result;
    const attn_score_options options = {kind, QUERIES, KEYS, DIM, DIM, DIM, HIDDEN, 1.0f};
    const attn_score_outputs outputs = {result.scores, result.weights, result.context, NULL};
    float *scratch = buffer(attn_score_scratch_size(&options)), *keys = noise(KEYS * DIM, 2);
    CHECK_STATUS(attn_score_function(&outputs, scratch, noise(QUERIES * DIM, 1), keys, keys, params,
                     &options, NULL),
        ATTN_OK);
    keep(result.scores, QUERIES * KEYS);
    return result;
}

static void concat_is_additive(void) {
    float *w = noise(HIDDEN * DIM, 3), *u = noise(HIDDEN * DIM, 4),
          *both = buffer(HIDDEN * 2 * DIM);
    for (int i = 0; i < HIDDEN; i++)
        for (int d = 0; d < DIM; d++) {
            both[i * 2 * DIM + d] = w[i * DIM + d];
            both[i * 2 * DIM + DIM + d] = u[i * DIM + d];
        }
    const attn_score_params apart = {w, u, noise(HIDDEN, 5)};
    const attn_score_params together = {both, NULL, apart.v};
    scored additive = score(ATTN_SCORE_ADDITIVE, &apart),
           concat = score(ATTN_SCORE_CONCAT, &together);
    for (int i = 0; i < QUERIES * KEYS; i++)
        CHECK_NEAR(concat.scores[i], additive.scores[i], 0.0);
}

static void general_with_identity_is_dot(void) {
    float *identity = filled(DIM * DIM, 0.0f);
    for (int d = 0; d < DIM; d++)
        identity[d * DIM + d] = 1.0f;
    const attn_score_params with = {identity, NULL, NULL}, none = {NULL, NULL, NULL};
    scored general = score(ATTN_SCORE_GENERAL, &with), dot = score(ATTN_SCORE_DOT, &none);
    for (int i = 0; i < QUERIES * KEYS; i++)
        CHECK_NEAR(general.scores[i], dot.scores[i], 1e-6);
    for (int row = 0; row < QUERIES; row++) {
        double sum = 0.0;
        for (int k = 0; k < KEYS; k++)
            sum += (double)dot.weights[row * KEYS + k];
        CHECK_NEAR(sum, 1.0, 1e-6);
    }
}

static void recurrence_is_step_after_step(void) {
    float *x = noise(7 * 5, 1), *w = noise(25, 2), *all = buffer(35), *first = buffer(15);
    float *rest = buffer(20);
    CHECK_STATUS(attn_recurrent(all, x, w, NULL, 7, 5, NULL), ATTN_OK);
    CHECK_STATUS(attn_recurrent(first, x, w, NULL, 3, 5, NULL), ATTN_OK);
    CHECK_STATUS(attn_recurrent(rest, x + 15, w, first + 10, 4, 5, NULL), ATTN_OK);
    for (int i = 0; i < 35; i++)
        CHECK_NEAR(all[i], i < 15 ? first[i] : rest[i - 15], 0.0);
    keep(all, 35);
}

static void refusals(void) {
    attn_fault fault;
    float x[4] = {1.0f, NOT_A_NUMBER, 0.0f, 0.0f}, y[4];
    attn_norm_options norm = {1, 4, 1e-5f};
    CHECK_STATUS(attn_layer_norm(y, NULL, NULL, x, NULL, NULL, &norm, &fault), ATTN_NAN);
    CHECK(fault.argument == 3 && fault.position == 1);
    norm.eps = -1.0f;
    CHECK_STATUS(attn_rms_norm(y, NULL, x, NULL, &norm, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 4 && fault.position == 2);
    CHECK_STATUS(attn_activation(y, x, NULL, 1, ATTN_ACTIVATIONS, 1.0f, &fault), ATTN_BAD_OPTION);
    attn_score_options options = {ATTN_SCORE_DOT, 1, 1, 2, 3, 3, 0, 1.0f};
    const attn_score_outputs outputs = {y, y, y, NULL};
    const attn_score_params none = {NULL, NULL, NULL};
    CHECK_STATUS(
        attn_score_function(&outputs, y, x, x, x, &none, &options, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 6 && fault.position == 4);
    options.kind = ATTN_SCORE_COUNT;
    CHECK_STATUS(
        attn_score_function(&outputs, y, x, x, x, &none, &options, &fault), ATTN_BAD_OPTION);
    /* Nothing is asked of no keys, but the scratch of such a query would not fit. */
    options = (attn_score_options){ATTN_SCORE_DOT, 0, 0, UINT32_MAX, UINT32_MAX, 3, 0, 1.0f};
    CHECK_STATUS(
        attn_score_function(&outputs, y, x, x, x, &none, &options, &fault), ATTN_TOO_LARGE);
    CHECK(fault.argument == 1);
}

static const test tests[] = {
    {"LayerNorm brings every row to mean 0 and variance 1", layer_norm_steadies},
    {"LayerNorm keeps its digits where the mean is large", large_mean},
    {"a row of equal numbers becomes the bias", constant_row},
    {"RMSNorm keeps the direction", rms_norm_keeps_direction},
    {"activations are right at their edges, and f(x) - f(-x) = x", activations_at_their_edges},
    {"the feed-forward network takes each token by itself", feed_forward_is_token_by_token},
    {"concat is additive with its two matrices written as one", concat_is_additive},
    {"general with the identity is dot, and weights sum to 1", general_with_identity_is_dot},
    {"a recurrent network goes on from any of its states", recurrence_is_step_after_step},
    {"what makes no sense is refused with its place", refusals},
};
SUITE(layers, tests)
