#ifndef FUSE_CODEGEN_GUARD_SPLITTING_H
#define FUSE_CODEGEN_GUARD_SPLITTING_H

#include "emission.h"

/* The guard by which rows are split, as the most depends on it: the condition of the first branch that parts the threads, in a
 * strip before all one by which threads leave the region for different ones; or of the first choice of a value. Null: there is
 * none. `first_holds`: it holds for the first threads of a row. Nothing is made. */
LLVMValueRef emission_choose_guard(emission *e, bool in_strip, bool *first_holds);
/* Makes the split, or what a strip does without one. */
void emission_split_rows(emission *e, LLVMValueRef guard);
/* What stands for the extension of a sum with x while a strip runs; null: a copy. */
LLVMValueRef emission_extended(emission *e, LLVMValueRef value);

/* Whether the condition has the outcome in all rows of the block, an i1 of the entry; null: it is none on y alone. */
LLVMValueRef emission_in_all_rows(emission *e, LLVMValueRef condition, bool outcome);

#endif
