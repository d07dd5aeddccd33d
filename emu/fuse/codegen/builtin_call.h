#ifndef FUSE_CODEGEN_BUILTIN_CALL_H
#define FUSE_CODEGEN_BUILTIN_CALL_H

#include "emission.h"

/* What replaces a call of this tool's own; null: the call is another one. */
LLVMValueRef emission_replace_call(emission *e, LLVMValueRef call);

/* The address of a variable in the block's shared memory. */
LLVMValueRef emission_shared(emission *e, LLVMValueRef record);

#endif
