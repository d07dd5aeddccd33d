#ifndef FUSE_CODEGEN_CONSTANT_RANGES_H
#define FUSE_CODEGEN_CONSTANT_RANGES_H

#include "emission.h"

void emission_find_ranges(emission *e);
/* Has a flat block be made in rows in which the quotient does not change, if it is one that allows that. */
void emission_find_period(emission *e, LLVMValueRef quotient);

/* Whether it is a quotient or remainder that changes where these rows begin. */
bool emission_is_of_period(emission *e, LLVMValueRef value);

/* A constant that the value is in the part of the loops that is being made; null: none is known. */
LLVMValueRef emission_known(emission *e, LLVMValueRef value);

#endif
