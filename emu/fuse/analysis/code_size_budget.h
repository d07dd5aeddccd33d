#ifndef FUSE_ANALYSIS_CODE_SIZE_BUDGET_H
#define FUSE_ANALYSIS_CODE_SIZE_BUDGET_H

#include "../support/kernel.h"

unsigned fuse_count_instructions(LLVMValueRef function);
unsigned fuse_code_budget(const fuse_kernel *kernel);
bool fuse_within_code_budget(fuse_kernel *kernel); /* false: the emitted code is too large; sets kernel->reason */
/* The same for planned code. The estimate may exceed the budget by an eighth: of 135 large kernels none became
 * smaller than its estimate by more than that, and some became several times as large. */
bool fuse_plan_within_code_budget(fuse_kernel *kernel);

#endif
