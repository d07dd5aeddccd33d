#ifndef FUSE_SUPPORT_INTEGER_H
#define FUSE_SUPPORT_INTEGER_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* The width of an integer in bits; 0: it is none, or too wide. */
unsigned integer_width(LLVMTypeRef type);
uint64_t integer_low(uint64_t number, unsigned bits);
int64_t integer_signed(uint64_t number, unsigned bits);
/* The operation's result for at most two operands; false: the operation is not supported, or undefined. */
bool integer_fold(LLVMValueRef operation, const uint64_t *operand, uint64_t *result);

#endif
