#include <limits.h>

#include <lanewise/kernel.h>

#include "device/kind.h"
#include "device/rows.h"
#include "sgemv.h"

/* A part of a row has WIDTH sums, two of each thread of a warp: element i belongs to sum i % WIDTH. It has at least LEAST_ELEMENTS, one of a column LEAST_ROWS; there are enough of them for MANY_WARPS or MANY_THREADS, or MOST_PARTS.
 * GROUP parts are added up in a row. CPU_BLOCK: elements of a block on a CPU, as each takes its time to start. */
enum {
    THREADS = 256,
    WARP = 32,
    WIDTH = 64,
    SHORT_ROWS = 8, /* that a thread of lwk_sgemv_short has an element of */
    LEAST_ELEMENTS = 1024,
    MANY_WARPS = 8448,
    LEAST_ROWS = 32,
    MANY_THREADS = 1 << 18,
    MOST_PARTS = 1024,
    GROUP = 32,
    CPU_BLOCK = 1 << 15
};

/* nvcc has eight loads on their way together. For a CPU the loops over threads are vectors, the others stay. */
#if defined(__CUDACC__)
#define EIGHT _Pragma("unroll 8")
#else
#define EIGHT _Pragma("unroll 1")
#endif

static __device__ __forceinline__ float blend(float alpha, float sum, float beta, const float *old)
{
    return beta == 0 ? alpha * sum : fmaf(alpha, sum, beta * *old);
}

LW_KERNEL(lwk_sgemv_warps, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, m), (size_t, n), (size_t, parts), (size_t, each),
          (float, alpha), (const float *, a), (size_t, lda), (const float *, x), (float, beta), (float *, y),
          (float *, sums))
{
    const size_t own = (size_t)blockIdx.x * (THREADS / WARP) + threadIdx.x / WARP, row = own / parts;
    const size_t part = own - row * parts, first = part * each, end = n - first < each ? n : first + each;
    if (row >= m)
        return;
    const float *elements = a + row * lda;
    float sum = 0, second = 0;
    size_t i = first + threadIdx.x % WARP;
    EIGHT for (; end - first > WARP && i < end - WARP; i += WIDTH)
    {
        sum = fmaf(elements[i], x[i], sum);
        second = fmaf(elements[i + WARP], x[i + WARP], second);
    }
    if (i < end)
        sum = fmaf(elements[i], x[i], sum);
    sum += second;
    sum = lwk_row_warp_sum(sum);
    if (threadIdx.x % WARP == 0) {
        if (parts == 1)
            y[row] = blend(alpha, sum, beta, &y[row]);
        else
            sums[part * m + row] = sum;
    }
}

#define EACH_SHORT(r) _Pragma("unroll") for (unsigned r = 0; r < SHORT_ROWS; r++)

LW_KERNEL(lwk_sgemv_short, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, m), (size_t, n), (unsigned, lanes), (float, alpha),
          (const float *, a), (size_t, lda), (const float *, x), (float, beta), (float *, y))
{
    const unsigned lane = threadIdx.x % lanes, groups = WARP / lanes, group = threadIdx.x % WARP / lanes;
    const size_t warp = (size_t)blockIdx.x * (THREADS / WARP) + threadIdx.x / WARP;
    const size_t first = warp * groups * SHORT_ROWS + group;
    const float factor = lane < n ? x[lane] : 0;
    float sum[SHORT_ROWS];
    EACH_SHORT(r)
    {
        const size_t row = first + r * groups;
        sum[r] = lane < n && row < m ? fmaf(a[row * lda + lane], factor, 0.0f) : 0;
    }
    for (unsigned distance = lanes / 2; distance > 0; distance /= 2)
        EACH_SHORT(r) sum[r] += __shfl_xor_sync(LW_FULL_MASK, sum[r], (int)distance);
    EACH_SHORT(r)
    {
        const size_t row = first + r * groups;
        if (lane == r % lanes && row < m)
            y[row] = blend(alpha, sum[r], beta, &y[row]);
    }
}

LW_KERNEL(lwk_sgemv_rows, LW_LAUNCH_BOUNDS(1024), (size_t, m), (size_t, n), (size_t, parts), (size_t, each),
          (float, alpha), (const float *, a), (size_t, lda), (const float *, x), (float, beta), (float *, y),
          (float *, sums))
{
    const size_t own = (size_t)blockIdx.x * blockDim.x + threadIdx.x, row = own / parts;
    if (row >= m)
        return;
    const size_t part = own - row * parts, first = part * each, length = n - first < each ? n - first : each;
    const float *elements = a + row * lda + first, *factors = x + first;
    float lane[WIDTH];
    size_t i = 0;
    /* No sum is -0: the zeros beyond a short part need not be added. */
    const unsigned width = length <= 16 ? 16 : length <= 32 ? 32 : (unsigned)WIDTH;
    for (unsigned k = 0; k < width; k++)
        lane[k] = 0;
    for (; length - i >= 4 * WIDTH; i += 4 * WIDTH)
        for (unsigned k = 0; k < WIDTH; k++) { /* four at once, as the array is in memory */
            float sum = fmaf(elements[i + k], factors[i + k], lane[k]);
            sum = fmaf(elements[i + WIDTH + k], factors[i + WIDTH + k], sum);
            sum = fmaf(elements[i + 2 * WIDTH + k], factors[i + 2 * WIDTH + k], sum);
            lane[k] = fmaf(elements[i + 3 * WIDTH + k], factors[i + 3 * WIDTH + k], sum);
        }
    for (; length - i >= WIDTH; i += WIDTH)
        for (unsigned k = 0; k < WIDTH; k++)
            lane[k] = fmaf(elements[i + k], factors[i + k], lane[k]);
    for (unsigned k = 0; k < length - i; k++)
        lane[k] = fmaf(elements[i + k], factors[i + k], lane[k]);
    for (unsigned distance = width / 2; distance > 0; distance /= 2)
        for (unsigned k = 0; k < distance; k++)
            lane[k] += lane[k + distance];
    if (parts == 1)
        y[row] = blend(alpha, lane[0], beta, &y[row]);
    else
        sums[part * m + row] = lane[0];
}

LW_KERNEL(lwk_sgemv_columns, LW_LAUNCH_BOUNDS(THREADS), (size_t, m), (size_t, n), (size_t, parts), (size_t, each),
          (float, alpha), (const float *, a), (size_t, lda), (const float *, x), (float, beta), (float *, y),
          (float *, sums))
{
    const size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * each;
    const size_t end = m - first < each ? m : first + each;
    size_t row = first;
    float sum = 0; /* a loop of all threads is vectorised for a CPU, one of some is not */
#if !defined(__CUDACC__)
    /* A CPU goes along eight rows, not down a few columns, as all threads meet after them. */
    for (; end - row >= 8; row += 8) {
        _Pragma("unroll") for (size_t k = 0; k < 8; k++) if (column < n) sum =
            fmaf(a[(row + k) * lda + column], x[row + k], sum);
        __syncthreads();
    }
#endif
    EIGHT for (; row < end; row++) if (column < n) sum = fmaf(a[row * lda + column], x[row], sum);
    if (column < n) {
        if (parts == 1)
            y[column] = blend(alpha, sum, beta, &y[column]);
        else
            sums[blockIdx.y * n + column] = sum;
    }
}

LW_KERNEL(lwk_sgemv_sums, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, parts), (size_t, count), (size_t, each),
          (float, alpha), (const float *, in), (float, beta), (float *, out))
{
    const size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x, first = blockIdx.y * each;
    const size_t end = parts - first < each ? parts : first + each;
    if (i >= count)
        return;
    float sum = 0;
    EIGHT for (size_t part = first; part < end; part++) sum += in[part * count + i];
    if (gridDim.y == 1)
        out[i] = blend(alpha, sum, beta, &out[i]);
    else
        out[blockIdx.y * count + i] = sum;
}

/* ---- the host's side ---- */
static size_t divide(size_t n, size_t by)
{
    return n / by + (n % by != 0);
}

/* In how many parts each sum of `length` products is, of `count` sums, neither of them 0, and how long a part is. */
static size_t parts_of(bool transposed, size_t m, size_t n, size_t *each)
{
    const size_t length = transposed ? m : n, count = transposed ? n : m;
    size_t most = divide(transposed ? (size_t)MANY_THREADS : (size_t)MANY_WARPS, count);
    size_t parts = divide(length, transposed ? (size_t)LEAST_ROWS : (size_t)LEAST_ELEMENTS);
    most = most > MOST_PARTS ? (size_t)MOST_PARTS : most;
    *each = divide(length, parts > most ? most : parts);
    return divide(length, *each);
}

size_t lwk_sgemv_workspace(bool transposed, size_t m, size_t n)
{
    size_t each, parts = m == 0 || n == 0 ? 1 : parts_of(transposed, m, n, &each);
    return parts == 1 ? 0 : (parts + (parts > GROUP ? divide(parts, GROUP) : 0)) * (transposed ? n : m) * sizeof(float);
}

static lw_status check(const char *launcher, bool transposed, size_t m, size_t n, const float *a, size_t lda,
                       const float *x, const float *y, const void *workspace)
{
    if (m > INT_MAX || n > INT_MAX)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is %zu, at most %d", launcher, m > INT_MAX ? "m" : "n",
                        m > INT_MAX ? m : n, INT_MAX);
    if (lda < n || lda > ((size_t)1 << 60) / (m == 0 ? 1 : m))
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: lda is %zu, a row has %zu", launcher, lda, n);
    const bool any = m > 0 && n > 0;
    const char *null = any && a == NULL                                                 ? "a"
                       : any && x == NULL                                               ? "x"
                       : (transposed ? n : m) > 0 && y == NULL                          ? "y"
                       : lwk_sgemv_workspace(transposed, m, n) > 0 && workspace == NULL ? "workspace"
                                                                                        : NULL;
    return null == NULL ? LW_SUCCESS : lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
}

static lw_status queue_sums(lw_stream *stream, size_t parts, size_t count, float alpha, float *sums, float beta,
                            float *y)
{
    const unsigned across = (unsigned)divide(count, THREADS), groups = (unsigned)divide(parts, GROUP);
    if (groups > 1) {
        float *of_groups = sums + parts * count;
        lw_status status = lw_launch(lwk_sgemv_sums, lw_grid(stream, lw_make_dim3(across, groups, 1), THREADS, 0),
                                     parts, count, GROUP, alpha, sums, beta, of_groups);
        if (status != LW_SUCCESS)
            return status;
        sums = of_groups;
        parts = groups;
    }
    return lw_launch(lwk_sgemv_sums, lw_grid(stream, across, THREADS, 0), parts, count, parts, alpha, sums, beta, y);
}

lw_status lwk_sgemv_launch(lw_stream *stream, bool transposed, size_t m, size_t n, float alpha, const float *a,
                           size_t lda, const float *x, float beta, float *y, void *workspace)
{
    const size_t count = transposed ? n : m;
    size_t each = 1, parts = 1;
    float *sums = (float *)workspace;
    bool is_cpu = false;
    lw_status status = check("lwk_sgemv_launch", transposed, m, n, a, lda, x, y, workspace);
    if (status == LW_SUCCESS && count > 0)
        status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS || count == 0)
        return status;
    if (m > 0 && n > 0)
        parts = parts_of(transposed, m, n, &each);
    if (transposed) {
        const unsigned threads = n <= 32 ? 32 : n <= 64 ? 64 : (unsigned)THREADS;
        const lw_dim3 grid = {(unsigned)divide(n, threads), (unsigned)parts, 1};
        status = lw_launch(lwk_sgemv_columns, lw_grid(stream, grid, threads, 0), m, n, parts, each, alpha, a, lda, x,
                           beta, y, sums);
    } else if (is_cpu) {
        const size_t rows = each < CPU_BLOCK / THREADS ? (size_t)THREADS : CPU_BLOCK / each + 1;
        status = lw_launch(lwk_sgemv_rows, lw_linear(stream, m * parts, (unsigned)rows), m, n, parts, each, alpha, a,
                           lda, x, beta, y, sums);
    } else if (n > 0 && n <= WARP) {
        unsigned lanes = 4;
        while (lanes < n)
            lanes *= 2;
        status = lw_launch(lwk_sgemv_short, lw_linear(stream, divide(m, SHORT_ROWS) * lanes, THREADS), m, n, lanes,
                           alpha, a, lda, x, beta, y);
    } else {
        status = lw_launch(lwk_sgemv_warps, lw_linear(stream, m * parts * WARP, THREADS), m, n, parts, each, alpha, a,
                           lda, x, beta, y, sums);
    }
    if (status != LW_SUCCESS || parts == 1)
        return status;
    return queue_sums(stream, parts, count, alpha, sums, beta, y);
}
