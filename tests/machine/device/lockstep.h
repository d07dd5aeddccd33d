/* Kernels without __syncwarp(), whose lanes must run in step. */
#ifndef TESTS_DEVICE_MACHINE_LOCKSTEP_H
#define TESTS_DEVICE_MACHINE_LOCKSTEP_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Block of 64: out[block] is the sum of the block's numbers, whose last steps are one warp's. */
LW_DECLARE_KERNEL(machine_lockstep_sum, (const int *, in), (int *, out));

/* Block of a multiple of 32: out[i] is the sum of the warp's numbers up to i, by branches in a loop, and of the warp's last sum. */
LW_DECLARE_KERNEL(machine_lockstep_prefixes, (const int *, in), (int *, out));

/* Block of 32: lane i goes round a loop i % 5 times, behind which all lanes add to a word without an atomic: out[i] is what the lane read,
 * and the word in out[32] is what one addition makes of 7. */
LW_DECLARE_KERNEL(machine_lockstep_meets, (int *, out));

#ifdef __cplusplus
}
#endif

#endif
