#ifndef FUSE_CODEGEN_KEPT_TABLE_H
#define FUSE_CODEGEN_KEPT_TABLE_H

#include "deferred_atomic.h"

/* Whether the region's only deferred atomics (candidates: -> fuse_deferral) are in a table, and it is kept while all
 * threads iterate the region. */
bool emission_keeps_table(emission *e, const map *candidates);
/* Empties the kept table before the thread's load or store, if they may meet. */
void emission_meet_table(emission *e, LLVMValueRef access, LLVMValueRef address, emission_atomic_call *otherwise);
void emission_empty_table(emission *e, emission_atomic_call *otherwise); /* the kept one, if there is one */
/* Empties the kept table on all ways out of the region, which is complete. `body`: its first block. */
void emission_leave_table(emission *e, LLVMBasicBlockRef body, emission_atomic_call *otherwise);

#endif
