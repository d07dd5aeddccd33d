#ifndef FUSE_CODEGEN_PERMUTED_ACCESS_LOOP_H
#define FUSE_CODEGEN_PERMUTED_ACCESS_LOOP_H

#include "emission.h"

/* Threads of the row from 0 on, in strips where that is better: how many of the `end` it has made. Null: none ever.
 * Sets whether those that are left are better off one by one. */
LLVMValueRef emission_permuted_strips(emission *e, LLVMValueRef row, LLVMValueRef end, bool *one_by_one);

#endif
