#include <lanewise/kernel.h>

#include "device/row_launch.h"
#include "norm.h"

enum { THREADS = LWK_ROW_BLOCK_THREADS };

static __device__ __forceinline__ float gain_at(const float *gain, size_t i)
{
    return gain == NULL ? 1.0f : gain[i];
}

static __device__ __forceinline__ float bias_at(const float *bias, size_t i)
{
    return bias == NULL ? 0.0f : bias[i];
}

/* `part`: 1 / columns. nvcc fuses products by __fmul_rn() with no difference. */
static __device__ __forceinline__ float rstd_of(float squares, float part, float epsilon)
{
    return 1.0f / sqrtf(fmaf(squares, part, epsilon));
}

/* Where one thread of a row stores what a backward pass needs. */
static __device__ __forceinline__ void save(float *all, size_t row, float value)
{
    if (all != NULL)
        all[row] = value;
}

/* Of an element: its normalised value, and the gradient with respect to the result. `terms`, `products`: the row's means of grad_out * gain,
 * and of that times norm. */
static __device__ __forceinline__ float gradient(float norm, float grad_out, float gain, float terms, float products,
                                                 float rstd)
{
    return rstd * fmaf(grad_out, gain, -fmaf(norm, products, terms));
}

/* ---- `threads` threads have `most_rows` rows, `each` elements of one a thread, in registers ---- */
#define REGISTER_KERNELS(suffix, threads, most_rows, each)                                                             \
    LW_KERNEL(lwk_norm_##suffix, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, rows), (size_t, columns), (int, centred),      \
              (const float *, in), (size_t, ld_in), (const float *, gain), (const float *, bias), (float, epsilon),    \
              (float *, out), (size_t, ld_out), (float *, mean), (float *, rstd))                                      \
    {                                                                                                                  \
        LW_SHARED(float, warps, [2 * THREADS / 32]);                                                                   \
        const unsigned lane = threadIdx.x % (threads);                                                                 \
        const size_t row = ((size_t)blockIdx.x * (THREADS / (threads)) + threadIdx.x / (threads)) * (most_rows);       \
        if (row >= rows)                                                                                               \
            return;                                                                                                    \
        const int mine = (int)columns - (int)lane; /* the thread's elements begin below it */                          \
        const float part = 1.0f / (float)columns;                                                                      \
        float value[most_rows][each];                                                                                  \
        LWK_ROW_UNROLL for (unsigned r = 0; r < (most_rows); r++)                                                      \
        {                                                                                                              \
            LWK_ROW_UNROLL for (unsigned k = 0; k < (each); k++) value[r][k] =                                         \
                row + r < rows && (int)((threads) * k) < mine ? in[(row + r) * ld_in + lane + (threads) * k] : 0;      \
        }                                                                                                              \
        LWK_ROW_UNROLL for (unsigned r = 0; r < (most_rows); r++)                                                      \
        {                                                                                                              \
            float centre = 0, squares = 0;                                                                             \
            if (centred) {                                                                                             \
                LWK_ROW_UNROLL for (unsigned k = 0; k < (each); k++) centre += value[r][k];                            \
                centre = __fmul_rn(lwk_row_team_sum(centre, warps, threads), part);                                    \
            }                                                                                                          \
            LWK_ROW_UNROLL for (unsigned k = 0; k < (each); k++)                                                       \
            {                                                                                                          \
                value[r][k] -= centre;                                                                                 \
                squares = (int)((threads) * k) < mine ? fmaf(value[r][k], value[r][k], squares) : squares;             \
            }                                                                                                          \
            squares = lwk_row_team_sum(squares, warps + THREADS / 32, threads);                                        \
            const float factor = rstd_of(squares, part, epsilon);                                                      \
            LWK_ROW_UNROLL for (unsigned k = 0; k < (each); k++)                                                       \
            {                                                                                                          \
                const unsigned i = lane + (threads) * k;                                                               \
                if (row + r < rows && (int)((threads) * k) < mine)                                                     \
                    out[(row + r) * ld_out + i] = fmaf(value[r][k] * factor, gain_at(gain, i), bias_at(bias, i));      \
            }                                                                                                          \
            if (lane == 0 && row + r < rows) {                                                                         \
                save(mean, row + r, centre);                                                                           \
                save(rstd, row + r, factor);                                                                           \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    LW_KERNEL(lwk_norm_backward_##suffix, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, rows), (size_t, columns),             \
              (const float *, in), (size_t, ld_in), (const float *, gain), (const float *, mean),                      \
              (const float *, rstd), (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_in),             \
              (size_t, ld_grad_in))                                                                                    \
    {                                                                                                                  \
        LW_SHARED(float, warps, [2 * THREADS / 32]);                                                                   \
        const unsigned lane = threadIdx.x % (threads);                                                                 \
        const size_t row = ((size_t)blockIdx.x * (THREADS / (threads)) + threadIdx.x / (threads)) * (most_rows);       \
        if (row >= rows)                                                                                               \
            return;                                                                                                    \
        const int mine = (int)columns - (int)lane; /* the thread's elements begin below it */                          \
        const float part = 1.0f / (float)columns;                                                                      \
        float norm[most_rows][each], grad[most_rows][each];                                                            \
        LWK_ROW_UNROLL for (unsigned r = 0; r < (most_rows); r++)                                                      \
        {                                                                                                              \
            LWK_ROW_UNROLL for (unsigned k = 0; k < (each); k++)                                                       \
            {                                                                                                          \
                const unsigned i = lane + (threads) * k;                                                               \
                const bool has = row + r < rows && (int)((threads) * k) < mine;                                        \
                norm[r][k] = has ? in[(row + r) * ld_in + i] : 0;                                                      \
                grad[r][k] = has ? grad_out[(row + r) * ld_grad_out + i] : 0;                                          \
            }                                                                                                          \
        }                                                                                                              \
        LWK_ROW_UNROLL for (unsigned r = 0; r < (most_rows); r++)                                                      \
        {                                                                                                              \
            const size_t here = row + r < rows ? row + r : row;                                                        \
            const float centre = mean == NULL ? 0 : mean[here], factor = rstd[here];                                   \
            float terms = 0, products = 0;                                                                             \
            LWK_ROW_UNROLL for (unsigned k = 0; k < (each); k++) if ((int)((threads) * k) < mine)                      \
            {                                                                                                          \
                norm[r][k] = (norm[r][k] - centre) * factor;                                                           \
                const float factor_of = gain_at(gain, lane + (threads) * k);                                           \
                terms = fmaf(grad[r][k], factor_of, terms);                                                            \
                products = fmaf(grad[r][k] * factor_of, norm[r][k], products);                                         \
            }                                                                                                          \
            terms = mean == NULL ? 0 : __fmul_rn(lwk_row_team_sum(terms, warps, threads), part);                       \
            products = __fmul_rn(lwk_row_team_sum(products, warps + THREADS / 32, threads), part);                     \
            LWK_ROW_UNROLL for (unsigned k = 0; k < (each); k++)                                                       \
            {                                                                                                          \
                const unsigned i = lane + (threads) * k;                                                               \
                if (row + r < rows && (int)((threads) * k) < mine)                                                     \
                    grad_in[(row + r) * ld_grad_in + i] =                                                              \
                        gradient(norm[r][k], grad[r][k], gain_at(gain, i), terms, products, factor);                   \
            }                                                                                                          \
        }                                                                                                              \
    }

REGISTER_KERNELS(short, 32, LWK_ROW_SHORT_EACH, LWK_ROW_SHORT / 32)
REGISTER_KERNELS(warps, 32, 1, LWK_ROW_WARP / 32)
REGISTER_KERNELS(blocks, LWK_ROW_BLOCK_THREADS, 1, LWK_ROW_BLOCK / LWK_ROW_BLOCK_THREADS)

/* ---- a block goes through a row several times: on CPUs, which have it in caches, and on GPUs where it is too long for registers ---- */
#define ROWS_KERNELS(threads)                                                                                          \
    LW_KERNEL(lwk_norm_rows_##threads, LW_BLOCK_SIZE(threads, 1, 1), (size_t, rows), (size_t, each),                   \
              (size_t, columns), (int, centred), (const float *, all_in), (size_t, ld_in), (const float *, gain),      \
              (const float *, bias), (float, epsilon), (float *, all_out), (size_t, ld_out), (float *, mean),          \
              (float *, rstd))                                                                                         \
    {                                                                                                                  \
        LW_SHARED(float, warps, [2 * (threads) / 32]);                                                                 \
        size_t row = blockIdx.x * each;                                                                                \
        const float part = 1.0f / (float)columns;                                                                      \
        const size_t last = row + each < rows ? row + each : rows;                                                     \
        for (; row < last; row++) {                                                                                    \
            const float *in = all_in + row * ld_in;                                                                    \
            float *out = all_out + row * ld_out, centre = 0, squares = 0;                                              \
            if (centred) {                                                                                             \
                LWK_ROW_EACH(i, 0, columns, threads, centre += in[i])                                                  \
                centre = __fmul_rn(lwk_row_block_sum(centre, warps, threads), part);                                   \
            }                                                                                                          \
            LWK_ROW_EACH(i, 0, columns, threads, float less = in[i] - centre; squares = fmaf(less, less, squares))     \
            squares = lwk_row_block_sum(squares, warps + (threads) / 32, threads);                                     \
            const float factor = rstd_of(squares, part, epsilon);                                                      \
            if (gain == NULL)                                                                                          \
                LWK_ROW_EACH(i, 0, columns, threads, out[i] = fmaf((in[i] - centre) * factor, 1.0f, 0.0f))             \
            else if (bias == NULL)                                                                                     \
                LWK_ROW_EACH(i, 0, columns, threads, out[i] = fmaf((in[i] - centre) * factor, gain[i], 0.0f))          \
            else                                                                                                       \
                LWK_ROW_EACH(i, 0, columns, threads, out[i] = fmaf((in[i] - centre) * factor, gain[i], bias[i]))       \
            if (threadIdx.x == 0) {                                                                                    \
                save(mean, row, centre);                                                                               \
                save(rstd, row, factor);                                                                               \
            }                                                                                                          \
            __syncthreads(); /* `warps` is free */                                                                     \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    LW_KERNEL(lwk_norm_backward_rows_##threads, LW_BLOCK_SIZE(threads, 1, 1), (size_t, rows), (size_t, each),          \
              (size_t, columns), (const float *, all_in), (size_t, ld_in), (const float *, gain),                      \
              (const float *, mean), (const float *, rstd), (const float *, all_grad_out), (size_t, ld_grad_out),      \
              (float *, all_grad_in), (size_t, ld_grad_in))                                                            \
    {                                                                                                                  \
        LW_SHARED(float, warps, [2 * (threads) / 32]);                                                                 \
        size_t row = blockIdx.x * each;                                                                                \
        const float part = 1.0f / (float)columns;                                                                      \
        const size_t last = row + each < rows ? row + each : rows;                                                     \
        for (; row < last; row++) {                                                                                    \
            const float *in = all_in + row * ld_in, *grad_out = all_grad_out + row * ld_grad_out;                      \
            float *grad_in = all_grad_in + row * ld_grad_in;                                                           \
            const float centre = mean == NULL ? 0 : mean[row], factor = rstd[row];                                     \
            float terms = 0, products = 0;                                                                             \
            if (gain == NULL)                                                                                          \
                LWK_ROW_EACH(i, 0, columns, threads, float norm = (in[i] - centre) * factor; terms += grad_out[i];     \
                             products = fmaf(grad_out[i], norm, products))                                             \
            else                                                                                                       \
                LWK_ROW_EACH(i, 0, columns, threads, float norm = (in[i] - centre) * factor;                           \
                             terms = fmaf(grad_out[i], gain[i], terms);                                                \
                             products = fmaf(grad_out[i] * gain[i], norm, products))                                   \
            terms = mean == NULL ? 0 : __fmul_rn(lwk_row_block_sum(terms, warps, threads), part);                      \
            products = __fmul_rn(lwk_row_block_sum(products, warps + (threads) / 32, threads), part);                  \
            if (gain == NULL)                                                                                          \
                LWK_ROW_EACH(i, 0, columns, threads,                                                                   \
                             grad_in[i] =                                                                              \
                                 gradient((in[i] - centre) * factor, grad_out[i], 1.0f, terms, products, factor))      \
            else                                                                                                       \
                LWK_ROW_EACH(i, 0, columns, threads,                                                                   \
                             grad_in[i] =                                                                              \
                                 gradient((in[i] - centre) * factor, grad_out[i], gain[i], terms, products, factor))   \
            __syncthreads(); /* `warps` is free */                                                                     \
        }                                                                                                              \
    }

ROWS_KERNELS(32)
ROWS_KERNELS(256)
ROWS_KERNELS(1024)

/* ---- the host's side ---- */
#define FORWARD(kernel, ...)                                                                                           \
    lw_launch(kernel, row.config, __VA_ARGS__, columns, centred, in, ld_in, gain, bias, epsilon, out, ld_out, mean,    \
              rstd)

static lw_status forward(const char *launcher, lw_stream *stream, size_t rows, size_t columns, int centred,
                         const float *in, size_t ld_in, const float *gain, const float *bias, float epsilon, float *out,
                         size_t ld_out, float *mean, float *rstd)
{
    struct lwk_row_launch row;
    if (rows == 0 || columns == 0)
        return LW_SUCCESS;
    if (!(epsilon >= 0))
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: epsilon is %g; expected 0 or more", launcher, (double)epsilon);
    if (gain == NULL && bias != NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: gain is null, but bias is not", launcher);
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
    case LWK_ROW_OF_SHORT: return FORWARD(lwk_norm_short, rows);
    case LWK_ROW_OF_WARP: return FORWARD(lwk_norm_warps, rows);
    case LWK_ROW_OF_BLOCK: return FORWARD(lwk_norm_blocks, rows);
    case LWK_ROW_BY_32: return FORWARD(lwk_norm_rows_32, rows, row.each);
    case LWK_ROW_BY_256: return FORWARD(lwk_norm_rows_256, rows, row.each);
    case LWK_ROW_BY_1024:
    case LWK_ROW_LONGER: break;
    }
    return FORWARD(lwk_norm_rows_1024, rows, row.each);
}

#define BACKWARD(kernel, ...)                                                                                          \
    lw_launch(kernel, row.config, __VA_ARGS__, columns, in, ld_in, gain, mean, rstd, grad_out, ld_grad_out, grad_in,   \
              ld_grad_in)

static lw_status backward(const char *launcher, lw_stream *stream, size_t rows, size_t columns, const float *in,
                          size_t ld_in, const float *gain, const float *mean, const float *rstd, const float *grad_out,
                          size_t ld_grad_out, float *grad_in, size_t ld_grad_in)
{
    struct lwk_row_launch row;
    if (rstd == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: rstd is null", launcher);
    lw_status status = lwk_row_check_rows(launcher, rows);
    if (status == LW_SUCCESS)
        status = lwk_row_check(launcher, rows, columns, in, "in", ld_in);
    if (status == LW_SUCCESS)
        status = lwk_row_check(launcher, rows, columns, grad_out, "grad_out", ld_grad_out);
    if (status == LW_SUCCESS)
        status = lwk_row_check(launcher, rows, columns, grad_in, "grad_in", ld_grad_in);
    if (status == LW_SUCCESS)
        status = lwk_row_choose(stream, rows, columns, &row);
    if (status != LW_SUCCESS)
        return status;
    switch (row.kernel) {
    case LWK_ROW_OF_SHORT: return BACKWARD(lwk_norm_backward_short, rows);
    case LWK_ROW_OF_WARP: return BACKWARD(lwk_norm_backward_warps, rows);
    case LWK_ROW_OF_BLOCK: return BACKWARD(lwk_norm_backward_blocks, rows);
    case LWK_ROW_BY_32: return BACKWARD(lwk_norm_backward_rows_32, rows, row.each);
    case LWK_ROW_BY_256: return BACKWARD(lwk_norm_backward_rows_256, rows, row.each);
    case LWK_ROW_BY_1024:
    case LWK_ROW_LONGER: break;
    }
    return BACKWARD(lwk_norm_backward_rows_1024, rows, row.each);
}

lw_status lwk_layer_norm_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in,
                                const float *gain, const float *bias, float epsilon, float *out, size_t ld_out,
                                float *mean, float *rstd)
{
    return forward("lwk_layer_norm_launch", stream, rows, columns, 1, in, ld_in, gain, bias, epsilon, out, ld_out, mean,
                   rstd);
}

lw_status lwk_rms_norm_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in,
                              const float *gain, float epsilon, float *out, size_t ld_out, float *rstd)
{
    return forward("lwk_rms_norm_launch", stream, rows, columns, 0, in, ld_in, gain, NULL, epsilon, out, ld_out, NULL,
                   rstd);
}

lw_status lwk_layer_norm_backward_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in,
                                         const float *gain, const float *mean, const float *rstd, const float *grad_out,
                                         size_t ld_grad_out, float *grad_in, size_t ld_grad_in)
{
    const char *launcher = "lwk_layer_norm_backward_launch";
    if (rows == 0 || columns == 0)
        return LW_SUCCESS;
    if (mean == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: mean is null", launcher);
    return backward(launcher, stream, rows, columns, in, ld_in, gain, mean, rstd, grad_out, ld_grad_out, grad_in,
                    ld_grad_in);
}

lw_status lwk_rms_norm_backward_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in,
                                       const float *gain, const float *rstd, const float *grad_out, size_t ld_grad_out,
                                       float *grad_in, size_t ld_grad_in)
{
    if (rows == 0 || columns == 0)
        return LW_SUCCESS;
    return backward("lwk_rms_norm_backward_launch", stream, rows, columns, in, ld_in, gain, NULL, rstd, grad_out,
                    ld_grad_out, grad_in, ld_grad_in);
}
