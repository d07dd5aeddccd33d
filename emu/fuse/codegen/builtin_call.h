#ifndef FUSE_CODEGEN_BUILTIN_CALL_H
#define FUSE_CODEGEN_BUILTIN_CALL_H

#include "emission.h"

/* What stands for a call of this tool's own; null: none of those. */
LLVMValueRef emission_replace_call(emission *e, LLVMValueRef call);

/* Where the block has a variable of its shared memory. */
LLVMValueRef emission_shared(emission *e, LLVMValueRef record);

#endif
