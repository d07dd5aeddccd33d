/* Quotients and remainders by values that are not constants, in loops over threads. */
#ifndef FUSE_CODEGEN_DIVISION_H
#define FUSE_CODEGEN_DIVISION_H

#include "emission.h"

bool emission_is_division(LLVMValueRef value); /* or a remainder; the divisor is not a constant */

/* Makes a division that was copied for a thread look different for each thread. */
void emission_divide_by_thread(emission *e, LLVMValueRef division);

/* Whether the kernel's own loop contains one: the vectoriser would make the same mistake there. */
bool emission_divides_in(const emission *e, const fuse_loop *loop);

/* Whether threads may run the region together: bounds do not wrap around, and uniform divisors are not 0. Null:
 * always. */
LLVMValueRef emission_uniform_divisors_valid(const emission *e);

#endif
