#ifndef FUSE_CODEGEN_ATOMICS_H
#define FUSE_CODEGEN_ATOMICS_H

#include "emission.h"

/* A call of an atomic's function, its first arguments as the copy has them; `otherwise` copies the call itself. */
LLVMValueRef emission_atomic(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value,
                             LLVMValueRef (*otherwise)(emission *e, LLVMValueRef call));

#endif
