/* Kernels that show the order in which work was done. */
#ifndef STREAM_KERNELS_H
#define STREAM_KERNELS_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* log[*count] = value; ++*count. One thread. */
LW_DECLARE_KERNEL(stream_append, (int *, log), (int *, count), (int, value));
/* p[i] = p[i] * factor + term, for i < n. */
LW_DECLARE_KERNEL(stream_affine, (int, n), (int *, p), (int, factor), (int, term));
/* atomicAdd(sum, 1) by every thread. */
LW_DECLARE_KERNEL(stream_count, (int *, sum));
/* *to = *from. One thread. */
LW_DECLARE_KERNEL(stream_move, (int *, to), (const int *, from));
/* Takes time: `rounds` dependent steps in each thread. */
LW_DECLARE_KERNEL(stream_work, (unsigned, rounds), (unsigned *, out));
/* Each block waits for the one before it, then marks done[blockIdx.x]; the last one also marks *end. One thread. */
LW_DECLARE_KERNEL(stream_chain, (volatile int *, done), (volatile int *, end));
/* Waits for *end. One thread. */
LW_DECLARE_KERNEL(stream_wait, (volatile int *, end));
/* Ends the launch with a fault. */
LW_DECLARE_KERNEL(stream_trap);

#ifdef __cplusplus
}
#endif

#endif
