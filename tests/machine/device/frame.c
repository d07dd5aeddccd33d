#include <lanewise/kernel.h>

#include "frame.h"

typedef struct body {
    double x, y, z, w;
} body;

LW_KERNEL(machine_frame_of_bodies, (int, tiles), (int, count), (const double *, bodies), (double *, out))
{
    LW_SHARED(body, tile, [MACHINE_FRAME_TILE]);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const body *at = (const body *)bodies;
    double x = at[i].x, y = at[i].y, z = at[i].z, sum_x = 0, sum_y = 0, sum_z = 0;
    for (int t = 0; t < tiles; t++) {
        tile[threadIdx.x] = at[t * MACHINE_FRAME_TILE + (int)threadIdx.x];
        __syncthreads();
#pragma unroll 128
        for (unsigned k = 0; k < blockDim.x; k++) {
            double dx = tile[k].x - x, dy = tile[k].y - y, dz = tile[k].z - z;
            double inverse = rsqrt(dx * dx + dy * dy + dz * dz + 3), force = tile[k].w * inverse * inverse * inverse;
            sum_x += dx * force;
            sum_y += dy * force;
            sum_z += dz * force;
        }
        __syncthreads();
    }
    out[3 * i] = sum_x;
    out[3 * i + 1] = sum_y;
    out[3 * i + 2] = sum_z;
}
