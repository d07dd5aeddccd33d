/* Bulk copies, each one instruction; see api/lanewise/reference/bulk_copy.h. */
#ifndef LW_CUDA_BULK_COPY_H
#define LW_CUDA_BULK_COPY_H

#include "mbarrier.h"
#include "ptx.h"

static __device__ __forceinline__ void lw_bulk_copy_to_shared(void *shared, const void *global, uint32_t size,
                                                              __mbarrier_t *barrier)
{
    LW_CUDA_PTX_90("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" : : "r"(
                       lw_cuda_shared(shared)),
                   "l"(__cvta_generic_to_global(global)), "r"(size), "r"(lw_cuda_shared(barrier)) : "memory");
}

static __device__ __forceinline__ void lw_bulk_copy_to_block(void *destination, const void *shared, uint32_t size,
                                                             __mbarrier_t *barrier, unsigned rank)
{
    LW_CUDA_PTX_90(
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" : : "r"(
            lw_cuda_in_block(destination, rank)),
        "r"(lw_cuda_shared(shared)), "r"(size), "r"(lw_cuda_in_block(barrier, rank)) : "memory");
}

static __device__ __forceinline__ void lw_bulk_copy_to_global(void *global, const void *shared, uint32_t size)
{
    LW_CUDA_PTX_90(
        "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" : : "l"(__cvta_generic_to_global(global)),
        "r"(lw_cuda_shared(shared)), "r"(size) : "memory");
}

static __device__ __forceinline__ void lw_bulk_commit_group(void)
{
    LW_CUDA_PTX_90("cp.async.bulk.commit_group;" : : : "memory");
}

/* The instruction takes a constant: for a number known at compile time, the switch becomes one instruction. */
#define LW_CUDA_BULK_WAIT(name, instruction)                                                                           \
    static __device__ __forceinline__ void name(unsigned prior)                                                        \
    {                                                                                                                  \
        switch (prior) {                                                                                               \
        case 0: LW_CUDA_PTX_90(instruction " 0;" : : : "memory"); break;                                               \
        case 1: LW_CUDA_PTX_90(instruction " 1;" : : : "memory"); break;                                               \
        case 2: LW_CUDA_PTX_90(instruction " 2;" : : : "memory"); break;                                               \
        case 3: LW_CUDA_PTX_90(instruction " 3;" : : : "memory"); break;                                               \
        case 4: LW_CUDA_PTX_90(instruction " 4;" : : : "memory"); break;                                               \
        case 5: LW_CUDA_PTX_90(instruction " 5;" : : : "memory"); break;                                               \
        case 6: LW_CUDA_PTX_90(instruction " 6;" : : : "memory"); break;                                               \
        case 7: LW_CUDA_PTX_90(instruction " 7;" : : : "memory"); break;                                               \
        default: LW_CUDA_PTX_90(instruction " 8;" : : : "memory");                                                     \
        }                                                                                                              \
    }
LW_CUDA_BULK_WAIT(lw_bulk_wait_group, "cp.async.bulk.wait_group")
LW_CUDA_BULK_WAIT(lw_bulk_wait_group_read, "cp.async.bulk.wait_group.read")
#undef LW_CUDA_BULK_WAIT

static __device__ __forceinline__ void lw_fence_proxy_async(void)
{
    LW_CUDA_PTX_90("fence.proxy.async;" : : : "memory");
}

#endif
