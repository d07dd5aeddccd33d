#ifndef FUSE_CODEGEN_ACCESS_GROUP_STORE_H
#define FUSE_CODEGEN_ACCESS_GROUP_STORE_H

#include "emission.h"

void emission_find_store_groups(emission *e);
/* Keeps the value that the thread stores. Null: the store is in no group. */
LLVMValueRef emission_store_to_group(emission *e, LLVMValueRef store, LLVMValueRef value);

void emission_flush_store_groups(emission *e);

#endif
