/* Quotients and rests by what is no constant, in loops over threads. */
#ifndef FUSE_CODEGEN_DIVISION_H
#define FUSE_CODEGEN_DIVISION_H

#include "emission.h"

bool emission_is_division(LLVMValueRef value); /* or a rest; by what is no constant */

/* Has one that was copied for a thread look different for each. */
void emission_divide_by_thread(emission *e, LLVMValueRef division);

/* Whether there is one in the kernel's own loop, of which the vectoriser would make the same mistake. */
bool emission_divides_in(const emission *e, const fuse_loop *loop);

/* Where threads may run the region together: bounds do not wrap around, and divisors that all share are not 0. Null:
 * always. */
LLVMValueRef emission_uniform_divisors_valid(const emission *e);

#endif
