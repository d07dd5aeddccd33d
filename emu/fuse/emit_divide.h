/* Quotients and rests by what is no constant, in loops over lanes. */
#ifndef FUSE_EMIT_DIVIDE_H
#define FUSE_EMIT_DIVIDE_H

#include "emission.h"

bool emission_is_division(LLVMValueRef value); /* or a rest; by what is no constant */

/* In the entry, where the builder is left, for all lanes of the block, as emission_once(). */
LLVMValueRef emission_divide_once(emission *e, LLVMValueRef value);

/* Has one that was copied for a lane look different for each. */
void emission_divide_by_lane(emission *e, LLVMValueRef division);

/* Whether there is one in the kernel's own loop, of which the vectoriser would make the same mistake. */
bool emission_divides_in(const emission *e, const fuse_loop *loop);

/* Where lanes may run the region together: bounds do not wrap around, and divisors that all share are not 0. Null: always. */
LLVMValueRef emission_together_if(const emission *e);

#endif
