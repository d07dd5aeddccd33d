#include <lanewise/kernel.h>

#include "wide.h"

LW_KERNEL(machine_wide_int, (int, n), (const int *, in), (int *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        out[i] = 3 * in[i] + i;
}

LW_KERNEL(machine_wide_known, LW_BLOCK_SIZE(1024, 1, 1), (int, n), (const int *, in), (int *, out))
{
    int i = (int)(blockIdx.x * 1024 + threadIdx.x);
    if (i < n)
        out[i] = 3 * in[i] + i;
}

LW_KERNEL(machine_wide_size, (size_t, n), (const int *, in), (int *, out))
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 3 * in[i] + (int)i;
}

LW_KERNEL(machine_wide_stride, (size_t, n), (const int *, in), (int *, out))
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        out[i] += 3 * in[i] + (int)i;
}

LW_KERNEL(machine_wide_turns, (int, n), (const int *, in), (int *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i % MACHINE_TURN;
    if (i >= (unsigned)n)
        return;
    int sum = 3 * in[i] + (int)i;
    if (x > 0)
        sum += 1;
    if (x < MACHINE_TURN - 1)
        sum += 2;
    out[i] = sum;
}

LW_KERNEL(machine_wide_all, (const int *, in), (int *, out))
{
    out[(size_t)blockIdx.x * blockDim.x + threadIdx.x] =
        3 * in[(size_t)blockIdx.x * blockDim.x + threadIdx.x] + (int)(blockIdx.x * blockDim.x + threadIdx.x);
}

LW_KERNEL(machine_wide_thread, (int, n), (const int *, in), (int *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        out[i] = 3 * in[i] + i + (threadIdx.x == 5 ? 7 : 0);
}

LW_KERNEL(machine_wide_block, (int, n), (const int *, in), (int *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        out[i] = 3 * in[i] + i + (blockIdx.x == 5 ? 7 : 0);
}

LW_KERNEL(machine_wide_other, (int, n), (const int *, in), (int *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        out[i] = 3 * in[i] + (int)(blockIdx.x * blockDim.y + threadIdx.x);
}

static __device__ __forceinline__ int at(const int *layer, int width, int height, int x, int y)
{
    return x >= 0 && x < width && y >= 0 && y < height ? layer[(size_t)y * width + x] : 1000;
}

static __device__ __forceinline__ void add_neighbours(int x, int y, int z, int width, int height, int depth,
                                                      const int *in, int *out)
{
    if (x >= width || y >= height || z >= depth)
        return;
    const int *layer = in + (size_t)z * width * height;
    out[((size_t)z * height + y) * width + x] = at(layer, width, height, x - 1, y) +
                                                at(layer, width, height, x + 1, y) +
                                                at(layer, width, height, x, y - 1) + at(layer, width, height, x, y + 1);
}

LW_KERNEL(machine_wide_plane, (int, width), (int, height), (int, depth), (const int *, in), (int *, out))
{
    add_neighbours((int)(blockIdx.x * blockDim.x + threadIdx.x), (int)(blockIdx.y * blockDim.y + threadIdx.y),
                   (int)(blockIdx.z * blockDim.z + threadIdx.z), width, height, depth, in, out);
}

LW_KERNEL(machine_wide_plane_known, LW_BLOCK_SIZE(48, 3, 1), (int, width), (int, height), (int, depth),
          (const int *, in), (int *, out))
{
    add_neighbours((int)(blockIdx.x * 48 + threadIdx.x), (int)(blockIdx.y * 3 + threadIdx.y), (int)blockIdx.z, width,
                   height, depth, in, out);
}

LW_KERNEL(machine_wide_far, (unsigned *, low), (int *, sign), (unsigned long long *, high))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long l = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    low[i % MACHINE_FAR] = i;
    if ((int)i >= 0)
        sign[i % MACHINE_FAR] = 1;
    high[l % MACHINE_FAR] = l;
}
