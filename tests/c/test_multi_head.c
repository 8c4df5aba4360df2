/* Many heads, linear maps and means. */
#include "internal.h"
#include "test.h"
#include <string.h>

enum { SEQ = 5, MODEL = 12 };

typedef struct fixture {
    attn_multi_head_options o;
    attn_multi_head_params p;
    attn_multi_head_outputs out;
    attn_trace trace;
    float *x, *context;
} fixture;

static fixture fixture_of(uint32_t n_heads, uint32_t n_kv_heads, uint32_t kv_len,
    uint32_t context_dim, uint32_t head_dim, uint32_t v_head_dim) {
    uint32_t q_out = n_heads * head_dim, k_out = n_kv_heads * head_dim;
    uint32_t v_out = n_kv_heads * v_head_dim, o_in = n_heads * v_head_dim;
    return (fixture){{SEQ, kv_len, MODEL, context_dim, n_heads, n_kv_heads, head_dim, v_head_dim,
                         attn_default_scale(head_dim), 0.0f, 1.0f},
        {noise(q_out * MODEL, 1), noise(k_out * context_dim, 2), noise(v_out * context_dim, 3),
            noise(MODEL * o_in, 4), noise(q_out, 5), noise(k_out, 6), noise(v_out, 7),
            noise(MODEL, 8)},
        {buffer(SEQ * MODEL), buffer(SEQ * q_out), buffer(kv_len * k_out), buffer(kv_len * v_out),
            buffer(SEQ * o_in), buffer(SEQ * o_in)},
        attn_weights_only(buffer(n_heads * SEQ * kv_len)), noise(SEQ * MODEL, 9),
        noise(kv_len * context_dim, 10)};
}

static attn_status run(const fixture *f, attn_fault *fault) {
    return attn_multi_head(&f->out, &f->trace, f->x, f->context, &f->p, NULL, &f->o, fault);
}

/* The same by the public parts: linear maps of all heads at once, attention, W_O. */
static void check_by_parts(const fixture *f) {
    const attn_multi_head_options *o = &f->o;
    uint32_t q_out = o->n_heads * o->head_dim, v_out = o->n_kv_heads * o->v_head_dim;
    float *query = buffer(SEQ * q_out), *value = buffer(o->kv_len * v_out),
          *y = buffer(SEQ * MODEL);
    attn_linear(query, f->x, f->p.w_q, f->p.b_q, SEQ, MODEL, q_out, NULL);
    attn_linear(value, f->context, f->p.w_v, f->p.b_v, o->kv_len, o->context_dim, v_out, NULL);
    for (uint32_t h = 0; h < o->n_heads; h++)
        for (uint32_t q = 0; q < SEQ; q++)
            for (uint32_t d = 0; d < o->head_dim; d++)
                CHECK_NEAR(f->out.query[(h * SEQ + q) * o->head_dim + d],
                    query[q * q_out + h * o->head_dim + d], 0);
    for (uint32_t h = 0; h < o->n_kv_heads; h++)
        for (uint32_t k = 0; k < o->kv_len; k++)
            for (uint32_t d = 0; d < o->v_head_dim; d++)
                CHECK_NEAR(f->out.value[(h * o->kv_len + k) * o->v_head_dim + d],
                    value[k * v_out + h * o->v_head_dim + d], 0);
    for (uint32_t h = 0; h < o->n_heads; h++)
        for (uint32_t q = 0; q < SEQ; q++)
            for (uint32_t d = 0; d < o->v_head_dim; d++)
                CHECK_NEAR(f->out.concat[(q * o->n_heads + h) * o->v_head_dim + d],
                    f->out.head_outputs[(h * SEQ + q) * o->v_head_dim + d], 0);
    uint32_t o_in = o->n_heads * o->v_head_dim;
    attn_linear(y, f->out.concat, f->p.w_o, f->p.b_o, SEQ, o_in, MODEL, NULL);
    for (int i = 0; i < SEQ * MODEL; i++)
        CHECK_NEAR(f->out.output[i], y[i], 0);
}

static void it_is_the_sum_of_its_parts(void) {
    const uint32_t shapes[][6] = {{3, 3, 5, 12, 4, 4}, {4, 2, 7, 9, 3, 5}, {6, 1, 1, 1, 2, 1}};
    for (int i = 0; i < 3; i++) {
        const uint32_t *s = shapes[i];
        fixture f = fixture_of(s[0], s[1], s[2], s[3], s[4], s[5]);
        CHECK_STATUS(run(&f, NULL), ATTN_OK);
        keep(f.out.output, SEQ * MODEL);
        keep(f.out.head_outputs, SEQ * s[0] * s[5]);
        check_by_parts(&f);
    }
}

static void as_many_kv_heads_as_heads_or_the_same_one_copied(void) {
    fixture mqa = fixture_of(3, 1, 5, 12, 4, 4), mha = fixture_of(3, 3, 5, 12, 4, 4);
    float *w_k = buffer(12 * 12), *w_v = buffer(12 * 12), *b_k = buffer(12), *b_v = buffer(12);
    for (int h = 0; h < 3; h++) {
        memcpy(w_k + h * 48, mqa.p.w_k, 48 * sizeof(float));
        memcpy(w_v + h * 48, mqa.p.w_v, 48 * sizeof(float));
        memcpy(b_k + h * 4, mqa.p.b_k, 4 * sizeof(float));
        memcpy(b_v + h * 4, mqa.p.b_v, 4 * sizeof(float));
    }
    mha.p.w_k = w_k, mha.p.w_v = w_v, mha.p.b_k = b_k, mha.p.b_v = b_v;
    CHECK_STATUS(run(&mqa, NULL), ATTN_OK);
    CHECK_STATUS(run(&mha, NULL), ATTN_OK);
    for (int i = 0; i < SEQ * MODEL; i++)
        CHECK_NEAR(mqa.out.output[i], mha.out.output[i], 0);
}

static void biases_may_be_left_out(void) {
    fixture without = fixture_of(3, 3, 5, 12, 4, 4), zero = without;
    without.p.b_q = without.p.b_k = without.p.b_v = without.p.b_o = NULL;
    CHECK_STATUS(run(&without, NULL), ATTN_OK);
    float *left_out = buffer(SEQ * MODEL);
    memcpy(left_out, without.out.output, sizeof(float) * SEQ * MODEL);
    zero.p.b_q = zero.p.b_k = zero.p.b_v = zero.p.b_o = filled(12, 0.0f);
    CHECK_STATUS(run(&zero, NULL), ATTN_OK);
    for (int i = 0; i < SEQ * MODEL; i++)
        CHECK_NEAR(left_out[i], zero.out.output[i], 0);
}

static void what_is_wrong_is_refused(void) {
    attn_fault fault = {0};
    fixture f = fixture_of(4, 2, 5, 12, 3, 3), wrong = f;
    wrong.o.n_kv_heads = 3;
    CHECK_STATUS(run(&wrong, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 6 && fault.position == 5);
    wrong = f, wrong.o.d_model = 0;
    CHECK_STATUS(run(&wrong, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 6 && fault.position == 2);
    wrong = f, wrong.o.softcap = -1.0f;
    CHECK_STATUS(run(&wrong, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 6 && fault.position == 9);
    wrong = f, wrong.o.seq_len = 1u << 30;
    CHECK_STATUS(run(&wrong, &fault), ATTN_TOO_LARGE);
    f.context[3] = NOT_A_NUMBER;
    CHECK_STATUS(run(&f, &fault), ATTN_NAN);
    CHECK(fault.argument == 3 && fault.position == 3);
    f.context[3] = 3e38f;
    for (int i = 0; i < SEQ * MODEL; i++)
        f.x[i] = 3e38f;
    CHECK_STATUS(run(&f, &fault), ATTN_OVERFLOW);
}

static void params_are_counted_by_part(void) {
    double counts[ATTN_PARAMS_COUNT];
    attn_fault fault = {0};
    CHECK_STATUS(attn_multi_head_param_counts(counts, 512, 8, 8, 64, 64, 0, NULL), ATTN_OK);
    CHECK_NEAR(counts[ATTN_PARAMS_TOTAL], 4 * 512 * 512, 0);
    double one_head[ATTN_PARAMS_COUNT];
    CHECK_STATUS(attn_multi_head_param_counts(one_head, 512, 1, 1, 512, 512, 0, NULL), ATTN_OK);
    CHECK_NEAR(one_head[ATTN_PARAMS_TOTAL], counts[ATTN_PARAMS_TOTAL], 0);
    CHECK_STATUS(attn_multi_head_param_counts(counts, 64, 4, 2, 16, 8, 1, NULL), ATTN_OK);
    CHECK_NEAR(counts[ATTN_PARAMS_W_K], 2 * 16 * 64, 0);
    CHECK_NEAR(counts[ATTN_PARAMS_W_O], 64 * 4 * 8, 0);
    CHECK_NEAR(counts[ATTN_PARAMS_BIASES], 64 + 32 + 16 + 64, 0);
    CHECK_STATUS(
        attn_multi_head_param_counts(counts, 512, 8, 3, 64, 64, 0, &fault), ATTN_BAD_OPTION);
    CHECK_NEAR(fault.argument, 3, 0);
    CHECK_STATUS(
        attn_multi_head_param_counts(counts, UINT32_MAX, UINT32_MAX, UINT32_MAX, 64, 64, 0, &fault),
        ATTN_TOO_LARGE);
}

static void every_size_of_a_linear_map_agrees_with_float64(void) {
    for (uint32_t n = 1; n <= 17; n++) {
        uint32_t rows = n % 4 + 1, out = 18 - n;
        float *x = noise(rows * n, n), *w = noise(out * n, 40 + n), *bias = noise(out, 80 + n);
        float *y = buffer(rows * out);
        CHECK_STATUS(attn_linear(y, x, w, bias, rows, n, out, NULL), ATTN_OK);
        keep(y, rows * out);
        for (uint32_t row = 0; row < rows; row++)
            for (uint32_t o = 0; o < out; o++) {
                double want = (double)bias[o];
                for (uint32_t i = 0; i < n; i++)
                    want += (double)x[row * n + i] * (double)w[o * n + i];
                CHECK_NEAR(y[row * out + o], want, 2e-6);
            }
    }
    float *empty = buffer(0), *y = buffer(2), *bias = noise(2, 1);
    CHECK_STATUS(attn_linear(y, empty, empty, bias, 1, 0, 2, NULL), ATTN_OK);
    CHECK_NEAR(y[1], bias[1], 0);
}

static void a_mean_is_a_mean(void) {
    float *matrices = noise(3 * 7, 5), *mean = buffer(7);
    CHECK_STATUS(attn_mean_matrices(mean, matrices, 3, 7, NULL), ATTN_OK);
    for (int i = 0; i < 7; i++) {
        double sum = (double)matrices[i] + (double)matrices[i + 7] + (double)matrices[i + 14];
        CHECK_NEAR(mean[i], sum / 3, 1e-7);
    }
    keep(mean, 7);
    CHECK_STATUS(attn_mean_matrices(mean, matrices, 0, 7, NULL), ATTN_BAD_OPTION);
}

static const test tests[] = {
    {"Multi-head attention is the sum of its parts.", it_is_the_sum_of_its_parts},
    {"One KV head is the same as that head copied to all.",
        as_many_kv_heads_as_heads_or_the_same_one_copied},
    {"Biases may be left out.", biases_may_be_left_out},
    {"What is wrong is refused with its place.", what_is_wrong_is_refused},
    {"Params are counted by part, and heads cost nothing.", params_are_counted_by_part},
    {"Every size of a linear map agrees with float64.",
        every_size_of_a_linear_map_agrees_with_float64},
    {"A mean is a mean.", a_mean_is_a_mean},
};
SUITE(multi_head, tests)
