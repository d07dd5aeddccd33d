#include <lanewise/kernel.h>

#include "histogram.h"

enum { BINS = 256, LANES = 256, MOST_BLOCKS = 1056 }; /* blocks: as many as a large GPU holds at once */

static __device__ __forceinline__ void count_word(unsigned *bins, unsigned word)
{
#pragma unroll
    for (int shift = 0; shift < 32; shift += 8)
        atomicAdd(&bins[word >> shift & 0xff], 1u);
}

LW_KERNEL(lwk_histogram, LW_LAUNCH_BOUNDS(1024), (size_t, n), (const unsigned char *, in), (unsigned *, counts))
{
    LW_SHARED(unsigned, bins, [BINS]);
    for (unsigned bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        bins[bin] = 0;
    __syncthreads();

    size_t stride = (size_t)gridDim.x * blockDim.x, first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    /* Sixteen bytes a load from the first aligned one on; what is before and behind, byte by byte. */
    size_t before = (size_t)(-(uintptr_t)in % sizeof(uint4));
    before = before < n ? before : n;
    size_t whole = (n - before) / sizeof(uint4), behind = before + whole * sizeof(uint4);
    const uint4 *in16 = (const uint4 *)(const void *)(in + before);
    for (size_t i = first; i < whole; i += stride) {
        uint4 words = in16[i];
        count_word(bins, words.x);
        count_word(bins, words.y);
        count_word(bins, words.z);
        count_word(bins, words.w);
    }
    for (size_t i = first; i < before; i += stride)
        atomicAdd(&bins[in[i]], 1u);
    for (size_t i = behind + first; i < n; i += stride)
        atomicAdd(&bins[in[i]], 1u);
    __syncthreads();

    for (unsigned bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        unsigned count = bins[bin];
        if (count > 0)
            atomicAdd(&counts[bin], count);
    }
}

lw_status lwk_histogram_launch(lw_stream *stream, size_t n, const unsigned char *in, unsigned *counts)
{
    const size_t share = LANES * sizeof(uint4) * 4; /* of a block before another is worth its while */
    if (n > UINT32_MAX)
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_histogram_launch: n is %zu, more than a count holds", n);
    if (counts == NULL || (n > 0 && in == NULL))
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_histogram_launch: %s is null", counts == NULL ? "counts" : "in");
    lw_status status = lw_memset_async(stream, counts, 0, BINS * sizeof *counts);
    if (status != LW_SUCCESS || n == 0)
        return status;
    size_t blocks = n / share + (n % share != 0);
    if (blocks > MOST_BLOCKS)
        blocks = MOST_BLOCKS;
    return lw_launch(lwk_histogram, lw_linear(stream, blocks * LANES, LANES), n, in, counts);
}
