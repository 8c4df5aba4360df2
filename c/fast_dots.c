/* Attention of one query row, as in a decoding step: nothing is shared between
 * rows, so the keys are the lanes and each key and value is read once, in order. */
#include "fast.h"

#define TILE (TILE_K * ROWS) /* scores at a time */

/* q . k for four keys: four lanes of products each, then their sums as lanes. */
static v4 four_dots(const float *q_row, const float *k_row, size_t stride, uint32_t dim) {
    v4 sums[V4_LANES] = {v4_set1(0.0f), v4_set1(0.0f), v4_set1(0.0f), v4_set1(0.0f)};
    const float *row1 = k_row + stride, *row2 = row1 + stride, *row3 = row2 + stride;
    uint32_t d = 0;
    for (; d + V4_LANES <= dim; d += V4_LANES) {
        v4 q = v4_load(q_row + d);
        sums[0] = v4_add_mul(sums[0], q, v4_load(k_row + d));
        sums[1] = v4_add_mul(sums[1], q, v4_load(row1 + d));
        sums[2] = v4_add_mul(sums[2], q, v4_load(row2 + d));
        sums[3] = v4_add_mul(sums[3], q, v4_load(row3 + d));
    }
    transpose(sums);
    v4 dots = v4_add(v4_add(sums[0], sums[1]), v4_add(sums[2], sums[3]));
    for (; d < dim; d++) {
        v4 of_keys = v4_set(k_row[d], row1[d], row2[d], row3[d]);
        dots = v4_add_mul(dots, v4_load_splat(q_row + d), of_keys);
    }
    return dots;
}

/* The same for fewer than four keys; the lanes left over are 0. */
static v4 few_dots(
    const float *q_row, const float *k_row, size_t stride, uint32_t keys, uint32_t dim) {
    float dots[V4_LANES] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k < keys; k++)
        dots[k] = v4_first(four_dots(q_row, k_row + k * stride, 0, dim));
    return v4_load(dots);
}

/* Returns 0, or NaN where some score is not finite. */
static v4 dot_tile(float *scores, const fast_head *head, const float *q_row, const float *k_rows,
    uint32_t keys, uint32_t dim) {
    v4 scale = v4_set1(head->scale), spoilt = v4_set1(0.0f);
    size_t stride = head->key_stride;
    for (uint32_t k = 0; k < keys; k += V4_LANES) {
        uint32_t here = keys - k < V4_LANES ? keys - k : V4_LANES;
        v4 dots = here == V4_LANES ? four_dots(q_row, k_rows + k * stride, stride, dim)
                                   : few_dots(q_row, k_rows + k * stride, stride, here, dim);
        v4 score = v4_mul(dots, scale);
        v4_store(scores + k, score);
        spoilt = v4_add(spoilt, v4_sub(score, score));
    }
    return spoilt;
}

/* softcap and mask; fills up to whole vectors with -inf. Returns the largest. */
static float cap_and_mask(
    float *scores, const fast_head *head, const attn_place *place, uint32_t tile, uint32_t keys) {
    const attn_mask *mask = place->mask;
    uint32_t k = keys;
    for (; k % V4_LANES != 0; k++)
        scores[k] = -ATTN_INFINITY;
    v4 largest = v4_set1(LOWEST);
    for (k = 0; k < keys; k += V4_LANES) {
        v4 score = v4_load(scores + k);
        if (head->softcap > 0.0f) { /* a forbidden one stays so: its cap is finite */
            v4 capped = attn_fast_softcap(score, head);
            score = v4_select(v4_lt(score, v4_set1(LOWEST)), score, capped);
            v4_store(scores + k, score);
        }
        for (uint32_t i = 0; mask && i < V4_LANES && k + i < keys; i++)
            scores[k + i] = attn_fast_mask(scores[k + i], place, tile + k + i);
        largest = v4_max(largest, v4_load(scores + k));
    }
    return v4_largest(largest);
}

/* exp(masked - row_max) in place; returns the sum of the tile in four lanes. */
static v4 exponentials(float *scores, uint32_t keys, float row_max) {
    const exp2_constants constants = exp2_load();
    v4 sum = v4_set1(0.0f), max = v4_set1(row_max);
    for (uint32_t k = 0; k < keys; k += V4_LANES) {
        v4 a = exp2_below(v4_sub(v4_load(scores + k), max), &constants);
        v4_store(scores + k, a);
        sum = v4_add(sum, a);
    }
    return sum;
}

/* output += the weighted sum of four values; the missing ones have weight 0 */
static void add_values(float *output, const float *weights, const float *value, size_t stride,
    uint32_t keys, uint32_t dim) {
    const float *rows[V4_LANES];
    v4 weight[V4_LANES];
    for (uint32_t i = 0; i < V4_LANES; i++) {
        rows[i] = value + (i < keys ? i : 0) * stride;
        weight[i] = v4_load_splat(weights + i);
    }
    uint32_t d = 0;
    for (; d + V4_LANES <= dim; d += V4_LANES) {
        v4 sum = v4_load(output + d);
        sum = v4_add_mul(sum, weight[0], v4_load(rows[0] + d));
        sum = v4_add_mul(sum, weight[1], v4_load(rows[1] + d));
        sum = v4_add_mul(sum, weight[2], v4_load(rows[2] + d));
        sum = v4_add_mul(sum, weight[3], v4_load(rows[3] + d));
        v4_store(output + d, sum);
    }
    for (; d < dim; d++)
        for (uint32_t i = 0; i < V4_LANES; i++)
            output[d] += weights[i] * rows[i][d];
}

/* Returns 0, or NaN where some number is not finite. */
static float scale_row(float *row, uint32_t count, float factor) {
    float spoilt = 0.0f;
    for (uint32_t d = 0; d < count; d++) {
        row[d] *= factor;
        spoilt += row[d] - row[d];
    }
    return spoilt;
}

/* Returns whether all scores and the output are finite. */
static int attend_row(float *scores, const fast_head *head, const attn_place *place,
    const attn_attention_options *o) {
    const float *q_row = head->query + place->q * head->query_stride;
    float *output = head->output + place->q * head->output_stride;
    uint32_t first, end, dim = o->v_head_dim;
    attn_mask_range(place, &first, &end);
    float row_max = LOWEST;
    v4 row_sum = v4_set1(0.0f), spoilt = row_sum;
    for (uint32_t d = 0; d < dim; d++)
        output[d] = 0.0f;
    for (uint32_t tile = first; tile < end; tile += TILE) {
        uint32_t keys = end - tile < TILE ? end - tile : TILE;
        const float *v_rows = head->value + tile * head->value_stride;
        const float *k_rows = head->key + tile * head->key_stride;
        spoilt = v4_add(spoilt, dot_tile(scores, head, q_row, k_rows, keys, o->head_dim));
        float largest = cap_and_mask(scores, head, place, tile, keys);
        if (largest > row_max) { /* rescale what came before */
            const exp2_constants constants = exp2_load();
            v4 rescale = exp2_below(v4_set1(row_max - largest), &constants);
            row_sum = v4_mul(row_sum, rescale);
            scale_row(output, dim, v4_first(rescale));
            row_max = largest;
        }
        row_sum = v4_add(row_sum, exponentials(scores, keys, row_max));
        for (uint32_t k = 0; k < keys; k += V4_LANES)
            add_values(output, scores + k, v_rows + k * head->value_stride, head->value_stride,
                keys - k, dim);
    }
    float sum = v4_sum(row_sum);
    float of_output = scale_row(output, dim, sum > 0.0f ? 1.0f / sum : sum);
    return v4_sum(spoilt) + of_output == 0.0f;
}

int attn_attend_dots(
    float *scratch, const fast_head *head, attn_place *place, const attn_attention_options *o) {
    int finite = 1;
    for (uint32_t q = 0; q < o->seq_len; q++) {
        place->q = q;
        finite &= attend_row(scratch, head, place, o);
    }
    return finite;
}
