#ifndef FUSE_CODEGEN_ATOMICS_H
#define FUSE_CODEGEN_ATOMICS_H

#include "../analysis/atomic_operation.h"
#include "emission.h"

/* Copies an atomic's call, with other first arguments. */
typedef LLVMValueRef emission_atomic_call(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value);

/* Makes an atomic in place where possible, else by `otherwise`. Returns the old value. */
LLVMValueRef emission_atomic(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value,
                             emission_atomic_call *otherwise);

/* The word's value after the operation, if it was `old` before. */
LLVMValueRef emission_combine(emission *e, const fuse_atomic *what, LLVMValueRef old, LLVMValueRef value);

/* The value that changes no word. */
LLVMValueRef emission_atomic_identity(const fuse_atomic *what, LLVMTypeRef type);

unsigned emission_atomic_bits(const fuse_atomic *what, LLVMTypeRef type);

#endif
