#ifndef FUSE_ANALYSIS_COUNTED_LOOP_H
#define FUSE_ANALYSIS_COUNTED_LOOP_H

#include "../support/kernel.h"

/* Whether `condition` holds exactly in those iterations of the loop after which `jump`, the latch's branch, goes
 * `back`. */
bool fuse_continues_loop(const map *loop, LLVMValueRef jump, LLVMBasicBlockRef back, LLVMValueRef condition);

#endif
