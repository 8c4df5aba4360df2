/* y = x w^T + bias, eight rows of x at a time. The params are read as they lie:
 * turning them into panels first was tried, and cost more than it saved. */
#include "fast.h"

#define OUTS 32 /* rows of w that stay in the cache while all groups use them */

uint32_t attn_linear_fast_scratch_size(uint32_t in_dim) {
    return attn_count_sum(OUTS * ROWS, attn_count(in_dim, GROUPS * ROWS));
}

static void add_bias(float *products, const float *bias, uint32_t outs) {
    for (uint32_t o = 0; o < outs; o++) {
        v4 of_out = v4_load_splat(bias + o);
        lanes sum = lanes_load(products + o * ROWS);
        lanes_store(
            products + o * ROWS, (lanes){v4_add(sum.low, of_out), v4_add(sum.high, of_out)});
    }
}

/* One group against some rows of w, to a corner of y. */
static void linear_group(float *y, float *products, const float *group, const float *w,
    const float *bias, uint32_t rows, uint32_t in_dim, uint32_t outs, size_t stride) {
    attn_group_products(products, group, w, in_dim, outs, in_dim);
    if (bias) add_bias(products, bias, outs);
    attn_unpack_group(y, stride, products, rows, outs, lanes_set1(1.0f));
}

void attn_linear_groups(float *y, float *scratch, const float *x, const float *w, const float *bias,
    uint32_t rows, uint32_t in_dim, uint32_t out_dim) {
    float *groups = scratch + OUTS * ROWS;
    const uint32_t block = GROUPS * ROWS;
    size_t group_size = (size_t)in_dim * ROWS;
    for (uint32_t start = 0; start < rows; start += block) {
        uint32_t here = rows - start < block ? rows - start : block;
        for (uint32_t row = 0; row < here; row += ROWS)
            attn_pack_group(groups + row / ROWS * group_size, x + (size_t)(start + row) * in_dim,
                in_dim, here - row, in_dim, 1.0f);
        for (uint32_t o = 0; o < out_dim; o += OUTS) {
            uint32_t outs = out_dim - o < OUTS ? out_dim - o : OUTS;
            for (uint32_t row = 0; row < here; row += ROWS)
                linear_group(y + (size_t)(start + row) * out_dim + o, scratch,
                    groups + row / ROWS * group_size, w + (size_t)o * in_dim,
                    bias ? bias + o : NULL, here - row < ROWS ? here - row : ROWS, in_dim, outs,
                    out_dim);
        }
    }
}

attn_status attn_linear_fast(float *y, float *scratch, const float *x, const float *w,
    const float *bias, uint32_t rows, uint32_t in_dim, uint32_t out_dim, attn_fault *fault) {
    float x_max, w_max, bias_max = 0.0f;
    ATTN_TRY(attn_check_count(attn_linear_fast_scratch_size(in_dim), 1, fault));
    ATTN_TRY(attn_check_largest(&x_max, x, attn_count(rows, in_dim), 2, fault));
    ATTN_TRY(attn_check_largest(&w_max, w, attn_count(out_dim, in_dim), 3, fault));
    if (bias) ATTN_TRY(attn_check_largest(&bias_max, bias, out_dim, 4, fault));
    ATTN_TRY(attn_check_count(attn_count(rows, out_dim), 0, fault));
    if (rows == 0 || out_dim == 0) return ATTN_OK; /* one loop may still be long */
    attn_linear_groups(y, scratch, x, w, bias, rows, in_dim, out_dim);
    if (attn_is_finite(x_max * w_max * (float)in_dim + bias_max)) return ATTN_OK;
    return attn_check_results(y, attn_count(rows, out_dim), 2, fault);
}
