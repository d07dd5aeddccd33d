#include <lanewise/kernel.h>

#include "scan.h"

enum { LANES = 256, WARPS = LANES / 32, EACH = 4, TILE = LANES * EACH };

/* A lane's four elements, zeros beyond the end. `in` is aligned for one load of all four or it is not. */
static __device__ __forceinline__ float4 load_four(size_t n, const float *in, size_t first)
{
    if ((uintptr_t)in % sizeof(float4) == 0 && first + EACH <= n)
        return *(const float4 *)(const void *)(in + first);
    float4 four = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (first < n)
        four.x = in[first];
    if (first + 1 < n)
        four.y = in[first + 1];
    if (first + 2 < n)
        four.z = in[first + 2];
    if (first + 3 < n)
        four.w = in[first + 3];
    return four;
}

static __device__ __forceinline__ void store_four(size_t n, float *out, size_t first, float4 four)
{
    if ((uintptr_t)out % sizeof(float4) == 0 && first + EACH <= n) {
        *(float4 *)(void *)(out + first) = four;
        return;
    }
    if (first < n)
        out[first] = four.x;
    if (first + 1 < n)
        out[first + 1] = four.y;
    if (first + 2 < n)
        out[first + 2] = four.z;
    if (first + 3 < n)
        out[first + 3] = four.w;
}

LW_KERNEL(lwk_scan_sums, LW_BLOCK_SIZE(LANES, 1, 1), (size_t, n), (const float *, in), (float *, sums))
{
    LW_SHARED(float, warps, [WARPS]);
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float4 four = load_four(n, in, (size_t)blockIdx.x * TILE + threadIdx.x * EACH);
    float sum = (four.x + four.y) + (four.z + four.w);
#pragma unroll
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(LW_FULL_MASK, sum, offset);
    if (lane == 0)
        warps[warp] = sum;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    sum = warps[0];
#pragma unroll
    for (int i = 1; i < WARPS; i++)
        sum += warps[i];
    sums[blockIdx.x] = sum;
}

LW_KERNEL(lwk_scan_tiles, LW_BLOCK_SIZE(LANES, 1, 1), (size_t, n), (int, inclusive), (const float *, in),
          (const float *, before), (float *, out))
{
    LW_SHARED(float, warps, [WARPS]);
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t first = (size_t)blockIdx.x * TILE + threadIdx.x * EACH;
    float4 four = load_four(n, in, first);
    float base = before != NULL ? before[blockIdx.x] : 0.0f;
    float sum = ((four.x + four.y) + four.z) + four.w;
#pragma unroll
    for (int offset = 1; offset < 32; offset *= 2) {
        float lower = __shfl_up_sync(LW_FULL_MASK, sum, offset);
        if (lane >= (unsigned)offset)
            sum += lower;
    }
    if (lane == 31)
        warps[warp] = sum;
    float running = __shfl_up_sync(LW_FULL_MASK, sum, 1); /* of the lanes below: subtracting would lose bits */
    if (lane == 0)
        running = 0.0f;
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < WARPS - 1; i++) {
        if (i < warp)
            base += warps[i];
    }
    running += base;

    float4 result;
    result.x = running;
    result.y = result.x + four.x;
    result.z = result.y + four.y;
    result.w = result.z + four.z;
    if (inclusive)
        result = make_float4(result.y, result.z, result.w, result.w + four.w);
    store_four(n, out, first, result);
}

static size_t tiles_of(size_t n)
{
    return n / TILE + (n % TILE != 0);
}

size_t lwk_scan_workspace(size_t n)
{
    size_t floats = 0;
    while (n > TILE) {
        n = tiles_of(n);
        floats += n;
    }
    return floats * sizeof(float);
}

double lwk_scan_depth(size_t n)
{
    const double within = EACH + 5 + WARPS + 2; /* lanes' own, the warp, the warps, the sum before */
    double depth = within;
    for (; n > TILE; n = tiles_of(n))
        depth += within;
    return depth;
}

/* Level by level: the sums of tiles are scanned, exclusively and in place, as the elements are. */
static lw_status scan(lw_stream *stream, size_t n, int inclusive, const float *in, float *out, float *workspace)
{
    size_t tiles = tiles_of(n);
    float *sums = tiles > 1 ? workspace : NULL;
    lw_launch_config config = lw_linear(stream, tiles * LANES, LANES);
    if (sums != NULL) {
        lw_status status = lw_launch(lwk_scan_sums, config, n, in, sums);
        if (status == LW_SUCCESS)
            status = scan(stream, tiles, 0, sums, sums, workspace + tiles);
        if (status != LW_SUCCESS)
            return status;
    }
    return lw_launch(lwk_scan_tiles, config, n, inclusive, in, sums, out);
}

static lw_status launch(const char *launcher, lw_stream *stream, size_t n, int inclusive, const float *in, float *out,
                        void *workspace)
{
    const size_t most = (size_t)TILE << 31;
    if (n == 0)
        return LW_SUCCESS;
    if (n > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: n is %zu, at most %zu", launcher, n, most);
    if (in == NULL || out == NULL || (n > TILE && workspace == NULL))
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher,
                        in == NULL    ? "in"
                        : out == NULL ? "out"
                                      : "workspace");
    return scan(stream, n, inclusive, in, out, (float *)workspace);
}

lw_status lwk_scan_inclusive_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace)
{
    return launch("lwk_scan_inclusive_launch", stream, n, 1, in, out, workspace);
}

lw_status lwk_scan_exclusive_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace)
{
    return launch("lwk_scan_exclusive_launch", stream, n, 0, in, out, workspace);
}
