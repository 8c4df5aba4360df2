/* Positions that are added to the tokens or to the scores: sinusoids, learned
 * vectors, ALiBi. */
#include "elementary.h"
#include "internal.h"

/* The angle is a double, because position 10,000 times a rounded frequency is
 * off by a thousandth of a radian in float32. sin and cos take floats: the
 * angle is split in two of them and put together by the addition theorems. */
void attn_sine_cosine(float *sine, float *cosine, double angle) {
    float high = (float)angle, low = (float)(angle - (double)high);
    double sin_high = (double)attn_sin(high), cos_high = (double)attn_cos(high);
    double sin_low = (double)attn_sin(low), cos_low = (double)attn_cos(low);
    *sine = (float)(sin_high * cos_low + cos_high * sin_low);
    *cosine = (float)(cos_high * cos_low - sin_high * sin_low);
}

int attn_is_base(float base) {
    return base >= 0x1p-64f && attn_is_finite(base);
}

attn_status attn_sinusoidal(
    float *pe, uint32_t seq_len, uint32_t d_model, float base, int32_t first, attn_fault *fault) {
    if (d_model == 0) return attn_refuse(fault, ATTN_BAD_OPTION, 2, 0);
    if (!attn_is_base(base)) return attn_refuse(fault, ATTN_BAD_OPTION, 3, 0);
    ATTN_TRY(attn_check_count(attn_count(seq_len, d_model), 0, fault));
    if (seq_len == 0) return ATTN_OK; /* the loop below may still be long */
    for (uint32_t d = 0; d < d_model; d += 2) {
        /* angle = t / base^(2i / d_model), and d = 2i */
        double frequency = attn_pow_double((double)base, -(double)d / d_model);
        for (uint32_t t = 0; t < seq_len; t++) {
            float *pair = pe + (size_t)t * d_model + d, sine, cosine;
            attn_sine_cosine(&sine, &cosine, ((double)first + t) * frequency);
            pair[0] = sine;
            if (d + 1 < d_model) pair[1] = cosine;
        }
    }
    return ATTN_OK;
}

attn_status attn_gather(float *vectors, const float *table, const int32_t *ids, uint32_t count,
    uint32_t rows, uint32_t dim, attn_fault *fault) {
    ATTN_TRY(attn_check_finite(table, attn_count(rows, dim), 1, fault));
    ATTN_TRY(attn_check_count(attn_count(count, dim), 0, fault));
    ATTN_TRY(attn_check_count(count, 2, fault)); /* it may be large where dim is 0 */
    for (uint32_t i = 0; i < count; i++)
        if (ids[i] < 0 || (uint32_t)ids[i] >= rows)
            return attn_refuse(fault, ATTN_BAD_OPTION, 2, i); /* past the end of the table */
    for (size_t i = 0; i < count; i++)
        for (size_t d = 0; d < dim; d++)
            vectors[i * dim + d] = table[(size_t)ids[i] * dim + d];
    return ATTN_OK;
}

/* Slope i of n heads, n a power of two: the geometric series 2^(-8/n), 2^(-16/n), ... */
static float slope_of_power(uint32_t i, uint32_t n) {
    return attn_pow(2.0f, -8.0f * ((float)i + 1.0f) / (float)n);
}

attn_status attn_alibi_slopes(float *slopes, uint32_t n_heads, attn_fault *fault) {
    ATTN_TRY(attn_check_count(n_heads, 0, fault));
    uint32_t power = 1;
    while (power * 2 <= n_heads)
        power *= 2;
    for (uint32_t h = 0; h < n_heads; h++)
        /* past the last power of two: every second slope of twice as many heads */
        slopes[h] =
            h < power ? slope_of_power(h, power) : slope_of_power(2 * (h - power), 2 * power);
    return ATTN_OK;
}

attn_status attn_alibi_mask(float *mask, const float *slopes, uint32_t n_heads, uint32_t seq_len,
    uint32_t kv_len, int32_t offset, attn_fault *fault) {
    ATTN_TRY(attn_check_finite(slopes, n_heads, 1, fault));
    ATTN_TRY(attn_check_count(attn_count3(n_heads, seq_len, kv_len), 0, fault));
    if (kv_len == 0) return ATTN_OK; /* the loops below may still be long */
    for (uint32_t h = 0; h < n_heads; h++)
        for (uint32_t q = 0; q < seq_len; q++)
            for (uint32_t k = 0; k < kv_len; k++) { /* the distance times a slope, taken off */
                int64_t distance = (int64_t)q + offset - k;
                *mask++ = -slopes[h] * (float)(distance < 0 ? -distance : distance);
            }
    return ATTN_OK;
}
