/* The kernel's values as strides: what a group of threads shares, and a constant for each. */
#ifndef FUSE_CODEGEN_THREAD_STRIDE_H
#define FUSE_CODEGEN_THREAD_STRIDE_H

#include "stride.h"

/* Null: it is no such value. It depends on nothing but the threads' ids and what emission_hoist_uniform knows. No instruction
 * is made. */
const stride *stride_of(stride_analysis *all, LLVMValueRef value);

/* Of the strip's threads. */
const stride *emission_strip_stride(emission *e, LLVMValueRef value);
/* Of an address: what its threads share, at the end of the entry; and the factor, i64. */
LLVMValueRef emission_strip_base(emission *e, const stride *of);
LLVMValueRef emission_strip_factor(emission *e, const stride *of);
void emission_free_strip_strides(emission *e);

#endif
