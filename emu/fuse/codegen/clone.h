#ifndef FUSE_CODEGEN_CLONE_H
#define FUSE_CODEGEN_CLONE_H

#include "emission.h"

/* Copies the thread, from loading its slots to where it leaves the region. */
void emission_clone_thread(emission *e);

/* Copies an atomic's call, after the loop over threads: made for no particular thread. */
LLVMValueRef emission_call_atomic(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value);

#endif
