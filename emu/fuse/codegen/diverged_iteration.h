#ifndef FUSE_CODEGEN_DIVERGED_ITERATION_H
#define FUSE_CODEGEN_DIVERGED_ITERATION_H

#include "emission.h"

enum { DIVERGED_CHUNK = 16 }; /* threads that are tested together: has none of them left the loop? */

/* At a thread's beginning: if the loop is only for threads before the region, and this one is not, goes to
 * e->thread.end. */
void emission_test_state(emission *e);
/* Runs the threads of a row that iterate again; for_threads runs some of them. */
void emission_for_diverged_row(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end,
                               emission_row_loop *for_threads);

#endif
