/* Kernels in the kernel language; sass_hand.h has the same by hand. One at a time, chosen by a macro. */
#include <lanewise/kernel.h>

#ifdef SASS_saxpy
LW_KERNEL(kernel, (int, n), (float, a), (const float *, x), (float *, y))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fmaf(a, x[i], y[i]);
}
#endif

#ifdef SASS_reduce
__device__ float warp_sum(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(LW_FULL_MASK, v, offset);
    return v;
}

LW_KERNEL(kernel, (int, n), (const float *, in), (float *, out))
{
    LW_SHARED(float, partial, [32]);
    LW_SHARED(int, count);
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += in[i];
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 32] = v;
    if (threadIdx.x == 0)
        *count = n;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0.0f;
        v = warp_sum(v);
        if (threadIdx.x == 0)
            atomicAdd(out, v + *count);
    }
}
#endif

#ifdef SASS_transpose
LW_KERNEL(kernel, (int, n), (const float *, in), (float *, out))
{
    LW_SHARED(float, tile, [32][33]);
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < n && y + j < n)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < n && y + j < n)
            out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
#endif

#ifdef SASS_dynamic
LW_KERNEL(kernel, (int, n), (int *, data))
{
    LW_DYNAMIC_SHARED(int, elements);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        elements[i] = data[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        data[n - 1 - i] = elements[i];
}
#endif

#ifdef SASS_bounds
LW_KERNEL(kernel, LW_BLOCK_SIZE(16, 8, 1), (float *, out))
{
    out[threadIdx.y * blockDim.x + threadIdx.x] = (float)(blockDim.x * blockDim.y);
}
#endif

#ifdef SASS_constants
LW_CONSTANT(float, taps, [9]) = {1, 2, 3};
LW_CONSTANT(int, scale) = 3;
LW_GLOBAL(int, counter);
LW_KERNEL(kernel, LW_LAUNCH_BOUNDS(256), (int, n), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = taps[i % 9] * scale + taps[4] + atomicAdd(&counter, 1);
}
#endif
