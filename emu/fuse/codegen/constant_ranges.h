#ifndef FUSE_CODEGEN_CONSTANT_RANGES_H
#define FUSE_CODEGEN_CONSTANT_RANGES_H

#include "emission.h"

void emission_find_ranges(emission *e);
/* For a flat block: lets it run in rows within which the quotient is constant, if the quotient allows that. */
void emission_find_period(emission *e, LLVMValueRef quotient);

/* Whether the value is a quotient or remainder that changes only where these rows begin. */
bool emission_is_of_period(emission *e, LLVMValueRef value);

/* The constant that the value is in the part of the loops being made; null: none is known. */
LLVMValueRef emission_known(emission *e, LLVMValueRef value);

#endif
