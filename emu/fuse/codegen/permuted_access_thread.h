#ifndef FUSE_CODEGEN_PERMUTED_ACCESS_THREAD_H
#define FUSE_CODEGEN_PERMUTED_ACCESS_THREAD_H

#include "permuted_access.h"

/* Around a thread's copy. */
void permuted_access_begin_thread(emission *e);
void permuted_access_end_thread(emission *e);

/* A thread's load or store, of the value, where the strip has it; null: it is no access of the strip's. */
LLVMValueRef emission_permuted_access(emission *e, LLVMValueRef from, LLVMValueRef value);

#endif
