// Shared variables and dynamic shared memory with large alignments: of a kernel, of a device function, of a template.
// > dynamic 0 0 0 0
// > static 0 0 0
// > template 0 0 0
// > function 0 0 plain 0
// > large 0
// > bytes before dynamic shared memory, more than a multiple: 0 0
#include <cstdint>
#include <cstdio>

__device__ int far(const void *p, unsigned alignment)
{
    return (uintptr_t)p % alignment != 0;
}

// Each block writes all of its memory, and each thread reads what another has written.
__device__ int differs(unsigned *words, unsigned count)
{
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
        words[i] = i * 7 + blockIdx.x;
    __syncthreads();
    int wrong = 0;
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
        wrong += words[count - 1 - i] != (count - 1 - i) * 7 + blockIdx.x;
    return wrong;
}

__global__ void wide(int *wrong, unsigned count)
{
    __shared__ int before;
    extern __shared__ __align__(128) unsigned row[];
    if (threadIdx.x == 0)
        before = -1;
    __syncthreads();
    int bad = far(row, 128) + differs(row, count) + (before != -1);
    atomicAdd(wrong, bad);
}

__global__ void widest(int *wrong, unsigned count)
{
    __shared__ char before[1000];
    extern __shared__ __align__(1024) unsigned tiles[];
    before[threadIdx.x] = 1;
    int bad = far(tiles, 1024) + differs(tiles, count) + (before[threadIdx.x] != 1);
    atomicAdd(wrong, bad);
}

__global__ void alone(int *wrong)
{
    __shared__ int before;
    __shared__ __align__(512) unsigned table[200];
    __shared__ alignas(1024) unsigned other[3];
    if (threadIdx.x == 0)
        before = other[2] = 5;
    __syncthreads();
    atomicAdd(wrong, far(table, 512) + far(other, 1024) + differs(table, 200) + (before != 5) + (other[2] != 5));
}

template <unsigned A> struct alignas(A) lines {
    unsigned word[A / 4];
};

template <unsigned A> __global__ void of_type(int *wrong, unsigned count)
{
    extern __shared__ char bytes[]; // another name, for the same memory
    extern __shared__ __align__(1024) char raw[];
    lines<A> *all = reinterpret_cast<lines<A> *>(raw);
    atomicAdd(wrong, far(all, A) + ((uintptr_t)bytes != (uintptr_t)raw) + differs(all->word, count));
}

__device__ unsigned *common()
{
    extern __shared__ __align__(256) unsigned words[];
    return words;
}

__global__ void first_user(int *wrong)
{
    __shared__ char before[33];
    before[threadIdx.x] = 0;
    atomicAdd(wrong, far(common(), 256) + differs(common(), 100) + before[threadIdx.x]);
}

__global__ void second_user(int *wrong)
{
    atomicAdd(wrong, far(common(), 256) + differs(common(), 1000));
}

__global__ void plain(int *wrong)
{
    __shared__ int before;
    extern __shared__ int numbers[];
    before = 1;
    atomicAdd(wrong, far(numbers, 16) + differs((unsigned *)numbers, 50) + (before != 1));
}

static size_t bytes_of(const void *kernel)
{
    cudaFuncAttributes attributes;
    return cudaFuncGetAttributes(&attributes, kernel) ? 1 : attributes.sharedSizeBytes;
}

int main()
{
    int *wrong;
    cudaMallocManaged(&wrong, 16 * sizeof *wrong);
    memset(wrong, 0, 16 * sizeof *wrong);
    wide<<<5, 64, 4 * 10>>>(wrong, 10);
    wide<<<5, 33, 4 * 4000>>>(wrong + 1, 4000);
    widest<<<3, 128, 4 * 257>>>(wrong + 2, 257);
    widest<<<3, 128, 4 * 11000>>>(wrong + 3, 11000);
    alone<<<1, 32>>>(wrong + 4);
    alone<<<4, 96>>>(wrong + 5);
    alone<<<2, 200>>>(wrong + 6);
    of_type<32><<<2, 32, 128>>>(wrong + 7, 32);
    of_type<64><<<2, 32, 4 * 99>>>(wrong + 8, 99);
    of_type<1024><<<2, 32, 4 * 999>>>(wrong + 9, 999);
    first_user<<<2, 32, 400>>>(wrong + 10);
    second_user<<<2, 32, 4000>>>(wrong + 11);
    plain<<<2, 1, 200>>>(wrong + 12);
    cudaFuncSetAttribute((const void *)widest, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10);
    widest<<<2, 128, 200 << 10>>>(wrong + 13, 50 << 10);
    cudaError_t error = cudaDeviceSynchronize();
    if (error)
        printf("%s\n", cudaGetErrorString(error));
    printf("dynamic %d %d %d %d\n", wrong[0], wrong[1], wrong[2], wrong[3]);
    printf("static %d %d %d\n", wrong[4], wrong[5], wrong[6]);
    printf("template %d %d %d\n", wrong[7], wrong[8], wrong[9]);
    printf("function %d %d plain %d\n", wrong[10], wrong[11], wrong[12]);
    printf("large %d\n", wrong[13]);
    printf("bytes before dynamic shared memory, more than a multiple: %zu %zu\n", bytes_of((const void *)wide) % 128,
           bytes_of((const void *)widest) % 1024);
}
