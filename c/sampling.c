/* Sampling: one token out of logits. */
#include "elementary.h"
#include "internal.h"

/* Token a stands before token b: more probable, or as probable and earlier. */
static int before(const float *probabilities, int32_t a, int32_t b) {
    if (probabilities[a] != probabilities[b]) return probabilities[a] > probabilities[b];
    return a < b;
}

/* Lets order[top] sink in a heap whose root stands last of all. */
static void sink(int32_t *order, const float *probabilities, size_t top, size_t count) {
    for (size_t child = 2 * top + 1; child < count; child = 2 * top + 1) {
        if (child + 1 < count && before(probabilities, order[child], order[child + 1])) child++;
        if (!before(probabilities, order[top], order[child])) return;
        int32_t held = order[top];
        order[top] = order[child];
        order[child] = held;
        top = child;
    }
}

/* The tokens, the most probable first (heapsort: no room of its own, and never
 * more than vocab ln vocab steps). */
static void sort_tokens(int32_t *order, const float *probabilities, uint32_t vocab) {
    for (uint32_t i = 0; i < vocab; i++)
        order[i] = (int32_t)i;
    for (size_t top = vocab / 2; top-- > 0;)
        sink(order, probabilities, top, vocab);
    for (size_t last = vocab; last-- > 1;) {
        int32_t held = order[0];
        order[0] = order[last];
        order[last] = held;
        sink(order, probabilities, 0, last);
    }
}

static float sum_of(const float *probabilities, const int32_t *order, uint32_t count) {
    float sum = 0.0f;
    for (uint32_t i = 0; i < count; i++)
        sum += probabilities[order[i]];
    return sum;
}

/* How many tokens top-k and then top-p keep. */
static uint32_t count_kept(
    const float *probabilities, const int32_t *order, const attn_sample_options *o) {
    uint32_t most = o->top_k > 0 && o->top_k < o->vocab ? o->top_k : o->vocab;
    while (most > 0 && probabilities[order[most - 1]] == 0.0f)
        most--;
    if (o->top_p >= 1.0f) return most;
    float wanted = o->top_p * sum_of(probabilities, order, most), sum = 0.0f;
    for (uint32_t i = 0; i < most; i++) {
        sum += probabilities[order[i]];
        if (sum >= wanted) return i + 1;
    }
    return most;
}

/* What is kept is normalised, all else is 0. */
static void keep(float *probabilities, const int32_t *order, uint32_t kept, uint32_t vocab) {
    float sum = sum_of(probabilities, order, kept);
    for (uint32_t i = 0; i < kept; i++)
        probabilities[order[i]] /= sum;
    for (uint32_t i = kept; i < vocab; i++)
        probabilities[order[i]] = 0.0f;
}

/* The first token whose running sum exceeds the draw; the last that may be
 * drawn, should rounding leave the sum below it. */
static int32_t token_at(const float *probabilities, uint32_t vocab, float draw) {
    float sum = 0.0f;
    int32_t token = -1;
    for (uint32_t i = 0; i < vocab; i++) {
        if (probabilities[i] == 0.0f) continue;
        token = (int32_t)i;
        sum += probabilities[i];
        if (sum > draw) return token;
    }
    return token;
}

attn_status attn_sample(const attn_sample_outputs *outputs, const float *logits,
    const attn_sample_options *options, attn_fault *fault) {
    const attn_sample_options *o = options;
    if (o->vocab == 0) return attn_refuse(fault, ATTN_BAD_OPTION, 2, 0);
    if (!attn_is_temperature(o->temperature)) return attn_refuse(fault, ATTN_BAD_OPTION, 2, 6);
    if (!(o->top_p > 0.0f && o->top_p <= 1.0f)) return attn_refuse(fault, ATTN_BAD_OPTION, 2, 7);
    ATTN_TRY(attn_check_scores(logits, o->vocab, 1, fault));
    float *probabilities = outputs->probabilities;
    const attn_trace trace = attn_weights_only(probabilities);
    const attn_place row = {NULL, {1, 1, 1, o->vocab}, 0, 0, 0};
    attn_copy(probabilities, logits, o->vocab);
    attn_softmax_row(probabilities, NULL, &trace, 0, o->temperature, &row);
    sort_tokens(outputs->order, probabilities, o->vocab);
    uint32_t kept = count_kept(probabilities, outputs->order, o);
    keep(probabilities, outputs->order, kept, o->vocab);
    uint64_t seed = attn_join(o->seed[0], o->seed[1]);
    *outputs->kept = kept;
    *outputs->draw = attn_random_uniform(seed, attn_join(o->skip[0], o->skip[1]));
    *outputs->token = token_at(probabilities, o->vocab, *outputs->draw);
    return ATTN_OK;
}
