/* Branches that one thread of a row, of 64 or of 128 takes, between exchanges of a warp. */
#ifndef MACHINE_LONE_THREAD_H
#define MACHINE_LONE_THREAD_H

#include <lanewise/launch.h>

enum { MACHINE_LONE_THREAD_MOST = 1024, MACHINE_LONE_THREAD_RESULTS = 10 };

/* out[result * 1024 + i], i the linear thread id of the block's one thread for which the result's condition holds, see
 * ../lone_thread.c; blocks are of whole warps. */
LW_DECLARE_KERNEL(machine_lone_thread, (unsigned, k), (const int *, in), (int *, out));

/* out[number of the thread in the grid] = its index + in[number of the thread in its block ^ 1]: the index is
 * 2^30 * the block's number + start + the thread's number in its block, as an int. Blocks are of whole warps. */
LW_DECLARE_KERNEL(machine_wrapped, (unsigned, start), (const int *, in), (long long *, out));

#endif
