#ifndef FUSE_CODEGEN_UNIFORM_HOIST_H
#define FUSE_CODEGEN_UNIFORM_HOIST_H

#include "emission.h"

/* Whether the region's entry can make the value for all threads. Nothing is made. */
bool emission_may_hoist(emission *e, LLVMValueRef value);

/* The value for all threads, made in the entry; null: unknown there. */
LLVMValueRef emission_hoist_uniform(emission *e, LLVMValueRef value);

/* The uniform divisor, in the entry, where the builder is; 1 if it is 0. Threads run the region together only if it
 * is not 0, unless the division is guarded. */
LLVMValueRef emission_divisor_but_zero(emission *e, LLVMValueRef division, LLVMValueRef divisor);

/* A uniform slot's value after the region, wherever threads go where it is live; null: it depends on the exit. */
LLVMValueRef emission_uniform_at_exit(emission *e, const fuse_slot *slot);

#endif
