#ifndef FUSE_CODEGEN_REGISTER_TILE_THREADS_H
#define FUSE_CODEGEN_REGISTER_TILE_THREADS_H

#include "emission.h"

/* The address of the sum of the thread with that linear thread id. */
LLVMValueRef emission_in_tile(emission *e, const fuse_slot *slot, LLVMValueRef linear_id);

LLVMValueRef emission_tile_of_strip(emission *e, const fuse_tile *tile); /* the address of the strip's elements */
/* The array by thread of the strip that holds slot number `s` of a tile; null: there is none. */
LLVMValueRef emission_tile_values(const emission *e, int s);

/* Before and after a strip's loop over threads: the sums that it uses, by thread. */
void emission_load_tile_by_thread(emission *e);

void emission_store_tile_by_thread(emission *e);

#endif
