/* Generation: cached equals naive, and both equal the layers written out. */
#include "internal.h"
#include "test.h"

typedef struct run {
    attn_generation_outputs out;
    attn_generation_options options;
} run;

static uint32_t pick(uint32_t seed, uint32_t which, uint32_t from, uint32_t to) {
    return from + (uint32_t)(attn_random_bits(seed, which) % (to - from + 1));
}

static attn_generation_options options_of(uint32_t seed) {
    uint32_t n_kv_heads = pick(seed, 0, 1, 2), length = pick(seed, 1, 1, 14);
    return (attn_generation_options){.n_layers = pick(seed, 2, 1, 3),
        .d_model = pick(seed, 3, 1, 12),
        .n_heads = n_kv_heads * pick(seed, 4, 1, 3),
        .n_kv_heads = n_kv_heads,
        .head_dim = pick(seed, 5, 1, 6),
        .vocab = pick(seed, 6, 1, 20),
        .given = pick(seed, 7, 1, length),
        .length = length,
        .chunk = 1,
        .cached = 1,
        .window = pick(seed, 8, 0, 1) * pick(seed, 9, 1, 5),
        .seed = {seed, 0},
        .temperature = 1.0f,
        .top_p = 1.0f};
}

static run generate(const attn_generation_options *o, const float *params) {
    size_t kv = (size_t)o->n_layers * o->n_kv_heads * o->length * o->head_dim;
    run r = {{bytes_buffer(o->length * sizeof(int32_t)), buffer((size_t)o->length * o->d_model),
                 buffer((size_t)o->length * o->vocab), buffer(kv), buffer(kv), buffer(o->vocab),
                 bytes_buffer(o->vocab * sizeof(int32_t))},
        *o};
    for (uint32_t t = 0; t < o->given; t++)
        r.out.tokens[t] = (int32_t)((t * 7 + 3) % o->vocab);
    float *scratch = buffer(attn_generation_scratch_size(o));
    CHECK_STATUS(attn_generate(&r.out, scratch, params, o, NULL), ATTN_OK);
    return r;
}

static void check_same(const run *a, const run *b) {
    const attn_generation_options *o = &a->options;
    for (uint32_t t = 0; t < o->length; t++)
        CHECK(a->out.tokens[t] == b->out.tokens[t]);
    for (size_t i = 0; i < (size_t)o->length * o->d_model; i++)
        CHECK(a->out.outputs[i] == b->out.outputs[i]);
    for (size_t i = 0; i < (size_t)o->length * o->vocab; i++)
        CHECK(a->out.logits[i] == b->out.logits[i]);
    for (size_t i = 0; i < (size_t)o->n_layers * o->n_kv_heads * o->length * o->head_dim; i++)
        CHECK(a->out.key[i] == b->out.key[i] && a->out.value[i] == b->out.value[i]);
    keep(a->out.logits, (size_t)o->length * o->vocab);
}

static void cached_equals_naive(void) {
    for (uint32_t seed = 0; seed < 60; seed++) {
        attn_generation_options o = options_of(seed);
        const float *params = noise(attn_generation_params_size(&o), seed);
        run cached = generate(&o, params);
        o.cached = 0;
        run naive = generate(&o, params);
        check_same(&cached, &naive);
    }
}

static void chunks_equal_one_by_one(void) {
    for (uint32_t seed = 100; seed < 160; seed++) {
        attn_generation_options o = options_of(seed);
        const float *params = noise(attn_generation_params_size(&o), seed);
        run one_by_one = generate(&o, params);
        o.chunk = pick(seed, 10, 2, 14);
        o.cached = (int32_t)pick(seed, 11, 0, 1);
        run in_chunks = generate(&o, params);
        check_same(&one_by_one, &in_chunks);
    }
}

/* x <- x + MultiHead(x), all tokens at once, by attn_multi_head itself. */
static void layers_written_out(void) {
    for (uint32_t seed = 200; seed < 240; seed++) {
        attn_generation_options o = options_of(seed);
        const float *params = noise(attn_generation_params_size(&o), seed);
        run r = generate(&o, params);
        uint32_t n = o.length, width = o.n_heads * o.head_dim, kv_width = o.n_kv_heads * o.head_dim;
        float *x = buffer((size_t)n * o.d_model);
        for (uint32_t t = 0; t < n; t++)
            attn_copy(x + t * o.d_model, params + (uint32_t)r.out.tokens[t] * o.d_model, o.d_model);
        const float *w = params + o.vocab * o.d_model;
        for (uint32_t l = 0; l < o.n_layers; l++) {
            const attn_multi_head_params p = {.w_q = w,
                .w_k = w + width * o.d_model,
                .w_v = w + (width + kv_width) * o.d_model,
                .w_o = w + (width + 2 * kv_width) * o.d_model};
            w += 2 * (width + kv_width) * o.d_model;
            const attn_multi_head_outputs out = {buffer(n * o.d_model), buffer(n * width),
                buffer(n * kv_width), buffer(n * kv_width), buffer(n * width), buffer(n * width)};
            const attn_trace trace = {.weights = buffer((size_t)o.n_heads * n * n)};
            const attn_mask mask = {.causal = 1, .window = o.window};
            const attn_multi_head_options options = {n, n, o.d_model, o.d_model, o.n_heads,
                o.n_kv_heads, o.head_dim, o.head_dim, attn_default_scale(o.head_dim), 0.0f, 1.0f};
            CHECK_STATUS(attn_multi_head(&out, &trace, x, x, &p, &mask, &options, NULL), ATTN_OK);
            attn_add_scaled(x, 1.0f, out.output, n * o.d_model);
        }
        for (uint32_t i = 0; i < n * o.d_model; i++)
            CHECK(x[i] == r.out.outputs[i]);
    }
}

static void refusals(void) {
    attn_generation_options o = options_of(1);
    float *params = noise(attn_generation_params_size(&o), 1);
    run r = generate(&o, params);
    float *scratch = buffer(attn_generation_scratch_size(&o));
    attn_fault fault;
    r.out.tokens[0] = (int32_t)o.vocab;
    CHECK_STATUS(attn_generate(&r.out, scratch, params, &o, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 0 && fault.position == 0);
    r.out.tokens[0] = 0;
    for (uint32_t i = 0; i < attn_generation_params_size(&o); i++)
        params[i] = 1e30f;
    CHECK_STATUS(attn_generate(&r.out, scratch, params, &o, &fault), ATTN_OVERFLOW);
    params[3] = NOT_A_NUMBER;
    CHECK_STATUS(attn_generate(&r.out, scratch, params, &o, &fault), ATTN_NAN);
    CHECK(fault.argument == 2 && fault.position == 3);
    o.given = o.length + 1;
    CHECK_STATUS(attn_generate(&r.out, scratch, params, &o, &fault), ATTN_BAD_OPTION);
    CHECK(fault.argument == 3 && fault.position == 6);
}

static const test tests[] = {
    {"Generation with the cache equals generation without, bit for bit.", cached_equals_naive},
    {"Given tokens in chunks equal given tokens one by one.", chunks_equal_one_by_one},
    {"Generation equals its layers written out over the whole text.", layers_written_out},
    {"Tokens outside the vocabulary and numbers that grow too large are refused.", refusals},
};
SUITE(generation, tests)
