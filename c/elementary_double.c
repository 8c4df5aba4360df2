/* sin, cos and pow in double precision inside: none of them is in a hot loop,
 * and positions of a million radians leave nothing of a float32 argument's
 * digits unless the reduction is exact. Doubles round alike on every target,
 * so these too give the same bits everywhere. */
#include "elementary.h"

static inline uint32_t float_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float float_from_bits(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#define NOT_A_NUMBER float_from_bits(0x7fc00000u)
#define INFINITY_BITS 0x7f800000u

/* c[0] + c[1] t + c[2] t^2 + ... from the highest power down (Horner). */
static inline double polynomial(double t, const double *c, uint32_t count) {
    double sum = c[count - 1];
    for (uint32_t i = count - 1; i > 0; i--)
        sum = c[i - 1] + sum * t;
    return sum;
}

/* The first 224 bits of 2 / pi after the point. */
#define TWO_OVER_PI_WORDS 7
static const uint32_t TWO_OVER_PI[TWO_OVER_PI_WORDS] = {
    0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu};

static uint64_t two_over_pi_word(int32_t word) {
    return word < 0 ? 0 : TWO_OVER_PI[word];
}

/* Bits from to from + 31 of 2 / pi; before the point there are zeros. */
static uint32_t two_over_pi_bits(int32_t from) {
    int32_t word = from >> 5;
    uint64_t pair = two_over_pi_word(word) << 32 | two_over_pi_word(word + 1);
    return (uint32_t)(pair >> (32 - (from & 31)));
}

/* |x| = quarter pi/2 + r, |r| <= pi/4, for any finite x. With |x| = m 2^e and m
 * of 24 bits, the product of m and the 96 bits of 2/pi that start two bits
 * above weight 2^-e is |x| 2/pi modulo 4, to 2^-70: whole multiples of 4 never
 * arise. No float32 is so near a multiple of pi/2 that this is too little. */
static double reduce(float x, uint32_t *quarter) {
    uint32_t bits = float_bits(x) & 0x7fffffffu;
    int32_t e = (int32_t)(bits >> 23) - 150;
    uint64_t m = (bits & 0x7fffffu) | 0x800000u;
    int32_t from = e - 2; /* the bit of weight 2^(1 - e) is bit e - 2 */
    uint64_t high = m * two_over_pi_bits(from);
    uint64_t middle = m * two_over_pi_bits(from + 32);
    uint64_t low = m * two_over_pi_bits(from + 64);
    /* 64 bits of the product, the two of weight 2 and 1 on top */
    uint64_t turns = (high << 32) + middle + (low >> 32);
    /* rounded to the nearest quarter, the rest signed */
    *quarter = (uint32_t)((turns + (1ull << 61)) >> 62) & 3u;
    int64_t rest = (int64_t)(turns << 2);
    const double half_pi = 0x1.921fb54442d18p+0;
    return (double)rest * 0x1p-64 * half_pi;
}

/* sin(r) = r - r³/3! + r⁵/5! - ..., the next term is below 2e-14 at pi/4 */
static double sin_reduced(double r) {
    static const double c[7] = {
        1.0, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800};
    return r * polynomial(r * r, c, 7);
}

/* cos(r) = 1 - r²/2! + r⁴/4! - ... */
static double cos_reduced(double r) {
    static const double c[8] = {1.0, -1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800,
        1.0 / 479001600, -1.0 / 87178291200};
    return polynomial(r * r, c, 8);
}

/* sin of r + quarter * pi/2 */
static double sin_of_quarter(double r, uint32_t quarter) {
    double size = quarter & 1u ? cos_reduced(r) : sin_reduced(r);
    return quarter & 2u ? -size : size;
}

/* Below 2^-12 the next terms are under half a unit in the last place. */
#define SMALL_BITS 0x39800000u

float attn_sin(float radians) {
    uint32_t bits = float_bits(radians) & 0x7fffffffu;
    if (bits >= INFINITY_BITS) return NOT_A_NUMBER;
    if (bits < SMALL_BITS) return bits == 0 ? radians : (float)sin_reduced((double)radians);
    uint32_t quarter;
    double r = reduce(radians, &quarter);
    double result = sin_of_quarter(r, quarter);
    return (float)(radians < 0 ? -result : result);
}

float attn_cos(float radians) {
    uint32_t bits = float_bits(radians) & 0x7fffffffu;
    if (bits >= INFINITY_BITS) return NOT_A_NUMBER;
    if (bits < SMALL_BITS) return (float)cos_reduced((double)radians);
    uint32_t quarter;
    double r = reduce(radians, &quarter);
    return (float)sin_of_quarter(r, quarter + 1);
}

/* log2(x) for 0 < x < inf: x = m 2^n with sqrt(1/2) <= m < sqrt(2), and
 * log(m) = 2 (s + s³/3 + s⁵/5 + ...) with s = (m - 1) / (m + 1) */
double attn_log2_double(double x) {
    static const double c[10] = {
        1.0, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19};
    const uint64_t sqrt_half = 0x3fe6a09e667f3bcdull;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int64_t n = (int64_t)(bits - sqrt_half) >> 52;
    bits -= (uint64_t)n << 52;
    double m;
    memcpy(&m, &bits, sizeof m);
    double s = (m - 1) / (m + 1);
    const double two_over_ln2 = 0x1.71547652b82fep+1;
    return (double)n + s * polynomial(s * s, c, 10) * two_over_ln2;
}

/* 2^y for -200 <= y <= 200: 2^y = exp(r) 2^n, r = (y - n) ln 2 */
static double exp2_in_range(double y) {
    static const double c[12] = {1.0, 1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720,
        1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800};
    const double rounder = 0x1.8p+52;
    double n = (y + rounder) - rounder;
    double exp_r = polynomial((y - n) * 0x1.62e42fefa39efp-1, c, 12);
    uint64_t bits = (uint64_t)((int64_t)n + 1023) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return exp_r * scale;
}

double attn_pow_double(double base, double exponent) {
    double y = exponent * attn_log2_double(base);
    y = y > 200 ? 200 : y;
    return exp2_in_range(y < -200 ? -200 : y);
}

float attn_pow(float base, float exponent) {
    if (exponent == 0.0f || base == 1.0f) return 1.0f;
    if (!(base >= 0.0f) || exponent != exponent) return NOT_A_NUMBER;
    if (base == 0.0f) return exponent > 0.0f ? 0.0f : float_from_bits(INFINITY_BITS);
    if (base > 0x1.fffffep+127f) return exponent > 0.0f ? base : 0.0f;
    return (float)attn_pow_double((double)base, (double)exponent);
}
