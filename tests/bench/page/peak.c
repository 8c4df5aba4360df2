/* Loops of nothing but multiply-adds, for the peak of one core: peak_N_... does N
 * vector multiplications and N vector additions in a step. */
#include <wasm_simd128.h>

#define EXPORT __attribute__((visibility("default")))

static float numbers[1024];

static float sum_of(const v128_t *sums, int count) {
    v128_t sum = sums[0];
    for (int i = 1; i < count; i++)
        sum = wasm_f32x4_add(sum, sums[i]);
    return wasm_f32x4_extract_lane(sum, 0);
}

/* sum = sum * a + b, twelve chains */
EXPORT float peak_12_chains(int steps) {
    v128_t sums[12], a = wasm_f32x4_splat(0.5f), b = wasm_f32x4_splat(0.25f);
    for (int i = 0; i < 12; i++)
        sums[i] = wasm_f32x4_splat((float)i);
    for (int step = 0; step < steps; step++) {
#pragma clang loop unroll(full)
        for (int i = 0; i < 12; i++)
            sums[i] = wasm_f32x4_add(wasm_f32x4_mul(sums[i], a), b);
    }
    return sum_of(sums, 12);
}

/* sums[i, j] += a[i] * b[j], with b in registers and a from the cache */
#define PEAK(rows, columns, count)                                                                 \
    EXPORT float peak_##count##_##rows##_by_##columns(int steps) {                                 \
        v128_t sums[count], b[columns];                                                            \
        for (int i = 0; i < count; i++)                                                            \
            sums[i] = wasm_f32x4_splat(0.0f);                                                      \
        for (int j = 0; j < columns; j++)                                                          \
            b[j] = wasm_f32x4_splat((float)j);                                                     \
        const float *from = numbers;                                                               \
        for (int step = 0; step < steps; step++) {                                                 \
            _Pragma("clang loop unroll(full)") for (int i = 0; i < rows; i++) {                    \
                v128_t a = wasm_v128_load(from + 4 * i);                                           \
                _Pragma("clang loop unroll(full)") for (int j = 0; j < columns; j++)               \
                    sums[i * columns + j] =                                                        \
                        wasm_f32x4_add(sums[i * columns + j], wasm_f32x4_mul(a, b[j]));            \
            }                                                                                      \
            from += 4 * rows;                                                                      \
            if (from >= numbers + 960) from = numbers;                                             \
        }                                                                                          \
        return sum_of(sums, count);                                                                \
    }
PEAK(1, 6, 6)
PEAK(4, 2, 8)
PEAK(3, 3, 9)
PEAK(5, 2, 10)
