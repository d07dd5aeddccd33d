#ifndef FUSE_CODEGEN_KERNEL_TABLE_H
#define FUSE_CODEGEN_KERNEL_TABLE_H

#include "../support/kernel.h"

/* `functions`: by region, the function for threads that run by themselves. */
void fuse_emit_kernel_table(fuse_kernel *kernel, const LLVMValueRef *functions);

#endif
