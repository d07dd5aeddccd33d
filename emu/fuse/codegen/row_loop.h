#ifndef FUSE_CODEGEN_ROW_LOOP_H
#define FUSE_CODEGEN_ROW_LOOP_H

#include "emission.h"

emission_row_loop emission_for_row;
/* The same for every stride-th thread; `stride` is an i64. */
void emission_for_every(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end, LLVMValueRef stride);
/* Runs the threads from x on as one vector. *number is each one's number in the strip; `begin` and `end` are called
 * around it. */
void emission_permuted_threads(emission *e, LLVMValueRef row, LLVMValueRef x, unsigned threads, LLVMValueRef *number,
                               void (*begin)(emission *e), void (*end)(emission *e));

#endif
