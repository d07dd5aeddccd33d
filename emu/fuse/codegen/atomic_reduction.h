#ifndef FUSE_CODEGEN_ATOMIC_REDUCTION_H
#define FUSE_CODEGEN_ATOMIC_REDUCTION_H

#include "deferred_atomic.h"

/* Finds the region's deferred atomics, before its threads are made. */
void emission_find_reductions(emission *e);

void emission_begin_reductions(emission *e); /* a thread begins */
/* False: the atomic is not deferred. */
bool emission_reduce(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value,
                     emission_atomic_call *otherwise);
/* The value of the thread's load, if memory has `value` at the word; and the thread's store to the address. */
LLVMValueRef emission_forward_load(emission *e, LLVMValueRef load, LLVMValueRef address, LLVMValueRef value);
void emission_forward_store(emission *e, LLVMValueRef store, LLVMValueRef address);

void emission_join_reductions(emission *e);                                    /* a thread has left the region */
void emission_finish_reductions(emission *e, emission_atomic_call *otherwise); /* all have */
void emission_free_reductions(emission *e);

#endif
