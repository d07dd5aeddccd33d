#include <lanewise/kernel.h>

#include "device/row_launch.h"
#include "norm_parameters.h"

/* A part has at least LEAST_ROWS rows, and there are enough of them for MANY threads, or MOST_PARTS. GROUP parts are added up in a row. */
enum { THREADS = 256, LEAST_ROWS = 32, MANY = 1 << 18, MOST_PARTS = 1024, GROUP = 32 };

/* nvcc has the loads of 8 rows on their way together. For a CPU the loop is not unrolled, which would go down the columns. */
#if defined(__CUDACC__)
#define EIGHT_ROWS _Pragma("unroll 8")
#else
#define EIGHT_ROWS _Pragma("unroll 1")
#endif

LW_KERNEL(lwk_norm_parameters_parts, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, rows), (size_t, columns), (size_t, each),
          (const float *, in), (size_t, ld_in), (const float *, mean), (const float *, rstd), (const float *, grad_out),
          (size_t, ld_grad_out), (float *, gains), (float *, biases))
{
    const size_t column = (size_t)blockIdx.x * THREADS + threadIdx.x, first = blockIdx.y * each;
    const size_t end = first + each < rows ? first + each : rows;
    float gain = 0, bias = 0; /* a loop of all threads is vectorised for a CPU, one of some is not */
    if (mean == NULL) {
        EIGHT_ROWS for (size_t row = first; row < end; row++) if (column < columns) gain =
            fmaf(grad_out[row * ld_grad_out + column], in[row * ld_in + column] * rstd[row], gain);
    } else {
        EIGHT_ROWS for (size_t row = first; row < end; row++) if (column < columns)
        {
            const float grad = grad_out[row * ld_grad_out + column];
            gain = fmaf(grad, (in[row * ld_in + column] - mean[row]) * rstd[row], gain);
            bias += grad;
        }
        if (column < columns)
            biases[blockIdx.y * columns + column] = bias;
    }
    if (column < columns)
        gains[blockIdx.y * columns + column] = gain;
}

LW_KERNEL(lwk_norm_parameters_sums, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, parts), (size_t, columns), (size_t, each),
          (const float *, gains), (const float *, biases), (float *, gains_out), (float *, biases_out))
{
    const size_t column = (size_t)blockIdx.x * THREADS + threadIdx.x, first = blockIdx.y * each;
    const size_t end = first + each < parts ? first + each : parts;
    const float *in = blockIdx.z == 0 ? gains : biases;
    float *out = blockIdx.z == 0 ? gains_out : biases_out, sum = 0;
    if (column >= columns)
        return;
    EIGHT_ROWS for (size_t part = first; part < end; part++) sum += in[part * columns + column];
    out[blockIdx.y * columns + column] = sum;
}

/* ---- the host's side ---- */
static size_t divide(size_t n, size_t by)
{
    return n / by + (n % by != 0);
}

/* How rows are divided; neither rows nor columns are 0. */
static size_t parts_of(size_t rows, size_t columns, size_t *each)
{
    size_t most = divide(MANY, columns), parts = divide(rows, LEAST_ROWS);
    most = most > MOST_PARTS ? (size_t)MOST_PARTS : most;
    parts = parts > most ? most : parts;
    *each = divide(rows, parts);
    return divide(rows, *each);
}

size_t lwk_norm_parameters_workspace(size_t rows, size_t columns)
{
    size_t each, parts = rows == 0 || columns == 0 ? 1 : parts_of(rows, columns, &each);
    return parts == 1 ? 0 : 2 * (parts + (parts > GROUP ? divide(parts, GROUP) : 0)) * columns * sizeof(float);
}

double lwk_norm_parameters_depth(size_t rows, size_t columns)
{
    size_t each = 0, parts = rows == 0 || columns == 0 ? 1 : parts_of(rows, columns, &each);
    return (double)each + (parts == 1 ? 0 : parts <= GROUP ? (double)parts : GROUP + (double)divide(parts, GROUP));
}

static lw_status launch_parameters(const char *launcher, lw_stream *stream, size_t rows, size_t columns,
                                   const float *in, size_t ld_in, const float *mean, const float *rstd,
                                   const float *grad_out, size_t ld_grad_out, float *grad_gain, float *grad_bias,
                                   void *workspace)
{
    const size_t most = 0x7fffffff, needed = lwk_norm_parameters_workspace(rows, columns);
    size_t each = 0, parts = 1;
    if (columns > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: columns is %zu, at most %zu", launcher, columns, most);
    lw_status status = lwk_row_check_rows(launcher, rows);
    if (status == LW_SUCCESS && rows > 0)
        status = lwk_row_check(launcher, rows, columns, in, "in", ld_in);
    if (status == LW_SUCCESS && rows > 0)
        status = lwk_row_check(launcher, rows, columns, grad_out, "grad_out", ld_grad_out);
    if (status != LW_SUCCESS)
        return status;
    if ((rstd == NULL && rows > 0) || grad_gain == NULL || (workspace == NULL && needed > 0))
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher,
                        rstd == NULL && rows > 0 ? "rstd"
                        : grad_gain == NULL      ? "grad_gain"
                                                 : "workspace");
    if (rows > 0)
        parts = parts_of(rows, columns, &each);
    float *gains = parts == 1 ? grad_gain : (float *)workspace;
    float *biases = parts == 1 ? grad_bias : (float *)workspace + parts * columns;
    lw_launch_config config =
        lw_grid(stream, lw_make_dim3((unsigned)divide(columns, THREADS), (unsigned)parts, 1), THREADS, 0);
    status = lw_launch(lwk_norm_parameters_parts, config, rows, columns, each, in, ld_in, mean, rstd, grad_out,
                       ld_grad_out, gains, biases);
    if (status != LW_SUCCESS || parts == 1)
        return status;
    /* Groups of parts, then what they gave. */
    const unsigned z = mean == NULL ? 1 : 2;
    if (parts > GROUP) {
        const size_t groups = divide(parts, GROUP);
        float *group_gains = (float *)workspace + 2 * parts * columns, *group_biases = group_gains + groups * columns;
        config = lw_grid(stream, lw_make_dim3((unsigned)divide(columns, THREADS), (unsigned)groups, z), THREADS, 0);
        status = lw_launch(lwk_norm_parameters_sums, config, parts, columns, GROUP, gains, biases, group_gains,
                           group_biases);
        if (status != LW_SUCCESS)
            return status;
        parts = groups;
        gains = group_gains;
        biases = group_biases;
    }
    config = lw_grid(stream, lw_make_dim3((unsigned)divide(columns, THREADS), 1, z), THREADS, 0);
    return lw_launch(lwk_norm_parameters_sums, config, parts, columns, parts, gains, biases, grad_gain, grad_bias);
}

lw_status lwk_layer_norm_parameters_launch(lw_stream *stream, size_t rows, size_t columns, const float *in,
                                           size_t ld_in, const float *mean, const float *rstd, const float *grad_out,
                                           size_t ld_grad_out, float *grad_gain, float *grad_bias, void *workspace)
{
    const char *launcher = "lwk_layer_norm_parameters_launch";
    static const float none = 0; /* says that biases have gradients, where there are no means */
    if (columns == 0)
        return LW_SUCCESS;
    if ((mean == NULL && rows > 0) || grad_bias == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, grad_bias == NULL ? "grad_bias" : "mean");
    return launch_parameters(launcher, stream, rows, columns, in, ld_in, rows == 0 ? &none : mean, rstd, grad_out,
                             ld_grad_out, grad_gain, grad_bias, workspace);
}

lw_status lwk_rms_norm_parameters_launch(lw_stream *stream, size_t rows, size_t columns, const float *in, size_t ld_in,
                                         const float *rstd, const float *grad_out, size_t ld_grad_out, float *grad_gain,
                                         void *workspace)
{
    if (columns == 0)
        return LW_SUCCESS;
    return launch_parameters("lwk_rms_norm_parameters_launch", stream, rows, columns, in, ld_in, NULL, rstd, grad_out,
                             ld_grad_out, grad_gain, NULL, workspace);
}
