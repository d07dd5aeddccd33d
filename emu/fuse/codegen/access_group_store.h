#ifndef FUSE_CODEGEN_ACCESS_GROUP_STORE_H
#define FUSE_CODEGEN_ACCESS_GROUP_STORE_H

#include "emission.h"

void emission_find_store_groups(emission *e);
/* Keeps what the thread stores; null: it is none of those. */
LLVMValueRef emission_store_to_group(emission *e, LLVMValueRef store, LLVMValueRef value);

void emission_flush_store_groups(emission *e);

#endif
