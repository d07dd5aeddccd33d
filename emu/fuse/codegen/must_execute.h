#ifndef FUSE_CODEGEN_MUST_EXECUTE_H
#define FUSE_CODEGEN_MUST_EXECUTE_H

#include "emission.h"

/* [block * MOST_STRIP + thread of the strip]: whether the thread certainly executes the block, and once; given
 * e->part.assumed. The builder is at the end of the entry. */
bool *emission_find_must_execute(emission *e);

/* Whether threads load or store under conditions that differ in the strip, and the processor has no masked access
 * for it. The vectoriser would make a branch of each thread's access, and phis of whole vectors. */
bool emission_has_partial_accesses(emission *e);

bool emission_all_execute(const emission *e, const bool *comes, int block);
/* the size of a number in bytes; 0: it is no number */
unsigned emission_simple_size(const emission *e, LLVMTypeRef type);

#endif
