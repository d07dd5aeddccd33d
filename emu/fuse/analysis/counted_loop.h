#ifndef FUSE_ANALYSIS_COUNTED_LOOP_H
#define FUSE_ANALYSIS_COUNTED_LOOP_H

#include "../support/kernel.h"

/* whether `condition` holds in those iterations of the loop after which `jump`, its latch's, goes
 * `back` to another, and in no others. */
bool fuse_continues_loop(const map *loop, LLVMValueRef jump, LLVMBasicBlockRef back, LLVMValueRef condition);

#endif
