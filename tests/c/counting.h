/* The loops of the engine once more, under other names and with counting
 * innermost functions: included by test_costs.c alone, which defines those.
 * A new public function in one of the files below needs its two lines here. */
#ifndef COUNTING_H
#define COUNTING_H

#define attn_dot_product counted_dot_product
#define attn_exp counted_exp
#define v4_exp counted_v4_exp
#define attn_add_scaled counted_add_scaled
#define attn_copy counted_copy

/* attention.c */
#define attn_attention counted_attention
#define attn_check_attention_options counted_check_attention_options
#define attn_default_scale counted_default_scale
#define attn_score_row counted_score_row
#define attn_weighted_row counted_weighted_row
#define attn_weighted_sum counted_weighted_sum
/* softmax.c */
#define attn_softmax counted_softmax
#define attn_softmax_row counted_softmax_row
#define attn_weights_only counted_weights_only
/* tiles.c */
#define attn_tile_steps counted_tile_steps
#define attn_tiled_attention counted_tiled_attention
#define attn_tiled_scratch_size counted_tiled_scratch_size
/* cache.c */
#define attn_cache_append counted_cache_append
#define attn_cache_attend counted_cache_attend
#define attn_cache_bytes counted_cache_bytes
#define attn_cache_kept counted_cache_kept
#define attn_cache_scratch_size counted_cache_scratch_size
#define attn_tensor_scatter counted_tensor_scatter
/* linear.c, multi_head.c */
#define attn_concat_heads counted_concat_heads
#define attn_linear counted_linear
#define attn_mean_matrices counted_mean_matrices
#define attn_multi_head counted_multi_head
#define attn_multi_head_param_counts counted_multi_head_param_counts
#define attn_project_heads counted_project_heads
/* generation.c */
#define attn_generate counted_generate
#define attn_generation_costs counted_generation_costs
#define attn_generation_params_size counted_generation_params_size
#define attn_generation_scratch_size counted_generation_scratch_size
#define attn_generation_steps counted_generation_steps

/* Each file after those that it calls, so that definitions serve as declarations. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#define note_row note_row_of_softmax
#include "softmax.c"
#undef note_row
#include "linear.c"
#define check_inputs check_inputs_of_attention
#define check_options check_options_of_attention
#include "attention.c"
#undef check_inputs
#undef check_options
#define blame blame_of_multi_head
#include "multi_head.c"
#undef blame
#define blame blame_of_cache
#include "cache.c"
#undef blame
#define check_inputs check_inputs_of_tiles
#define check_options check_options_of_tiles
#define divide_scratch divide_scratch_of_tiles
#define note_row note_row_of_tiles
#include "tiles.c"
#undef check_inputs
#undef check_options
#undef divide_scratch
#undef note_row
#define check_options check_options_of_generation
#define divide_scratch divide_scratch_of_generation
#include "generation.c"
#undef check_options
#undef divide_scratch
#pragma GCC diagnostic pop

#undef attn_dot_product
#undef attn_exp
#undef attn_add_scaled
#undef attn_copy
#undef attn_attention
#undef attn_default_scale
#undef attn_weighted_row
#undef attn_weighted_sum
#undef attn_softmax
#undef attn_softmax_row
#undef attn_weights_only
#undef attn_tile_steps
#undef attn_tiled_attention
#undef attn_tiled_scratch_size
#undef attn_cache_append
#undef attn_cache_attend
#undef attn_cache_bytes
#undef attn_cache_kept
#undef attn_cache_scratch_size
#undef attn_tensor_scatter
#undef attn_concat_heads
#undef attn_linear
#undef attn_mean_matrices
#undef attn_multi_head
#undef attn_multi_head_param_counts
#undef attn_project_heads
#undef attn_generate
#undef attn_generation_costs
#undef attn_generation_params_size
#undef attn_generation_scratch_size
#undef attn_generation_steps

#endif
