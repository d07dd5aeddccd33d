#ifndef FUSE_CODEGEN_CLONE_H
#define FUSE_CODEGEN_CLONE_H

#include "emission.h"

/* The thread, from its slots as they were left to where it leaves the region. */
void emission_clone_thread(emission *e);

/* Copies an atomic's call, after the loop over threads: in no thread's name. */
LLVMValueRef emission_call_atomic(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value);

#endif
