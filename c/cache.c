/* The KV cache: keep what a causal mask never changes. */
#include "internal.h"

/* Every index is looked at before anything is written. */
static attn_status check_indices(
    const int32_t *write_indices, const attn_scatter_options *o, attn_fault *fault) {
    for (uint32_t b = 0; b < o->batch; b++) {
        int32_t index = write_indices ? write_indices[b] : 0;
        if (index < 0) return attn_refuse(fault, ATTN_BAD_OPTION, 2, b);
        if ((uint32_t)index > o->capacity || (o->circular && (uint32_t)index == o->capacity))
            return attn_refuse(fault, ATTN_BAD_OPTION, 2, b);
        uint32_t room = o->capacity - (uint32_t)index;
        if (!o->circular && o->rows > room) return attn_refuse(fault, ATTN_FULL, 1, room);
    }
    return ATTN_OK;
}

attn_status attn_tensor_scatter(float *cache, const float *update, const int32_t *write_indices,
    const attn_scatter_options *options, attn_fault *fault) {
    const attn_scatter_options *o = options;
    if ((o->circular & ~1) != 0) return attn_refuse(fault, ATTN_BAD_OPTION, 3, 5);
    ATTN_TRY(attn_check_count(attn_count4(o->batch, o->outer, o->capacity, o->inner), 0, fault));
    if (write_indices) ATTN_TRY(attn_check_count(o->batch, 2, fault));
    uint32_t count = attn_count4(o->batch, o->outer, o->rows, o->inner);
    ATTN_TRY(attn_check_finite(update, count, 1, fault));
    if (count == 0) return ATTN_OK;
    ATTN_TRY(check_indices(write_indices, o, fault));
    for (size_t b = 0; b < o->batch; b++)
        for (size_t head = b * o->outer; head < (b + 1) * o->outer; head++)
            for (size_t t = 0; t < o->rows; t++) {
                size_t row = (write_indices ? (size_t)write_indices[b] : 0) + t;
                if (o->circular) row %= o->capacity;
                const float *from = update + (head * o->rows + t) * o->inner;
                attn_copy(cache + (head * o->capacity + row) * o->inner, from, o->inner);
            }
    return ATTN_OK;
}

uint32_t attn_cache_kept(const attn_cache *cache) {
    return cache->length < cache->capacity ? cache->length : cache->capacity;
}

static attn_status check_cache(const attn_cache *c, int32_t argument, attn_fault *fault) {
    const uint32_t sizes[5] = {c->batch, c->n_kv_heads, c->capacity, c->head_dim, c->v_head_dim};
    ATTN_TRY(attn_check_not_zero(sizes, 5, argument, 2, fault));
    if ((c->ring & ~1) != 0) return attn_refuse(fault, ATTN_BAD_OPTION, argument, 8);
    if (!c->ring && c->length > c->capacity)
        return attn_refuse(fault, ATTN_BAD_OPTION, argument, 7);
    uint32_t widest = c->head_dim > c->v_head_dim ? c->head_dim : c->v_head_dim;
    uint32_t count = attn_count4(c->batch, c->n_kv_heads, c->capacity, widest);
    return attn_check_count(count, argument, fault);
}

attn_status attn_cache_append(
    attn_cache *cache, const float *key, const float *value, uint32_t tokens, attn_fault *fault) {
    attn_cache *c = cache;
    ATTN_TRY(check_cache(c, 0, fault));
    uint32_t rows = attn_count3(c->batch, c->n_kv_heads, tokens);
    ATTN_TRY(attn_check_finite(key, attn_count(rows, c->head_dim), 1, fault));
    ATTN_TRY(attn_check_finite(value, attn_count(rows, c->v_head_dim), 2, fault));
    ATTN_TRY(attn_check_count(attn_count_sum(c->length, tokens), 3, fault));
    if (!c->ring && tokens > c->capacity - c->length)
        return attn_refuse(fault, ATTN_FULL, 3, c->capacity - c->length);
    if (tokens == 0) return ATTN_OK;
    const int32_t index = (int32_t)(c->ring ? c->length % c->capacity : c->length);
    attn_scatter_options scatter = {
        1, c->batch * c->n_kv_heads, c->capacity, c->head_dim, tokens, c->ring};
    ATTN_TRY(attn_tensor_scatter(c->key, key, &index, &scatter, fault));
    scatter.inner = c->v_head_dim;
    ATTN_TRY(attn_tensor_scatter(c->value, value, &index, &scatter, fault));
    c->length += tokens;
    return ATTN_OK;
}

static int has_turned(const attn_cache *cache) {
    return cache->length > cache->capacity;
}

uint32_t attn_cache_scratch_size(const attn_cache *cache) {
    uint32_t width = attn_count_sum(cache->head_dim, cache->v_head_dim);
    return has_turned(cache) ? attn_count(cache->capacity, width) : 0;
}

/* The rows of one KV head, the oldest first: where they lie, unless the ring
 * has turned; then a copy that starts at the oldest. */
static const float *in_order(
    float *scratch, const float *head, const attn_cache *cache, uint32_t dim) {
    if (!has_turned(cache)) return head;
    size_t oldest = cache->length % cache->capacity, newer = cache->capacity - oldest;
    attn_copy(scratch, head + oldest * dim, newer * dim);
    attn_copy(scratch + newer * dim, head, oldest * dim);
    return scratch;
}

/* A ring must still hold what the first of the new queries sees. */
static int ring_is_long_enough(const attn_cache *cache, const attn_cache_options *o) {
    if (!has_turned(cache)) return 1;
    return o->window > 0 && (uint64_t)o->seq_len + o->window - 1 <= cache->capacity;
}

static attn_status check_attend(
    const float *query, const attn_cache *c, const attn_cache_options *o, attn_fault *fault) {
    ATTN_TRY(check_cache(c, 4, fault));
    ATTN_TRY(attn_check_not_zero(&o->n_heads, 1, 5, 0, fault));
    ATTN_TRY(attn_check_heads(o->n_heads, c->n_kv_heads, 5, 0, fault));
    if (o->seq_len > attn_cache_kept(c)) return attn_refuse(fault, ATTN_BAD_OPTION, 5, 1);
    if (!ring_is_long_enough(c, o)) return attn_refuse(fault, ATTN_BAD_OPTION, 5, 2);
    ATTN_TRY(attn_check_count(attn_cache_scratch_size(c), 2, fault));
    uint32_t rows = attn_count3(c->batch, o->n_heads, o->seq_len);
    ATTN_TRY(attn_check_finite(query, attn_count(rows, c->head_dim), 3, fault));
    ATTN_TRY(attn_check_count(attn_count(rows, c->v_head_dim), 0, fault));
    return attn_check_count(attn_count(rows, attn_cache_kept(c)), 1, fault);
}

/* What attn_attention refused, in the words of attn_cache_attend. */
static attn_status blame(
    attn_status status, const attn_fault *inner, size_t first_weight, attn_fault *fault) {
    if (status == ATTN_BAD_OPTION) return attn_refuse(fault, status, 5, inner->position - 4);
    if (status == ATTN_OVERFLOW)
        return attn_refuse(fault, status, 3, (uint32_t)first_weight + inner->position);
    return attn_refuse(fault, status, inner->argument == 2 ? 3 : 4, inner->position);
}

attn_status attn_cache_attend(float *output, float *weights, float *scratch, const float *query,
    const attn_cache *cache, const attn_cache_options *options, attn_fault *fault) {
    const attn_cache *c = cache;
    const attn_cache_options *o = options;
    ATTN_TRY(check_attend(query, c, o, fault));
    if (o->seq_len == 0) return ATTN_OK;
    uint32_t kept = attn_cache_kept(c), group = o->n_heads / c->n_kv_heads;
    const attn_mask mask = {.causal = 1, .align = ATTN_ALIGN_BOTTOM_RIGHT, .window = o->window};
    const attn_attention_options attend = {1, group, 1, o->seq_len, kept, c->head_dim,
        c->v_head_dim, o->scale, o->softcap, o->temperature};
    size_t rows = (size_t)group * o->seq_len; /* all query rows that read one KV head */
    for (size_t kv_head = 0; kv_head < (size_t)c->batch * c->n_kv_heads; kv_head++) {
        size_t first = kv_head * c->capacity, row = kv_head * rows;
        const float *k_head = in_order(scratch, c->key + first * c->head_dim, c, c->head_dim);
        float *left = has_turned(c) ? scratch + (size_t)kept * c->head_dim : scratch;
        const float *v_head = in_order(left, c->value + first * c->v_head_dim, c, c->v_head_dim);
        const attn_trace trace = attn_weights_only(weights + row * kept);
        attn_fault inner = {0};
        attn_status status = attn_attention(output + row * c->v_head_dim, &trace,
            query + row * c->head_dim, k_head, v_head, &mask, &attend, &inner);
        if (status != ATTN_OK) return blame(status, &inner, row * kept, fault);
    }
    return ATTN_OK;
}

attn_status attn_cache_bytes(uint32_t *bytes, const attn_cache_size *size, attn_fault *fault) {
    const uint32_t factors[6] = {size->n_layers, size->n_kv_heads, size->head_dim, size->tokens,
        size->bits_per_number, size->batch};
    uint64_t bits = 2; /* keys and values */
    for (uint32_t i = 0; i < 6; i++) {
        if (factors[i] != 0 && bits > UINT64_MAX / factors[i])
            return attn_refuse(fault, ATTN_TOO_LARGE, 1, i);
        bits *= factors[i];
    }
    uint64_t whole = bits / 8 + (bits % 8 != 0);
    bytes[0] = (uint32_t)whole;
    bytes[1] = (uint32_t)(whole >> 32);
    return ATTN_OK;
}
