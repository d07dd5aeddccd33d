/* Named barriers, at which threads wait or only arrive. See api/lanewise/reference/sync.h. */
#ifndef LW_CUDA_SYNC_H
#define LW_CUDA_SYNC_H

static __device__ __forceinline__ void lw_barrier_sync(unsigned id, unsigned count)
{
    __barrier_sync_count(id, count);
}

static __device__ __forceinline__ void lw_barrier_arrive(unsigned id, unsigned count)
{
    asm volatile("barrier.arrive %0, %1;" : : "r"(id), "r"(count) : "memory");
}

#endif
