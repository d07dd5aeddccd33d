#ifndef FUSE_CODEGEN_PERMUTED_ACCESS_LOOP_H
#define FUSE_CODEGEN_PERMUTED_ACCESS_LOOP_H

#include "emission.h"

/* Runs threads of the row from 0 on in strips if that is better. Returns how many of the `end` it has run; null:
 * always none. *one_by_one: whether the others should run one by one. */
LLVMValueRef emission_permuted_strips(emission *e, LLVMValueRef row, LLVMValueRef end, bool *one_by_one);

#endif
