/* Helpers for functions that are one PTX instruction. */
#ifndef LW_CUDA_PTX_H
#define LW_CUDA_PTX_H

/* An address in the block's shared memory, in PTX's form. */
static __device__ __forceinline__ unsigned lw_cuda_shared(const void *pointer)
{
    return (unsigned)__cvta_generic_to_shared(pointer);
}

/* Instructions of compute capability 9.0. In code for less, a use of one does not link, and the missing symbol says
 * why. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
extern "C" __device__ void lw_needs_compute_capability_9_0(void);
#define LW_CUDA_PTX_90(...) lw_needs_compute_capability_9_0()
#else
#define LW_CUDA_PTX_90(...) asm volatile(__VA_ARGS__)
#endif

/* The corresponding address in the cluster's block `rank`. */
static __device__ __forceinline__ unsigned lw_cuda_in_block(const void *pointer, unsigned rank)
{
    unsigned there = 0;
    LW_CUDA_PTX_90("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(lw_cuda_shared(pointer)), "r"(rank));
    return there;
}

#endif
