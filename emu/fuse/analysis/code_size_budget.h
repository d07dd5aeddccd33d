#ifndef FUSE_ANALYSIS_CODE_SIZE_BUDGET_H
#define FUSE_ANALYSIS_CODE_SIZE_BUDGET_H

#include "../support/kernel.h"

unsigned fuse_count_instructions(LLVMValueRef function); /* its instructions */
bool fuse_within_code_budget(fuse_kernel *kernel); /* false: it has become too much, and that is kernel->reason */

#endif
