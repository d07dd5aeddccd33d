#ifndef FUSE_ANALYSIS_LOCAL_ARRAY_H
#define FUSE_ANALYSIS_LOCAL_ARRAY_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* The bytes of an element of the local array, if its elements can lie apart: all accesses have that size, and its
 * address is used for nothing else. 0: they cannot. `filled`: it may also be filled with a constant, by calls. */
unsigned fuse_array_element(LLVMValueRef alloca, bool filled);

#endif
