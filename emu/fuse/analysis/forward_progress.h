#ifndef FUSE_ANALYSIS_FORWARD_PROGRESS_H
#define FUSE_ANALYSIS_FORWARD_PROGRESS_H

#include "../support/kernel.h"

bool fuse_may_wait_forever(const fuse_kernel *kernel,
                           const fuse_loop *loop); /* on others, which run only when this thread waits */
bool fuse_may_wait_for_warps(const fuse_kernel *kernel, const fuse_loop *loop); /* through a vote or a shuffle */
bool fuse_waits_for_blocks(const fuse_kernel *kernel); /* through a barrier of the block's threads */

#endif
