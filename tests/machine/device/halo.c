#include <lanewise/kernel.h>

#include "halo.h"

LW_KERNEL(machine_halo_nearest, (int, width), (int, height), (int, radius), (const int *, in), (int *, out))
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;
    if (x >= width || y >= height)
        return;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            int column = min(max(x + dx, 0), width - 1), row = min(max(y + dy, 0), height - 1);
            sum += (dx + 2 * dy + 5) * in[row * width + column];
        }
    out[y * width + x] = sum;
}

LW_KERNEL(machine_halo_tested, (unsigned, count), (unsigned, radius), (const int *, in), (int *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    if (i >= count)
        return;
    for (unsigned k = 0; k <= 2 * radius; k++) {
        unsigned at = i + k - radius;
        if (at < count)
            sum += (int)(k + 3) * in[at];
    }
    out[i] = sum;
}

LW_KERNEL(machine_halo_wrapped, (unsigned, start), (unsigned, count), (unsigned, steps), (long long *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    long long sum = 0;
    if (i >= count)
        return;
    for (unsigned k = 0; k < steps; k++) {
        unsigned number = start + i + k;
        sum += (long long)number + 3 * (long long)(int)number;
    }
    out[i] = sum;
}
