/* What the targets are made of: sizes, arrays and options out of the bytes that
 * libFuzzer gives. Every array is its own allocation of exactly the elements
 * that attn.h names, so that AddressSanitizer sees one element too many. */
#ifndef FUZZ_H
#define FUZZ_H

#include "attn.h"
#include <stddef.h>

typedef struct fuzz fuzz;

/* One public function, called once with what is read from `in`. */
typedef attn_status (*fuzz_call)(fuzz *in);
typedef struct fuzz_target {
    const char *name;
    fuzz_call call;
    int may_be_nan; /* outputs may have NaN though nothing was refused */
} fuzz_target;

/* Ends at the entry without a name. */
extern const fuzz_target fuzz_core_targets[], fuzz_cache_targets[], fuzz_model_targets[],
    fuzz_fast_targets[];

/* Numbers. A whole one in [0, most]; a size, which is mostly small (up to
 * `usual`) and now and then far too large; any float, NaN among them; one that
 * is mostly sensible. */
uint32_t fuzz_whole(fuzz *in, uint32_t most);
uint32_t fuzz_size(fuzz *in, uint32_t usual);
float fuzz_float(fuzz *in);
float fuzz_option(fuzz *in, float usual);

/* Products that stay at UINT64_MAX when they overflow. */
uint64_t fuzz_count(uint64_t a, uint64_t b);
uint64_t fuzz_count3(uint64_t a, uint64_t b, uint64_t c);
uint64_t fuzz_count4(uint64_t a, uint64_t b, uint64_t c, uint64_t d);

/* Inputs, filled; and room for outputs. An array of more elements than
 * ATTN_MAX_COUNT is one byte that nobody may touch, and the call must then be
 * refused; an array that is only too large for this test ends the try. */
float *fuzz_floats(fuzz *in, uint64_t count);
float *fuzz_maybe_floats(fuzz *in, uint64_t count); /* or NULL */
int32_t *fuzz_int32s(fuzz *in, uint64_t count, int32_t most);
uint8_t *fuzz_bytes(fuzz *in, uint64_t count);
float *fuzz_room(fuzz *in, uint64_t count);
float *fuzz_maybe_room(fuzz *in, uint64_t count);
void *fuzz_room_of(fuzz *in, uint64_t count, size_t bytes); /* not looked at for NaN */
/* Scratch may be large where the arrays are small; it comes filled with NaN, so
 * that reading what was not written shows. */
float *fuzz_scratch(fuzz *in, uint32_t count);
/* Ends a try whose honest work would take long: numbers that are drawn and not
 * kept make no array that would bound them. */
void fuzz_work(fuzz *in, uint64_t count);
/* A copy of a struct, with guards around it. */
const void *fuzz_struct(fuzz *in, const void *bytes, size_t size);
#define FUZZ_STRUCT(in, value) fuzz_struct(in, &(value), sizeof(value))

/* A mask for these rows, or NULL; and where a fault is written down, or NULL. */
const attn_mask *fuzz_mask(fuzz *in, const attn_extent *extent);
attn_extent fuzz_extent(fuzz *in);
attn_trace fuzz_trace(fuzz *in, uint64_t rows, uint64_t kv_len);
attn_fault *fuzz_fault(fuzz *in);

#endif
