#ifndef FUSE_ANALYSIS_CODE_SIZE_BUDGET_H
#define FUSE_ANALYSIS_CODE_SIZE_BUDGET_H

#include "../support/kernel.h"

unsigned fuse_count_instructions(LLVMValueRef function); /* its instructions */
unsigned fuse_code_budget(const fuse_kernel *kernel);
bool fuse_within_code_budget(fuse_kernel *kernel); /* false: it has become too much, and that is kernel->reason */
/* The same of what is planned, but for an eighth. Of 135 kernels of more than 1000 instructions the estimate is 0.1 to 0.98 times
 * what is made. */
bool fuse_plan_within_code_budget(fuse_kernel *kernel);

#endif
