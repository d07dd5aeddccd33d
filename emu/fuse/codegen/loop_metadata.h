#ifndef FUSE_CODEGEN_LOOP_METADATA_H
#define FUSE_CODEGEN_LOOP_METADATA_H

#include "emission.h"

/* `width` of a loop: as many iterations are to be one of vectors; ANY_WIDTH: the vectoriser may choose; 0: none. */
enum { ANY_WIDTH = 1 };

void emission_mark_loop(emission *e, LLVMValueRef branch, unsigned width);
/* The copy of a branch that ends a block of the kernel has been made: perhaps of a loop of the kernel's own. */
void emission_mark_own_loop(emission *e, int latch, LLVMValueRef branch);

#endif
