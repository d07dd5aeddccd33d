/* elect.sync; see api/lanewise/reference/elect.h. */
#ifndef LW_CUDA_ELECT_H
#define LW_CUDA_ELECT_H

#include "ptx.h"

static __device__ __forceinline__ bool lw_elect_sync(unsigned mask)
{
    unsigned elected = 0;
    LW_CUDA_PTX_90("{\n\t.reg .pred p;\n\telect.sync _|p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(elected) : "r"(
        mask) : "memory");
    return elected;
}

static __device__ __forceinline__ unsigned lw_elect_leader_sync(unsigned mask)
{
    unsigned leader = 0;
    LW_CUDA_PTX_90("{\n\t.reg .pred p;\n\telect.sync %0|p, %1;\n\t}" : "=r"(leader) : "r"(mask) : "memory");
    return leader;
}

#endif
