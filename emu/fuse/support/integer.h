#ifndef FUSE_NUMBER_H
#define FUSE_NUMBER_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* Of a whole number, in bits; 0: it is none, or a longer one than these. */
unsigned integer_width(LLVMTypeRef type);
uint64_t integer_low(uint64_t number, unsigned bits);
int64_t integer_signed(uint64_t number, unsigned bits);
/* What the operation makes of its operands, at most two; false: it is none of those known, or undefined. */
bool integer_fold(LLVMValueRef operation, const uint64_t *operand, uint64_t *result);

#endif
