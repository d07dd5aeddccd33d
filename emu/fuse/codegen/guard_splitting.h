#ifndef FUSE_CODEGEN_GUARD_SPLITTING_H
#define FUSE_CODEGEN_GUARD_SPLITTING_H

#include "emission.h"

void emission_find_guard_split(emission *e);
/* What stands for the extension of a sum with x while a strip runs; null: a copy. */
LLVMValueRef emission_extended(emission *e, LLVMValueRef value);

/* Whether the value is x plus *shared, made in the entry, where the builder stands: if *valid holds (null: always), to
 * which its conditions are added. `bounded`: and the sum does not wrap around either. */
bool emission_find_sum_with_x(emission *e, LLVMValueRef value, bool is_signed, bool bounded, LLVMValueRef *shared,
                              LLVMValueRef *valid);

/* Whether the condition has the outcome in all rows of the block, an i1 of the entry; null: it is none on y alone. */
LLVMValueRef emission_in_all_rows(emission *e, LLVMValueRef condition, bool outcome);

#endif
