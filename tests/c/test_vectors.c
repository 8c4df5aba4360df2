/* Dot products, lengths, angles, and the two lookups. */
#include "internal.h"
#include "test.h"
#include <math.h>

static void dots_and_norms_of_every_size(void) {
    for (uint32_t n = 0; n <= 17; n++) {
        float *a = noise(n, n), *b = noise(n, 50 + n), *result = buffer(2);
        double dot = 0, square = 0;
        for (uint32_t d = 0; d < n; d++) {
            dot += (double)a[d] * (double)b[d];
            square += (double)a[d] * (double)a[d];
        }
        CHECK_STATUS(attn_dot(result, a, b, n, NULL), ATTN_OK);
        CHECK_STATUS(attn_norm(result + 1, a, n, NULL), ATTN_OK);
        CHECK_NEAR(result[0], dot, 1e-6);
        CHECK_NEAR(result[1], sqrt(square), 1e-6);
        keep(result, 2);
    }
}

static void lengths_do_not_overflow_on_the_way(void) {
    float *large = filled(4, 1e30f), *small = filled(4, 1e-30f), *norm = buffer(1);
    attn_norm(norm, large, 4, NULL);
    CHECK_NEAR(norm[0], 2e30, 1e24);
    attn_norm(norm, small, 4, NULL);
    CHECK_NEAR(norm[0], 2e-30, 1e-36);
}

static attn_comparison comparison_of(uint32_t count) {
    return (attn_comparison){buffer(count), buffer(count), buffer(count), buffer(count), buffer(1)};
}

static void angles_go_all_the_way_round(void) {
    enum { STEPS = 73 };
    float *query = buffer(2), *keys = buffer(2 * STEPS);
    attn_comparison c = comparison_of(STEPS);
    query[0] = 3.0f, query[1] = 0.0f;
    for (int i = 0; i < STEPS; i++) {
        keys[2 * i] = (float)(0.5 * cos(i * M_PI / 36));
        keys[2 * i + 1] = (float)(0.5 * sin(i * M_PI / 36));
    }
    CHECK_STATUS(attn_compare_vectors(&c, query, keys, STEPS, 2, NULL), ATTN_OK);
    for (int i = 0; i < STEPS; i++) {
        double angle = i <= 36 ? i * M_PI / 36 : (72 - i) * M_PI / 36;
        CHECK_NEAR(c.angles[i], angle, 3e-7);
        CHECK_NEAR(c.cosines[i], cos(angle), 1e-7);
        CHECK_NEAR(c.norms[i], 0.5, 1e-7);
        CHECK_NEAR(c.dots[i], 1.5 * cos(angle), 3e-7);
    }
    CHECK_NEAR(c.query_norm[0], 3, 0);
    keep(c.angles, STEPS);
    keep(c.cosines, STEPS);
}

static void tiny_angles_and_odd_lengths_are_exact(void) {
    float *query = buffer(2), *keys = buffer(8);
    attn_comparison c = comparison_of(4);
    query[0] = 1e30f, query[1] = 0.0f;
    keys[0] = 1e-30f, keys[1] = 1e-36f; /* an angle of 1e-6 */
    keys[2] = 1e30f, keys[3] = 1e30f;
    keys[4] = keys[5] = 0.0f; /* no direction */
    keys[6] = -1e-30f, keys[7] = 0.0f;
    CHECK_STATUS(attn_compare_vectors(&c, query, keys, 4, 2, NULL), ATTN_OK);
    CHECK_NEAR(c.angles[0], 1e-6, 1e-12);
    CHECK_NEAR(c.angles[1], M_PI / 4, 1e-7);
    CHECK_NEAR(c.angles[2], M_PI / 2, 1e-7);
    CHECK_NEAR(c.cosines[2], 0, 0);
    CHECK_NEAR(c.angles[3], M_PI, 2e-7);
    keep(c.angles, 4);
}

typedef struct lookup {
    attn_lookup_options o;
    attn_lookup_outputs out;
    float *scratch, *query, *keys, *values;
} lookup;

static lookup lookup_of(uint32_t count, uint32_t dim, uint32_t value_dim) {
    lookup l = {{count, dim, value_dim, attn_default_scale(dim), 0.7f},
        {buffer(count), buffer(count), buffer(value_dim), buffer(value_dim),
            buffer(value_dim * dim), bytes_buffer(4)},
        NULL, noise(dim, 1), noise(count * dim, 2), noise(count * value_dim, 3)};
    l.scratch = buffer(attn_lookup_scratch_size(&l.o));
    return l;
}

static void look_up(const lookup *l) {
    CHECK_STATUS(
        attn_lookup(&l->out, l->scratch, l->query, l->keys, l->values, &l->o, NULL), ATTN_OK);
    keep(l->out.soft, l->o.value_dim);
    keep(l->out.grad_soft, l->o.value_dim * l->o.dim);
}

static void the_soft_gradient_is_the_derivative(void) {
    lookup l = lookup_of(5, 3, 2), moved = lookup_of(5, 3, 2);
    look_up(&l);
    const float step = 0x1p-6f;
    for (uint32_t d = 0; d < 3; d++) {
        float start = moved.query[d], above[2];
        moved.query[d] = start + step;
        look_up(&moved);
        above[0] = moved.out.soft[0], above[1] = moved.out.soft[1];
        moved.query[d] = start - step;
        look_up(&moved);
        moved.query[d] = start;
        for (uint32_t c = 0; c < 2; c++) {
            double slope = ((double)above[c] - (double)moved.out.soft[c]) / 0x1p-5;
            CHECK_NEAR(l.out.grad_soft[c * 3 + d], slope, 5e-5);
        }
    }
}

static void the_hard_lookup_takes_the_best_key(void) {
    lookup l = lookup_of(4, 1, 1);
    const float keys[4] = {1, 3, 2, 3};
    for (int k = 0; k < 4; k++) {
        l.keys[k] = keys[k];
        l.values[k] = (float)k;
    }
    l.query[0] = 1.0f;
    look_up(&l);
    CHECK(l.out.hard_index[0] == 1);
    CHECK_NEAR(l.out.hard[0], 2, 0); /* keys 1 and 3 tie: the mean of their values */
    l.query[0] = -1.0f;
    look_up(&l);
    CHECK(l.out.hard_index[0] == 0);
    CHECK_NEAR(l.out.hard[0], 0, 0);
    l.o.temperature = 0.0f;
    look_up(&l);
    CHECK_NEAR(l.out.soft[0], 0, 0);
    CHECK_NEAR(l.out.grad_soft[0], 0, 0);
    lookup empty = lookup_of(0, 2, 2);
    look_up(&empty);
    CHECK(empty.out.hard_index[0] == -1);
    CHECK_NEAR(empty.out.soft[0] + empty.out.hard[1], 0, 0);
}

static void what_is_wrong_is_refused(void) {
    attn_fault fault = {0};
    float *a = filled(3, 1.0f), *result = buffer(1);
    a[2] = NOT_A_NUMBER;
    CHECK_STATUS(attn_norm(result, a, 3, &fault), ATTN_NAN);
    CHECK(fault.argument == 1 && fault.position == 2);
    CHECK_STATUS(attn_find_not_finite(a, 3, &fault), ATTN_NAN);
    CHECK(fault.argument == 0 && fault.position == 2);
    float *x = filled(8, 1e30f), *y = filled(8, 1e30f);
    y[4] = -1e30f; /* lane 0 meets inf - inf */
    CHECK_STATUS(attn_dot(result, x, y, 8, &fault), ATTN_OVERFLOW);
    lookup l = lookup_of(3, 2, 2);
    l.o.dim = 0;
    CHECK_STATUS(
        attn_lookup(&l.out, l.scratch, l.query, l.keys, l.values, &l.o, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 5 && fault.position == 1);
}

static const test tests[] = {
    {"Dot products and norms of every size agree with float64.", dots_and_norms_of_every_size},
    {"Lengths do not overflow on the way.", lengths_do_not_overflow_on_the_way},
    {"Angles go all the way round.", angles_go_all_the_way_round},
    {"Tiny angles, huge and empty vectors are exact.", tiny_angles_and_odd_lengths_are_exact},
    {"The gradient of the soft lookup is its derivative.", the_soft_gradient_is_the_derivative},
    {"The hard lookup takes the best key, ties their mean.", the_hard_lookup_takes_the_best_key},
    {"What is wrong is refused with its place.", what_is_wrong_is_refused},
};
SUITE(vectors, tests)
