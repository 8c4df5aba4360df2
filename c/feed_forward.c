/* The feed-forward network: each token by itself, to a wider space and back;
 * and the activations in its middle. */
#include "elementary.h"
#include "internal.h"

#define SQRT_HALF 0x1.6a09e6p-1f
#define SQRT_2_OVER_PI 0x1.988454p-1f

/* x Phi(x), Phi the distribution function of the normal distribution */
static float gelu(float x) {
    return 0.5f * x * (1.0f + attn_erf(x * SQRT_HALF));
}

/* 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) */
static float gelu_tanh(float x) {
    float inner = SQRT_2_OVER_PI * (x + 0.044715f * x * x * x);
    return 0.5f * x * (1.0f + attn_tanh(inner));
}

/* x sigmoid(alpha x) */
static float swish(float x, float alpha) {
    return x / (1.0f + attn_exp(-alpha * x));
}

static float activate(float x, int32_t kind, float alpha) {
    switch (kind) {
    case ATTN_RELU:
        return x > 0.0f ? x : 0.0f;
    case ATTN_GELU:
        return gelu(x);
    case ATTN_GELU_TANH:
        return gelu_tanh(x);
    default:
        return swish(x, alpha);
    }
}

static attn_status check_activation(
    int32_t kind, float alpha, int32_t argument, uint32_t field, attn_fault *fault) {
    if (kind < 0 || kind >= ATTN_ACTIVATIONS)
        return attn_refuse(fault, ATTN_BAD_OPTION, argument, field);
    if (!attn_is_finite(alpha)) return attn_refuse(fault, ATTN_BAD_OPTION, argument + 1, 0);
    return ATTN_OK;
}

attn_status attn_activation(float *y, const float *x, const float *gated, uint32_t count,
    int32_t kind, float alpha, attn_fault *fault) {
    ATTN_TRY(check_activation(kind, alpha, 4, 0, fault));
    ATTN_TRY(attn_check_finite(x, count, 1, fault));
    if (gated) ATTN_TRY(attn_check_finite(gated, count, 2, fault));
    for (uint32_t i = 0; i < count; i++) {
        float bent = activate(x[i], kind, alpha);
        y[i] = gated ? bent * gated[i] : bent;
    }
    return ATTN_OK;
}

/* FFN(x) = W_2 act(W_1 x + b_1) + b_2, or with a gate
 * FFN(x) = W_2 (act(W_g x + b_g) * (W_1 x + b_1)) + b_2 */
static attn_status run(const attn_feed_forward_outputs *out, const float *x,
    const attn_feed_forward_params *p, const attn_feed_forward_options *o, attn_fault *fault) {
    uint32_t count = o->rows * o->d_ff;
    ATTN_TRY(attn_linear(out->hidden, x, p->w_1, p->b_1, o->rows, o->d_model, o->d_ff, fault));
    if (p->w_gate)
        ATTN_TRY(
            attn_linear(out->gate, x, p->w_gate, p->b_gate, o->rows, o->d_model, o->d_ff, fault));
    const float *bent = p->w_gate ? out->gate : out->hidden;
    const float *gated = p->w_gate ? out->hidden : NULL;
    ATTN_TRY(attn_activation(out->activated, bent, gated, count, o->activation, 1.0f, fault));
    return attn_linear(
        out->output, out->activated, p->w_2, p->b_2, o->rows, o->d_ff, o->d_model, fault);
}

static attn_status check_params(
    const attn_feed_forward_params *p, const attn_feed_forward_options *o, attn_fault *fault) {
    uint32_t matrix = attn_count(o->d_model, o->d_ff);
    ATTN_TRY(attn_check_finite(p->w_1, matrix, 2, fault));
    ATTN_TRY(attn_check_finite(p->w_2, matrix, 2, fault));
    if (p->w_gate) ATTN_TRY(attn_check_finite(p->w_gate, matrix, 2, fault));
    if (p->b_1) ATTN_TRY(attn_check_finite(p->b_1, o->d_ff, 2, fault));
    if (p->b_2) ATTN_TRY(attn_check_finite(p->b_2, o->d_model, 2, fault));
    if (p->b_gate) ATTN_TRY(attn_check_finite(p->b_gate, o->d_ff, 2, fault));
    return ATTN_OK;
}

attn_status attn_feed_forward(const attn_feed_forward_outputs *outputs, const float *x,
    const attn_feed_forward_params *params, const attn_feed_forward_options *options,
    attn_fault *fault) {
    const attn_feed_forward_options *o = options;
    const uint32_t sizes[2] = {o->d_model, o->d_ff};
    ATTN_TRY(attn_check_not_zero(sizes, 2, 3, 1, fault));
    ATTN_TRY(check_activation(o->activation, 1.0f, 3, 3, fault));
    ATTN_TRY(attn_check_finite(x, attn_count(o->rows, o->d_model), 1, fault));
    ATTN_TRY(attn_check_count(attn_count(o->rows, o->d_ff), 0, fault));
    ATTN_TRY(check_params(params, o, fault));
    return attn_blame(run(outputs, x, params, o, fault), 1, fault);
}
