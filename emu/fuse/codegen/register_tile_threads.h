#ifndef FUSE_CODEGEN_REGISTER_TILE_THREADS_H
#define FUSE_CODEGEN_REGISTER_TILE_THREADS_H

#include "emission.h"

/* Where the sum of the thread of that linear thread id lies. */
LLVMValueRef emission_in_tile(emission *e, const fuse_slot *slot, LLVMValueRef linear_id);

LLVMValueRef emission_tile_of_strip(emission *e, const fuse_tile *tile); /* where the strip's elements begin */
/* The array by thread of the strip that slot number `s` of a tile is in; null: there is none. */
LLVMValueRef emission_tile_values(const emission *e, int s);

/* Around a strip's loop over threads: sums that these use, by thread. */
void emission_load_tile_by_thread(emission *e);

void emission_store_tile_by_thread(emission *e);

#endif
