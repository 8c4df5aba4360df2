/* Runs all suites; see test.h. suites.h is written by the Makefile. */
#include "test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DECLARE_SUITE(name) suite suite_##name(void);
#define CALL_SUITE(name) {#name, suite_##name},
#define EACH_SUITE DECLARE_SUITE
#include "suites.h"
#undef EACH_SUITE
#define EACH_SUITE CALL_SUITE
static const struct {
    const char *name;
    suite (*get)(void);
} suites[] = {
#include "suites.h"
};

#ifdef __SANITIZE_ADDRESS__
enum { GUARD = 0 };
#else
enum { GUARD = 16 };
#endif
enum { GUARD_BYTE = 0xa5, MAX_BUFFERS = 20000 };

static struct {
    unsigned char *start;
    size_t count;
} buffers[MAX_BUFFERS];
static size_t n_buffers;
static int failures; /* of the test that runs */
static uint64_t hash;

void check_that(int holds, const char *what, const char *file, int line) {
    if (holds) return;
    if (failures++ < 5) printf("  %s:%d: %s\n", file, line, what);
}

void check_near(
    double got, double want, double tolerance, const char *what, const char *file, int line) {
    double error = got > want ? got - want : want - got;
    if (got == want || error <= tolerance) return; /* false for NaN */
    if (failures++ < 5) printf("  %s:%d: %s: %.9g, not %.9g\n", file, line, what, got, want);
}

/* FNV-1a, 64 bits */
void keep_bytes(const void *bytes, size_t count) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3u;
}

void keep(const float *values, size_t count) {
    keep_bytes(values, count * sizeof values[0]);
}

void *bytes_buffer(size_t count) {
    unsigned char *start = malloc(count + 2 * GUARD + 1);
    if (!start || n_buffers == MAX_BUFFERS) {
        printf("the test bench has no room for another buffer\n");
        exit(2);
    }
    memset(start, GUARD_BYTE, count + 2 * GUARD);
    buffers[n_buffers].start = start;
    buffers[n_buffers++].count = count;
    return start + GUARD;
}

float *buffer(size_t count) {
    return bytes_buffer(count * sizeof(float));
}

static int is_guarded(const unsigned char *start, size_t count) {
    for (int i = 0; i < GUARD; i++)
        if (start[i] != GUARD_BYTE || start[count + (size_t)(GUARD + i)] != GUARD_BYTE) return 0;
    return 1;
}

static void free_buffers(void) {
    while (n_buffers > 0) {
        n_buffers--;
        CHECK(is_guarded(buffers[n_buffers].start, buffers[n_buffers].count));
        free(buffers[n_buffers].start);
    }
}

float *filled(size_t count, float value) {
    float *values = buffer(count);
    for (size_t i = 0; i < count; i++)
        values[i] = value;
    return values;
}

float *noise(size_t count, uint32_t seed) {
    float *values = buffer(count);
    uint32_t state = seed * 2654435761u + 1;
    for (size_t i = 0; i < count; i++) {
        state ^= state << 13; /* xorshift32 (Marsaglia 2003) */
        state ^= state >> 17;
        state ^= state << 5;
        values[i] = (float)(int32_t)(state >> 8) * 0x1p-23f - 1.0f;
    }
    return values;
}

static int run_suite(const char *name, const suite *tests) {
    int failed = 0;
    for (size_t i = 0; i < tests->count; i++) {
        failures = 0;
        hash = 0xcbf29ce484222325u;
        tests->tests[i].run();
        free_buffers();
        failed += failures > 0;
        printf("%s %016llx %s: %s\n", failures ? "FAILED" : "ok", (unsigned long long)hash, name,
            tests->tests[i].sentence);
    }
    return failed;
}

int main(void) {
    int failed = 0, total = 0;
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++) {
        suite tests = suites[i].get();
        failed += run_suite(suites[i].name, &tests);
        total += (int)tests.count;
    }
    printf("%d passed, %d failed\n", total - failed, failed);
    return failed > 0;
}
