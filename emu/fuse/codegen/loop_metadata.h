#ifndef FUSE_CODEGEN_LOOP_METADATA_H
#define FUSE_CODEGEN_LOOP_METADATA_H

#include "emission.h"

/* `width` of a loop: the number of iterations in a vector; ANY_WIDTH: the vectoriser chooses; 0: no vectors. */
enum { ANY_WIDTH = 1 };

void emission_mark_loop(emission *e, LLVMValueRef branch, unsigned width);
/* Called after the branch that ends a block of the kernel was copied: it may be the back edge of a kernel's own
 * loop. */
void emission_mark_own_loop(emission *e, int latch, LLVMValueRef branch);

#endif
