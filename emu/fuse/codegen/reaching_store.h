#ifndef FUSE_CODEGEN_REACHING_STORE_H
#define FUSE_CODEGEN_REACHING_STORE_H

#include "emission.h"

/* The region's one store to the slot, or null. */
LLVMValueRef emission_only_store(const emission *e, const fuse_slot *slot);
/* The store whose value a load of the uniform slot reads. Null: `kept` says whether it reads the slot's value from
 * before the region; else it is unknown. */
LLVMValueRef emission_reaching_store(const emission *e, LLVMValueRef load, const fuse_slot *slot, bool *kept);
/* The uniform slot whose value from before the region the load reads; null: none. */
const fuse_slot *emission_slot_of_load(const emission *e, LLVMValueRef load);
/* The value of a load of a thread's slot, if the region stores to the slot once, before the load; else null. */
LLVMValueRef emission_stored_value(emission *e, LLVMValueRef load);

#endif
