#ifndef FUSE_CODEGEN_BLOCK_SEQUENCE_H
#define FUSE_CODEGEN_BLOCK_SEQUENCE_H

#include "emission.h"

bool emission_is_barrier_free(const fuse_kernel *kernel);
/* Whether the function for whole blocks goes on with the next one by itself. */
bool emission_runs_next_block(const fuse_kernel *kernel);

/* Has LLVM know that what the pointer, of the frame, points to may be read before it is asked for. */
void emission_mark_dereferenceable(emission *e, LLVMValueRef pointer);

/* Where all threads have ended, in kernel->ended. */
void emission_end_block(emission *e);

#endif
