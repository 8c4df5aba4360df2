/* The test bench of the C tests.
 *
 * A file test_NAME.c is a suite: it ends with SUITE(NAME, tests), a list of
 * sentences with the functions that prove them. All suites are linked into one program,
 * which prints one line for each test: the verdict, a hash of every bit that
 * the test kept, and the sentence. The same program runs native at -O0 (with
 * ASan and UBSan) and -O3, as scalar and as SIMD wasm; what it prints must be
 * the same four times, so the hashes compare the builds bit for bit. */
#ifndef TEST_H
#define TEST_H

#include "attn.h"
#include <stddef.h>

typedef struct test {
    const char *sentence;
    void (*run)(void);
} test;

typedef struct suite {
    const test *tests;
    size_t count;
} suite;

/* At the end of test_mask.c: SUITE(mask, tests), tests being an array of test. */
#define SUITE(name, list)                                                                          \
    suite suite_##name(void);                                                                      \
    suite suite_##name(void) {                                                                     \
        return (suite){list, sizeof(list) / sizeof(list)[0]};                                      \
    }

/* Each is one check; a failed one is printed with its place and numbers, and
 * the test goes on. A comparison with NaN fails. */
#define CHECK(condition) check_that((condition), #condition, __FILE__, __LINE__)
#define CHECK_NEAR(got, want, tolerance)                                                           \
    check_near((double)(got), (double)(want), (tolerance), #got " near " #want, __FILE__, __LINE__)
#define CHECK_STATUS(call, wanted)                                                                 \
    check_near((double)(call), (wanted), 0, #call " gives " #wanted, __FILE__, __LINE__)
void check_that(int holds, const char *what, const char *file, int line);
void check_near(
    double got, double want, double tolerance, const char *what, const char *file, int line);

/* Puts bits into the test's hash, to be compared between the builds. */
void keep(const float *values, size_t count);
void keep_bytes(const void *bytes, size_t count);

/* A buffer between guards: 16 bytes before and after it that nobody may write,
 * checked and freed at the end of the test. Under ASan its own red zones begin
 * at once, so that reads outside are found too. */
float *buffer(size_t count);
void *bytes_buffer(size_t count);

/* Numbers from -1 to 1, the same for the same seed; not the engine's own generator. */
float *noise(size_t count, uint32_t seed);
float *filled(size_t count, float value);

#define INF __builtin_inff()
#define NOT_A_NUMBER __builtin_nanf("")

#endif
