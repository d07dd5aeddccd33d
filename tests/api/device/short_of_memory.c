#include <lanewise/kernel.h>

#include "short_of_memory.h"

LW_GLOBAL(int, short_lanes);

/* From the first block to the others: a value that the first has written, by a fence, an atomic and a fence. */
static __device__ int word_of_block_0(int *words)
{
    if (blockIdx.x == 0) {
        words[0] = SHORT_WORD;
        __threadfence();
        atomicExch(&words[1], 1);
        return SHORT_WORD;
    }
    while (atomicAdd(&words[1], 0) == 0)
        ;
    __threadfence();
    return words[0];
}

LW_KERNEL(short_right, (const int *, in), (const int *, pinned), (int *, words), (int *, out))
{
    LW_SHARED(int, copied, [SHORT_LANES]);
    LW_SHARED(unsigned char, bytes, [SHORT_LANES]); /* four threads share a word of memory */
    LW_SHARED(int, some, [64]);
    LW_SHARED(int, word);
    unsigned rank = threadIdx.x, i = blockIdx.x * blockDim.x + rank;
    int sum = __ldg(&in[i]) + pinned[i];
    __pipeline_memcpy_async(&copied[rank], &in[i], sizeof(int));
    __pipeline_commit();
    bytes[rank] = (unsigned char)rank;
    __pipeline_wait_prior(0);
    sum += copied[rank];
    if (rank < 64) { /* two warps of three */
        some[rank] = (int)rank;
        __barrier_sync_count(1, 64);
        sum += some[63 - rank] - (63 - (int)rank);
        if (rank == 0)
            *word = word_of_block_0(words);
        __syncwarp();
    }
    atomicAdd(&short_lanes, 1);
    __syncthreads();
    sum += *word + bytes[(rank + 1) % SHORT_LANES] - (int)((rank + 1) % SHORT_LANES);
    int *own = (int *)malloc(sizeof *own);
    if (own)
        *own = sum;
    out[i] = own ? *own : -1;
    free(own);
}

LW_KERNEL(short_wrong, (int *, out))
{
    out[0] = (int)threadIdx.x;
}
