#ifndef FUSE_CODEGEN_MUST_EXECUTE_H
#define FUSE_CODEGEN_MUST_EXECUTE_H

#include "emission.h"

/* [block * MOST_STRIP + thread of the strip]: it comes to the block certainly, and once; given e->part.assumed. The builder
 * is at the end of the entry. */
bool *emission_find_must_execute(emission *e);

/* Whether threads load or store where others of the strip do not come, which the processor cannot do for a vector of
 * them: of each thread's access the vectoriser makes a branch, and phis of whole vectors. */
bool emission_has_partial_accesses(emission *e);

bool emission_all_execute(const emission *e, const bool *comes, int block);
unsigned emission_simple_size(const emission *e, LLVMTypeRef type); /* of a number, in bytes; 0: it is none */

#endif
