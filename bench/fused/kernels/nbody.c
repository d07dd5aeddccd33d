#include <lanewise/kernel.h>

#include "kernels.h"

enum { TILE = 256 };

LW_KERNEL(bench_nbody, LW_BLOCK_SIZE(TILE, 1, 1), (int, n), (float, softening), (const float4 *, body),
          (float4 *, pull))
{
    LW_SHARED(float4, tile, [TILE]);
    unsigned i = blockIdx.x * TILE + threadIdx.x;
    float4 self = body[i];
    float3 sum = make_float3(0.0f, 0.0f, 0.0f);
    for (int start = 0; start < n; start += TILE) {
        tile[threadIdx.x] = body[start + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < TILE; j++) {
            float4 other = tile[j];
            float x = other.x - self.x, y = other.y - self.y, z = other.z - self.z;
            float inverse = rsqrtf(fmaf(x, x, fmaf(y, y, fmaf(z, z, softening))));
            float scale = other.w * inverse * inverse * inverse;
            sum.x = fmaf(scale, x, sum.x);
            sum.y = fmaf(scale, y, sum.y);
            sum.z = fmaf(scale, z, sum.z);
        }
        __syncthreads();
    }
    pull[i] = make_float4(sum.x, sum.y, sum.z, 0.0f);
}
