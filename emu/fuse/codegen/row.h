#ifndef FUSE_CODEGEN_ROW_H
#define FUSE_CODEGEN_ROW_H

#include "emission.h"

/* Before the region's loops are made. */
void emission_find_flat(emission *e);

LLVMValueRef emission_row_length(emission *e);       /* i32, in the entry */
LLVMValueRef emission_whole_row_length(emission *e); /* whichever threads the copy is for */
/* The linear thread id of the row's first thread. */
LLVMValueRef emission_row(emission *e);

#endif
