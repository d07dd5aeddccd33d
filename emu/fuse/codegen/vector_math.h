#ifndef FUSE_CODEGEN_VECTOR_MATH_H
#define FUSE_CODEGEN_VECTOR_MATH_H

#include "../support/kernel.h"

/* `strip`: the loop may be one vector of so many threads; 0: vectors have the processor's width. */
void fuse_declare_vector_variants(fuse_kernel *kernel, LLVMValueRef call, unsigned strip);
/* Keeps the function, which only the vectoriser calls, until it has run. */
void fuse_keep_vector_function(fuse_kernel *kernel, LLVMValueRef function);
/* Gives the call the vectoriser's descriptions of functions for several threads. */
void fuse_set_vector_variants(fuse_kernel *kernel, LLVMValueRef call, const char *variants);
/* If the level has vectors of 512 bits, the function will use them. */
void fuse_prefer_512_bits(fuse_kernel *kernel, LLVMValueRef function);

#endif
