#ifndef FUSE_CODEGEN_THREAD_LOOPS_H
#define FUSE_CODEGEN_THREAD_LOOPS_H

#include "emission.h"

/* Before the region's loops are made. */
void emission_find_flat(emission *e);

LLVMValueRef emission_row_length(emission *e); /* i32, in the entry */
/* The number of the row's first thread. */
LLVMValueRef emission_row(emission *e);

emission_row_loop emission_for_row;
/* Of them, every stride-th: an i64. */
void emission_for_every(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end, LLVMValueRef stride);
void emission_for_all(emission *e);
/* The threads from x on, as one vector; *number is each one's within the strip, `begin` and `end` stand around it. */
void emission_permuted_threads(emission *e, LLVMValueRef row, LLVMValueRef x, unsigned threads, LLVMValueRef *number,
                          void (*begin)(emission *e), void (*end)(emission *e));

#endif
