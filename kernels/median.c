#include <lanewise/kernel.h>

#include "device/kind.h"
#include "device/rows.h"
#include "median.h"

enum { THREADS = 256, PART = 32, MOST = 1 << 30, MOST_BLOCKS = 65535, CPU_BLOCK = 1 << 15 };

/* Three values in their order. */
struct triple {
    float low, middle, high;
};

static __device__ __forceinline__ float lower(float a, float b)
{
    return b < a ? b : a;
}

/* What lower() leaves. */
static __device__ __forceinline__ float higher(float a, float b)
{
    return b < a ? a : b;
}

static __device__ __forceinline__ float middle(float a, float b, float c)
{
    return higher(lower(a, b), lower(higher(a, b), c));
}

static __device__ __forceinline__ struct triple sorted(float a, float b, float c)
{
    const float low = lower(a, b), high = higher(a, b), rest = lower(high, c);
    struct triple t;
    t.low = lower(low, rest);
    t.middle = higher(low, rest);
    t.high = higher(high, c);
    return t;
}

/* The median of nine: of the greatest of the low, the middle of the middle and the least of the high values. */
static __device__ __forceinline__ float median(struct triple a, struct triple b, struct triple c)
{
    return middle(higher(higher(a.low, b.low), c.low), middle(a.middle, b.middle, c.middle),
                  lower(lower(a.high, b.high), c.high));
}

LW_KERNEL(lwk_median3, LW_BLOCK_SIZE(THREADS, 1, 1), (int, width), (int, height), (int, rows), (const float *, in),
          (float *, out))
{
    const int x = (int)(blockIdx.x * THREADS + threadIdx.x);
    if (x >= width)
        return;
    const size_t left = (size_t)(x == 0 ? 0 : x - 1), right = (size_t)(x == width - 1 ? x : x + 1), own = (size_t)x;
    const size_t step = (size_t)gridDim.y * (size_t)rows;
    for (size_t first = (size_t)blockIdx.y * (size_t)rows; first < (size_t)height; first += step) {
        const size_t end = (size_t)height - first < (size_t)rows ? (size_t)height : first + (size_t)rows;
        const float *row = in + (first == 0 ? 0 : first - 1) * (size_t)width;
        struct triple above = sorted(row[left], row[own], row[right]);
        row = in + first * (size_t)width;
        struct triple now = sorted(row[left], row[own], row[right]);
        for (size_t y = first; y < end; y++) {
            row = in + (y + 1 == (size_t)height ? y : y + 1) * (size_t)width;
            const struct triple below = sorted(row[left], row[own], row[right]);
            out[y * (size_t)width + own] = median(above, now, below);
            above = now;
            now = below;
        }
    }
}

/* ---- for CPUs: along rows ---- */
static __device__ __forceinline__ float median_at(const float *above, const float *row, const float *below, size_t left,
                                                  size_t x, size_t right)
{
    return median(sorted(above[left], above[x], above[right]), sorted(row[left], row[x], row[right]),
                  sorted(below[left], below[x], below[right]));
}

LW_KERNEL(lwk_median3_rows, LW_BLOCK_SIZE(THREADS, 1, 1), (int, width), (int, height), (int, rows), (const float *, in),
          (float *, out))
{
    const size_t last = (size_t)width - 1, bottom = (size_t)height - 1;
    const size_t first = (size_t)blockIdx.x * (size_t)rows;
    const size_t end = (size_t)height - first < (size_t)rows ? (size_t)height : first + (size_t)rows;
    for (size_t y = first; y < end; y++) {
        const float *row = in + y * (size_t)width, *above = y == 0 ? row : row - width;
        const float *below = y == bottom ? row : row + width;
        float *to = out + y * (size_t)width;
        if (threadIdx.x == 0) { /* pixels beside edges */
            to[0] = median_at(above, row, below, 0, 0, width > 1 ? 1 : 0);
            if (width > 1)
                to[last] = median_at(above, row, below, last - 1, last, last);
        }
        if (width > 2)
            LWK_ROW_EACH(x, 1, last, THREADS, to[x] = median_at(above, row, below, x - 1, x, x + 1))
    }
}

lw_status lwk_median3_launch(lw_stream *stream, int width, int height, const float *in, float *out)
{
    const char *launcher = "lwk_median3_launch";
    bool is_cpu = false;
    if (width < 0 || width > MOST || height < 0 || height > MOST)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is %d; expected 0 to %d", launcher,
                        width < 0 || width > MOST ? "width" : "height", width < 0 || width > MOST ? width : height,
                        MOST);
    if (width == 0 || height == 0)
        return LW_SUCCESS;
    if (in == NULL || out == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, in == NULL ? "in" : "out");
    lw_status status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    if (is_cpu) { /* each block takes its time to start */
        const unsigned rows = CPU_BLOCK / (unsigned)width + 1;
        return lw_launch(lwk_median3_rows, lw_grid(stream, ((unsigned)height + rows - 1) / rows, THREADS, 0), width,
                         height, (int)rows, in, out);
    }
    const unsigned parts = ((unsigned)height + PART - 1) / PART;
    const lw_dim3 grid = {((unsigned)width + THREADS - 1) / THREADS,
                          parts < MOST_BLOCKS ? parts : (unsigned)MOST_BLOCKS, 1};
    return lw_launch(lwk_median3, lw_grid(stream, grid, THREADS, 0), width, height, PART, in, out);
}
