/* Attention by tiles: online softmax over TILE_K keys at a time, so that the
 * n x n weights are never in memory. The same meaning as attention.c, whose
 * passes have the same names here. */
#include "fast.h"

/* Where a group of eight query rows stands: its row maximum and row sum so far,
 * and the output so far, not yet divided by the row sum. */
typedef struct group {
    float *query;             /* [head_dim][8], scaled */
    float *output;            /* [v_head_dim][8] */
    float *row_max, *row_sum; /* [8] */
    uint32_t q, rows;
    uint32_t first, end;         /* keys that some row may read, */
    uint32_t all_first, all_end; /* and those that all may */
    uint32_t row_first[ROWS], row_end[ROWS];
} group;

static uint32_t group_size(uint32_t head_dim, uint32_t v_head_dim) {
    return attn_count(attn_count_sum(attn_count_sum(head_dim, v_head_dim), 2), ROWS);
}

uint32_t attn_tiles_scratch(uint32_t head_dim, uint32_t v_head_dim) {
    uint32_t groups = attn_count(group_size(head_dim, v_head_dim), GROUPS);
    return attn_count_sum(TILE_K * ROWS, groups);
}

/* Which keys the rows of a group may read, by causal, window and length. */
static void find_range(group *g, attn_place *place, uint32_t kv_len) {
    g->first = g->all_end = kv_len;
    g->end = g->all_first = 0;
    for (uint32_t i = 0; i < g->rows; i++) {
        uint32_t first, end;
        place->q = g->q + i;
        attn_mask_range(place, &first, &end);
        g->row_first[i] = first;
        g->row_end[i] = end;
        if (first < g->first) g->first = first;
        if (end > g->end) g->end = end;
        if (first > g->all_first) g->all_first = first;
        if (end < g->all_end) g->all_end = end;
    }
}

static void start_group(
    group *g, const fast_head *head, attn_place *place, const attn_attention_options *o) {
    g->rows = o->seq_len - g->q < ROWS ? o->seq_len - g->q : ROWS;
    find_range(g, place, o->kv_len);
    const float *q_rows = head->query + g->q * head->query_stride;
    attn_pack_group(g->query, q_rows, head->query_stride, g->rows, o->head_dim, head->scale);
    for (uint32_t d = 0; d < o->v_head_dim; d++)
        lanes_store(g->output + d * ROWS, lanes_set1(0.0f));
    lanes_store(g->row_max, lanes_set1(LOWEST));
    lanes_store(g->row_sum, lanes_set1(0.0f));
}

/* One score with its mask; what is forbidden is -inf, and nothing else is. */
static float masked_score(
    float score, const group *g, uint32_t row, attn_place *place, uint32_t k) {
    if (k < g->row_first[row] || k >= g->row_end[row]) return -ATTN_INFINITY;
    if (!place->mask->allow && !place->mask->additive) return score;
    place->q = g->q + row;
    return attn_fast_mask(score, place, k);
}

/* softcap and mask of a tile; returns the row maximum again */
static lanes cap_and_mask(float *scores, const group *g, const fast_head *head, attn_place *place,
    uint32_t tile, uint32_t keys, int mask) {
    lanes largest = lanes_set1(LOWEST);
    for (uint32_t k = 0; k < keys; k++) {
        float *lane = scores + k * ROWS;
        if (head->softcap > 0.0f) {
            v4_store(lane, attn_fast_softcap(v4_load(lane), head));
            v4_store(lane + V4_LANES, attn_fast_softcap(v4_load(lane + V4_LANES), head));
        }
        for (uint32_t i = 0; mask && i < g->rows; i++)
            lane[i] = masked_score(lane[i], g, i, place, tile + k);
        largest = lanes_max(largest, lanes_load(lane));
    }
    return largest;
}

/* exp(masked - row_max) for half a group, in place; the row sum and the factor
 * by which the new row maximum rescales what came before. */
static void exponentials(
    float *scores, uint32_t keys, float *row_max, float *row_sum, v4 largest, v4 *rescale) {
    const exp2_constants constants = exp2_load();
    v4 before = v4_load(row_max);
    v4 now = v4_max(before, largest);
    *rescale = exp2_below(v4_sub(before, now), &constants);
    v4 sum = v4_mul(v4_load(row_sum), *rescale);
    uint32_t k = 0;
    for (; k + 2 <= keys; k += 2) { /* two chains at once */
        float *next = scores + ROWS;
        v4 a = exp2_below(v4_sub(v4_load(scores), now), &constants);
        v4 b = exp2_below(v4_sub(v4_load(next), now), &constants);
        v4_store(scores, a);
        v4_store(next, b);
        sum = v4_add(v4_add(sum, a), b);
        scores = next + ROWS;
    }
    if (k < keys) {
        v4 a = exp2_below(v4_sub(v4_load(scores), now), &constants);
        v4_store(scores, a);
        sum = v4_add(sum, a);
    }
    v4_store(row_max, now);
    v4_store(row_sum, sum);
}

/* output = rescale * output + the weighted sum of the values */
static void add_one(float *output, lanes rescale, const float *weights, const float *value,
    size_t stride, uint32_t keys) {
    lanes sum = lanes_mul(lanes_load(output), rescale);
    for (uint32_t k = 0; k < keys; k++)
        sum = lanes_add_mul(sum, v4_load_splat(value + k * stride), lanes_load(weights + k * ROWS));
    lanes_store(output, sum);
}

static void add_values(float *output, lanes rescale, const float *weights, const float *value,
    size_t stride, uint32_t keys, uint32_t v_head_dim) {
    uint32_t d = 0;
    for (; d + 4 <= v_head_dim; d += 4)
        attn_group_sums(output + d * ROWS, rescale, weights, value + d, stride, keys);
    for (; d < v_head_dim; d++)
        add_one(output + d * ROWS, rescale, weights, value + d, stride, keys);
}

static void attend_tile(float *scores, group *g, const fast_head *head, attn_place *place,
    const attn_attention_options *o, uint32_t tile) {
    /* a tile that the mask empties is skipped, an edge that it empties is left out */
    uint32_t first = g->first > tile ? g->first : tile;
    uint32_t end = g->end < tile + TILE_K ? g->end : tile + TILE_K;
    if (first >= end) return;
    uint32_t keys = end - first;
    const float *k_rows = head->key + first * head->key_stride;
    const float *v_rows = head->value + first * head->value_stride;
    lanes largest =
        attn_group_products(scores, g->query, k_rows, head->key_stride, keys, o->head_dim);
    const attn_mask *mask = place->mask;
    int is_masked =
        mask && (mask->allow || mask->additive || first < g->all_first || end > g->all_end);
    if (is_masked || head->softcap > 0.0f)
        largest = cap_and_mask(scores, g, head, place, first, keys, is_masked);
    lanes rescale;
    exponentials(scores, keys, g->row_max, g->row_sum, largest.low, &rescale.low);
    exponentials(scores + V4_LANES, keys, g->row_max + V4_LANES, g->row_sum + V4_LANES,
        largest.high, &rescale.high);
    add_values(g->output, rescale, scores, v_rows, head->value_stride, keys, o->v_head_dim);
}

/* 1 / row_sum; a row with no allowed key has row sum 0 and output 0 */
static v4 reciprocal(v4 row_sum) {
    v4 none = v4_set1(0.0f);
    return v4_select(v4_eq(row_sum, none), none, v4_div(v4_set1(1.0f), row_sum));
}

static void finish_group(const group *g, const fast_head *head, uint32_t v_head_dim) {
    lanes row_sum = lanes_load(g->row_sum);
    lanes factor = {reciprocal(row_sum.low), reciprocal(row_sum.high)};
    float *out_rows = head->output + g->q * head->output_stride;
    attn_unpack_group(out_rows, head->output_stride, g->output, g->rows, v_head_dim, factor);
}

/* The groups' parts of scratch, after the scores of one tile. */
static void place_groups(group groups[GROUPS], float *scratch, const attn_attention_options *o) {
    uint32_t size = group_size(o->head_dim, o->v_head_dim);
    float *next = scratch + TILE_K * ROWS;
    for (uint32_t i = 0; i < GROUPS; i++, next += size) {
        groups[i].query = next;
        groups[i].output = next + o->head_dim * ROWS;
        groups[i].row_max = groups[i].output + o->v_head_dim * ROWS;
        groups[i].row_sum = groups[i].row_max + ROWS;
    }
}

void attn_attend_tiles(
    float *scratch, const fast_head *head, attn_place *place, const attn_attention_options *o) {
    group groups[GROUPS];
    place_groups(groups, scratch, o);
    for (uint32_t q = 0; q < o->seq_len;) {
        uint32_t count = 0, first = o->kv_len, end = 0;
        for (; count < GROUPS && q < o->seq_len; count++, q += ROWS) {
            group *g = &groups[count];
            g->q = q;
            start_group(g, head, place, o);
            if (g->first < first) first = g->first;
            if (g->end > end) end = g->end;
        }
        for (uint32_t tile = first; tile < end; tile += TILE_K)
            for (uint32_t i = 0; i < count; i++)
                attend_tile(scratch, &groups[i], head, place, o, tile);
        for (uint32_t i = 0; i < count; i++)
            finish_group(&groups[i], head, o->v_head_dim);
    }
}
