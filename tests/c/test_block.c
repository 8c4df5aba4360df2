/* Blocks and stacks of them. */
#include "internal.h"
#include "test.h"

/* A block with everything that it needs to run. */
typedef struct machine {
    attn_block_options o;
    uint32_t params_at[ATTN_BLOCK_PARAMS + 1], steps_at[ATTN_BLOCK_STEPS + 1];
    float *params, *x, *memory, *cosines, *sines, *output, *steps;
} machine;

static uint32_t pick(uint32_t seed, uint32_t which, uint32_t from, uint32_t to) {
    return from + (uint32_t)(attn_random_bits(seed, which) % (to - from + 1));
}

static attn_block_options random_options(uint32_t seed) {
    uint32_t n_kv_heads = pick(seed, 0, 1, 3), group = pick(seed, 1, 1, 2);
    uint32_t head_dim = 2 * pick(seed, 2, 1, 3);
    return (attn_block_options){.seq_len = pick(seed, 3, 1, 17),
        .memory_len = pick(seed, 4, 1, 5),
        .d_model = pick(seed, 5, 1, 9),
        .n_heads = n_kv_heads * group,
        .n_kv_heads = n_kv_heads,
        .head_dim = head_dim,
        .d_ff = pick(seed, 6, 1, 12),
        .norm = (int32_t)pick(seed, 7, 0, 2),
        .norm_first = (int32_t)pick(seed, 8, 0, 1),
        .activation = (int32_t)pick(seed, 9, 0, 3),
        .gated = (int32_t)pick(seed, 10, 0, 1),
        .cross = (int32_t)pick(seed, 11, 0, 1),
        .bias = (int32_t)pick(seed, 12, 0, 1),
        .norm_bias = (int32_t)pick(seed, 13, 0, 1),
        .trace = (int32_t)pick(seed, 14, 0, 1),
        .rotary_dim = pick(seed, 15, 0, 1) ? head_dim : 0,
        .pairing = (int32_t)pick(seed, 16, 0, 1),
        .eps = 1e-5f};
}

static machine machine_of(attn_block_options o, uint32_t seed) {
    machine m = {.o = o};
    CHECK_STATUS(attn_block_layout(m.params_at, m.steps_at, &o, NULL), ATTN_OK);
    m.params = noise(m.params_at[ATTN_BLOCK_PARAMS], seed);
    m.steps = buffer(m.steps_at[ATTN_BLOCK_STEPS]);
    m.x = noise(o.seq_len * o.d_model, seed + 1);
    m.memory = noise(o.memory_len * o.d_model, seed + 2);
    m.output = buffer(o.seq_len * o.d_model);
    m.cosines = buffer(o.seq_len * o.rotary_dim / 2);
    m.sines = buffer(o.seq_len * o.rotary_dim / 2);
    int32_t positions[32];
    for (int32_t t = 0; t < 32; t++)
        positions[t] = t;
    const attn_rope_rows rows = {NULL, m.cosines, m.sines};
    const attn_frequency_options f = {.dim = o.rotary_dim, .base = 10000.0f};
    if (o.rotary_dim) CHECK_STATUS(attn_rope_table(&rows, positions, o.seq_len, &f, NULL), ATTN_OK);
    return m;
}

static attn_block_inputs inputs_of(const machine *m) {
    return (attn_block_inputs){m->x, m->memory, m->cosines, m->sines};
}

static void run(const machine *m, const attn_mask *mask) {
    attn_block_inputs in = inputs_of(m);
    CHECK_STATUS(attn_block(m->output, m->steps, &in, mask, NULL, m->params, &m->o, NULL), ATTN_OK);
    keep(m->output, m->o.seq_len * m->o.d_model);
}

static void check_rows(const float *got, const float *want, size_t count, double tolerance) {
    for (size_t i = 0; i < count; i++)
        CHECK_NEAR(got[i], want[i], tolerance * (1.0 + (double)__builtin_fabsf(want[i])));
}

static void every_shape(void) {
    for (uint32_t seed = 0; seed < 300; seed++) {
        machine m = machine_of(random_options(seed), seed);
        run(&m, NULL);
        for (uint32_t i = 0; i < m.o.seq_len * m.o.d_model; i++)
            CHECK(attn_is_finite(m.output[i]));
        double counts[ATTN_BLOCK_COUNTS];
        CHECK_STATUS(attn_block_param_counts(counts, &m.o, NULL), ATTN_OK);
        CHECK_NEAR(counts[ATTN_COUNT_TOTAL], m.params_at[ATTN_BLOCK_PARAMS], 0.0);
    }
}

/* x with rows from `from` on drawn anew */
static void redraw(const machine *m, uint32_t from, uint32_t seed) {
    uint32_t start = from * m->o.d_model, count = m->o.seq_len * m->o.d_model - start;
    float *fresh = noise(count, seed);
    for (uint32_t i = 0; i < count; i++)
        m->x[start + i] = fresh[i];
}

static void causal_rows_ignore_what_comes_after(void) {
    for (uint32_t seed = 0; seed < 60; seed++) {
        machine m = machine_of(random_options(seed), seed);
        const attn_mask causal = {.causal = 1};
        uint32_t kept = pick(seed, 30, 0, m.o.seq_len), count = kept * m.o.d_model;
        run(&m, &causal);
        float *before = buffer(count);
        for (uint32_t i = 0; i < count; i++)
            before[i] = m.output[i];
        redraw(&m, kept, seed + 500);
        run(&m, &causal);
        check_rows(m.output, before, count, 0.0);
    }
}

static void order_blind_without_positions(void) {
    for (uint32_t seed = 0; seed < 60; seed++) {
        attn_block_options o = random_options(seed);
        o.rotary_dim = 0;
        machine m = machine_of(o, seed), reversed = machine_of(o, seed);
        uint32_t width = o.d_model;
        for (uint32_t t = 0; t < o.seq_len; t++)
            for (uint32_t d = 0; d < width; d++)
                reversed.x[t * width + d] = m.x[(o.seq_len - 1 - t) * width + d];
        run(&m, NULL);
        run(&reversed, NULL);
        for (uint32_t t = 0; t < o.seq_len; t++)
            check_rows(
                reversed.output + t * width, m.output + (o.seq_len - 1 - t) * width, width, 2e-4);
    }
}

/* Each KV head of the few written down as often as the group is large. */
static void repeat_heads(float *many, const float *few, const machine *m, size_t size) {
    size_t group = m->o.n_heads / m->o.n_kv_heads;
    for (size_t h = 0; h < m->o.n_heads; h++)
        for (size_t i = 0; i < size; i++)
            many[h * size + i] = few[h / group * size + i];
}

static void grouped_equals_repeated(void) {
    for (uint32_t seed = 0; seed < 60; seed++) {
        attn_block_options o = random_options(seed);
        o.cross = 0;
        machine m = machine_of(o, seed);
        o.n_kv_heads = o.n_heads;
        machine all = machine_of(o, seed);
        for (uint32_t i = 0; i < ATTN_BLOCK_PARAMS; i++) {
            uint32_t count = m.params_at[i + 1] - m.params_at[i];
            float *to = all.params + all.params_at[i], *from = m.params + m.params_at[i];
            if (i >= ATTN_BLOCK_W_K && i <= ATTN_BLOCK_B_V && count)
                repeat_heads(to, from, &m, count / m.o.n_kv_heads);
            else
                for (uint32_t d = 0; d < count; d++)
                    to[d] = from[d];
        }
        run(&m, NULL);
        run(&all, NULL);
        check_rows(all.output, m.output, o.seq_len * o.d_model, 0.0);
        /* and averaging heads that are equal gives back the one they came from */
        uint32_t count = all.params_at[ATTN_BLOCK_W_K + 1] - all.params_at[ATTN_BLOCK_W_K];
        float *grouped = buffer(count);
        CHECK_STATUS(attn_group_heads(grouped, all.params + all.params_at[ATTN_BLOCK_W_K],
                         o.n_heads, m.o.n_kv_heads, count / o.n_heads, NULL),
            ATTN_OK);
        check_rows(grouped, m.params + m.params_at[ATTN_BLOCK_W_K],
            count / o.n_heads * m.o.n_kv_heads, 0.0);
    }
}

static void stack_is_block_after_block(void) {
    for (uint32_t seed = 0; seed < 40; seed++) {
        attn_block_options o = random_options(seed);
        if (o.norm == ATTN_NORM_NONE) o.norm = ATTN_NORM_LAYER; /* else three blocks grow to 1e9 */
        machine m = machine_of(o, seed);
        attn_stack_options s = {3, (int32_t)(seed % 2), 1, o};
        uint32_t size = m.params_at[ATTN_BLOCK_PARAMS], count = o.seq_len * o.d_model;
        float *params = noise(attn_stack_param_count(&s), seed + 9);
        const attn_stack_outputs out = {buffer(count), buffer(count), buffer(4 * o.seq_len),
            buffer(4), buffer(attn_stack_step_count(&s))};
        attn_block_inputs in = inputs_of(&m);
        CHECK_STATUS(attn_stack(&out, &in, NULL, NULL, params, &s, NULL), ATTN_OK);
        for (uint32_t l = 0; l < 3; l++) {
            m.params = params + l * size;
            run(&m, NULL);
            check_rows(out.steps + l * m.steps_at[ATTN_BLOCK_STEPS], m.steps,
                m.steps_at[ATTN_BLOCK_STEPS], 0.0);
            CHECK_NEAR(out.norms[(l + 1) * o.seq_len], attn_length(m.output, o.d_model), 0.0);
            m.x = m.output;
        }
        check_rows(out.stream, m.output, count, 0.0);
        if (!s.final_norm) check_rows(out.output, m.output, count, 0.0);
        keep(out.output, count);
    }
}

static float mean_norm_after(uint32_t n_layers, int32_t norm_first) {
    enum { LENGTH = 6, WIDTH = 32 };
    const attn_stack_options s = {n_layers, 0, 0,
        {LENGTH, 0, WIDTH, 4, 4, 8, 4 * WIDTH, ATTN_NORM_LAYER, norm_first, ATTN_RELU, 0, 0, 1, 1,
            0, 0, 0, 1e-5f}};
    float *params = buffer(attn_stack_param_count(&s)), *norms = buffer((n_layers + 1) * LENGTH);
    float *means = buffer(n_layers + 1);
    CHECK_STATUS(attn_seeded_params(params, 11, 0, &s, NULL), ATTN_OK);
    const attn_stack_outputs out = {buffer(LENGTH * WIDTH), buffer(LENGTH * WIDTH), norms, means,
        buffer(attn_stack_step_count(&s))};
    const attn_block_inputs in = {noise(LENGTH * WIDTH, 5), NULL, NULL, NULL};
    CHECK_STATUS(attn_stack(&out, &in, NULL, NULL, params, &s, NULL), ATTN_OK);
    keep(means, n_layers + 1);
    return means[n_layers];
}

static void residual_norms(void) {
    CHECK_NEAR(mean_norm_after(24, 0), 5.6568542, 1e-3); /* post-LN: sqrt(32) */
    CHECK(mean_norm_after(24, 1) > 2.0f * mean_norm_after(3, 1));
}

static void param_counts(void) {
    double counts[ATTN_BLOCK_COUNTS], model[ATTN_MODEL_COUNTS];
    attn_block_options o = {
        .d_model = 512, .n_heads = 8, .n_kv_heads = 8, .head_dim = 64, .d_ff = 2048};
    CHECK_STATUS(attn_block_param_counts(counts, &o, NULL), ATTN_OK);
    CHECK_NEAR(counts[ATTN_COUNT_TOTAL], 3145728.0, 0.0);
    o.cross = 1;
    CHECK_STATUS(attn_block_param_counts(counts, &o, NULL), ATTN_OK);
    CHECK_NEAR(counts[ATTN_COUNT_TOTAL], 4194304.0, 0.0);
    attn_model_options gpt2 = {.n_decoder_layers = 12,
        .vocabulary = 50257,
        .n_positions = 1024,
        .n_final_norms = 1,
        .tied = 1,
        .block = {.d_model = 768,
            .n_heads = 12,
            .n_kv_heads = 12,
            .head_dim = 64,
            .d_ff = 3072,
            .norm = ATTN_NORM_LAYER,
            .bias = 1,
            .norm_bias = 1}};
    CHECK_STATUS(attn_block_param_counts(counts, &gpt2.block, NULL), ATTN_OK);
    CHECK_NEAR(counts[ATTN_COUNT_TOTAL], 7087872.0, 0.0);
    CHECK_NEAR(counts[ATTN_COUNT_ATTENTION], 2362368.0, 0.0);
    CHECK_NEAR(counts[ATTN_COUNT_FEED_FORWARD], 4722432.0, 0.0);
    CHECK_STATUS(attn_model_param_counts(model, &gpt2, NULL), ATTN_OK);
    CHECK_NEAR(model[ATTN_MODEL_TOTAL], 124439808.0, 0.0);
}

static void refused_field(attn_block_options o, uint32_t field) {
    attn_fault fault = {0, 0, 0};
    uint32_t params[ATTN_BLOCK_PARAMS + 1], steps[ATTN_BLOCK_STEPS + 1];
    CHECK_STATUS(attn_block_layout(params, steps, &o, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 2 && fault.position == field);
}

static void refusals(void) {
    attn_block_options good = random_options(1), bad = good;
    bad.d_model = 0;
    refused_field(bad, 2);
    bad = good;
    bad.n_kv_heads = good.n_heads + 1;
    refused_field(bad, 4);
    bad = good;
    bad.norm = 3;
    refused_field(bad, 7);
    bad = good;
    bad.activation = -1;
    refused_field(bad, 9);
    bad = good;
    bad.cross = 2;
    refused_field(bad, 11);
    bad = good;
    bad.rotary_dim = good.head_dim + 2;
    refused_field(bad, 15);
    bad = good;
    bad.eps = NOT_A_NUMBER;
    refused_field(bad, 17);
    bad = good;
    bad.seq_len = 0xffffffffu;
    uint32_t params[ATTN_BLOCK_PARAMS + 1], steps[ATTN_BLOCK_STEPS + 1];
    CHECK_STATUS(attn_block_layout(params, steps, &bad, NULL), ATTN_TOO_LARGE);
    machine m = machine_of(good, 1);
    attn_block_inputs in = inputs_of(&m);
    attn_fault fault;
    m.params[3] = NOT_A_NUMBER;
    CHECK_STATUS(attn_block(m.output, m.steps, &in, NULL, NULL, m.params, &m.o, &fault), ATTN_NAN);
    CHECK(fault.argument == 5 && fault.position == 3);
    m.params[3] = 3e38f;
    m.x[0] = INF;
    CHECK_STATUS(
        attn_block(m.output, m.steps, &in, NULL, NULL, m.params, &m.o, &fault), ATTN_INFINITE);
    CHECK(fault.argument == 2);
}

static const test tests[] = {
    {"blocks of 300 random shapes run, and have as many params as are counted", every_shape},
    {"a causal row ignores what comes after, bit for bit", causal_rows_ignore_what_comes_after},
    {"without positions the outputs turn round with the tokens", order_blind_without_positions},
    {"grouped KV heads equal heads written out", grouped_equals_repeated},
    {"a stack is block after block, in every step", stack_is_block_after_block},
    {"over 24 blocks post-LN keeps the norm and pre-LN lets it grow", residual_norms},
    {"param counts are those of the named models", param_counts},
    {"what makes no sense is refused with its place", refusals},
};
SUITE(block, tests)
