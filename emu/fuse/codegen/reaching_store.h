#ifndef FUSE_CODEGEN_REACHING_STORE_H
#define FUSE_CODEGEN_REACHING_STORE_H

#include "emission.h"

/* The region's one store to the slot, or null. */
LLVMValueRef emission_only_store(const emission *e, const fuse_slot *slot);
/* The store whose value a load of the uniform slot reads; null with `kept`: what the block kept, else not known. */
LLVMValueRef emission_reaching_store(const emission *e, LLVMValueRef load, const fuse_slot *slot, bool *kept);
/* The uniform slot of which the load reads what the block kept before the region; null: it does not. */
const fuse_slot *emission_slot_of_load(const emission *e, LLVMValueRef load);
/* What a load of a thread's slot reads, where the region stores to it once, before; else null. */
LLVMValueRef emission_stored_value(emission *e, LLVMValueRef load);

#endif
