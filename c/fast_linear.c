/* y = x w^T + bias, eight rows of x at a time. Four rows of w are turned into a
 * panel [in_dim][4] first: read as they lie, at the same place of four lines, they
 * hinder each other in the cache. Many groups share the panel. */
#include "fast.h"

#define PANEL V4_LANES
#define LINEAR_GROUPS 16

uint32_t attn_linear_fast_scratch_size(uint32_t in_dim) {
    return attn_count_sum(PANEL * ROWS, attn_count(in_dim, LINEAR_GROUPS * ROWS + PANEL));
}

/* panel[d][o] = w[o][d]; the columns past `outs` are 0. */
static void turn_panel(float *panel, const float *w, uint32_t outs, uint32_t in_dim) {
    for (uint32_t d = 0; d < in_dim; d += V4_LANES) {
        v4 block[V4_LANES];
        attn_load_block(block, w + d, in_dim, outs, in_dim - d);
        transpose(block);
        for (uint32_t i = 0; i < V4_LANES && d + i < in_dim; i++)
            v4_store(panel + (d + i) * PANEL, block[i]);
    }
}

/* Four columns of y for one group. */
static void linear_group(float *y, float *sums, const float *group, const float *panel,
    const float *bias, uint32_t rows, uint32_t in_dim, uint32_t outs, size_t stride) {
    for (uint32_t o = 0; o < PANEL; o++)
        lanes_store(sums + o * ROWS, lanes_set1(bias && o < outs ? bias[o] : 0.0f));
    attn_group_sums(sums, lanes_set1(1.0f), group, panel, PANEL, in_dim);
    attn_unpack_group(y, stride, sums, rows, outs, lanes_set1(1.0f));
}

/* Up to LINEAR_GROUPS groups against all of w. */
static void linear_rows(float *y, float *scratch, const float *x, const float *w, const float *bias,
    uint32_t rows, uint32_t in_dim, uint32_t out_dim) {
    float *panel = scratch + PANEL * ROWS;
    float *groups = panel + (size_t)in_dim * PANEL;
    for (uint32_t row = 0; row < rows; row += ROWS)
        attn_pack_group(groups + (size_t)row * in_dim, x + (size_t)row * in_dim, in_dim, rows - row,
            in_dim, 1.0f);
    for (uint32_t o = 0; o < out_dim; o += PANEL) {
        uint32_t outs = out_dim - o < PANEL ? out_dim - o : PANEL;
        turn_panel(panel, w + (size_t)o * in_dim, outs, in_dim);
        for (uint32_t row = 0; row < rows; row += ROWS)
            linear_group(y + (size_t)row * out_dim + o, scratch, groups + (size_t)row * in_dim,
                panel, bias ? bias + o : NULL, rows - row < ROWS ? rows - row : ROWS, in_dim, outs,
                out_dim);
    }
}

void attn_linear_groups(float *y, float *scratch, const float *x, const float *w, const float *bias,
    uint32_t rows, uint32_t in_dim, uint32_t out_dim) {
    const uint32_t block = LINEAR_GROUPS * ROWS;
    for (uint32_t row = 0; row < rows; row += block)
        linear_rows(y + (size_t)row * out_dim, scratch, x + (size_t)row * in_dim, w, bias,
            rows - row < block ? rows - row : block, in_dim, out_dim);
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
