#include <lanewise/groups.h>
#include <lanewise/kernel.h>

#include "async.h"

LW_KERNEL(machine_async_tiles, (int, tiles), (const int *, in), (int *, out))
{
    LW_SHARED(int, tile, [2][MACHINE_ASYNC_MOST]);
    int i = (int)threadIdx.x, threads = (int)blockDim.x, sum = 0;
    const int *from = in + blockIdx.x * tiles * threads;
    __pipeline_memcpy_async(&tile[0][i], &from[i], sizeof(int));
    __pipeline_commit();
    for (int k = 0; k < tiles; k++) {
        if (k + 1 < tiles)
            __pipeline_memcpy_async(&tile[(k + 1) & 1][i], &from[(k + 1) * threads + i], sizeof(int));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += (k + 1) * (tile[k & 1][i] + 3 * tile[k & 1][threads - 1 - i]);
        __syncthreads();
    }
    out[blockIdx.x * threads + i] = sum;
}

LW_KERNEL(machine_async_zeros, (const int *, zeros), (const char *, in), (char *, out))
{
    LW_SHARED(uint4, wide, [MACHINE_ASYNC_MOST]);
    LW_SHARED(uint2, pair, [MACHINE_ASYNC_MOST]);
    LW_SHARED(int, word, [MACHINE_ASYNC_MOST]);
    int i = (int)threadIdx.x, end = (int)blockDim.x - 1, from = end - i;
    const char *source = in + 32 * i;
    __pipeline_memcpy_async(&word[i], zeros[i] % 5 < 4 ? source : (const char *)0, 4, (size_t)(zeros[i] % 5));
    __pipeline_memcpy_async(&pair[i], zeros[i] % 9 < 8 ? source + 8 : (const char *)0, 8, (size_t)(zeros[i] % 9));
    __pipeline_memcpy_async(&wide[i], zeros[i] % 17 < 16 ? source + 16 : (const char *)0, 16, (size_t)(zeros[i] % 17));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int k = 0; k < 4; k++)
        out[28 * i + k] = ((const char *)&word[from])[k];
    for (int k = 0; k < 8; k++)
        out[28 * i + 4 + k] = ((const char *)&pair[from])[k];
    for (int k = 0; k < 16; k++)
        out[28 * i + 12 + k] = ((const char *)&wide[from])[k];
}

LW_KERNEL(machine_async_some, (int, count), (const int *, in), (int *, out))
{
    LW_SHARED(int, tile, [MACHINE_ASYNC_MOST]);
    int i = (int)threadIdx.x, threads = (int)blockDim.x;
    tile[i] = -1;
    __syncthreads();
    if (i < count && in[i] & 1) {
        __pipeline_memcpy_async(&tile[i], &in[i], sizeof(int));
        __pipeline_commit();
        __pipeline_wait_prior(0);
        tile[i] += 1;
    }
    __syncthreads();
    out[i] = tile[(i + 1) % threads];
}

LW_KERNEL(machine_async_groups, (int, count), (int, from), (const int *, in), (int *, out))
{
    LW_SHARED(int, words, [MACHINE_ASYNC_MOST]);
    LW_SHARED(uint4, bytes, [MACHINE_ASYNC_MOST / 4]);
    lw_thread_block block = lw_this_thread_block();
    lw_tile(16) tile = lw_tiled_partition(16, block);
    int i = (int)lw_group_thread_rank(block), threads = (int)lw_group_size(block);
    int part = (int)lw_group_meta_group_rank(tile);
    for (int k = i; k < MACHINE_ASYNC_MOST; k += threads)
        words[k] = 0, ((int *)bytes)[k] = 0;
    lw_group_sync(block);
    lw_group_memcpy_async(block, words, in, (size_t)count * sizeof(int));
    lw_group_memcpy_async(block, (char *)bytes + from % 4, (const char *)in + from, (size_t)count);
    lw_group_wait(block);
    for (int k = i; k < MACHINE_ASYNC_MOST; k += threads) {
        out[k] = words[k];
        out[MACHINE_ASYNC_MOST + k] = ((const int *)bytes)[k];
    }
    lw_group_sync(block);
    lw_group_memcpy_async(tile, words + 16 * part, in + 10 * part, 10 * sizeof(int));
    lw_group_wait(tile);
    out[2 * MACHINE_ASYNC_MOST + i] = words[16 * part + i % 16 % 10];
}

LW_KERNEL(machine_async_mirror, (const int *, in), (int *, out))
{
    LW_SHARED(int, tile, [MACHINE_ASYNC_MOST]);
    int i = (int)threadIdx.x;
    lw_group_memcpy_async(lw_this_thread_block(), tile, in, MACHINE_ASYNC_MOST * sizeof(int));
    lw_group_wait(lw_this_thread_block());
    out[i] = tile[MACHINE_ASYNC_MOST - 1 - i] + tile[i];
}

LW_KERNEL(machine_async_wrong, (const char *, in), (int, step), (int, where), (char *, out))
{
    LW_SHARED(uint4, wide, [MACHINE_ASYNC_MOST]);
    int i = (int)threadIdx.x;
    if (where)
        __pipeline_memcpy_async(out + 8 * i, in + step * i, 8);
    else
        __pipeline_memcpy_async(&wide[i], in + step * i, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[i] = ((const char *)&wide[i])[1];
}
