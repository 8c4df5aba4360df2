/* What attention costs: the bounds of the loops, multiplied out. Each formula
 * is tested against a run of the same loops that counts. */
#include "internal.h"

#define EXACT 0x1p53       /* doubles count exactly up to here */
#define LONGEST (1u << 24) /* longer sequences are not looped over */

typedef struct interval {
    uint32_t from, to;
} interval;

static int64_t clamp(int64_t k, int64_t kv_len) {
    if (k < 0) return 0;
    return k > kv_len ? kv_len : k;
}

/* Query q may read the keys clamp(q + from) ... clamp(q + to) - 1: all in one
 * piece, and one key further on for each query. */
typedef struct band {
    int64_t from, to;
} band;

static band band_of(const attn_cost_options *o) {
    const int64_t far = (int64_t)1 << 40;
    band keys = {-far, far};
    if (o->window > 0)
        keys = (band){o->offset - (int64_t)o->window + 1, o->offset + (int64_t)o->window};
    if (o->causal) keys.to = (int64_t)o->offset + 1;
    return keys;
}

static interval allowed_keys(const attn_cost_options *o, uint32_t q) {
    band keys = band_of(o);
    return (interval){
        (uint32_t)clamp(q + keys.from, o->kv_len), (uint32_t)clamp(q + keys.to, o->kv_len)};
}

/* The sum of clamp(q + start) over the queries: nothing for those that stand
 * before key 0, an arithmetic series, and all of kv_len for those at its end. */
static double sum_clamped(int64_t start, int64_t seq_len, int64_t kv_len) {
    int64_t rising = clamp(-start, seq_len), full = clamp(kv_len - start, seq_len);
    int64_t count = full - rising, first = rising + start, last = full - 1 + start;
    double series = count > 0 ? (double)count * (double)(first + last) / 2.0 : 0.0;
    return series + (double)(seq_len - full) * (double)kv_len;
}

/* (query, key) pairs of one head that no mask forbids */
static double count_allowed(const attn_cost_options *o) {
    band keys = band_of(o);
    return sum_clamped(keys.to, o->seq_len, o->kv_len) -
           sum_clamped(keys.from, o->seq_len, o->kv_len);
}

static attn_status check_options(const attn_cost_options *o, attn_fault *fault) {
    ATTN_TRY(attn_check_not_zero(&o->n_heads, 1, 1, 1, fault));
    ATTN_TRY(attn_check_heads(o->n_heads, o->n_kv_heads, 1, 2, fault));
    if (o->seq_len > LONGEST) return attn_refuse(fault, ATTN_TOO_LARGE, 1, 3);
    if (o->kv_len > LONGEST) return attn_refuse(fault, ATTN_TOO_LARGE, 1, 4);
    if ((o->causal & ~1) != 0) return attn_refuse(fault, ATTN_BAD_OPTION, 1, 9);
    return ATTN_OK;
}

static attn_status check_exact(const attn_cost *cost, attn_fault *fault) {
    const double counts[6] = {cost->multiply_adds, cost->exponentials, cost->scores, cost->read,
        cost->written, cost->scratch};
    for (uint32_t i = 0; i < 6; i++)
        if (counts[i] > EXACT) return attn_refuse(fault, ATTN_TOO_LARGE, 1, 0);
    return ATTN_OK;
}

attn_status attn_plain_cost(attn_cost *cost, const attn_cost_options *options, attn_fault *fault) {
    const attn_cost_options *o = options;
    ATTN_TRY(check_options(o, fault));
    double heads = (double)o->batch * o->n_heads, kv_heads = (double)o->batch * o->n_kv_heads;
    double rows = heads * o->seq_len, kv_rows = kv_heads * o->kv_len;
    double matrix = rows * o->kv_len, allowed = heads * count_allowed(o);
    *cost = (attn_cost){0};
    cost->scores = matrix; /* forbidden ones too: the mask comes after */
    cost->multiply_adds = matrix * o->head_dim + allowed * o->v_head_dim;
    cost->exponentials = allowed;
    /* Pass 1: q . k, scale, softcap */
    cost->read += rows * o->head_dim + kv_rows * o->head_dim;
    cost->written += matrix;
    /* Pass 2: mask and row maximum */
    cost->read += matrix;
    cost->written += matrix + rows;
    /* Pass 3: exponentials, row sum and weights */
    cost->read += matrix + rows;
    cost->written += matrix;
    /* Pass 4: the weighted sum of the values */
    cost->read += matrix + kv_rows * o->v_head_dim;
    cost->written += rows * o->v_head_dim;
    cost->scratch = matrix + rows;
    return check_exact(cost, fault);
}

/* ---------------------------------------------------------------- tiles -- */

static uint32_t tiles_over(uint32_t length, uint32_t tile) {
    return length / tile + (length % tile != 0);
}

/* The tiles that hold an interval: their numbers. */
static interval tiles_of(interval keys, uint32_t tile_k) {
    if (keys.from == keys.to) return (interval){0, 0};
    return (interval){keys.from / tile_k, (keys.to - 1) / tile_k + 1};
}

/* All keys that a tile row reads; with one query more the interval moves on by
 * one key, so the union has no hole. */
static interval keys_of_rows(const attn_cost_options *o, uint32_t first_q, uint32_t end_q) {
    interval all = {0, 0};
    for (uint32_t q = first_q; q < end_q; q++) {
        interval keys = allowed_keys(o, q);
        if (keys.from == keys.to) continue;
        if (all.from == all.to) all = keys;
        if (keys.to > all.to) all.to = keys.to;
    }
    return all;
}

/* One tile row of one head. */
static void add_tile_row(attn_cost *cost, const attn_cost_options *o, uint32_t q, uint32_t end_q) {
    double width = (double)o->head_dim + o->v_head_dim;
    interval tiles = tiles_of(keys_of_rows(o, q, end_q), o->tile_k);
    uint64_t last = (uint64_t)tiles.to * o->tile_k;
    double loaded = (double)(last < o->kv_len ? last : o->kv_len) - (double)tiles.from * o->tile_k;
    cost->tiles += tiles.to - tiles.from;
    cost->skipped += tiles_over(o->kv_len, o->tile_k) - (tiles.to - tiles.from);
    cost->read += (double)(end_q - q) * o->head_dim + loaded * width;
    cost->written += (double)(end_q - q) * o->v_head_dim;
    cost->scores += (end_q - q) * loaded;
    for (; q < end_q; q++) {
        interval keys = allowed_keys(o, q), met = tiles_of(keys, o->tile_k);
        double allowed = keys.to - keys.from, rescalings = met.to - met.from;
        cost->exponentials += allowed + rescalings;
        cost->multiply_adds += allowed * o->v_head_dim + rescalings * (o->v_head_dim + 1.0);
    }
}

static void for_all_heads(attn_cost *cost, double heads) {
    cost->multiply_adds *= heads;
    cost->exponentials *= heads;
    cost->scores *= heads;
    cost->read *= heads;
    cost->written *= heads;
    cost->tiles *= heads;
    cost->skipped *= heads;
}

attn_status attn_tiled_cost(attn_cost *cost, const attn_cost_options *options, attn_fault *fault) {
    const attn_cost_options *o = options;
    ATTN_TRY(check_options(o, fault));
    if (o->tile_q == 0) return attn_refuse(fault, ATTN_BAD_OPTION, 1, 7);
    if (o->tile_k == 0) return attn_refuse(fault, ATTN_BAD_OPTION, 1, 8);
    *cost = (attn_cost){0};
    for (uint32_t q = 0, end_q; q < o->seq_len; q = end_q) {
        end_q = o->seq_len - q < o->tile_q ? o->seq_len : q + o->tile_q;
        add_tile_row(cost, o, q, end_q);
    }
    cost->multiply_adds += cost->scores * o->head_dim;
    for_all_heads(cost, (double)o->batch * o->n_heads);
    double width = (double)o->head_dim + o->v_head_dim, tile_k = o->tile_k;
    cost->scratch = o->tile_q * (width + tile_k + 2.0) + tile_k * width;
    return check_exact(cost, fault);
}

/* --------------------------------------------------------------- layers -- */

attn_status attn_projection_cost(
    attn_cost *cost, const attn_cost_options *options, uint32_t d_model, attn_fault *fault) {
    const attn_cost_options *o = options;
    ATTN_TRY(check_options(o, fault));
    double tokens = (double)o->batch * o->seq_len;
    double q_out = (double)o->n_heads * o->head_dim, k_out = (double)o->n_kv_heads * o->head_dim;
    double v_out = (double)o->n_kv_heads * o->v_head_dim;
    double concat = (double)o->n_heads * o->v_head_dim;
    double params = (q_out + k_out + v_out + concat) * d_model;
    *cost = (attn_cost){0};
    cost->multiply_adds = tokens * params;
    /* query, key and value each read x; the output reads the concatenated heads */
    cost->read = params + tokens * (3.0 * d_model + concat);
    cost->written = tokens * (q_out + k_out + v_out + d_model);
    cost->tokens = tokens;
    return check_exact(cost, fault);
}

/* The number of layers of width k, each dilated k times as far, that join n tokens. */
static double dilated_path(uint32_t n, uint32_t k) {
    if (n == 1) return 1.0;
    if (k == 1) return (double)ATTN_INFINITY;
    double path = 0.0;
    for (uint64_t reach = 1; reach < n; reach *= k)
        path++;
    return path;
}

attn_status attn_layer_costs(
    attn_layer_cost *costs, uint32_t n, uint32_t d, uint32_t k, uint32_t r, attn_fault *fault) {
    const uint32_t sizes[4] = {n, d, k, r};
    for (int32_t i = 0; i < 4; i++)
        if (sizes[i] == 0) return attn_refuse(fault, ATTN_BAD_OPTION, i + 1, 0);
    double tokens = n, width = d, near = r < n ? r : n;
    costs[ATTN_LAYER_SELF] = (attn_layer_cost){tokens * tokens * width, 1.0, 1.0};
    costs[ATTN_LAYER_RECURRENT] = (attn_layer_cost){tokens * width * width, tokens, tokens};
    costs[ATTN_LAYER_CONVOLUTION] =
        (attn_layer_cost){k * tokens * width * width, 1.0, dilated_path(n, k)};
    costs[ATTN_LAYER_RESTRICTED] =
        (attn_layer_cost){near * tokens * width, 1.0, n / r + (double)(n % r != 0)};
    for (int32_t i = 0; i < ATTN_LAYER_COUNT; i++)
        if (costs[i].operations > EXACT) return attn_refuse(fault, ATTN_TOO_LARGE, 0, 0);
    return ATTN_OK;
}
