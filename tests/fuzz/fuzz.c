/* The entry for libFuzzer: the first byte chooses the function, the rest is
 * what it is called with. */
#include "fuzz.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ARRAYS 96
#define MOST_ELEMENTS 4096 /* of an array that is really there */
#define MOST_SCRATCH (1u << 20)
#define MOST_WORK (1u << 22) /* numbers drawn in one try */

typedef struct array {
    void *memory;
    uint64_t floats; /* to look at for NaN afterwards */
} array;

struct fuzz {
    const uint8_t *bytes;
    size_t left;
    uint64_t random;
    array arrays[MOST_ARRAYS];
    int n_arrays;
    int must_refuse;
    attn_fault *fault;
    jmp_buf end;
};

/* ---- bytes ---- */

static uint8_t byte(fuzz *in) {
    if (in->left == 0) return 0;
    in->left--;
    return *in->bytes++;
}

uint32_t fuzz_whole(fuzz *in, uint32_t most) {
    if (most < 256) return byte(in) % (most + 1);
    uint32_t value = 0;
    for (int i = 0; i < 4; i++)
        value = value << 8 | byte(in);
    return most == UINT32_MAX ? value : value % (most + 1);
}

uint32_t fuzz_size(fuzz *in, uint32_t usual) {
    static const uint32_t unusual[] = {
        ATTN_MAX_COUNT, ATTN_MAX_COUNT + 1u, UINT32_MAX, 0x80000000u, 0x10000u, 0xffffu, 46341u};
    uint8_t choice = byte(in);
    if (choice < 250 - sizeof unusual / sizeof *unusual) return choice % (usual + 1);
    if (choice >= 250) return fuzz_whole(in, UINT32_MAX);
    return unusual[250 - 1 - choice];
}

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float fuzz_float(fuzz *in) {
    static const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, 88.8f, 1e30f, -1e30f, 3.4028235e38f,
        -3.4028235e38f, 1.17549435e-38f, 1e-45f, -1e-45f, 1e-7f, 16777216.0f};
    uint8_t choice = byte(in);
    if (choice < sizeof special / sizeof *special) return special[choice];
    if (choice == 252) return float_of(0x7fc00000u); /* NaN */
    if (choice == 253) return __builtin_inff();
    if (choice == 254) return -__builtin_inff();
    if (choice == 255) return float_of(fuzz_whole(in, UINT32_MAX));
    return (float)(int8_t)byte(in) / 16.0f;
}

float fuzz_option(fuzz *in, float usual) {
    return byte(in) < 200 ? usual : fuzz_float(in);
}

/* ---- counts ---- */

uint64_t fuzz_count(uint64_t a, uint64_t b) {
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}
uint64_t fuzz_count3(uint64_t a, uint64_t b, uint64_t c) {
    return fuzz_count(fuzz_count(a, b), c);
}
uint64_t fuzz_count4(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
    return fuzz_count(fuzz_count3(a, b, c), d);
}

/* ---- arrays ---- */

static void *take_up_to(fuzz *in, uint64_t most, uint64_t count, size_t bytes, int holds_floats) {
    if (in->n_arrays == MOST_ARRAYS) abort();
    int is_there = count <= most;
    if (!is_there && count <= ATTN_MAX_COUNT) longjmp(in->end, 1);
    if (!is_there) in->must_refuse = 1;
    void *memory = malloc(is_there ? (size_t)count * bytes : 1);
    if (!memory) abort();
    /* Fresh numbers of another try would hide that nothing was written. */
    if (is_there) memset(memory, 0, (size_t)count * bytes);
    in->arrays[in->n_arrays++] = (array){memory, holds_floats && is_there ? count : 0};
    return memory;
}

static void *take(fuzz *in, uint64_t count, size_t bytes, int holds_floats) {
    return take_up_to(in, MOST_ELEMENTS, count, bytes, holds_floats);
}

static uint32_t random_bits(fuzz *in) {
    in->random = in->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(in->random >> 33);
}

/* Small numbers, with a few of the bytes' own somewhere among them. */
static void fill(fuzz *in, float *values, uint32_t count) {
    in->random = byte(in);
    for (uint32_t i = 0; i < count; i++)
        values[i] = (float)(int32_t)(random_bits(in) % 257) / 64.0f - 2.0f;
    uint32_t odd_ones = count ? byte(in) % 4u : 0;
    for (uint32_t i = 0; i < odd_ones; i++) {
        uint32_t position = fuzz_whole(in, count - 1);
        values[position] = fuzz_float(in);
    }
}

static int is_left_out(fuzz *in) {
    return byte(in) % 4 == 3;
}

float *fuzz_floats(fuzz *in, uint64_t count) {
    float *values = take(in, count, sizeof(float), 0);
    if (count <= MOST_ELEMENTS) fill(in, values, (uint32_t)count);
    return values;
}
float *fuzz_maybe_floats(fuzz *in, uint64_t count) {
    return is_left_out(in) ? NULL : fuzz_floats(in, count);
}
int32_t *fuzz_int32s(fuzz *in, uint64_t count, int32_t most) {
    int32_t *values = take(in, count, sizeof(int32_t), 0);
    if (count > MOST_ELEMENTS) return values;
    for (uint64_t i = 0; i < count; i++)
        values[i] = byte(in) == 255 ? (int32_t)fuzz_whole(in, UINT32_MAX)
                                    : (int32_t)fuzz_whole(in, most < 0 ? 0 : (uint32_t)most);
    return values;
}
uint8_t *fuzz_bytes(fuzz *in, uint64_t count) {
    uint8_t *values = take(in, count, 1, 0);
    if (count > MOST_ELEMENTS) return values;
    in->random = byte(in);
    uint32_t mostly = byte(in) % 3u;
    for (uint64_t i = 0; i < count; i++)
        values[i] = random_bits(in) % 3u <= mostly;
    return values;
}
float *fuzz_room(fuzz *in, uint64_t count) {
    return take(in, count, sizeof(float), 1);
}
float *fuzz_maybe_room(fuzz *in, uint64_t count) {
    return is_left_out(in) ? NULL : fuzz_room(in, count);
}
void *fuzz_room_of(fuzz *in, uint64_t count, size_t bytes) {
    return take(in, count, bytes, 0);
}

float *fuzz_scratch(fuzz *in, uint32_t count) {
    float *scratch = take_up_to(in, MOST_SCRATCH, count, sizeof(float), 0);
    if (count <= MOST_SCRATCH) memset(scratch, 0xff, (size_t)count * sizeof(float));
    return scratch;
}

void fuzz_work(fuzz *in, uint64_t count) {
    if (count > MOST_WORK) longjmp(in->end, 1);
}

const void *fuzz_struct(fuzz *in, const void *bytes, size_t size) {
    void *copy = take(in, size, 1, 0);
    memcpy(copy, bytes, size);
    return copy;
}

/* ---- options that many share ---- */

attn_extent fuzz_extent(fuzz *in) {
    attn_extent extent;
    extent.batch = fuzz_size(in, 3);
    extent.n_heads = fuzz_size(in, 4);
    extent.seq_len = fuzz_size(in, 9);
    extent.kv_len = fuzz_size(in, 17);
    return extent;
}

/* Each dimension is there or shared; returns how many elements that takes. */
static uint64_t strides(fuzz *in, uint32_t stride[4], const attn_extent *extent) {
    const uint32_t size[4] = {extent->batch, extent->n_heads, extent->seq_len, extent->kv_len};
    uint8_t shared = byte(in);
    uint64_t count = 1;
    for (int i = 3; i >= 0; i--) {
        stride[i] = shared >> i & 1 ? 0 : (uint32_t)count;
        if (stride[i]) count = fuzz_count(count, size[i]);
        if (count == 0) count = 1;
        if (count > MOST_ELEMENTS) longjmp(in->end, 1);
    }
    return count;
}

const attn_mask *fuzz_mask(fuzz *in, const attn_extent *extent) {
    uint8_t parts = byte(in);
    if (parts % 8 == 7) return NULL;
    attn_mask mask;
    memset(&mask, 0, sizeof mask);
    if (parts & 1) mask.kv_lengths = fuzz_int32s(in, extent->batch, (int32_t)(extent->kv_len & 63));
    if (parts & 2) mask.allow = fuzz_bytes(in, strides(in, mask.allow_stride, extent));
    if (parts & 4) mask.additive = fuzz_floats(in, strides(in, mask.additive_stride, extent));
    mask.causal = parts >> 4 & 1;
    mask.align = (int32_t)fuzz_whole(in, 3);
    mask.causal_offset = (int8_t)byte(in);
    if (parts & 32) mask.window = fuzz_size(in, 6);
    if (parts & 64) mask.causal_offset = (int32_t)fuzz_whole(in, UINT32_MAX);
    if (parts & 128) mask.align = (int32_t)fuzz_whole(in, UINT32_MAX);
    return fuzz_struct(in, &mask, sizeof mask);
}

attn_trace fuzz_trace(fuzz *in, uint64_t rows, uint64_t kv_len) {
    uint64_t count = fuzz_count(rows, kv_len);
    attn_trace trace;
    trace.weights = fuzz_room(in, count);
    float **matrices[] = {&trace.raw_scores, &trace.scores, &trace.capped_scores,
        &trace.masked_scores, &trace.exponentials, &trace.gradient_terms};
    float **columns[] = {
        &trace.row_max, &trace.row_sum, &trace.log_sum_exp, &trace.entropy, &trace.entropy_bits};
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++)
        *matrices[i] = fuzz_maybe_room(in, count);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        *columns[i] = fuzz_maybe_room(in, rows);
    return trace;
}

attn_fault *fuzz_fault(fuzz *in) {
    if (byte(in) % 8 == 7) return NULL;
    in->fault = take(in, sizeof(attn_fault), 1, 0);
    return in->fault;
}

/* ---- one try ---- */

/* Which function an input means must stay so when targets are added: the kept
 * inputs are for the function that they found something in. So a table has 32
 * places, and new targets are written at the end of one. */
static const fuzz_target *const tables[8] = {
    fuzz_core_targets, fuzz_cache_targets, fuzz_model_targets, fuzz_fast_targets};

static const fuzz_target *target_of(uint8_t choice) {
    const fuzz_target *target = tables[choice >> 5];
    for (uint8_t i = 0; target && i < (choice & 31); i++)
        target = target->name ? target + 1 : NULL;
    return target && target->name ? target : NULL;
}

static void complain(const fuzz_target *target, const char *what) {
    fprintf(stderr, "%s: %s\n", target->name, what);
    abort();
}

static void judge(fuzz *in, const fuzz_target *target, attn_status status) {
    if (status == ATTN_OK && in->must_refuse) complain(target, "took sizes that are too large");
    if (status < ATTN_OK || status > ATTN_FULL) complain(target, "an unknown status");
    if (status != ATTN_OK && in->fault) {
        if (in->fault->status != status) complain(target, "status and fault differ");
        if (in->fault->argument < 0 || in->fault->argument > 15)
            complain(target, "no such argument");
    }
    if (status != ATTN_OK || target->may_be_nan) return;
    for (int a = 0; a < in->n_arrays; a++)
        for (uint64_t i = 0; i < in->arrays[a].floats; i++) {
            float value = ((const float *)in->arrays[a].memory)[i];
            if (value != value) complain(target, "a NaN came out and nothing was refused");
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static fuzz in;
    memset(&in, 0, sizeof in);
    in.bytes = bytes;
    in.left = size;
    const fuzz_target *target = target_of(byte(&in));
    if (!target) return -1; /* not worth keeping */
    if (setjmp(in.end) == 0) judge(&in, target, target->call(&in));
    for (int i = 0; i < in.n_arrays; i++)
        free(in.arrays[i].memory);
    return 0;
}
