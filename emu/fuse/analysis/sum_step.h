#ifndef FUSE_ANALYSIS_SUM_STEP_H
#define FUSE_ANALYSIS_SUM_STEP_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* How many sums of a thread may become vectors (transform/sum_vectors.c). */
enum { FUSE_LEAST_SUMS = 32, FUSE_MOST_SUMS = 256 };

/* Whether the instruction adds to a sum of floating-point numbers. */
bool fuse_is_sum_step(LLVMValueRef instruction);

/* The number of operands, of a call its arguments, of an operation that a step of a sum may consist of; else 0. */
int fuse_sum_operands(LLVMValueRef instruction);

#endif
