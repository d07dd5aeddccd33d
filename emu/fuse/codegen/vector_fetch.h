#ifndef FUSE_CODEGEN_VECTOR_FETCH_H
#define FUSE_CODEGEN_VECTOR_FETCH_H

#include "../support/kernel.h"

/* For a call of emu_fetch_NAME() or emu_plain_NAME(). `strip`: as in vector_math.h. */
void fuse_declare_vector_fetch(fuse_kernel *kernel, LLVMValueRef call, unsigned strip);

#endif
