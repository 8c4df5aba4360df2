/* exp, log, tanh, erf, sin, cos and pow against the C library's double functions,
 * in units in the last place; the bounds are those that elementary.h states.
 *
 * One of every STEP float32 patterns is tried, a prime so that all exponents and
 * mantissas come by. ATTN_EXHAUSTIVE=1 (native) tries every one. */
#include "elementary.h"
#include "test.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEP = 20011 };

typedef float (*single)(float);
typedef double (*exact)(double);

static uint32_t step(void) {
    const char *exhaustive = getenv("ATTN_EXHAUSTIVE");
    return exhaustive && *exhaustive == '1' ? 1 : STEP;
}

static float from_bits(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* |got - want| in units in the last place of want, also where want is subnormal. */
static double ulps(float got, double want) {
    if (isnan(want)) return isnan(got) ? 0 : HUGE_VAL;
    if ((double)got == want) return 0;
    if (fabs(want) >= 0x1.ffffffp+127) return isinf(got) && (got > 0) == (want > 0) ? 0 : HUGE_VAL;
    if (!isfinite(got)) return HUGE_VAL;
    int exponent;
    frexp(want, &exponent);
    int unit = exponent - 24 < -149 ? -149 : exponent - 24;
    return fabs((double)got - want) / ldexp(1, unit);
}

/* The largest error over the patterns. Native builds print it; the hash of the
 * results is what all builds must share. */
static void check_all(const char *name, single f, exact reference, double bound) {
    double largest = 0;
    float at = 0;
    uint32_t by = step();
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += by) {
        float x = from_bits((uint32_t)bits);
        if (isnan(x)) continue;
        float got = f(x);
        double error = ulps(got, reference((double)x));
        if (by > 1) keep(&got, 1);
        if (error > largest) {
            largest = error;
            at = x;
        }
    }
    if (by == 1) printf("  %s: at most %.4f ulp, at %a\n", name, largest, (double)at);
    check_near(largest, 0, bound, name, __FILE__, __LINE__);
}

static void exp_is_bounded(void) {
    check_all("exp", attn_exp, exp, ATTN_EXP_ULP);
}
static void log_is_bounded(void) {
    check_all("log", attn_log, log, ATTN_LOG_ULP);
}
static void tanh_is_bounded(void) {
    check_all("tanh", attn_tanh, tanh, ATTN_TANH_ULP);
}
static void erf_is_bounded(void) {
    check_all("erf", attn_erf, erf, ATTN_ERF_ULP);
}
static void sin_is_bounded(void) {
    check_all("sin", attn_sin, sin, ATTN_SIN_ULP);
}
static void cos_is_bounded(void) {
    check_all("cos", attn_cos, cos, ATTN_COS_ULP);
}

static float single_power(float y) {
    return attn_pow(10000.0f, y);
}
static double exact_power(double y) {
    return pow(10000.0, y);
}
static void pow_is_bounded(void) {
    check_all("pow", single_power, exact_power, ATTN_POW_ULP);
}

static void edges_are_exact(void) {
    CHECK(attn_exp(0.0f) == 1.0f && attn_exp(-0.0f) == 1.0f);
    CHECK(attn_exp(-INF) == 0.0f && attn_exp(-104.0f) == 0.0f);
    CHECK(attn_exp(INF) == INF && attn_exp(88.73f) == INF);
    CHECK(attn_exp(-103.0f) > 0.0f);
    CHECK(attn_log(0.0f) == -INF && attn_log(-0.0f) == -INF);
    CHECK(attn_log(1.0f) == 0.0f && attn_log(INF) == INF);
    CHECK(isnan(attn_log(-1.0f)) && isnan(attn_log(-INF)));
    CHECK(attn_tanh(INF) == 1.0f && attn_tanh(-INF) == -1.0f && attn_tanh(9.02f) == 1.0f);
    CHECK(attn_erf(INF) == 1.0f && attn_erf(-INF) == -1.0f && attn_erf(3.92f) == 1.0f);
    CHECK(signbit(attn_tanh(-0.0f)) && signbit(attn_erf(-0.0f)) && signbit(attn_sin(-0.0f)));
    CHECK(attn_cos(0.0f) == 1.0f);
    CHECK(isnan(attn_sin(INF)) && isnan(attn_cos(-INF)));
    CHECK(attn_pow(10000.0f, 0.0f) == 1.0f && attn_pow(1.0f, INF) == 1.0f);
    CHECK(attn_pow(0.0f, 2.0f) == 0.0f && attn_pow(0.0f, -1.0f) == INF);
    CHECK(isnan(attn_pow(-2.0f, 2.0f)));
}

static void nan_stays_nan(void) {
    const single all[] = {attn_exp, attn_log, attn_tanh, attn_erf, attn_sin, attn_cos};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        float y = all[i](NOT_A_NUMBER);
        uint32_t bits;
        memcpy(&bits, &y, sizeof bits);
        CHECK(bits == 0x7fc00000u);
    }
}

/* Each lane of the vector form gives what the scalar form gives alone. */
static void lanes_are_alike(void) {
    const float *x = noise(400, 1);
    for (size_t i = 0; i < 400; i += V4_LANES) {
        float y[V4_LANES];
        v4_store(y, v4_exp(v4_mul(v4_load(x + i), v4_set1(100.0f))));
        for (size_t lane = 0; lane < V4_LANES; lane++)
            CHECK(y[lane] == attn_exp(x[i + lane] * 100.0f));
        v4_store(y, v4_erf(v4_mul(v4_load(x + i), v4_set1(4.0f))));
        for (size_t lane = 0; lane < V4_LANES; lane++)
            CHECK(y[lane] == attn_erf(x[i + lane] * 4.0f));
    }
}

static const test tests[] = {
    {"exp keeps its error bound.", exp_is_bounded},
    {"log keeps its error bound.", log_is_bounded},
    {"tanh keeps its error bound.", tanh_is_bounded},
    {"erf keeps its error bound.", erf_is_bounded},
    {"sin keeps its error bound, however large the angle.", sin_is_bounded},
    {"cos keeps its error bound, however large the angle.", cos_is_bounded},
    {"pow keeps its error bound.", pow_is_bounded},
    {"The edges are exact.", edges_are_exact},
    {"NaN gives the one NaN.", nan_stays_nan},
    {"Each lane of a vector gives what the scalar gives.", lanes_are_alike},
};
SUITE(elementary, tests)
