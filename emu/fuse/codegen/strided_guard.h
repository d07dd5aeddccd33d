#ifndef FUSE_CODEGEN_STRIDED_GUARD_H
#define FUSE_CODEGEN_STRIDED_GUARD_H

#include "emission.h"

/* Finds a condition such as `threadIdx.x % stride == 0`, outside of which a thread does nothing in the region. */
void emission_find_strided_guard(emission *e);
/* If only every stride-th thread does anything: makes a loop over these threads of the row. If the stride is too
 * short for that to pay, `otherwise` runs all. False: there is no such condition, and nothing was made. */
bool emission_for_strided(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end,
                          emission_row_loop *otherwise);

#endif
