/* exp, log, tanh, erf, sin, cos and pow of our own.
 *
 * The C libraries differ in the last bits of these (tanhf, erff, sinf and cosf
 * between glibc and Emscripten's, for instance), and the page must show the
 * same digits on every machine. So they are computed here, by additions,
 * multiplications, divisions and shifts in a fixed order: the native build, the
 * scalar wasm and the SIMD wasm give the same bits, and the scalar function is
 * lane 0 of the vector function.
 *
 * The largest error against the exact value, in units in the last place of the
 * float32 result, over all float32 inputs (tests/c/test_elementary.c measures
 * it and fails if a bound does not hold):
 *
 *   exp   ATTN_EXP_ULP    also where the result is subnormal
 *   log   ATTN_LOG_ULP    also for subnormal inputs
 *   tanh  ATTN_TANH_ULP
 *   erf   ATTN_ERF_ULP
 *   sin   ATTN_SIN_ULP    every finite float32, up to 3.4e38 radians
 *   cos   ATTN_COS_ULP    the same
 *   pow   ATTN_POW_ULP    for base > 0
 *
 * Edges, the same in every build. NaN gives the one NaN 0x7fc00000.
 *
 *   exp(-inf) = 0, exp(0) = 1, exp(inf) = inf; above 88.7228 inf; below
 *     -103.97 zero; between -103.97 and -87.34 the result is subnormal, and kept
 *   log(0) = log(-0) = -inf, log(1) = 0, log(inf) = inf, log(x < 0) = NaN
 *   tanh(+-0) = +-0, tanh(+-inf) = +-1, from |x| = 9.02 on exactly +-1
 *   erf(+-0) = +-0, erf(+-inf) = +-1, from |x| = 3.92 on exactly +-1
 *   sin(+-0) = +-0, cos(0) = 1; sin and cos of +-inf are NaN
 *   pow(x, 0) = 1, pow(1, y) = 1, pow(x < 0, y) = NaN; otherwise the limits
 */
#ifndef ATTN_ELEMENTARY_H
#define ATTN_ELEMENTARY_H

#include "simd.h"

#define ATTN_EXP_ULP 1.0
#define ATTN_LOG_ULP 0.9
#define ATTN_TANH_ULP 1.4
#define ATTN_ERF_ULP 1.5
#define ATTN_SIN_ULP 0.51
#define ATTN_COS_ULP 0.51
#define ATTN_POW_ULP 0.51

float attn_exp(float x);
float attn_log(float x); /* natural */
float attn_tanh(float x);
float attn_erf(float x);
float attn_sin(float radians);
float attn_cos(float radians);
float attn_pow(float base, float exponent);

/* In double, right to about 1e-14: for what is multiplied by large numbers
 * afterwards. 0 < base, x < inf; the result is kept within 2^-200 and 2^200. */
double attn_pow_double(double base, double exponent);
double attn_log2_double(double x);

/* The same for four lanes; each lane as if alone. */
v4 v4_exp(v4 x);
v4 v4_log(v4 x);
v4 v4_tanh(v4 x);
v4 v4_erf(v4 x);

#endif
