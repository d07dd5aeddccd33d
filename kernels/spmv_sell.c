#include <stdint.h>

#include <lanewise/kernel.h>

#include "device/kind.h"
#include "device/product.h"
#include "spmv_sell.h"

enum { SLICE = LWK_SELL_SLICE, SLICES = 8 };

LW_KERNEL(lwk_spmv_sell, LW_LAUNCH_BOUNDS(1024), (int, rows), (float, alpha), (const int *, offsets),
          (const int *, columns), (const float *, values), (const float *, x), (float, beta), (float *, y))
{
    size_t slice = (size_t)blockIdx.x * blockDim.y + threadIdx.y, row = slice * SLICE + threadIdx.x;
    if (row >= (size_t)rows)
        return;
    size_t place = (size_t)offsets[slice] + threadIdx.x;
    unsigned width = (unsigned)(offsets[slice + 1] - offsets[slice]) / SLICE;
    float sum = 0;
    for (unsigned j = 0; j < width; j++, place += SLICE) {
        int column = columns[place];
        if (column >= 0)
            sum += LWK_PRODUCT(values[place], x[column]);
    }
    y[row] = beta == 0 ? alpha * sum : LWK_PRODUCT(beta, y[row]) + LWK_PRODUCT(alpha, sum);
}

LW_KERNEL(lwk_spmv_sell_slices, LW_LAUNCH_BOUNDS(1024), (int, rows), (float, alpha), (const int *, offsets),
          (const int *, columns), (const float *, values), (const float *, x), (float, beta), (float *, y))
{
    size_t slice = (size_t)blockIdx.x * blockDim.x + threadIdx.x, row = slice * SLICE;
    if (row >= (size_t)rows)
        return;
    float sum[SLICE];
    for (unsigned k = 0; k < SLICE; k++)
        sum[k] = 0;
    size_t end = (size_t)offsets[slice + 1];
    for (size_t place = (size_t)offsets[slice]; place < end; place += SLICE)
        for (unsigned k = 0; k < SLICE; k++) {
            int column = columns[place + k];
            float product = LWK_PRODUCT(values[place + k], x[max(column, 0)]);
            sum[k] += column >= 0 ? product : 0;
        }
    unsigned left = (unsigned)min((size_t)rows - row, (size_t)SLICE);
    for (unsigned k = 0; k < left; k++)
        y[row + k] = beta == 0 ? alpha * sum[k] : LWK_PRODUCT(beta, y[row + k]) + LWK_PRODUCT(alpha, sum[k]);
}

LW_KERNEL(lwk_sell_from_csr, LW_LAUNCH_BOUNDS(1024), (int, rows), (const int *, csr_offsets),
          (const int *, csr_columns), (const float *, csr_values), (const int *, offsets), (int *, columns),
          (float *, values))
{
    size_t slice = (size_t)blockIdx.x * blockDim.y + threadIdx.y, row = slice * SLICE + threadIdx.x;
    if (slice * SLICE >= (size_t)rows)
        return;
    unsigned entry = 0, end = 0; /* rows after the last one have places, too */
    if (row < (size_t)rows) {
        entry = (unsigned)csr_offsets[row];
        end = (unsigned)csr_offsets[row + 1];
    }
    size_t place = (size_t)offsets[slice] + threadIdx.x;
    unsigned width = (unsigned)(offsets[slice + 1] - offsets[slice]) / SLICE;
    for (unsigned j = 0; j < width; j++, entry++, place += SLICE) {
        columns[place] = entry < end ? csr_columns[entry] : -1;
        values[place] = entry < end ? csr_values[entry] : 0;
    }
}

size_t lwk_sell_offsets(size_t rows, const int *csr_offsets, int *offsets)
{
    size_t places = 0;
    if (csr_offsets == NULL || offsets == NULL || rows > INT_MAX)
        return SIZE_MAX;
    for (size_t first = 0; first < rows; first += SLICE) {
        size_t widest = 0;
        offsets[first / SLICE] = (int)places;
        for (size_t row = first; row < rows && row < first + SLICE; row++) {
            if (csr_offsets[row] < 0 || csr_offsets[row + 1] < csr_offsets[row])
                return SIZE_MAX;
            size_t length = (size_t)(csr_offsets[row + 1] - csr_offsets[row]);
            widest = length > widest ? length : widest;
        }
        places += widest * SLICE;
        if (places > INT_MAX)
            return SIZE_MAX;
    }
    offsets[(rows + SLICE - 1) / SLICE] = (int)places;
    return places;
}

static lw_status refuse(const char *launcher, const char *null, size_t rows, size_t places)
{
    if (rows > INT_MAX || places > INT_MAX)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is %zu, at most %d", launcher,
                        rows > INT_MAX ? "rows" : "places", rows > INT_MAX ? rows : places, INT_MAX);
    if (null != NULL && rows > 0)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    return LW_SUCCESS;
}

/* A warp a slice. */
static lw_launch_config slices_of(lw_stream *stream, size_t rows)
{
    size_t slices = (rows + SLICE - 1) / SLICE;
    lw_dim3 grid = {(unsigned)((slices + SLICES - 1) / SLICES), 1, 1}, block = {SLICE, SLICES, 1};
    return lw_grid(stream, grid, block, 0);
}

lw_status lwk_sell_from_csr_launch(lw_stream *stream, size_t rows, size_t places, const int *csr_offsets,
                                   const int *csr_columns, const float *csr_values, const int *offsets, int *columns,
                                   float *values)
{
    bool any = places > 0;
    const char *null = csr_offsets == NULL          ? "csr_offsets"
                       : any && csr_columns == NULL ? "csr_columns"
                       : any && csr_values == NULL  ? "csr_values"
                       : offsets == NULL            ? "offsets"
                       : any && columns == NULL     ? "columns"
                       : any && values == NULL      ? "values"
                                                    : NULL;
    lw_status status = refuse("lwk_sell_from_csr_launch", null, rows, places);
    if (status != LW_SUCCESS || rows == 0)
        return status;
    return lw_launch(lwk_sell_from_csr, slices_of(stream, rows), (int)rows, csr_offsets, csr_columns, csr_values,
                     offsets, columns, values);
}

lw_status lwk_spmv_sell_launch(lw_stream *stream, size_t rows, size_t places, float alpha, const int *offsets,
                               const int *columns, const float *values, const float *x, float beta, float *y)
{
    bool any = places > 0;
    const char *null = offsets == NULL          ? "offsets"
                       : any && columns == NULL ? "columns"
                       : any && values == NULL  ? "values"
                       : any && x == NULL       ? "x"
                       : y == NULL              ? "y"
                                                : NULL;
    lw_status status = refuse("lwk_spmv_sell_launch", null, rows, places);
    if (status != LW_SUCCESS || rows == 0)
        return status;
    bool is_cpu;
    status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    if (is_cpu)
        return lw_launch(lwk_spmv_sell_slices, lw_linear(stream, (rows + SLICE - 1) / SLICE, 16), (int)rows, alpha,
                         offsets, columns, values, x, beta, y);
    return lw_launch(lwk_spmv_sell, slices_of(stream, rows), (int)rows, alpha, offsets, columns, values, x, beta, y);
}
