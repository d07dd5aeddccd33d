#ifndef FUSE_CODEGEN_ATOMICS_H
#define FUSE_CODEGEN_ATOMICS_H

#include "../analysis/atomic_operation.h"
#include "emission.h"

/* Copies an atomic's call, with these as its first arguments. */
typedef LLVMValueRef emission_atomic_call(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value);

/* An atomic: in place where that can be, else by `otherwise`. Returns what was there before. */
LLVMValueRef emission_atomic(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value,
                             emission_atomic_call *otherwise);

/* What the word is after the operation, if it was `old`. */
LLVMValueRef emission_combine(emission *e, const fuse_atomic *what, LLVMValueRef old, LLVMValueRef value);

/* The value that changes no word. */
LLVMValueRef emission_atomic_identity(const fuse_atomic *what, LLVMTypeRef type);

unsigned emission_atomic_bits(const fuse_atomic *what, LLVMTypeRef type);

#endif
