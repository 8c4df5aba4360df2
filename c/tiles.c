/* Attention in tiles: the online softmax (Milakov & Gimelshein 2018) as
 * FlashAttention runs it (Dao et al. 2022). It stays readable; the loops here
 * are the ones that the figure steps through. */
#include "elementary.h"
#include "internal.h"

/* The fast memory: one tile of each operand, and the state of the tile row. */
typedef struct fast_memory {
    float *q_tile, *k_tile,
        *v_tile;              /* [tile_q, head_dim], [tile_k, head_dim], [tile_k, v_head_dim] */
    float *scores;            /* [tile_q, tile_k], scores and then exponentials */
    float *row_max, *row_sum; /* [tile_q] */
    float *accumulator;       /* [tile_q, v_head_dim] */
} fast_memory;

/* Where the loops are. */
typedef struct tile_walk {
    const attn_attention_options *options;
    const attn_tile_options *tiles;
    const attn_tile_trace *trace; /* or NULL */
    fast_memory fast;
    attn_place place;       /* batch and head, and the query row of the moment */
    uint32_t first_q, rows; /* of the tile row */
    uint32_t first_k, cols; /* of the tile column */
    size_t step;            /* counts tiles, skipped ones too */
} tile_walk;

static fast_memory divide_scratch(
    float *scratch, const attn_attention_options *o, const attn_tile_options *tiles) {
    size_t tile_q = tiles->tile_q, tile_k = tiles->tile_k;
    fast_memory fast;
    fast.q_tile = scratch;
    fast.k_tile = fast.q_tile + tile_q * o->head_dim;
    fast.v_tile = fast.k_tile + tile_k * o->head_dim;
    fast.scores = fast.v_tile + tile_k * o->v_head_dim;
    fast.row_max = fast.scores + tile_q * tile_k;
    fast.row_sum = fast.row_max + tile_q;
    fast.accumulator = fast.row_sum + tile_q;
    return fast;
}

uint32_t attn_tiled_scratch_size(
    const attn_attention_options *options, const attn_tile_options *tiles) {
    uint32_t width = attn_count_sum(options->head_dim, options->v_head_dim);
    uint32_t by_query = attn_count_sum(width, attn_count_sum(tiles->tile_k, 2));
    uint32_t queries = attn_count(tiles->tile_q, by_query);
    return attn_count_sum(queries, attn_count(tiles->tile_k, width));
}

/* -------------------------------------------------- which tiles to skip -- */

static int tile_is_empty(const tile_walk *walk, const attn_mask *mask) {
    attn_place place = walk->place;
    place.mask = mask;
    for (uint32_t q = 0; q < walk->rows; q++) {
        place.q = walk->first_q + q;
        for (uint32_t k = 0; k < walk->cols; k++)
            if (attn_mask_at(&place, walk->first_k + k) > -ATTN_INFINITY) return 0;
    }
    return 1;
}

/* The tile is skipped where the mask leaves nothing of it; this says which part
 * of the mask would do so alone. */
static int32_t why_skipped(const tile_walk *walk) {
    if (!walk->place.mask || !tile_is_empty(walk, walk->place.mask)) return ATTN_TILE_COMPUTED;
    attn_mask part = *walk->place.mask;
    part.allow = NULL;
    part.additive = NULL;
    part.causal = 0;
    part.window = 0;
    if (tile_is_empty(walk, &part)) return ATTN_TILE_MASKED; /* padding */
    part.causal = walk->place.mask->causal;
    if (tile_is_empty(walk, &part)) return ATTN_TILE_CAUSAL;
    part.causal = 0;
    part.window = walk->place.mask->window;
    return tile_is_empty(walk, &part) ? ATTN_TILE_WINDOW : ATTN_TILE_MASKED;
}

/* ------------------------------------------------------------- the trace -- */

static void note_rows(float *columns, const tile_walk *walk, const float *from, size_t dim) {
    size_t start = walk->step * walk->tiles->tile_q * dim;
    attn_copy(columns + start, from, walk->rows * dim);
}

/* What the tile row holds before this tile; a tile that changes nothing has
 * factor 1 and nothing to add. */
static void note_before(const tile_walk *walk, int32_t state) {
    const attn_tile_trace *trace = walk->trace;
    if (!trace) return;
    trace->state[walk->step] = state;
    note_rows(trace->max_before, walk, walk->fast.row_max, 1);
    note_rows(trace->sum_before, walk, walk->fast.row_sum, 1);
    note_rows(trace->accumulator_before, walk, walk->fast.accumulator, walk->options->v_head_dim);
    size_t start = walk->step * walk->tiles->tile_q;
    for (size_t row = start; row < start + walk->rows; row++) {
        trace->tile_max[row] = -ATTN_INFINITY;
        trace->tile_sum[row] = 0.0f;
        trace->factor[row] = 1.0f;
    }
}

static void note_after(const tile_walk *walk) {
    const attn_tile_trace *trace = walk->trace;
    if (!trace) return;
    note_rows(trace->max_after, walk, walk->fast.row_max, 1);
    note_rows(trace->sum_after, walk, walk->fast.row_sum, 1);
    note_rows(trace->accumulator_after, walk, walk->fast.accumulator, walk->options->v_head_dim);
}

/* Scores and exponentials take turns in one place of the fast memory. */
static void note_scores(const tile_walk *walk, float *all, uint32_t q) {
    size_t tile_q = walk->tiles->tile_q, tile_k = walk->tiles->tile_k;
    attn_copy(all + (walk->step * tile_q + q) * tile_k, walk->fast.scores + q * tile_k, walk->cols);
}

static void note_row(
    const tile_walk *walk, uint32_t q, float tile_max, float factor, float tile_sum) {
    if (!walk->trace) return;
    size_t row = walk->step * walk->tiles->tile_q + q;
    walk->trace->tile_max[row] = tile_max;
    walk->trace->factor[row] = factor;
    walk->trace->tile_sum[row] = tile_sum;
}

/* --------------------------------------------------------------- a tile -- */

/* scale, softcap, temperature, mask: the same steps as in attention.c */
static float masked_score(const tile_walk *walk, float raw, uint32_t k) {
    const attn_attention_options *o = walk->options;
    float score = raw * o->scale;
    if (o->softcap > 0.0f) score = o->softcap * attn_tanh(score / o->softcap);
    if (o->temperature != 1.0f) score /= o->temperature;
    float mask = attn_mask_at(&walk->place, k);
    if (!attn_is_finite(score)) return ATTN_INFINITY; /* refused */
    return mask == -ATTN_INFINITY ? mask : score + mask;
}

/* tile scores of one row; returns the largest of them, +inf where one overflows */
static float score_tile_row(tile_walk *walk, uint32_t q) {
    uint32_t dim = walk->options->head_dim;
    float *scores_row = walk->fast.scores + (size_t)q * walk->tiles->tile_k;
    const float *q_row = walk->fast.q_tile + (size_t)q * dim;
    float tile_max = -ATTN_INFINITY;
    walk->place.q = walk->first_q + q;
    for (uint32_t k = 0; k < walk->cols; k++) {
        float raw = attn_dot_product(q_row, walk->fast.k_tile + (size_t)k * dim, dim);
        scores_row[k] = masked_score(walk, raw, walk->first_k + k);
        if (scores_row[k] > tile_max) tile_max = scores_row[k];
    }
    if (walk->trace) note_scores(walk, walk->trace->scores, q);
    return tile_max;
}

/* exponentials; returns their sum */
static float exponential_tile_row(tile_walk *walk, uint32_t q, float row_max) {
    float *scores_row = walk->fast.scores + (size_t)q * walk->tiles->tile_k;
    float tile_sum = 0.0f;
    for (uint32_t k = 0; k < walk->cols; k++) {
        float score = scores_row[k];
        scores_row[k] = score == -ATTN_INFINITY ? 0.0f : attn_exp(score - row_max);
        tile_sum += scores_row[k];
    }
    if (walk->trace) note_scores(walk, walk->trace->exponentials, q);
    return tile_sum;
}

/* accumulator * factor + sum_k exponential_k value_k */
static void accumulate(tile_walk *walk, uint32_t q, float factor) {
    uint32_t dim = walk->options->v_head_dim;
    float *sum = walk->fast.accumulator + (size_t)q * dim;
    const float *exponentials = walk->fast.scores + (size_t)q * walk->tiles->tile_k;
    for (uint32_t d = 0; d < dim; d++)
        sum[d] *= factor;
    for (uint32_t k = 0; k < walk->cols; k++)
        if (exponentials[k] != 0.0f)
            attn_add_scaled(sum, exponentials[k], walk->fast.v_tile + (size_t)k * dim, dim);
}

/* One query row meets one tile. Returns 0 where a score overflows. */
static int update_row(tile_walk *walk, uint32_t q) {
    fast_memory *fast = &walk->fast;
    float tile_max = score_tile_row(walk, q);
    if (tile_max == ATTN_INFINITY) return 0;
    float old_max = fast->row_max[q];
    float new_max = tile_max > old_max ? tile_max : old_max; /* new row maximum */
    float tile_sum = exponential_tile_row(walk, q, new_max);
    if (tile_max == -ATTN_INFINITY) return 1;                /* no key for this row: all stays */
    float factor = attn_exp(old_max - new_max);              /* rescaling factor; exp(-inf) = 0 */
    fast->row_sum[q] = fast->row_sum[q] * factor + tile_sum; /* row sum */
    accumulate(walk, q, factor);
    fast->row_max[q] = new_max;
    note_row(walk, q, tile_max, factor, tile_sum);
    return 1;
}

/* ------------------------------------------------------------ the loops -- */

static uint32_t shorter(uint32_t tile, uint32_t left) {
    return left < tile ? left : tile;
}

/* The state of a row that has seen no tile. */
static void start_rows(tile_walk *walk) {
    for (uint32_t q = 0; q < walk->rows; q++) {
        walk->fast.row_max[q] = -ATTN_INFINITY;
        walk->fast.row_sum[q] = 0.0f;
    }
    for (size_t i = 0; i < (size_t)walk->rows * walk->options->v_head_dim; i++)
        walk->fast.accumulator[i] = 0.0f;
}

/* One tile; returns the row within it whose score overflows, or rows. */
static uint32_t visit_tile(tile_walk *walk, const float *k_head, const float *v_head) {
    const attn_attention_options *o = walk->options;
    int32_t state = why_skipped(walk);
    uint32_t q = 0;
    note_before(walk, state);
    if (state == ATTN_TILE_COMPUTED) {
        size_t k = walk->first_k, cols = walk->cols; /* load keys and values */
        attn_copy(walk->fast.k_tile, k_head + k * o->head_dim, cols * o->head_dim);
        attn_copy(walk->fast.v_tile, v_head + k * o->v_head_dim, cols * o->v_head_dim);
        while (q < walk->rows && update_row(walk, q))
            q++;
    }
    note_after(walk);
    walk->step++;
    return state == ATTN_TILE_COMPUTED ? q : walk->rows;
}

/* output = accumulator / row sum, once */
static void finish_rows(tile_walk *walk, float *out_rows, float *log_sum_exp) {
    uint32_t dim = walk->options->v_head_dim;
    for (uint32_t q = 0; q < walk->rows; q++) {
        float row_sum = walk->fast.row_sum[q];
        float *sum = walk->fast.accumulator + (size_t)q * dim;
        for (uint32_t d = 0; d < dim && row_sum > 0.0f; d++)
            sum[d] /= row_sum;
        attn_copy(out_rows + (size_t)q * dim, sum, dim);
        if (!log_sum_exp) continue;
        log_sum_exp[q] = walk->fast.row_max[q];
        if (row_sum > 0.0f) log_sum_exp[q] += attn_log(row_sum);
    }
}

/* One head. Returns the query row whose score overflows, or seq_len. */
static uint32_t walk_head(tile_walk *walk, float *out_head, float *log_sum_exp, const float *q_head,
    const float *k_head, const float *v_head) {
    const attn_attention_options *o = walk->options;
    for (walk->first_q = 0; walk->first_q < o->seq_len; walk->first_q += walk->rows) {
        size_t q = walk->first_q;
        walk->rows = shorter(walk->tiles->tile_q, o->seq_len - walk->first_q);
        attn_copy(walk->fast.q_tile, q_head + q * o->head_dim, (size_t)walk->rows * o->head_dim);
        start_rows(walk);
        for (walk->first_k = 0; walk->first_k < o->kv_len; walk->first_k += walk->cols) {
            walk->cols = shorter(walk->tiles->tile_k, o->kv_len - walk->first_k);
            uint32_t refused = visit_tile(walk, k_head, v_head);
            if (refused < walk->rows) return walk->first_q + refused;
        }
        finish_rows(walk, out_head + q * o->v_head_dim, log_sum_exp ? log_sum_exp + q : NULL);
    }
    return o->seq_len;
}

/* --------------------------------------------------- checks and entries -- */

/* query, key, value, mask, options and tiles are the arguments first ... first + 5. */
static attn_status check_options(const attn_attention_options *o, const attn_tile_options *tiles,
    int32_t first, attn_fault *fault) {
    const uint32_t heads_and_dims[4] = {o->n_heads, o->n_kv_heads, o->head_dim, o->v_head_dim};
    ATTN_TRY(attn_check_not_zero(heads_and_dims, 2, first + 4, 1, fault));
    ATTN_TRY(attn_check_not_zero(heads_and_dims + 2, 2, first + 4, 5, fault));
    ATTN_TRY(attn_check_heads(o->n_heads, o->n_kv_heads, first + 4, 2, fault));
    if (!attn_is_finite(o->scale)) return attn_refuse(fault, ATTN_BAD_OPTION, first + 4, 7);
    if (!(o->softcap >= 0.0f && attn_is_finite(o->softcap)))
        return attn_refuse(fault, ATTN_BAD_OPTION, first + 4, 8);
    if (!(o->temperature > 0.0f && attn_is_finite(o->temperature)))
        return attn_refuse(fault, ATTN_BAD_OPTION, first + 4, 9);
    if (tiles->tile_q == 0) return attn_refuse(fault, ATTN_BAD_OPTION, first + 5, 0);
    if (tiles->tile_k == 0) return attn_refuse(fault, ATTN_BAD_OPTION, first + 5, 1);
    return attn_check_count(attn_tiled_scratch_size(o, tiles), first + 5, fault);
}

static attn_status check_inputs(const float *query, const float *key, const float *value,
    const attn_mask *mask, const attn_attention_options *o, int32_t first, attn_fault *fault) {
    uint32_t rows = attn_count3(o->batch, o->n_heads, o->seq_len);
    uint32_t kv_rows = attn_count3(o->batch, o->n_kv_heads, o->kv_len);
    ATTN_TRY(attn_check_finite(query, attn_count(rows, o->head_dim), first, fault));
    ATTN_TRY(attn_check_finite(key, attn_count(kv_rows, o->head_dim), first + 1, fault));
    ATTN_TRY(attn_check_finite(value, attn_count(kv_rows, o->v_head_dim), first + 2, fault));
    ATTN_TRY(attn_check_count(attn_count(rows, o->v_head_dim), 0, fault));
    attn_extent extent = {o->batch, o->n_heads, o->seq_len, o->kv_len};
    return attn_check_mask(mask, &extent, first + 3, fault);
}

attn_status attn_tiled_attention(float *output, float *log_sum_exp, float *scratch,
    const float *query, const float *key, const float *value, const attn_mask *mask,
    const attn_attention_options *options, const attn_tile_options *tiles, attn_fault *fault) {
    const attn_attention_options *o = options;
    ATTN_TRY(check_options(o, tiles, 3, fault));
    ATTN_TRY(check_inputs(query, key, value, mask, o, 3, fault));
    if (o->seq_len == 0) return ATTN_OK; /* the loops below may still be long */
    uint32_t group = o->n_heads / o->n_kv_heads;
    tile_walk walk = {.options = o,
        .tiles = tiles,
        .fast = divide_scratch(scratch, o, tiles),
        .place = {mask, {o->batch, o->n_heads, o->seq_len, o->kv_len}, 0, 0, 0}};
    size_t row = 0;
    for (uint32_t b = 0; b < o->batch; b++)
        for (uint32_t h = 0; h < o->n_heads; h++, row += o->seq_len) {
            size_t kv_row = ((size_t)b * o->n_kv_heads + h / group) * o->kv_len;
            walk.place.b = b;
            walk.place.h = h;
            uint32_t q = walk_head(&walk, output + row * o->v_head_dim,
                log_sum_exp ? log_sum_exp + row : NULL, query + row * o->head_dim,
                key + kv_row * o->head_dim, value + kv_row * o->v_head_dim);
            if (q < o->seq_len) return attn_refuse(fault, ATTN_OVERFLOW, 3, (uint32_t)row + q);
        }
    return ATTN_OK;
}

static attn_status check_trace(
    const attn_attention_options *o, const attn_tile_options *tiles, attn_fault *fault) {
    if (o->batch != 1) return attn_refuse(fault, ATTN_BAD_OPTION, 8, 0);
    if (o->n_heads != 1) return attn_refuse(fault, ATTN_BAD_OPTION, 8, 1);
    uint32_t tile_rows = o->seq_len / tiles->tile_q + (o->seq_len % tiles->tile_q != 0);
    uint32_t tile_cols = o->kv_len / tiles->tile_k + (o->kv_len % tiles->tile_k != 0);
    uint32_t rows = attn_count3(tile_rows, tile_cols, tiles->tile_q);
    ATTN_TRY(attn_check_count(attn_count(rows, tiles->tile_k), 0, fault));
    return attn_check_count(attn_count(rows, o->v_head_dim), 0, fault);
}

attn_status attn_tile_steps(const attn_tile_trace *trace, float *output, float *log_sum_exp,
    float *scratch, const float *query, const float *key, const float *value, const attn_mask *mask,
    const attn_attention_options *options, const attn_tile_options *tiles, attn_fault *fault) {
    const attn_attention_options *o = options;
    ATTN_TRY(check_options(o, tiles, 4, fault));
    ATTN_TRY(check_trace(o, tiles, fault));
    ATTN_TRY(check_inputs(query, key, value, mask, o, 4, fault));
    tile_walk walk = {.options = o,
        .tiles = tiles,
        .trace = trace,
        .fast = divide_scratch(scratch, o, tiles),
        .place = {mask, {1, 1, o->seq_len, o->kv_len}, 0, 0, 0}};
    uint32_t q = walk_head(&walk, output, log_sum_exp, query, key, value);
    return q < o->seq_len ? attn_refuse(fault, ATTN_OVERFLOW, 4, q) : ATTN_OK;
}
