/* Groups of eight rows: into lanes, out of lanes, and the products that
 * projections and scores are made of. */
#include "fast.h"

const float attn_exp2_table[8] = {-127.0f, 0x1.8p+23f, 1.0f, 0x1.62e42ap-1f, 0x1.ebf9a4p-3f,
    0x1.c6b596p-5f, 0x1.3cf40ap-7f, 0x1.5cbe7cp-10f};

/* Four rows by four channels at from, the missing ones 0. */
static void load_block(
    v4 block[V4_LANES], const float *from, size_t stride, uint32_t rows, uint32_t dim) {
    for (uint32_t q = 0; q < V4_LANES; q++) {
        if (q >= rows)
            block[q] = v4_set1(0.0f);
        else if (dim >= V4_LANES)
            block[q] = v4_load(from + q * stride);
        else
            block[q] = v4_load_part(from + q * stride, dim, 0.0f);
    }
}

static uint32_t rest_of(uint32_t count, uint32_t done) {
    return count > done ? count - done : 0;
}

void attn_pack_group(
    float *to, const float *from, size_t stride, uint32_t rows, uint32_t dim, float scale) {
    v4 factor = v4_set1(scale);
    for (uint32_t half = 0; half < ROWS; half += V4_LANES) {
        const float *half_rows = from + half * stride;
        for (uint32_t d = 0; d < dim; d += V4_LANES) {
            v4 block[V4_LANES];
            load_block(block, half_rows + d, stride, rest_of(rows, half), dim - d);
            transpose(block);
            for (uint32_t i = 0; i < V4_LANES && d + i < dim; i++)
                v4_store(to + (d + i) * ROWS + half, v4_mul(block[i], factor));
        }
    }
}

void attn_unpack_group(
    float *to, size_t stride, const float *from, uint32_t rows, uint32_t dim, lanes factor) {
    for (uint32_t half = 0; half < rows; half += V4_LANES) {
        v4 of_half = half ? factor.high : factor.low;
        uint32_t count = rest_of(rows, half);
        for (uint32_t d = 0; d < dim; d += V4_LANES) {
            v4 block[V4_LANES];
            for (uint32_t i = 0; i < V4_LANES; i++)
                block[i] = d + i < dim ? v4_mul(v4_load(from + (d + i) * ROWS + half), of_half)
                                       : v4_set1(0.0f);
            transpose(block);
            for (uint32_t q = 0; q < V4_LANES && q < count; q++) {
                float *row = to + (half + q) * stride + d;
                if (d + V4_LANES <= dim)
                    v4_store(row, block[q]);
                else
                    v4_store_part(row, block[q], dim - d);
            }
        }
    }
}

/* Four rows at once; the loop that takes most of the time. */
static lanes four_products(
    float *products, const float *group, const float *row, size_t stride, uint32_t dim) {
    const float *row1 = row + stride, *row2 = row1 + stride, *row3 = row2 + stride;
    lanes sum0 = lanes_set1(0.0f), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    for (uint32_t d = 0; d < dim; d++) {
        lanes of_group = lanes_load(group);
        sum0 = lanes_add_mul(sum0, v4_load_splat(row++), of_group);
        sum1 = lanes_add_mul(sum1, v4_load_splat(row1++), of_group);
        sum2 = lanes_add_mul(sum2, v4_load_splat(row2++), of_group);
        sum3 = lanes_add_mul(sum3, v4_load_splat(row3++), of_group);
        group += ROWS;
    }
    lanes_store(products, sum0);
    lanes_store(products + ROWS, sum1);
    lanes_store(products + 2 * ROWS, sum2);
    lanes_store(products + 3 * ROWS, sum3);
    return lanes_max(lanes_max(sum0, sum1), lanes_max(sum2, sum3));
}

static lanes one_product(float *products, const float *group, const float *row, uint32_t dim) {
    lanes sum = lanes_set1(0.0f);
    for (uint32_t d = 0; d < dim; d++)
        sum = lanes_add_mul(sum, v4_load_splat(row + d), lanes_load(group + d * ROWS));
    lanes_store(products, sum);
    return sum;
}

lanes attn_group_products(float *products, const float *group, const float *rows, size_t stride,
    uint32_t count, uint32_t dim) {
    lanes largest = lanes_set1(LOWEST);
    uint32_t k = 0;
    for (; k + 4 <= count; k += 4)
        largest = lanes_max(
            largest, four_products(products + k * ROWS, group, rows + k * stride, stride, dim));
    for (; k < count; k++)
        largest =
            lanes_max(largest, one_product(products + k * ROWS, group, rows + k * stride, dim));
    return largest;
}

void attn_group_sums(float *sums, lanes factor, const float *group, const float *columns,
    size_t stride, uint32_t count) {
    lanes sum0 = lanes_mul(lanes_load(sums), factor);
    lanes sum1 = lanes_mul(lanes_load(sums + ROWS), factor);
    lanes sum2 = lanes_mul(lanes_load(sums + 2 * ROWS), factor);
    lanes sum3 = lanes_mul(lanes_load(sums + 3 * ROWS), factor);
    for (uint32_t k = 0; k < count; k++) {
        lanes of_group = lanes_load(group);
        sum0 = lanes_add_mul(sum0, v4_load_splat(columns), of_group);
        sum1 = lanes_add_mul(sum1, v4_load_splat(columns + 1), of_group);
        sum2 = lanes_add_mul(sum2, v4_load_splat(columns + 2), of_group);
        sum3 = lanes_add_mul(sum3, v4_load_splat(columns + 3), of_group);
        group += ROWS;
        columns += stride;
    }
    lanes_store(sums, sum0);
    lanes_store(sums + ROWS, sum1);
    lanes_store(sums + 2 * ROWS, sum2);
    lanes_store(sums + 3 * ROWS, sum3);
}
