#ifndef FUSE_CODEGEN_UNIFORM_HOIST_H
#define FUSE_CODEGEN_UNIFORM_HOIST_H

#include "emission.h"

/* The value for all threads, in the entry; null: it is not known there. */
LLVMValueRef emission_hoist_uniform(emission *e, LLVMValueRef value);

/* What a uniform slot holds after the region, wherever threads go where it is alive; null: that depends. */
LLVMValueRef emission_uniform_at_exit(emission *e, const fuse_slot *slot);

void emission_find_unconditional(emission *e);
/* The uniform slot of which the load reads what the block kept before the region; null: it does not. */
const fuse_slot *emission_slot_of_load(const emission *e, LLVMValueRef load);

/* The region's one store to the slot, or null. */
LLVMValueRef emission_only_store(const emission *e, const fuse_slot *slot);

/* What a load of a thread's slot reads, where the region stores to it once, before; else null. */
LLVMValueRef emission_stored_value(emission *e, LLVMValueRef load);

/* Every way from the region's start to block `at` goes through block `from`. */
bool emission_dominates(const emission *e, int from, int at);

#endif
