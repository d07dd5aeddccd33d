#ifndef FUSE_CODEGEN_UNIFORM_HOIST_H
#define FUSE_CODEGEN_UNIFORM_HOIST_H

#include "emission.h"

/* Whether the region's entry can make the value for all threads. Nothing is made. */
bool emission_may_hoist(emission *e, LLVMValueRef value);

/* The value for all threads, in the entry; null: it is not known there. */
LLVMValueRef emission_hoist_uniform(emission *e, LLVMValueRef value);

/* The uniform divisor, in the entry, where the builder stands; 1 where it is 0. Threads run the region together only where it
 * is not, unless the division is guarded. */
LLVMValueRef emission_divisor_but_zero(emission *e, LLVMValueRef division, LLVMValueRef divisor);

/* What a uniform slot holds after the region, wherever threads go where it is alive; null: that depends. */
LLVMValueRef emission_uniform_at_exit(emission *e, const fuse_slot *slot);

#endif
