/* The kernels of the experiments. */
#ifndef EXPERIMENT_KERNELS_H
#define EXPERIMENT_KERNELS_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* y[offset + i * stride] = x[offset + i * stride], for i < n. */
LW_DECLARE_KERNEL(ex_copy, (int, n), (int, offset), (int, stride), (const float *, x), (float *, y));
/* Each thread adds `count` elements of the first `part` of x, at places that jump about, and streams through the rest. */
LW_DECLARE_KERNEL(ex_reuse, (unsigned, part), (unsigned, all), (int, count), (const float *, x), (float *, sums));
/* atomicAdd(sum, x[i]), summed in each block first, for i < n. 256 threads. */
LW_DECLARE_KERNEL(ex_sum, (int, n), (const float *, x), (float *, sum));
/* x[i] = f(x[i]) `rounds` times, for i < n. */
LW_DECLARE_KERNEL(ex_work, (int, n), (int, rounds), (float *, x));
/* Copies `bytes` (4, 8 or 16) a thread into shared memory, `rounds` times; the clocks of thread 0 go to *clocks. 128 threads. */
LW_DECLARE_KERNEL(ex_shared_copy, (int, bytes), (int, rounds), (int, asynchronous), (const char *, in),
                  (long long *, clocks), (float *, out));
/* Threads of a warp, or warps of a block, take `paths` different paths of the same length. */
LW_DECLARE_KERNEL(ex_diverge, (int, paths), (int, between_warps), (int, rounds), (float *, x));

#ifdef __cplusplus
}
#endif

#endif
