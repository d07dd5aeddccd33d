#include <lanewise/kernel.h>

#include "device/kind.h"
#include "device/order.h"
#include "device/product.h"
#include "device/reduce.h"
#include "pagerank.h"

LWK_REDUCE_BLOCK(pagerank_block, float, lwk_add_float)
LWK_REDUCE_RANGE(pagerank_range, float, 0, lwk_add_float, lwk_same_float)

LW_KERNEL(lwk_pagerank_shares, LW_BLOCK_SIZE(LWK_REDUCE_THREADS, 1, 1), (size_t, vertices), (size_t, chunk),
          (const float *, ranks), (const int *, degrees), (float *, shares), (float *, dangling))
{
    size_t first = blockIdx.x * chunk, end = vertices - first < chunk ? vertices : first + chunk;
    float sum = 0;
    for (size_t v = first + threadIdx.x; v < end; v += LWK_REDUCE_THREADS) {
        float rank = ranks[v];
        int degree = degrees[v];
        shares[v] = degree == 0 ? 0 : rank / (float)degree;
        sum += degree == 0 ? rank : 0;
    }
    sum = pagerank_block(sum);
    if (threadIdx.x == 0)
        dangling[blockIdx.x] = sum;
}

LW_KERNEL(lwk_pagerank_base, LW_BLOCK_SIZE(LWK_REDUCE_THREADS, 1, 1), (size_t, vertices), (float, damping),
          (size_t, blocks), (const float *, dangling), (float *, base))
{
    float sum = pagerank_block(pagerank_range(0, blocks, dangling, 0));
    if (threadIdx.x == 0)
        *base = (1 - damping) / (float)vertices + LWK_PRODUCT(damping, sum / (float)vertices);
}

LW_KERNEL(lwk_pagerank_pull, LW_LAUNCH_BOUNDS(1024), (int, vertices), (int, shift), (const int *, offsets),
          (const int *, sources), (const float *, shares), (float, damping), (const float *, base), (float *, next))
{
    unsigned lanes = 1u << shift, lane = threadIdx.x & (lanes - 1);
    size_t vertex = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) >> shift;
    unsigned k = 0, end = 0; /* beyond an int's range after the last step of the last vertex */
    if (vertex < (size_t)vertices) {
        k = (unsigned)offsets[vertex] + lane;
        end = (unsigned)offsets[vertex + 1];
    }
    float sum = 0;
    for (; k < end; k += lanes)
        sum += shares[sources[k]];
    for (unsigned distance = lanes / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(LW_FULL_MASK, sum, distance);
    if (lane == 0 && vertex < (size_t)vertices)
        next[vertex] = *base + LWK_PRODUCT(damping, sum);
}

LW_KERNEL(lwk_pagerank_pull_each, LW_LAUNCH_BOUNDS(1024), (int, vertices), (const int *, offsets),
          (const int *, sources), (const float *, shares), (float, damping), (const float *, base), (float *, next))
{
    size_t vertex = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (vertex >= (size_t)vertices)
        return;
    float sum = 0;
    int end = offsets[vertex + 1];
    for (int k = offsets[vertex]; k < end; k++)
        sum += shares[sources[k]];
    next[vertex] = *base + LWK_PRODUCT(damping, sum);
}

size_t lwk_pagerank_workspace(size_t vertices)
{
    return vertices > INT_MAX ? 0 : (vertices + lwk_chunks_of(vertices).blocks + 1) * sizeof(float);
}

double lwk_pagerank_depth(size_t vertices)
{
    struct lwk_chunks chunks = lwk_chunks_of(vertices);
    const double block = 6; /* five of a warp, one of two warps */
    return (double)(chunks.chunk / LWK_REDUCE_THREADS) + block + LWK_REDUCE_ROWS + 1 + block;
}

static bool usable(size_t vertices, size_t edges, const int *offsets, const int *sources, const int *degrees,
                   float damping, const float *ranks, const float *next, const void *workspace)
{
    const char *launcher = "lwk_pagerank_step_launch";
    const char *large = vertices > INT_MAX ? "vertices" : edges > INT_MAX ? "edges" : NULL;
    const char *null = offsets == NULL                ? "offsets"
                       : sources == NULL && edges > 0 ? "sources"
                       : degrees == NULL              ? "degrees"
                       : ranks == NULL                ? "ranks"
                       : next == NULL                 ? "next"
                       : workspace == NULL            ? "workspace"
                                                      : NULL;
    bool damps = damping >= 0 && damping <= 1;
    if (large != NULL)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is %zu, at most %d", launcher, large,
                 vertices > INT_MAX ? vertices : edges, INT_MAX);
    else if (null != NULL)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    else if (!damps)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: damping is %g, from 0 to 1", launcher, (double)damping);
    return large == NULL && null == NULL && damps;
}

lw_status lwk_pagerank_step_launch(lw_stream *stream, size_t vertices, size_t edges, const int *offsets,
                                   const int *sources, const int *degrees, float damping, const float *ranks,
                                   float *next, void *workspace)
{
    bool is_cpu = false;
    int shift = 1;
    if (vertices == 0)
        return LW_SUCCESS;
    if (!usable(vertices, edges, offsets, sources, degrees, damping, ranks, next, workspace))
        return LW_ERROR_INVALID_VALUE;
    struct lwk_chunks chunks = lwk_chunks_of(vertices);
    float *shares = (float *)workspace, *dangling = shares + vertices, *base = dangling + chunks.blocks;
    lw_status status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status == LW_SUCCESS)
        status = lw_launch(lwk_pagerank_shares,
                           lw_linear(stream, (size_t)chunks.blocks * LWK_REDUCE_THREADS, LWK_REDUCE_THREADS), vertices,
                           chunks.chunk, ranks, degrees, shares, dangling);
    if (status == LW_SUCCESS)
        status = lw_launch(lwk_pagerank_base, lw_linear(stream, LWK_REDUCE_THREADS, LWK_REDUCE_THREADS), vertices,
                           damping, chunks.blocks, dangling, base);
    if (status != LW_SUCCESS)
        return status;
    if (is_cpu)
        return lw_launch(lwk_pagerank_pull_each, lw_linear(stream, vertices, 128), (int)vertices, offsets, sources,
                         shares, damping, base, next);
    while (shift < 5 && edges / vertices >= (size_t)2 << shift)
        shift++;
    return lw_launch(lwk_pagerank_pull, lw_linear(stream, vertices << shift, 256), (int)vertices, shift, offsets,
                     sources, shares, damping, base, next);
}
