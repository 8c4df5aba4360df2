/* exp, log, tanh and erf, four lanes at a time; elementary.h states their bounds.
 * The coefficients are printed by elementary_constants.mjs, which derives them. */
#include "elementary.h"

/* Adding 1.5 * 2^23 leaves no bits for a fraction: the sum is rounded to an
 * integer, to even at ties, and the low bits of its pattern are that integer. */
#define ROUNDER 0x1.8p+23f

#define LOG2_E 0x1.715476p+0f /* 1 / ln 2 */
/* ln 2 in two parts: the first has 9 bits, so n * LN2_HIGH is exact for |n| < 2^15 */
#define LN2_HIGH 0x1.63p-1f
#define LN2_LOW -0x1.bd0106p-13f
#define SQRT_HALF_BITS 0x3f3504f3 /* sqrt(1/2), the pattern of */
#define NOT_A_NUMBER 0x7fc00000

static const float EXP[5] = {
    0x1.fffffcp-2f, 0x1.55548cp-3f, 0x1.555858p-5f, 0x1.123de0p-7f, 0x1.6ac710p-10f};
static const float LOG[4] = {0x1.555554p-1f, 0x1.999c28p-2f, 0x1.23d348p-2f, 0x1.f14f40p-3f};
static const float TANH[5] = {
    -0x1.555534p-2f, 0x1.110750p-3f, -0x1.b83fc4p-5f, 0x1.52330ep-6f, -0x1.75f5a2p-8f};
static const float ERF[7] = {0x1.06eba8p-3f, -0x1.812740p-2f, 0x1.ce2d60p-4f, -0x1.b80074p-6f,
    0x1.544146p-8f, -0x1.a5a7a4p-11f, 0x1.4ddeaep-14f};
static const float ERFC[9] = {0x1.573b2cp-13f, -0x1.212468p+0f, -0x1.445424p-1f, -0x1.bb082ep-4f,
    0x1.9a513cp-6f, -0x1.0f81e6p-8f, 0x1.c1ba40p-12f, -0x1.5af88ep-16f, 0x1.60bd94p-27f};

/* c[0] + c[1] t + c[2] t^2 + ... from the highest power down (Horner). */
V4_WORD v4 polynomial(v4 t, const float *c, uint32_t count) {
    v4 sum = v4_set1(c[count - 1]);
    for (uint32_t i = count - 1; i > 0; i--)
        sum = v4_add_mul(v4_set1(c[i - 1]), sum, t);
    return sum;
}

V4_WORD v4 nan_where_nan(v4 x, v4 result) {
    return v4_select(v4_eq(x, x), result, v4_from_bits(i4_set1(NOT_A_NUMBER)));
}

/* The sign of x on the magnitude of y, for the odd functions (keeps -0). */
V4_WORD v4 with_sign_of(v4 x, v4 magnitude) {
    i4 sign = i4_and(i4_bits(x), i4_set1(INT32_MIN));
    return v4_from_bits(i4_or(sign, i4_bits(magnitude)));
}

/* 2^n for -126 <= n <= 127: the exponent field alone. */
V4_WORD v4 power_of_two(i4 n) {
    return v4_from_bits(i4_shl(i4_add(n, i4_set1(127)), 23));
}

/* exp for -104 <= x <= 89, no NaN. */
static v4 exp_in_range(v4 x) {
    /* n = round(x / ln 2) */
    v4 rounded = v4_add_mul(v4_set1(ROUNDER), x, v4_set1(LOG2_E));
    v4 n = v4_sub(rounded, v4_set1(ROUNDER));
    i4 n_int = i4_sub(i4_bits(rounded), i4_bits(v4_set1(ROUNDER)));
    /* r = x - n ln 2, |r| <= ln 2 / 2; the first subtraction is exact */
    v4 r = v4_sub(x, v4_mul(n, v4_set1(LN2_HIGH)));
    r = v4_sub(r, v4_mul(n, v4_set1(LN2_LOW)));
    /* exp(r) = 1 + (r + r² q(r)) */
    v4 q = polynomial(r, EXP, 5);
    v4 exp_r = v4_add(v4_set1(1.0f), v4_add_mul(r, v4_mul(r, r), q));
    /* exp(x) = exp(r) 2^n, in two factors: 2^n itself may overflow or be
     * subnormal where the result does not overflow, or must be rounded once */
    i4 half = i4_sar(n_int, 1);
    return v4_mul(v4_mul(exp_r, power_of_two(half)), power_of_two(i4_sub(n_int, half)));
}

v4 v4_exp(v4 x) {
    v4 clamped = v4_max(v4_min(x, v4_set1(89.0f)), v4_set1(-104.0f));
    return nan_where_nan(x, exp_in_range(clamped));
}

/* log for 0 < x < inf. */
static v4 log_positive(v4 x) {
    /* a subnormal is scaled up to have a full mantissa */
    i4 subnormal = v4_lt(x, v4_set1(0x1p-126f));
    x = v4_select(subnormal, v4_mul(x, v4_set1(0x1p+23f)), x);
    /* x = m 2^n with sqrt(1/2) <= m < sqrt(2) */
    i4 above = i4_sub(i4_bits(x), i4_set1(SQRT_HALF_BITS));
    i4 n_int = i4_sar(above, 23);
    v4 m = v4_from_bits(i4_sub(i4_bits(x), i4_shl(n_int, 23)));
    n_int = i4_sub(n_int, i4_and(subnormal, i4_set1(23)));
    v4 n = v4_from_i4(n_int);
    /* with f = m - 1 and s = f / (2 + f): log(m) = 2 s + s z L(z), z = s²; and
     * since 2 s = f - s f and s f = f²/2 - s f²/2, it is f minus something
     * small, which keeps the digits of f */
    v4 f = v4_sub(m, v4_set1(1.0f));
    v4 s = v4_div(f, v4_add(v4_set1(2.0f), f));
    v4 z = v4_mul(s, s);
    v4 half_square = v4_mul(v4_set1(0.5f), v4_mul(f, f));
    v4 series = v4_mul(s, v4_add(half_square, v4_mul(z, polynomial(z, LOG, 4))));
    /* log(x) = n ln 2 + log(m), the small parts first */
    v4 small = v4_sub(half_square, v4_add_mul(series, n, v4_set1(LN2_LOW)));
    return v4_sub(v4_mul(n, v4_set1(LN2_HIGH)), v4_sub(small, f));
}

v4 v4_log(v4 x) {
    const v4 infinity = v4_set1(__builtin_inff());
    v4 result = log_positive(x);
    result = v4_select(v4_lt(x, infinity), result, infinity);
    result = v4_select(v4_eq(x, v4_set1(0.0f)), v4_neg(infinity), result);
    result = v4_select(v4_lt(x, v4_set1(0.0f)), v4_from_bits(i4_set1(NOT_A_NUMBER)), result);
    return nan_where_nan(x, result);
}

v4 v4_tanh(v4 x) {
    v4 size = v4_abs(x);
    /* near zero: x + x u T(u), u = x² */
    v4 u = v4_mul(x, x);
    v4 near_zero = v4_add_mul(size, v4_mul(size, u), polynomial(u, TANH, 5));
    /* elsewhere: 1 - 2 / (exp(2 |x|) + 1) */
    v4 clamped = v4_min(size, v4_set1(10.0f));
    v4 exp_2x = exp_in_range(v4_add(clamped, clamped));
    v4 quotient = v4_div(v4_set1(2.0f), v4_add(exp_2x, v4_set1(1.0f)));
    v4 elsewhere = v4_sub(v4_set1(1.0f), quotient);
    v4 result = v4_select(v4_lt(size, v4_set1(0.625f)), near_zero, elsewhere);
    return nan_where_nan(x, with_sign_of(x, result));
}

v4 v4_erf(v4 x) {
    v4 size = v4_abs(x);
    /* near zero: x + x E(x²) */
    v4 near_zero = v4_add_mul(size, size, polynomial(v4_mul(x, x), ERF, 7));
    /* elsewhere: 1 - erfc(|x|), and erfc(|x|) = exp(G(|x|)) */
    v4 clamped = v4_min(size, v4_set1(4.0f));
    v4 erfc = exp_in_range(polynomial(clamped, ERFC, 9));
    v4 elsewhere = v4_sub(v4_set1(1.0f), erfc);
    v4 result = v4_select(v4_lt(size, v4_set1(0.875f)), near_zero, elsewhere);
    return nan_where_nan(x, with_sign_of(x, result));
}

float attn_exp(float x) {
    return v4_first(v4_exp(v4_set1(x)));
}
float attn_log(float x) {
    return v4_first(v4_log(v4_set1(x)));
}
float attn_tanh(float x) {
    return v4_first(v4_tanh(v4_set1(x)));
}
float attn_erf(float x) {
    return v4_first(v4_erf(v4_set1(x)));
}
