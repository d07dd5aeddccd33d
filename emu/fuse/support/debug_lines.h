#ifndef FUSE_SUPPORT_DEBUG_LINES_H
#define FUSE_SUPPORT_DEBUG_LINES_H

#include "kernel.h"

/* The line at which the kernel's loop begins; 0: unknown. */
unsigned fuse_loop_line(const fuse_kernel *kernel, const fuse_loop *loop);

void fuse_debug_begin(fuse_compilation *module);
void fuse_debug_end(fuse_compilation *module);
/* Declares the function as the kernel to debuggers; null if lines are unknown. */
LLVMMetadataRef fuse_debug_function(const fuse_kernel *kernel, LLVMValueRef function);

/* The instruction's line in the kernel's own file; 0: none. */
unsigned fuse_debug_own_line(const fuse_kernel *kernel, LLVMValueRef instruction);

/* Gives the copy the line of its original. */
void fuse_debug_line(const fuse_kernel *kernel, LLVMMetadataRef function, LLVMValueRef made, LLVMValueRef from);

#endif
