/* CUDA's mbarrier primitives, and operations that CUDA has in C++ and PTX only; see
 * api/lanewise/reference/mbarrier.h. */
#ifndef LW_CUDA_MBARRIER_H
#define LW_CUDA_MBARRIER_H

#include <cuda_awbarrier_primitives.h>

#include "ptx.h"

static __device__ __forceinline__ void lw_mbarrier_wait(__mbarrier_t *barrier, __mbarrier_token_t token)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
    while (!__mbarrier_test_wait(barrier, token))
        ;
#else
    unsigned over;
    do
        asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.shared::cta.b64 p, [%1], %2;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(over)
                     : "r"(lw_cuda_shared(barrier)), "l"(token)
                     : "memory");
    while (!over);
#endif
}

static __device__ __forceinline__ void lw_mbarrier_wait_parity(__mbarrier_t *barrier, bool parity)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
    /* Below 8.0 CUDA's barrier is two words: the top bit of the second is the parity. */
    while ((*((volatile unsigned *)barrier + 1) >> 31) == (unsigned)parity)
        ;
    __threadfence_block();
#else
    unsigned over;
    do
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
        asm volatile("{\n\t.reg .pred p;\n\tmbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
#else
        asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
#endif
                     : "=r"(over)
                     : "r"(lw_cuda_shared(barrier)), "r"((unsigned)parity)
                     : "memory");
    while (!over);
#endif
}

static __device__ __forceinline__ void lw_mbarrier_wait_parity_cluster(__mbarrier_t *barrier, bool parity)
{
    unsigned over = 1;
    do
        LW_CUDA_PTX_90("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n\t"
                       "selp.u32 %0, 1, 0, p;\n\t}" : "=r"(over) : "r"(lw_cuda_shared(barrier)),
                       "r"((unsigned)parity) : "memory");
    while (!over);
}

static __device__ __forceinline__ __mbarrier_token_t lw_mbarrier_arrive_count(__mbarrier_t *barrier, uint32_t count)
{
    __mbarrier_token_t token = 0;
    LW_CUDA_PTX_90("mbarrier.arrive.shared::cta.b64 %0, [%1], %2;" : "=l"(token) : "r"(lw_cuda_shared(barrier)),
                   "r"(count) : "memory");
    return token;
}

static __device__ __forceinline__ void lw_mbarrier_expect_tx(__mbarrier_t *barrier, uint32_t bytes)
{
    LW_CUDA_PTX_90("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" : : "r"(lw_cuda_shared(barrier)),
                   "r"(bytes) : "memory");
}

static __device__ __forceinline__ __mbarrier_token_t lw_mbarrier_arrive_expect_tx(__mbarrier_t *barrier, uint32_t bytes)
{
    __mbarrier_token_t token = 0;
    LW_CUDA_PTX_90("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %0, [%1], %2;" : "=l"(token) : "r"(
                       lw_cuda_shared(barrier)),
                   "r"(bytes) : "memory");
    return token;
}

static __device__ __forceinline__ void lw_mbarrier_arrive_remote(__mbarrier_t *barrier, unsigned rank)
{
    LW_CUDA_PTX_90("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" : : "r"(
        lw_cuda_in_block(barrier, rank)) : "memory");
}

static __device__ __forceinline__ void lw_mbarrier_arrive_expect_tx_remote(__mbarrier_t *barrier, unsigned rank,
                                                                           uint32_t bytes)
{
    LW_CUDA_PTX_90("mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%0], %1;" : : "r"(
                       lw_cuda_in_block(barrier, rank)),
                   "r"(bytes) : "memory");
}

static __device__ __forceinline__ void lw_fence_mbarrier_init(void)
{
    LW_CUDA_PTX_90("fence.mbarrier_init.release.cluster;" : : : "memory");
}

#endif
