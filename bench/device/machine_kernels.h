/* The kernels of the machine benches: they do as little as a thread can. */
#ifndef BENCH_MACHINE_KERNELS_H
#define BENCH_MACHINE_KERNELS_H

#include <lanewise/launch.h>

/* `rounds` barriers: rounds * threads switches. */
LW_DECLARE_KERNEL(bench_ring, (int, rounds));
/* out[i % BENCH_LANE_SPREAD] = i, for a thread's number i in the grid. */
LW_DECLARE_KERNEL(bench_lane, (unsigned *, out));
LW_DECLARE_KERNEL(bench_empty);

enum { BENCH_LANE_SPREAD = 4096 };

#ifdef __cplusplus
extern "C" {
#endif
/* bench_lane's work as a plain call. */
void bench_lane_call(unsigned *out, unsigned block, unsigned lanes, unsigned lane);
#ifdef __cplusplus
}
#endif

#endif
