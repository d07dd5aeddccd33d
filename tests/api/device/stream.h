/* Kernels that show in which order work was done. */
#ifndef STREAM_KERNELS_H
#define STREAM_KERNELS_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* log[*count] = value; ++*count. One lane. */
LW_DECLARE_KERNEL(stream_append, (int *, log), (int *, count), (int, value));
/* p[i] = p[i] * factor + term, for i < n. */
LW_DECLARE_KERNEL(stream_affine, (int, n), (int *, p), (int, factor), (int, term));
/* atomicAdd(sum, 1) by every lane. */
LW_DECLARE_KERNEL(stream_count, (int *, sum));
/* *to = *from. One lane. */
LW_DECLARE_KERNEL(stream_move, (int *, to), (const int *, from));
/* Takes time: each lane's own `rounds` dependent steps. */
LW_DECLARE_KERNEL(stream_work, (unsigned, rounds), (unsigned *, out));
/* Each block waits for the one before it, then marks done[blockIdx.x]; the last one marks *end, too. One lane. */
LW_DECLARE_KERNEL(stream_chain, (volatile int *, done), (volatile int *, end));
/* Waits for *end. One lane. */
LW_DECLARE_KERNEL(stream_wait, (volatile int *, end));
/* Ends the launch with a fault. */
LW_DECLARE_KERNEL(stream_trap);

#ifdef __cplusplus
}
#endif

#endif
