#ifndef FUSE_CODEGEN_GUARD_SPLITTING_H
#define FUSE_CODEGEN_GUARD_SPLITTING_H

#include "emission.h"

/* The guard by which to split rows, the one with most effect: the condition of the first branch at which the threads
 * diverge; in a strip preferably one by which threads leave the region for different ones; or the condition of the
 * first select. Null: there is none. `first_holds`: it holds for the first threads of a row. Nothing is made. */
LLVMValueRef emission_choose_guard(emission *e, bool in_strip, bool *first_holds);
/* Makes the split, or what a strip without a split needs. */
void emission_split_rows(emission *e, LLVMValueRef guard);
/* What replaces the extension of a sum with x while a strip runs; null: a copy. */
LLVMValueRef emission_extended(emission *e, LLVMValueRef value);

/* Whether the condition has the outcome in all rows of the block: an i1 in the entry. Null: it does not depend on y
 * alone. */
LLVMValueRef emission_in_all_rows(emission *e, LLVMValueRef condition, bool outcome);

#endif
