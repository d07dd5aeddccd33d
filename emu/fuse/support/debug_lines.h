#ifndef FUSE_SUPPORT_DEBUG_LINES_H
#define FUSE_SUPPORT_DEBUG_LINES_H

#include "kernel.h"

/* The line at which a loop of the kernel's begins; 0: it is not known. */
unsigned fuse_loop_line(const fuse_kernel *kernel, const fuse_loop *loop);

void fuse_debug_begin(fuse_module *module);
void fuse_debug_end(fuse_module *module);
/* Has the function be the kernel to debuggers; null where lines are not known. */
LLVMMetadataRef fuse_debug_function(const fuse_kernel *kernel, LLVMValueRef function);

/* The line in the kernel's own file that the instruction is of; 0: none. */
unsigned fuse_debug_own_line(const fuse_kernel *kernel, LLVMValueRef instruction);

/* Gives the copy the line of what it was made from. */
void fuse_debug_line(const fuse_kernel *kernel, LLVMMetadataRef function, LLVMValueRef made, LLVMValueRef from);

#endif
