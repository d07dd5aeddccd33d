#include <lanewise/kernel.h>

#include "cross_entropy.h"
#include "device/exponential.h"
#include "device/row_launch.h"

enum { THREADS = LWK_ROW_BLOCK_THREADS, WARPS = THREADS / 32, EACH = LWK_ROW_BLOCK / THREADS };

/* What elements are subtracted from: rows of -infinity so far leave a sum of 0, not of NaN. */
static __device__ __forceinline__ float shift_of(float most)
{
    return most == -INFINITY ? 0.0f : most;
}

/* Of a row, of which `most` is the greatest element and `sum` that of powers. One thread stores it. */
static __device__ __forceinline__ void store(size_t row, size_t columns, const float *in, const int *labels, int ignore,
                                             float most, float sum, float *loss, float *log_sum)
{
    const int label = labels[row];
    const float logarithm = lwk_log(sum);
    float value = NAN;
    if (label == ignore)
        value = 0.0f;
    else if (label >= 0 && (size_t)label < columns)
        value = logarithm + (most - in[label]);
    loss[row] = value;
    if (log_sum != NULL)
        log_sum[row] = most + logarithm;
}

/* `loss`: the gradient with respect to it. lwk_exp() ends in a product that nvcc fuses with no addition. */
static __device__ __forceinline__ float gradient(float element, float log_sum, bool is_label, float loss)
{
    return loss * (lwk_exp(element - log_sum) - (is_label ? 1.0f : 0.0f));
}

/* The gradient with respect to a row's loss; NaN where the label is no column. */
static __device__ __forceinline__ float loss_of(const float *grad_loss, size_t row, int label, size_t columns)
{
    return label < 0 || (size_t)label >= columns ? NAN : grad_loss == NULL ? 1.0f : grad_loss[row];
}

/* ---- a warp has `most_rows` rows, `each` elements of one a thread, in registers ---- */
#define WARP_KERNEL(suffix, most_rows, each)                                                                           \
    LW_KERNEL(lwk_cross_entropy_##suffix, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, rows), (size_t, columns),             \
              (const float *, in), (size_t, ld_in), (const int *, labels), (int, ignore), (float *, loss),             \
              (float *, log_sum))                                                                                      \
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
            const float shift = shift_of(most);                                                                        \
            LWK_ROW_UNROLL for (unsigned k = 0; k < (each); k++) if (32 * k < (unsigned)columns) sum +=                \
                lwk_exp(value[r][k] - shift); /* 0 behind the row */                                                   \
            sum = lwk_row_warp_sum(sum);                                                                               \
            if (lane == 0 && row + r < rows)                                                                           \
                store(row + r, columns, in + (row + r) * ld_in, labels, ignore, most, sum, loss, log_sum);             \
        }                                                                                                              \
    }
WARP_KERNEL(short, LWK_ROW_SHORT_EACH, LWK_ROW_SHORT / 32)
WARP_KERNEL(warps, 1, LWK_ROW_WARP / 32)

/* ---- a block goes through a row, a chunk of it in registers ---- */
LW_KERNEL(lwk_cross_entropy_blocks, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, columns), (const float *, in),
          (size_t, ld_in), (const int *, labels), (int, ignore), (float *, loss), (float *, log_sum))
{
    LW_SHARED(float, warps, [3 * WARPS]);
    in += blockIdx.x * ld_in;
    float most = -INFINITY, sum = 0;
    for (size_t first = 0; first < columns; first += LWK_ROW_BLOCK) {
        const float before = most;
        const int count = columns - first < LWK_ROW_BLOCK ? (int)(columns - first) : (int)LWK_ROW_BLOCK;
        const int mine = count - (int)threadIdx.x;
        const float *chunk = in + first + threadIdx.x;
        float value[EACH];
        LWK_ROW_UNROLL for (unsigned k = 0; k < EACH; k++) value[k] =
            (int)k * THREADS < mine ? chunk[k * THREADS] : -INFINITY;
        LWK_ROW_UNROLL for (unsigned k = 0; k < EACH; k++) most = lwk_row_greater(most, value[k]);
        most = lwk_row_block_most(most, warps + first / LWK_ROW_BLOCK % 2 * WARPS, THREADS);
        const float shift = shift_of(most);
        if (first > 0)
            sum = __fmul_rn(sum, lwk_exp(before - shift));
        LWK_ROW_UNROLL for (unsigned k = 0; k < EACH; k++) if ((int)k * THREADS < count) sum +=
            lwk_exp(value[k] - shift); /* 0 behind the row */
    }
    sum = lwk_row_block_sum(sum, warps + 2 * WARPS, THREADS);
    if (threadIdx.x == 0)
        store(blockIdx.x, columns, in, labels, ignore, most, sum, loss, log_sum);
}

LW_KERNEL(lwk_cross_entropy_backward_warps, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, rows), (size_t, parts),
          (size_t, columns), (const float *, in), (size_t, ld_in), (const int *, labels), (int, ignore),
          (const float *, log_sum), (const float *, grad_loss), (float *, grad_in), (size_t, ld_grad_in))
{
    const size_t warp = (size_t)blockIdx.x * WARPS + threadIdx.x / 32, row = warp / parts;
    if (row >= rows)
        return;
    const size_t first = warp % parts * LWK_ROW_WARP + threadIdx.x % 32;
    const float *from = in + row * ld_in + first;
    float *to = grad_in + row * ld_grad_in + first;
    const int mine = first >= columns ? 0 : columns - first < LWK_ROW_WARP ? (int)(columns - first) : (int)LWK_ROW_WARP;
    const int label = labels[row];
    const float all = log_sum[row], scale = loss_of(grad_loss, row, label, columns);
    float value[LWK_ROW_WARP / 32];
    LWK_ROW_UNROLL for (unsigned k = 0; k < LWK_ROW_WARP / 32; k++) value[k] = (int)(32 * k) < mine ? from[32 * k] : 0;
    LWK_ROW_UNROLL for (unsigned k = 0; k < LWK_ROW_WARP / 32; k++) if ((int)(32 * k) < mine) to[32 * k] =
        label == ignore ? 0.0f : gradient(value[k], all, first + 32 * k == (size_t)label, scale);
}

/* ---- for CPUs: a block has a row in its caches ---- */
#define ROWS_KERNEL(threads)                                                                                           \
    LW_KERNEL(lwk_cross_entropy_rows_##threads, LW_BLOCK_SIZE(threads, 1, 1), (size_t, rows), (size_t, each),          \
              (size_t, columns), (const float *, all_in), (size_t, ld_in), (const int *, labels), (int, ignore),       \
              (float *, loss), (float *, log_sum))                                                                     \
    {                                                                                                                  \
        LW_SHARED(float, warps, [2 * (threads) / 32]);                                                                 \
        size_t row = blockIdx.x * each;                                                                                \
        const size_t last = row + each < rows ? row + each : rows;                                                     \
        for (; row < last; row++) {                                                                                    \
            const float *in = all_in + row * ld_in;                                                                    \
            float most = -INFINITY, sum = 0;                                                                           \
            for (size_t first = 0; first < columns; first += LWK_ROW_BLOCK) {                                          \
                const size_t end = columns - first < LWK_ROW_BLOCK ? columns : first + LWK_ROW_BLOCK;                  \
                const float before = most;                                                                             \
                LWK_ROW_EACH(i, first, end, threads, most = lwk_row_greater(most, in[i]))                              \
                most = lwk_row_team_most(most, warps, threads);                                                        \
                const float shift = shift_of(most);                                                                    \
                if (first > 0)                                                                                         \
                    sum = __fmul_rn(sum, lwk_exp(before - shift));                                                     \
                LWK_ROW_EACH(i, first, end, threads, sum += lwk_exp(in[i] - shift))                                    \
                if ((threads) > 32)                                                                                    \
                    __syncthreads(); /* `warps` is free */                                                             \
            }                                                                                                          \
            sum = lwk_row_team_sum(sum, warps + (threads) / 32, threads);                                              \
            if (threadIdx.x == 0)                                                                                      \
                store(row, columns, in, labels, ignore, most, sum, loss, log_sum);                                     \
        }                                                                                                              \
    }
ROWS_KERNEL(32)
ROWS_KERNEL(256)

LW_KERNEL(lwk_cross_entropy_backward_rows, LW_BLOCK_SIZE(32, 1, 1), (size_t, rows), (size_t, each), (size_t, columns),
          (const float *, all_in), (size_t, ld_in), (const int *, labels), (int, ignore), (const float *, log_sum),
          (const float *, grad_loss), (float *, all_grad_in), (size_t, ld_grad_in))
{
    size_t row = blockIdx.x * each;
    const size_t last = row + each < rows ? row + each : rows;
    for (; row < last; row++) {
        const float *in = all_in + row * ld_in;
        float *grad_in = all_grad_in + row * ld_grad_in;
        const int label = labels[row];
        const float all = log_sum[row], scale = loss_of(grad_loss, row, label, columns);
        if (label == ignore)
            LWK_ROW_EACH(i, 0, columns, 32, grad_in[i] = 0.0f)
        else
            LWK_ROW_EACH(i, 0, columns, 32, grad_in[i] = gradient(in[i], all, i == (size_t)label, scale))
    }
}

/* ---- the host's side ---- */
static lw_status check(const char *launcher, size_t rows, size_t columns, const float *in, size_t ld_in,
                       const int *labels)
{
    const size_t most = 0x7fffffff;
    if (columns > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: columns is %zu, at most %zu", launcher, columns, most);
    lw_status status = lwk_row_check_rows(launcher, rows);
    if (status == LW_SUCCESS)
        status = lwk_row_check(launcher, rows, columns, in, "in", ld_in);
    if (status == LW_SUCCESS && labels == NULL)
        status = lw_error(LW_ERROR_INVALID_VALUE, "%s: labels is null", launcher);
    return status;
}

#define FORWARD(kernel, ...) lw_launch(kernel, row.config, __VA_ARGS__, in, ld_in, labels, ignore, loss, log_sum)

lw_status lwk_cross_entropy_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in,
                                   const int *labels, int ignore, float *loss, float *log_sum)
{
    const char *launcher = "lwk_cross_entropy_launch";
    struct lwk_row_launch row;
    if (rows == 0 || columns == 0)
        return LW_SUCCESS;
    lw_status status = check(launcher, rows, columns, in, ld_in, labels);
    if (status == LW_SUCCESS && loss == NULL)
        status = lw_error(LW_ERROR_INVALID_VALUE, "%s: loss is null", launcher);
    if (status == LW_SUCCESS)
        status = lwk_row_choose(stream, rows, columns, &row);
    if (status != LW_SUCCESS)
        return status;
    switch (row.kernel) {
    case LWK_ROW_OF_SHORT: return FORWARD(lwk_cross_entropy_short, rows, columns);
    case LWK_ROW_OF_WARP: return FORWARD(lwk_cross_entropy_warps, rows, columns);
    case LWK_ROW_BY_32: return FORWARD(lwk_cross_entropy_rows_32, rows, row.each, columns);
    case LWK_ROW_BY_256: return FORWARD(lwk_cross_entropy_rows_256, rows, row.each, columns);
    case LWK_ROW_BY_1024: /* 256 threads have rows of any length: no thread waits for a second pass */
        row.config = lw_linear(stream, rows * THREADS, THREADS);
        return FORWARD(lwk_cross_entropy_rows_256, rows, row.each, columns);
    case LWK_ROW_OF_BLOCK:
    case LWK_ROW_LONGER: break;
    }
    row.config = lw_linear(stream, rows * THREADS, THREADS);
    return FORWARD(lwk_cross_entropy_blocks, columns);
}

lw_status lwk_cross_entropy_backward_launch(lw_stream *stream, size_t rows, size_t columns, const float *in,
                                            size_t ld_in, const int *labels, int ignore, const float *log_sum,
                                            const float *grad_loss, float *grad_in, size_t ld_grad_in)
{
    const char *launcher = "lwk_cross_entropy_backward_launch";
    const size_t most_blocks = 0x7fffffff, parts = columns / LWK_ROW_WARP + (columns % LWK_ROW_WARP != 0);
    const size_t cpu_block = 16384; /* elements */
    bool is_cpu = false;
    if (rows == 0 || columns == 0)
        return LW_SUCCESS;
    lw_status status = check(launcher, rows, columns, in, ld_in, labels);
    if (status == LW_SUCCESS)
        status = lwk_row_check(launcher, rows, columns, grad_in, "grad_in", ld_grad_in);
    if (status == LW_SUCCESS && log_sum == NULL)
        status = lw_error(LW_ERROR_INVALID_VALUE, "%s: log_sum is null", launcher);
    if (status == LW_SUCCESS && parts > most_blocks * WARPS / rows)
        status = lw_error(LW_ERROR_INVALID_VALUE, "%s: %zu x %zu elements; at most %zu x 1024 are possible", launcher,
                          rows, columns, most_blocks * WARPS);
    if (status == LW_SUCCESS)
        status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    if (is_cpu) {
        const size_t each = columns < cpu_block ? cpu_block / columns : 1;
        lw_launch_config config = lw_linear(stream, (rows / each + (rows % each != 0)) * 32, 32);
        return lw_launch(lwk_cross_entropy_backward_rows, config, rows, each, columns, in, ld_in, labels, ignore,
                         log_sum, grad_loss, grad_in, ld_grad_in);
    }
    return lw_launch(lwk_cross_entropy_backward_warps, lw_linear(stream, rows * parts * 32, THREADS), rows, parts,
                     columns, in, ld_in, labels, ignore, log_sum, grad_loss, grad_in, ld_grad_in);
}
