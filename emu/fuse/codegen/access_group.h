#ifndef FUSE_CODEGEN_ACCESS_GROUP_H
#define FUSE_CODEGEN_ACCESS_GROUP_H

#include "emission.h"

/* Of the loads that have none yet, given e->part.assumed, where the builder is. */
void emission_find_access_groups(emission *e);

void emission_free_access_groups(emission *e);
/* What the thread's load reads; null: it is none of those. */
LLVMValueRef emission_load_from_group(emission *e, LLVMValueRef load);

#endif
