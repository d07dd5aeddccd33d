#ifndef FUSE_CODEGEN_PERMUTED_ACCESS_THREAD_H
#define FUSE_CODEGEN_PERMUTED_ACCESS_THREAD_H

#include "permuted_access.h"

/* Before and after a thread's copy. */
void permuted_access_begin_thread(emission *e);
void permuted_access_end_thread(emission *e);

/* The thread's load, or store of the value, in the strip's array; null: the access is not the strip's. */
LLVMValueRef emission_permuted_access(emission *e, LLVMValueRef from, LLVMValueRef value);

#endif
