#ifndef FUSE_CODEGEN_UNIFORM_DIVISOR_H
#define FUSE_CODEGEN_UNIFORM_DIVISOR_H

#include "emission.h"

/* Whether it is a division of 32 bits by a uniform divisor, at a place where such divisions do not fault. */
bool emission_is_uniform_divisor(emission *e, LLVMValueRef division);

/* The quotient or remainder of the copied dividend by a uniform divisor, for `division`, an instruction of the
 * kernel. Null: it is another division. */
LLVMValueRef emission_divide_by_uniform(emission *e, LLVMValueRef division, LLVMValueRef dividend);
void emission_free_divisors(emission *e);

#endif
