#ifndef FUSE_CODEGEN_CLONE_H
#define FUSE_CODEGEN_CLONE_H

#include "emission.h"

void emission_clone_thread(emission *e);
/* What stands for a call of this tool's own; null: none of those. */
LLVMValueRef emission_replace_call(emission *e, LLVMValueRef call);

/* Copies an atomic's call, after the loop over threads: in no thread's name. */
LLVMValueRef emission_call_atomic(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value);

/* Where the block has a variable of its shared memory. */
LLVMValueRef emission_shared(emission *e, LLVMValueRef record);

#endif
