#include <lanewise/kernel.h>

#include "device/exponential.h"
#include "device/row_launch.h"
#include "softmax.h"

enum { THREADS = LWK_ROW_BLOCK_THREADS, WARPS = THREADS / 32 };

/* What a row's results are of its elements, less the greatest, or of their powers of e: result = fmaf(value, factor, addend). One
 * expression serves both: a product with an addend of 0 is rounded once, and so is a difference with a factor of 1. */
struct result {
    float factor, addend;
};

static __device__ __forceinline__ struct result result_of(float sum, int logarithm)
{
    struct result result;
    if (logarithm) {
        result.factor = 1.0f;
        result.addend = -lwk_log(sum);
    } else {
        result.factor = 1.0f / sum;
        result.addend = 0.0f;
    }
    return result;
}

/* What elements are subtracted from: rows of -infinity so far leave a sum of 0, not of NaN. */
static __device__ __forceinline__ float shift_of(float most)
{
    return most == -INFINITY ? 0.0f : most;
}

/* `sum`: of the row's grad_out, each times out where that is no logarithm. */
static __device__ __forceinline__ float gradient(float out, float grad_out, float sum, int logarithm)
{
    return logarithm ? fmaf(-lwk_exp(out), sum, grad_out) : out * (grad_out - sum);
}

/* ---- a warp has `most_rows` rows, `each` elements of one a thread, in registers ---- */
#define WARP_KERNELS(suffix, most_rows, each)                                                                          \
    LW_KERNEL(lwk_softmax_##suffix, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, rows), (size_t, columns),                   \
              (const float *, in), (size_t, ld_in), (float *, out), (size_t, ld_out), (int, logarithm))                \
    {                                                                                                                  \
        const unsigned lane = threadIdx.x % 32;                                                                        \
        const size_t row = ((size_t)blockIdx.x * WARPS + threadIdx.x / 32) * (most_rows);                              \
        if (row >= rows)                                                                                               \
            return;                                                                                                    \
        const int mine = (int)columns - (int)lane; /* the thread's elements begin below it */                          \
        float value[most_rows][each];                                                                                  \
        LWK_ROW_UNROLL for (unsigned r = 0; r < (most_rows); r++)                                                      \
        {                                                                                                              \
            LWK_ROW_UNROLL for (unsigned k = 0; k < (each); k++) value[r][k] =                                         \
                row + r < rows && (int)(32 * k) < mine ? in[(row + r) * ld_in + lane + 32 * k] : -INFINITY;            \
        }                                                                                                              \
        LWK_ROW_UNROLL for (unsigned r = 0; r < (most_rows); r++)                                                      \
        {                                                                                                              \
            float most = -INFINITY, sum = 0;                                                                           \
            LWK_ROW_UNROLL for (unsigned k = 0; k < (each); k++) most = lwk_row_greater(most, value[r][k]);            \
            most = lwk_row_warp_most(most);                                                                            \
            LWK_ROW_UNROLL for (unsigned k = 0; k < (each); k++) if (32 * k < (unsigned)columns)                       \
            {                                                                                                          \
                float less = value[r][k] - most, power = lwk_exp(less);                                                \
                sum += power; /* 0 behind the row */                                                                   \
                value[r][k] = logarithm ? less : power;                                                                \
            }                                                                                                          \
            struct result result = result_of(lwk_row_warp_sum(sum), logarithm);                                        \
            LWK_ROW_UNROLL for (unsigned k = 0; k < (each); k++) if (row + r < rows && (int)(32 * k) < mine)           \
                out[(row + r) * ld_out + lane + 32 * k] = fmaf(value[r][k], result.factor, result.addend);             \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    LW_KERNEL(lwk_softmax_backward_##suffix, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, rows), (size_t, columns),          \
              (const float *, out), (size_t, ld_out), (const float *, grad_out), (size_t, ld_grad_out),                \
              (float *, grad_in), (size_t, ld_grad_in), (int, logarithm))                                              \
    {                                                                                                                  \
        const unsigned lane = threadIdx.x % 32;                                                                        \
        const size_t row = ((size_t)blockIdx.x * WARPS + threadIdx.x / 32) * (most_rows);                              \
        if (row >= rows)                                                                                               \
            return;                                                                                                    \
        const int mine = (int)columns - (int)lane; /* the thread's elements begin below it */                          \
        float y[most_rows][each], g[most_rows][each];                                                                  \
        LWK_ROW_UNROLL for (unsigned r = 0; r < (most_rows); r++)                                                      \
        {                                                                                                              \
            LWK_ROW_UNROLL for (unsigned k = 0; k < (each); k++)                                                       \
            {                                                                                                          \
                const bool has = row + r < rows && (int)(32 * k) < mine;                                               \
                y[r][k] = has ? out[(row + r) * ld_out + lane + 32 * k] : 0;                                           \
                g[r][k] = has ? grad_out[(row + r) * ld_grad_out + lane + 32 * k] : 0;                                 \
            }                                                                                                          \
        }                                                                                                              \
        LWK_ROW_UNROLL for (unsigned r = 0; r < (most_rows); r++)                                                      \
        {                                                                                                              \
            float sum = 0;                                                                                             \
            LWK_ROW_UNROLL for (unsigned k = 0; k < (each); k++) sum =                                                 \
                (int)(32 * k) < mine ? fmaf(logarithm ? 1.0f : y[r][k], g[r][k], sum) : sum;                           \
            sum = lwk_row_warp_sum(sum);                                                                               \
            LWK_ROW_UNROLL for (unsigned k = 0; k < (each); k++) if (row + r < rows && (int)(32 * k) < mine)           \
                grad_in[(row + r) * ld_grad_in + lane + 32 * k] = gradient(y[r][k], g[r][k], sum, logarithm);          \
        }                                                                                                              \
    }

WARP_KERNELS(short, LWK_ROW_SHORT_EACH, LWK_ROW_SHORT / 32)
WARP_KERNELS(warps, 1, LWK_ROW_WARP / 32)

/* ---- a block has a row in registers ---- */
enum { EACH = LWK_ROW_BLOCK / LWK_ROW_BLOCK_THREADS };

LW_KERNEL(lwk_softmax_blocks, LW_BLOCK_SIZE(LWK_ROW_BLOCK_THREADS, 1, 1), (size_t, columns), (const float *, in),
          (size_t, ld_in), (float *, out), (size_t, ld_out), (int, logarithm))
{
    LW_SHARED(float, warps, [2 * LWK_ROW_BLOCK_THREADS / 32]);
    in += blockIdx.x * ld_in + threadIdx.x;
    out += blockIdx.x * ld_out + threadIdx.x;
    const int mine = (int)columns - (int)threadIdx.x; /* the thread's elements begin below it */
    float value[EACH], most = -INFINITY, sum = 0;
    LWK_ROW_UNROLL for (unsigned k = 0; k < EACH; k++) value[k] =
        (int)k * LWK_ROW_BLOCK_THREADS < mine ? in[k * LWK_ROW_BLOCK_THREADS] : -INFINITY;
    LWK_ROW_UNROLL for (unsigned k = 0; k < EACH; k++) most = lwk_row_greater(most, value[k]);
    most = lwk_row_block_most(most, warps, LWK_ROW_BLOCK_THREADS);
    LWK_ROW_UNROLL for (unsigned k = 0; k < EACH; k++) if (k * LWK_ROW_BLOCK_THREADS < (unsigned)columns)
    {
        float less = value[k] - most, power = lwk_exp(less);
        sum += power; /* 0 behind the row */
        value[k] = logarithm ? less : power;
    }
    sum = lwk_row_block_sum(sum, warps + LWK_ROW_BLOCK_THREADS / 32, LWK_ROW_BLOCK_THREADS);
    struct result result = result_of(sum, logarithm);
    LWK_ROW_UNROLL for (unsigned k = 0; k < EACH; k++) if ((int)k * LWK_ROW_BLOCK_THREADS < mine)
        out[k * LWK_ROW_BLOCK_THREADS] = fmaf(value[k], result.factor, result.addend);
}

LW_KERNEL(lwk_softmax_backward_blocks, LW_BLOCK_SIZE(LWK_ROW_BLOCK_THREADS, 1, 1), (size_t, columns),
          (const float *, out), (size_t, ld_out), (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_in),
          (size_t, ld_grad_in), (int, logarithm))
{
    LW_SHARED(float, warps, [LWK_ROW_BLOCK_THREADS / 32]);
    out += blockIdx.x * ld_out + threadIdx.x;
    grad_out += blockIdx.x * ld_grad_out + threadIdx.x;
    grad_in += blockIdx.x * ld_grad_in + threadIdx.x;
    const int mine = (int)columns - (int)threadIdx.x;
    float y[EACH], g[EACH], sum = 0;
    LWK_ROW_UNROLL for (unsigned k = 0; k < EACH; k++)
    {
        y[k] = (int)k * LWK_ROW_BLOCK_THREADS < mine ? out[k * LWK_ROW_BLOCK_THREADS] : 0;
        g[k] = (int)k * LWK_ROW_BLOCK_THREADS < mine ? grad_out[k * LWK_ROW_BLOCK_THREADS] : 0;
    }
    LWK_ROW_UNROLL for (unsigned k = 0; k < EACH; k++) sum =
        (int)k * LWK_ROW_BLOCK_THREADS < mine ? fmaf(logarithm ? 1.0f : y[k], g[k], sum) : sum;
    sum = lwk_row_block_sum(sum, warps, LWK_ROW_BLOCK_THREADS);
    LWK_ROW_UNROLL for (unsigned k = 0; k < EACH; k++) if ((int)k * LWK_ROW_BLOCK_THREADS < mine)
        grad_in[k * LWK_ROW_BLOCK_THREADS] = gradient(y[k], g[k], sum, logarithm);
}

/* ---- a block goes through a row twice; the second time it mostly finds it in the L2 cache. A multiprocessor has two, so that one loads
 * while the other computes ---- */
enum { CHUNK_EACH = LWK_ROW_BLOCK / LWK_ROW_LONG_THREADS };

LW_KERNEL(lwk_softmax_long, LW_LAUNCH_BOUNDS(LWK_ROW_LONG_THREADS, 2), (size_t, columns), (const float *, in),
          (size_t, ld_in), (float *, out), (size_t, ld_out), (int, logarithm))
{
    LW_SHARED(float, warps, [2 * LWK_ROW_LONG_THREADS / 32]);
    in += blockIdx.x * ld_in;
    out += blockIdx.x * ld_out;
    float most = -INFINITY, sum = 0;
    for (size_t first = 0; first < columns; first += LWK_ROW_BLOCK) {
        const float before = most;
        float value[CHUNK_EACH];
        LWK_ROW_UNROLL for (unsigned k = 0; k < CHUNK_EACH; k++)
        {
            size_t i = first + threadIdx.x + k * LWK_ROW_LONG_THREADS;
            value[k] = i < columns ? in[i] : -INFINITY;
        }
        LWK_ROW_UNROLL for (unsigned k = 0; k < CHUNK_EACH; k++) most = lwk_row_greater(most, value[k]);
        most = lwk_row_block_most(most, warps + first / LWK_ROW_BLOCK % 2 * (LWK_ROW_LONG_THREADS / 32),
                                  LWK_ROW_LONG_THREADS);
        const float shift = shift_of(most);
        if (first > 0)
            sum = __fmul_rn(sum, lwk_exp(before - shift));
        LWK_ROW_UNROLL for (unsigned k = 0; k < CHUNK_EACH; k++)
        {
            float power = lwk_exp(value[k] - shift);
            sum += first + threadIdx.x + k * LWK_ROW_LONG_THREADS < columns ? power : 0;
        }
    }
    __syncthreads(); /* `warps` is free */
    struct result result = result_of(lwk_row_block_sum(sum, warps, LWK_ROW_LONG_THREADS), logarithm);
    for (size_t first = threadIdx.x; first < columns; first += LWK_ROW_BLOCK) {
        float value[CHUNK_EACH];
        LWK_ROW_UNROLL for (unsigned k = 0; k < CHUNK_EACH; k++) value[k] =
            first + k * LWK_ROW_LONG_THREADS < columns ? in[first + k * LWK_ROW_LONG_THREADS] : 0;
        LWK_ROW_UNROLL for (unsigned k = 0; k < CHUNK_EACH; k++) if (first + k * LWK_ROW_LONG_THREADS < columns)
        {
            float less = value[k] - most;
            out[first + k * LWK_ROW_LONG_THREADS] =
                fmaf(logarithm ? less : lwk_exp(less), result.factor, result.addend);
        }
    }
}

LW_KERNEL(lwk_softmax_backward_long, LW_BLOCK_SIZE(LWK_ROW_LONG_THREADS, 1, 1), (size_t, columns), (const float *, out),
          (size_t, ld_out), (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_in), (size_t, ld_grad_in),
          (int, logarithm))
{
    LW_SHARED(float, warps, [LWK_ROW_LONG_THREADS / 32]);
    out += blockIdx.x * ld_out;
    grad_out += blockIdx.x * ld_grad_out;
    grad_in += blockIdx.x * ld_grad_in;
    float sum = 0;
    for (size_t first = threadIdx.x; first < columns; first += LWK_ROW_BLOCK) {
        float y[CHUNK_EACH], g[CHUNK_EACH];
        LWK_ROW_UNROLL for (unsigned k = 0; k < CHUNK_EACH; k++)
        {
            size_t i = first + k * LWK_ROW_LONG_THREADS;
            y[k] = i < columns && !logarithm ? out[i] : 1;
            g[k] = i < columns ? grad_out[i] : 0;
        }
        LWK_ROW_UNROLL for (unsigned k = 0; k < CHUNK_EACH; k++) sum =
            first + k * LWK_ROW_LONG_THREADS < columns ? fmaf(y[k], g[k], sum) : sum;
    }
    sum = lwk_row_block_sum(sum, warps, LWK_ROW_LONG_THREADS);
    for (size_t first = threadIdx.x; first < columns; first += LWK_ROW_BLOCK) {
        float y[CHUNK_EACH], g[CHUNK_EACH];
        LWK_ROW_UNROLL for (unsigned k = 0; k < CHUNK_EACH; k++)
        {
            size_t i = first + k * LWK_ROW_LONG_THREADS;
            y[k] = i < columns ? out[i] : 0;
            g[k] = i < columns ? grad_out[i] : 0;
        }
        LWK_ROW_UNROLL for (unsigned k = 0; k < CHUNK_EACH; k++) if (first + k * LWK_ROW_LONG_THREADS < columns)
            grad_in[first + k * LWK_ROW_LONG_THREADS] = gradient(y[k], g[k], sum, logarithm);
    }
}

/* ---- for CPUs: a block has a row in its caches and goes through it three times, or twice where powers of e are no results ---- */
#define ROWS_KERNELS(threads)                                                                                          \
    LW_KERNEL(lwk_softmax_rows_##threads, LW_BLOCK_SIZE(threads, 1, 1), (size_t, rows), (size_t, each),                \
              (size_t, columns), (const float *, all_in), (size_t, ld_in), (float *, all_out), (size_t, ld_out),       \
              (int, logarithm))                                                                                        \
    {                                                                                                                  \
        LW_SHARED(float, warps, [2 * (threads) / 32]);                                                                 \
        size_t row = blockIdx.x * each;                                                                                \
        const size_t last = row + each < rows ? row + each : rows;                                                     \
        for (; row < last; row++) {                                                                                    \
            const float *in = all_in + row * ld_in;                                                                    \
            float *out = all_out + row * ld_out;                                                                       \
            float most = -INFINITY, sum = 0;                                                                           \
            for (size_t first = 0; first < columns; first += LWK_ROW_BLOCK) {                                          \
                const size_t end = columns - first < LWK_ROW_BLOCK ? columns : first + LWK_ROW_BLOCK;                  \
                const float before = most;                                                                             \
                LWK_ROW_EACH(i, first, end, threads, most = lwk_row_greater(most, in[i]))                              \
                most = lwk_row_team_most(most, warps, threads);                                                        \
                const float shift = shift_of(most);                                                                    \
                if (first > 0)                                                                                         \
                    sum = __fmul_rn(sum, lwk_exp(before - shift));                                                     \
                if (logarithm || (threads) == LWK_ROW_LONG_THREADS)                                                    \
                    LWK_ROW_EACH(i, first, end, threads, sum += lwk_exp(in[i] - shift))                                \
                else                                                                                                   \
                    LWK_ROW_EACH(i, first, end, threads, float power = lwk_exp(in[i] - shift); sum += power;           \
                                 out[i] = power)                                                                       \
                if ((threads) > 32)                                                                                    \
                    __syncthreads(); /* `warps` is free */                                                             \
            }                                                                                                          \
            struct result result = result_of(lwk_row_team_sum(sum, warps + (threads) / 32, threads), logarithm);       \
            if (logarithm)                                                                                             \
                LWK_ROW_EACH(i, 0, columns, threads, out[i] = in[i] - most + result.addend)                            \
            else if ((threads) == LWK_ROW_LONG_THREADS)                                                                \
                LWK_ROW_EACH(i, 0, columns, threads, out[i] = fmaf(lwk_exp(in[i] - most), result.factor, 0.0f))        \
            else                                                                                                       \
                LWK_ROW_EACH(i, 0, columns, threads, out[i] *= result.factor)                                          \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    LW_KERNEL(lwk_softmax_backward_rows_##threads, LW_BLOCK_SIZE(threads, 1, 1), (size_t, rows), (size_t, each),       \
              (size_t, columns), (const float *, all_out), (size_t, ld_out), (const float *, all_grad_out),            \
              (size_t, ld_grad_out), (float *, all_grad_in), (size_t, ld_grad_in), (int, logarithm))                   \
    {                                                                                                                  \
        LW_SHARED(float, warps, [2 * (threads) / 32]);                                                                 \
        size_t row = blockIdx.x * each;                                                                                \
        const size_t last = row + each < rows ? row + each : rows;                                                     \
        for (; row < last; row++) {                                                                                    \
            const float *out = all_out + row * ld_out, *grad_out = all_grad_out + row * ld_grad_out;                   \
            float *grad_in = all_grad_in + row * ld_grad_in, sum = 0;                                                  \
            if (logarithm)                                                                                             \
                LWK_ROW_EACH(i, 0, columns, threads, sum += grad_out[i])                                               \
            else                                                                                                       \
                LWK_ROW_EACH(i, 0, columns, threads, sum = fmaf(out[i], grad_out[i], sum))                             \
            sum = lwk_row_block_sum(sum, warps + row % 2 * ((threads) / 32), threads);                                 \
            if (logarithm)                                                                                             \
                LWK_ROW_EACH(i, 0, columns, threads, grad_in[i] = gradient(out[i], grad_out[i], sum, 1))               \
            else                                                                                                       \
                LWK_ROW_EACH(i, 0, columns, threads, grad_in[i] = gradient(out[i], grad_out[i], sum, 0))               \
        }                                                                                                              \
    }

ROWS_KERNELS(32)
ROWS_KERNELS(256)
ROWS_KERNELS(1024)

/* ---- the host's side ---- */
#define FORWARD(kernel, ...) lw_launch(kernel, row.config, __VA_ARGS__, in, ld_in, out, ld_out, logarithm)

static lw_status forward(const char *launcher, lw_stream *stream, size_t rows, size_t columns, const float *in,
                         size_t ld_in, float *out, size_t ld_out, int logarithm)
{
    struct lwk_row_launch row;
    if (rows == 0 || columns == 0)
        return LW_SUCCESS;
    lw_status status = lwk_row_check_rows(launcher, rows);
    if (status == LW_SUCCESS)
        status = lwk_row_check(launcher, rows, columns, in, "in", ld_in);
    if (status == LW_SUCCESS)
        status = lwk_row_check(launcher, rows, columns, out, "out", ld_out);
    if (status == LW_SUCCESS)
        status = lwk_row_choose(stream, rows, columns, &row);
    if (status != LW_SUCCESS)
        return status;
    switch (row.kernel) {
    case LWK_ROW_BY_32: return FORWARD(lwk_softmax_rows_32, rows, row.each, columns);
    case LWK_ROW_BY_256: return FORWARD(lwk_softmax_rows_256, rows, row.each, columns);
    case LWK_ROW_BY_1024: return FORWARD(lwk_softmax_rows_1024, rows, row.each, columns);
    case LWK_ROW_OF_SHORT: return FORWARD(lwk_softmax_short, rows, columns);
    case LWK_ROW_OF_WARP: return FORWARD(lwk_softmax_warps, rows, columns);
    case LWK_ROW_OF_BLOCK: return FORWARD(lwk_softmax_blocks, columns);
    case LWK_ROW_LONGER: break;
    }
    return FORWARD(lwk_softmax_long, columns);
}

#define BACKWARD(kernel, ...)                                                                                          \
    lw_launch(kernel, row.config, __VA_ARGS__, out, ld_out, grad_out, ld_grad_out, grad_in, ld_grad_in, logarithm)

static lw_status backward(const char *launcher, lw_stream *stream, size_t rows, size_t columns, const float *out,
                          size_t ld_out, const float *grad_out, size_t ld_grad_out, float *grad_in, size_t ld_grad_in,
                          int logarithm)
{
    struct lwk_row_launch row;
    if (rows == 0 || columns == 0)
        return LW_SUCCESS;
    lw_status status = lwk_row_check_rows(launcher, rows);
    if (status == LW_SUCCESS)
        status = lwk_row_check(launcher, rows, columns, out, "out", ld_out);
    if (status == LW_SUCCESS)
        status = lwk_row_check(launcher, rows, columns, grad_out, "grad_out", ld_grad_out);
    if (status == LW_SUCCESS)
        status = lwk_row_check(launcher, rows, columns, grad_in, "grad_in", ld_grad_in);
    if (status == LW_SUCCESS)
        status = lwk_row_choose(stream, rows, columns, &row);
    if (status != LW_SUCCESS)
        return status;
    switch (row.kernel) {
    case LWK_ROW_BY_32: return BACKWARD(lwk_softmax_backward_rows_32, rows, row.each, columns);
    case LWK_ROW_BY_256: return BACKWARD(lwk_softmax_backward_rows_256, rows, row.each, columns);
    case LWK_ROW_BY_1024: return BACKWARD(lwk_softmax_backward_rows_1024, rows, row.each, columns);
    case LWK_ROW_OF_SHORT: return BACKWARD(lwk_softmax_backward_short, rows, columns);
    case LWK_ROW_OF_WARP: return BACKWARD(lwk_softmax_backward_warps, rows, columns);
    case LWK_ROW_OF_BLOCK: return BACKWARD(lwk_softmax_backward_blocks, columns);
    case LWK_ROW_LONGER: break;
    }
    return BACKWARD(lwk_softmax_backward_long, columns);
}

lw_status lwk_softmax_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in, float *out,
                             size_t ld_out)
{
    return forward("lwk_softmax_launch", stream, rows, columns, in, ld_in, out, ld_out, 0);
}

lw_status lwk_log_softmax_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in,
                                 float *out, size_t ld_out)
{
    return forward("lwk_log_softmax_launch", stream, rows, columns, in, ld_in, out, ld_out, 1);
}

lw_status lwk_softmax_backward_launch(lw_stream *stream, size_t rows, size_t columns, const float *out, size_t ld_out,
                                      const float *grad_out, size_t ld_grad_out, float *grad_in, size_t ld_grad_in)
{
    return backward("lwk_softmax_backward_launch", stream, rows, columns, out, ld_out, grad_out, ld_grad_out, grad_in,
                    ld_grad_in, 0);
}

lw_status lwk_log_softmax_backward_launch(lw_stream *stream, size_t rows, size_t columns, const float *out,
                                          size_t ld_out, const float *grad_out, size_t ld_grad_out, float *grad_in,
                                          size_t ld_grad_in)
{
    return backward("lwk_log_softmax_backward_launch", stream, rows, columns, out, ld_out, grad_out, ld_grad_out,
                    grad_in, ld_grad_in, 1);
}
