#ifndef FUSE_CODEGEN_DIVERGED_ITERATION_H
#define FUSE_CODEGEN_DIVERGED_ITERATION_H

#include "emission.h"

enum { DIVERGED_CHUNK = 16 }; /* threads that are looked at together: whether none of them has left the loop */

/* Where a thread begins: on to e->thread.end, if it is for those alone that stand before the region and it does not. */
void emission_test_state(emission *e);
/* The threads of a row that iterate again; for_threads runs some of them. */
void emission_for_diverged_row(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end,
                               emission_row_loop *for_threads);

#endif
