/* Atomics that CUDA has from compute capability 9.0 on: 16 bytes at once, and vectors of floats. */
#ifndef G_WIDE_SM90_H
#define G_WIDE_SM90_H

#include <lanewise/launch.h>
#include <lanewise/types.h>

typedef struct __attribute__((aligned(16))) g_wide {
    unsigned long long low, high;
} g_wide;

/* One thread, in the scope 0 (device), 1 (block), 2 (system), on global memory or on shared memory that is copied
 * from *word before and to it after: old[0] = exchange with values[0]; old[1] = compare and exchange, of values[0]
 * for values[1]; old[2] = the same again, which finds another value. */
LW_DECLARE_KERNEL(g_wide_steps, (int, scope), (int, shared), (const g_wide *, values), (g_wide *, word),
                  (g_wide *, old));

/* Every thread of the grid adds 1 to both parts of a pair whose sum never carries, by a loop over 16-byte atomicCAS. */
LW_DECLARE_KERNEL(g_wide_count, (g_wide *, word));

/* One thread: *old2 = atomicAdd(word2, value2), *old4 = atomicAdd(word4, value4), in the scope. */
LW_DECLARE_KERNEL(g_vector_add, (int, scope), (float2, value2), (float4, value4), (float2 *, word2), (float4 *, word4),
                  (float2 *, old2), (float4 *, old4));
/* Every thread of the grid adds (1, 2, 3, 4). */
LW_DECLARE_KERNEL(g_vector_crowd, (float4 *, word));

/* A float2 in shared memory, through a pointer that does not show where it points. */
LW_DECLARE_KERNEL(g_vector_shared, (int, shared), (float2 *, word));

#endif
