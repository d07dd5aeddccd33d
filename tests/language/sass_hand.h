/* Kernels by hand in CUDA C++; sass_ours.h has the same in the kernel language. One at a time, chosen by a macro. */

#ifdef SASS_saxpy
extern "C" __global__ void kernel(int n, float a, const float *x, float *y)
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
        v += __shfl_down_sync(0xffffffffu, v, offset);
    return v;
}

extern "C" __global__ void kernel(int n, const float *in, float *out)
{
    __shared__ float partial[32];
    __shared__ int count;
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += in[i];
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 32] = v;
    if (threadIdx.x == 0)
        count = n;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0.0f;
        v = warp_sum(v);
        if (threadIdx.x == 0)
            atomicAdd(out, v + count);
    }
}
#endif

#ifdef SASS_transpose
extern "C" __global__ void kernel(int n, const float *in, float *out)
{
    __shared__ float tile[32][33];
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
extern "C" __global__ void kernel(int n, int *data)
{
    extern __shared__ int elements[];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        elements[i] = data[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        data[n - 1 - i] = elements[i];
}
#endif

#ifdef SASS_bounds
extern "C" __global__ void __block_size__((16, 8, 1)) kernel(float *out)
{
    out[threadIdx.y * blockDim.x + threadIdx.x] = (float)(blockDim.x * blockDim.y);
}
#endif

#ifdef SASS_constants
__constant__ float taps[9] = {1, 2, 3};
__constant__ int scale = 3;
__device__ int counter;
extern "C" __global__ void __launch_bounds__(256) kernel(int n, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = taps[i % 9] * scale + taps[4] + atomicAdd(&counter, 1);
}
#endif
