#ifndef FUSE_CODEGEN_ACCESS_GROUP_H
#define FUSE_CODEGEN_ACCESS_GROUP_H

#include "emission.h"

/* Finds groups among the loads that have none yet, given e->part.assumed. The builder is at the place of the vector
 * loads. */
void emission_find_access_groups(emission *e);

void emission_free_access_groups(emission *e);
/* The value of the thread's load; null: it is in no group. */
LLVMValueRef emission_load_from_group(emission *e, LLVMValueRef load);

#endif
