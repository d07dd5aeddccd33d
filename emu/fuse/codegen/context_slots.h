#ifndef FUSE_CODEGEN_CONTEXT_SLOTS_H
#define FUSE_CODEGEN_CONTEXT_SLOTS_H

#include "emission.h"

/* What the block keeps in uniform slot number `s`, where the builder is. */
LLVMValueRef emission_load_uniform(emission *e, int s);

/* Where a slot of the thread of that linear thread id lies in the context. */
LLVMValueRef emission_in_context(emission *e, const fuse_slot *slot, LLVMValueRef linear_id);

void emission_begin_slots(emission *e);
void emission_store_slots(emission *e, int to);
void emission_store_joined(emission *e);
void emission_store_uniform(emission *e);

#endif
