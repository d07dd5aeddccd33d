#include <lanewise/kernel.h>

#include "H_memory.h"

LW_GLOBAL(int, h_counter) = 0;
LW_CONSTANT(int, h_table, [64]) = {7};

/* 64 threads a block: each counts in every space. Shared counters start anew in each block, local ones in each
 * thread, and global ones continue from kernel to kernel. */
LW_KERNEL(h_scopes, (h_spaces *, out))
{
    LW_SHARED(int, count);
    int own[3] = {0, 0, 0};
    if (threadIdx.x == 0)
        *count = 0;
    __syncthreads();
    atomicAdd(&h_counter, 1);
    atomicAdd(count, 1);
    own[threadIdx.x % 3] += 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        out[blockIdx.x].global = atomicAdd(&h_counter, 0);
        out[blockIdx.x].constant = h_table[0];
        out[blockIdx.x].shared = *count;
        out[blockIdx.x].local = own[0] + own[1] + own[2];
        out[blockIdx.x].register_sum = (int)(threadIdx.x + blockDim.x);
    }
}

/* Row r of slice s begins at s * pitch * height + r * pitch. */
LW_KERNEL(h_pitched, (char *, memory), (size_t, pitch), (int, width), (int, height), (int, depth))
{
    for (int s = 0; s < depth; s++) {
        for (int r = 0; r < height; r++) {
            char *row = memory + s * pitch * height + r * pitch;
            for (int i = (int)threadIdx.x; i < width; i += (int)blockDim.x)
                row[i] = (char)(row[i] + 1);
        }
    }
}

LW_KERNEL(h_double, (int *, numbers), (int, n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        numbers[i] *= 2;
}

/* The same 16 bytes as words of each size. */
LW_KERNEL(h_words, (const unsigned char *, in), (unsigned long long *, out))
{
    uint4 quad = *(const uint4 *)in;
    ulonglong2 pair = *(const ulonglong2 *)in;
    out[0] = in[0] + ((unsigned long long)in[1] << 8);
    out[1] = *(const unsigned short *)in;
    out[2] = *(const unsigned *)in;
    out[3] = *(const unsigned long long *)in;
    out[4] = quad.x + ((unsigned long long)quad.y << 32);
    out[5] = pair.x;
    out[6] = quad.z + ((unsigned long long)quad.w << 32);
    out[7] = pair.y;
}

/* An array with indices known only at run time: each thread has its own. */
LW_KERNEL(h_indexed, (const int *, order), (int *, out), (int, n))
{
    int own[32];
    for (int i = 0; i < n; i++)
        own[order[i]] = i * 100 + (int)threadIdx.x;
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += own[i] * (i + 1);
    out[threadIdx.x] = sum;
}

/* A column at a time, through shared memory: with every possible bank conflict, or none. */
LW_KERNEL(h_columns, (const float *, in), (float *, out), (int, stride))
{
    LW_DYNAMIC_SHARED(float, tile);
    int lane = (int)threadIdx.x;
    for (int row = 0; row < 32; row++)
        tile[row * stride + lane] = in[row * 32 + lane];
    __syncthreads();
    for (int column = 0; column < 32; column++)
        out[column * 32 + lane] = tile[lane * stride + column];
}

LW_KERNEL(h_large_shared, (int *, out), (int, words))
{
    LW_DYNAMIC_SHARED(int, board);
    for (int i = (int)threadIdx.x; i < words; i += (int)blockDim.x)
        board[i] = i;
    __syncthreads();
    if (threadIdx.x == 0)
        *out = board[0] + board[words - 1] + board[words / 2];
}

LW_KERNEL(h_constants, (int *, out), (int, spread))
{
    out[threadIdx.x] = h_table[(int)threadIdx.x * spread % 64];
}

LW_KERNEL(h_wait, (long long, milliseconds))
{
    unsigned long long end = lw_globaltimer() + milliseconds * 1000000ll;
    while (lw_globaltimer() < end)
        __nanosleep(100000);
}
