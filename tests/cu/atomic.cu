// Atomics of each kind and type, in global and shared memory; barriers that count; fences.
// > integers: 256 -256 255 0 256 255
// > wide: 32896 255
// > floats: 128 256
// > bits: 0 ff ff
// > exchange: 1 1 12
// > inc dec: 0 7
// > barriers: 64 1 0 1
// > last block: 4
#include <cstdio>

__global__ void integers(int *out, unsigned *count)
{
    __shared__ int most;
    if (threadIdx.x == 0)
        most = -1;
    __syncthreads();
    atomicAdd(&out[0], 1);
    atomicSub(&out[1], 1);
    atomicMax(&most, (int)threadIdx.x);
    atomicMin(&out[3], (int)threadIdx.x);
    atomicAdd_block(count, 1u);
    __syncthreads();
    if (threadIdx.x == 0)
        out[2] = most;
}
__global__ void wide(unsigned long long *out, float *f, double *d)
{
    atomicAdd(&out[0], threadIdx.x + 1ull);
    atomicMax(&out[1], (unsigned long long)threadIdx.x);
    atomicAdd(f, 0.5f);
    atomicAdd(d, 1.0);
}
__global__ void bits(unsigned *out)
{
    atomicAnd(&out[0], ~(1u << threadIdx.x % 8));
    atomicOr(&out[1], 1u << threadIdx.x % 8);
    if (threadIdx.x < 8)
        atomicXor(&out[2], 1u << threadIdx.x);
}
__global__ void exchange(unsigned *out, float *f)
{
    unsigned old = atomicExch(&out[0], 2u);
    out[1] = atomicCAS(&out[0], 2u, 3u) == 2;
    float before = atomicExch(f, 4.0f);
    out[2] = old, out[3] = out[0] * (unsigned)before;
}
__global__ void around(unsigned *out)
{
    atomicInc(&out[0], 5);
    atomicDec(&out[1], 7);
}
__global__ void barriers(int *out)
{
    int count = __syncthreads_count(threadIdx.x % 2), any = __syncthreads_or(threadIdx.x == 3);
    int all = __syncthreads_and(threadIdx.x != 3), every = __syncthreads_and(threadIdx.x < 128);
    if (threadIdx.x == 0)
        out[0] = count, out[1] = any, out[2] = all, out[3] = every;
}
__device__ unsigned arrived;
__global__ void last_block(volatile int *parts, int *out)
{
    if (threadIdx.x)
        return;
    parts[blockIdx.x] = 1;
    __threadfence();
    if (atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1) {
        int sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++)
            sum += parts[i];
        *out = sum;
    }
}

int main()
{
    int *d, h[6] = {0, 0, 0, 1000, 0, 0};
    unsigned *u, hu[4] = {};
    unsigned long long *w, hw[2] = {};
    float *f, hf = 0;
    double *dd, hd = 0;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&u, sizeof hu);
    cudaMalloc(&w, sizeof hw);
    cudaMalloc(&f, sizeof hf);
    cudaMalloc(&dd, sizeof hd);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(u, hu, sizeof hu, cudaMemcpyHostToDevice);
    integers<<<1, 256>>>(d, u);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(hu, u, sizeof hu, cudaMemcpyDeviceToHost);
    printf("integers: %d %d %d %d %u %d\n", h[0], h[1], h[2], h[3], hu[0], h[2]);
    cudaMemcpy(w, hw, sizeof hw, cudaMemcpyHostToDevice);
    cudaMemcpy(f, &hf, sizeof hf, cudaMemcpyHostToDevice);
    cudaMemcpy(dd, &hd, sizeof hd, cudaMemcpyHostToDevice);
    wide<<<1, 256>>>(w, f, dd);
    cudaMemcpy(hw, w, sizeof hw, cudaMemcpyDeviceToHost);
    cudaMemcpy(&hf, f, sizeof hf, cudaMemcpyDeviceToHost);
    cudaMemcpy(&hd, dd, sizeof hd, cudaMemcpyDeviceToHost);
    printf("wide: %llu %llu\nfloats: %g %g\n", hw[0], hw[1], hf, hd);
    hu[0] = 255, hu[1] = hu[2] = 0;
    cudaMemcpy(u, hu, sizeof hu, cudaMemcpyHostToDevice);
    bits<<<1, 64>>>(u);
    cudaMemcpy(hu, u, sizeof hu, cudaMemcpyDeviceToHost);
    printf("bits: %x %x %x\n", hu[0], hu[1], hu[2]);
    hu[0] = 1;
    hf = 4;
    cudaMemcpy(u, hu, sizeof hu, cudaMemcpyHostToDevice);
    cudaMemcpy(f, &hf, sizeof hf, cudaMemcpyHostToDevice);
    exchange<<<1, 1>>>(u, f);
    cudaMemcpy(hu, u, sizeof hu, cudaMemcpyDeviceToHost);
    printf("exchange: %u %u %u\n", hu[2], hu[1], hu[3]);
    hu[0] = 4, hu[1] = 7;
    cudaMemcpy(u, hu, sizeof hu, cudaMemcpyHostToDevice);
    around<<<4, 1>>>(u);
    around<<<3, 1>>>(u);
    around<<<1, 1>>>(u);
    cudaMemcpy(hu, u, sizeof hu, cudaMemcpyDeviceToHost);
    printf("inc dec: %u %u\n", hu[0], hu[1]);
    barriers<<<1, 128>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("barriers: %d %d %d %d\n", h[0], h[1], h[2], h[3]);
    last_block<<<4, 32>>>(d, d + 5);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("last block: %d\n", h[5]);
}
