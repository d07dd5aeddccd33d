#include <lanewise/kernel.h>

#include "reduce_sum.h"

enum {
    LANES = 256,
    ELEMENTS = 16,      /* a lane's share before another block is worth its while */
    MOST_BLOCKS = 1056, /* one wave of full multiprocessors on a GPU with 132 of them */
    PARTIAL_OFFSET = 256
};

static __device__ __forceinline__ float sum_by_grid(size_t n, const float *in)
{
    float sum = 0.0f;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        sum += in[i];
    return sum;
}

LW_KERNEL(lwk_reduce_sum_tree, LW_LAUNCH_BOUNDS(1024), (size_t, n), (const float *, in), (float *, out))
{
    LW_SHARED(float, sums, [1024]);
    unsigned lane = threadIdx.x;
    sums[lane] = sum_by_grid(n, in);
    __syncthreads();
    for (unsigned live = blockDim.x; live > 1;) {
        unsigned half = (live + 1) / 2; /* of an odd number, the middle one waits a round */
        if (lane + half < live)
            sums[lane] += sums[lane + half];
        __syncthreads();
        live = half;
    }
    if (lane == 0)
        out[blockIdx.x] = sums[0];
}

static __device__ __forceinline__ float sum_of_warp(float value)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(LW_FULL_MASK, value, offset);
    return value;
}

/* The block's sum, in lane 0; every lane of a block of whole warps calls. warps: 32 floats, free again after the next
 * barrier. */
static __device__ __forceinline__ float sum_of_block(float value, float *warps)
{
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    value = sum_of_warp(value);
    if (lane == 0)
        warps[warp] = value;
    __syncthreads();
    if (warp == 0)
        value = sum_of_warp(lane < blockDim.x / 32 ? warps[lane] : 0.0f);
    return value;
}

LW_KERNEL(lwk_reduce_sum_shuffle, LW_LAUNCH_BOUNDS(1024), (size_t, n), (const float *, in), (float *, out))
{
    LW_SHARED(float, warps, [32]);
    float sum = sum_of_block(sum_by_grid(n, in), warps);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

static __device__ __forceinline__ float sum_of_four(float4 value)
{
    return (value.x + value.y) + (value.z + value.w);
}

/* As sum_by_grid, four elements at a load and four loads in flight where `in` is aligned for it: the number of bytes on
 * their way is what bounds a sum on a GPU. The elements beyond the last whole four are added one by one. */
static __device__ __forceinline__ float sum_by_four(size_t n, const float *in)
{
    size_t stride = (size_t)gridDim.x * blockDim.x, first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t fours = n / 4, i = first;
    const float4 *in4 = (const float4 *)(const void *)in;
    float sum = 0.0f;
    for (; i + 3 * stride < fours; i += 4 * stride) {
        float4 a = in4[i], b = in4[i + stride], c = in4[i + 2 * stride], d = in4[i + 3 * stride];
        sum += (sum_of_four(a) + sum_of_four(b)) + (sum_of_four(c) + sum_of_four(d));
    }
    for (; i < fours; i += stride)
        sum += sum_of_four(in4[i]);
    if (4 * fours + first < n)
        sum += in[4 * fours + first];
    return sum;
}

/* The last block done sees all sums: each block's lane 0 writes its sum, makes it visible to the device, then counts
 * itself; whoever counts last knows that all others have written before. atomicInc wraps the counter to 0 by itself. */
LW_KERNEL(lwk_reduce_sum_grid_stride, LW_LAUNCH_BOUNDS(1024), (size_t, n), (const float *, in), (float *, partial),
          (unsigned *, finished), (float *, out))
{
    LW_SHARED(float, warps, [32]);
    LW_SHARED(bool, last);
    float sum = (uintptr_t)in % sizeof(float4) == 0 ? sum_by_four(n, in) : sum_by_grid(n, in);
    sum = sum_of_block(sum, warps);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        *last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!*last)
        return;
    sum = 0.0f;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        sum += __ldcg(&partial[i]); /* past the first-level cache, which may hold what was there before */
    sum = sum_of_block(sum, warps);
    if (threadIdx.x == 0)
        *out = sum;
}

static unsigned blocks_of(size_t n)
{
    size_t blocks = n / (LANES * ELEMENTS) + (n % (LANES * ELEMENTS) != 0);
    return blocks == 0 ? 1 : blocks < MOST_BLOCKS ? (unsigned)blocks : (unsigned)MOST_BLOCKS;
}

size_t lwk_reduce_sum_workspace(size_t n)
{
    return PARTIAL_OFFSET + blocks_of(n) * sizeof(float);
}

double lwk_reduce_sum_depth(size_t n)
{
    double lanes = (double)blocks_of(n) * LANES;
    double serial = (double)n / lanes + 1, across_blocks = blocks_of(n) / (double)LANES + 1;
    return serial + 2 * 10 + across_blocks; /* twice the warp's five and the warps' five */
}

static lw_launch_config shape(lw_stream *stream, unsigned blocks)
{
    return lw_grid(stream, lw_make_dim3(blocks, 1, 1), lw_make_dim3(LANES, 1, 1), 0);
}

static float *partials_in(void *workspace)
{
    return (float *)(void *)((char *)workspace + PARTIAL_OFFSET);
}

static bool usable(const char *launcher, size_t n, const float *in, const float *out, const void *workspace)
{
    const char *null = n > 0 && in == NULL ? "in" : out == NULL ? "out" : workspace == NULL ? "workspace" : NULL;
    if (null != NULL)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    return null == NULL;
}

lw_status lwk_reduce_sum_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace)
{
    if (!usable("lwk_reduce_sum_launch", n, in, out, workspace))
        return LW_ERROR_INVALID_VALUE;
    return lw_launch(lwk_reduce_sum_grid_stride, shape(stream, blocks_of(n)), n, in, partials_in(workspace),
                     (unsigned *)workspace, out);
}

lw_status lwk_reduce_sum_tree_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace)
{
    if (!usable("lwk_reduce_sum_tree_launch", n, in, out, workspace))
        return LW_ERROR_INVALID_VALUE;
    unsigned blocks = blocks_of(n);
    float *partial = partials_in(workspace);
    lw_status status = lw_launch(lwk_reduce_sum_tree, shape(stream, blocks), n, in, partial);
    return status != LW_SUCCESS ? status : lw_launch(lwk_reduce_sum_tree, shape(stream, 1), blocks, partial, out);
}

lw_status lwk_reduce_sum_shuffle_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace)
{
    if (!usable("lwk_reduce_sum_shuffle_launch", n, in, out, workspace))
        return LW_ERROR_INVALID_VALUE;
    unsigned blocks = blocks_of(n);
    float *partial = partials_in(workspace);
    lw_status status = lw_launch(lwk_reduce_sum_shuffle, shape(stream, blocks), n, in, partial);
    return status != LW_SUCCESS ? status : lw_launch(lwk_reduce_sum_shuffle, shape(stream, 1), blocks, partial, out);
}
