#ifndef FUSE_CODEGEN_THREAD_STRIDE_H
#define FUSE_CODEGEN_THREAD_STRIDE_H

#include "emission.h"

/* Of a strip; null or false: it is no such value. The builder is at the end of the entry. */
const strip_value *emission_find_strides_cached(emission *e, LLVMValueRef value);

bool emission_find_strides(emission *e, LLVMValueRef value, strip_value *found);

#endif
