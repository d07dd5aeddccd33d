/* The kernel's values as strides: a shared part, and a constant for each thread. */
#ifndef FUSE_CODEGEN_THREAD_STRIDE_H
#define FUSE_CODEGEN_THREAD_STRIDE_H

#include "stride.h"

/* The value's stride, or null. It depends only on the threads' ids and on values that emission_hoist_uniform can
 * make. Makes no instruction. */
const stride *stride_of(stride_analysis *all, LLVMValueRef value);

/* The same for the strip's threads. */
const stride *emission_strip_stride(emission *e, LLVMValueRef value);
/* Of an address: its shared part, made at the end of the entry; and the factor, i64. */
LLVMValueRef emission_strip_base(emission *e, const stride *of);
LLVMValueRef emission_strip_factor(emission *e, const stride *of);
void emission_free_strip_strides(emission *e);

#endif
