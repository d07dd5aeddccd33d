#ifndef FUSE_CODEGEN_STRIDED_GUARD_H
#define FUSE_CODEGEN_STRIDED_GUARD_H

#include "emission.h"

/* Looks for a condition such as `threadIdx.x % stride == 0` without which a thread does nothing in the region. */
void emission_find_strided_guard(emission *e);
/* The row's threads, if only every stride-th does anything: a loop over those alone. Where the stride is too short to gain
 * by that, `otherwise` runs all. False: there is no such condition, and nothing was made. */
bool emission_for_strided(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end,
                          emission_row_loop *otherwise);

#endif
