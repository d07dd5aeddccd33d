#include <lanewise/kernel.h>

#include "device/kind.h"
#include "device/product.h"
#include "spmv.h"

/* Entries of a thread whose loads are in flight together; a tile's rows of more entries than SHORT have a warp. */
enum { PART = 4096, PARTS = 4 }; /* on a CPU: entries of COO form that a thread has, threads of a block */
enum { THREADS = LWK_SPMV_THREADS, TILE = LWK_SPMV_TILE, EACH = TILE / THREADS, WARPS = THREADS / 32, SHORT = 32 };

static __device__ __forceinline__ float plus_product(float sum, float a, float b)
{
    return sum + LWK_PRODUCT(a, b);
}

static __device__ __forceinline__ void store(float *y, float alpha, float sum, float beta)
{
    *y = beta == 0 ? alpha * sum : plus_product(LWK_PRODUCT(beta, *y), alpha, sum);
}

LW_KERNEL(lwk_spmv_scalar, LW_LAUNCH_BOUNDS(1024), (int, rows), (float, alpha), (const int *, offsets),
          (const int *, columns), (const float *, values), (const float *, x), (float, beta), (float *, y))
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= (size_t)rows)
        return;
    float sum = 0;
    int end = offsets[row + 1];
    for (int k = offsets[row]; k < end; k++)
        sum = plus_product(sum, values[k], x[columns[k]]);
    store(&y[row], alpha, sum, beta);
}

LW_KERNEL(lwk_spmv_vector, LW_LAUNCH_BOUNDS(1024), (int, rows), (int, shift), (float, alpha), (const int *, offsets),
          (const int *, columns), (const float *, values), (const float *, x), (float, beta), (float *, y))
{
    unsigned lanes = 1u << shift, lane = threadIdx.x & (lanes - 1);
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) >> shift;
    unsigned k = 0, end = 0; /* beyond an int's range after the last step of the longest row */
    if (row < (size_t)rows) {
        k = (unsigned)offsets[row] + lane;
        end = (unsigned)offsets[row + 1];
    }
    float sum = 0;
    for (; k < end; k += lanes)
        sum = plus_product(sum, values[k], x[columns[k]]);
    for (unsigned distance = lanes / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(LW_FULL_MASK, sum, distance);
    if (lane == 0 && row < (size_t)rows)
        store(&y[row], alpha, sum, beta);
}

/* ---- the merge path ----
 * It goes through the rows in order: a row's entries, then the row's end. So row r ends at step offsets[r + 1] + r, and a tile is TILE steps. */
LW_KERNEL(lwk_spmv_merge_starts, (int, rows), (size_t, tiles), (const int *, offsets), (int *, starts))
{
    size_t tile = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (tile > tiles)
        return;
    size_t step = tile * TILE;
    unsigned row = 0;
    for (unsigned left = (unsigned)rows; left > 0;) {
        unsigned half = left - left / 2, last = row + half - 1;
        row += (size_t)offsets[last + 1] + last < step ? half : 0;
        left /= 2;
    }
    starts[tile] = (int)row;
}

/* Where shared memory has product i. Without the gaps, threads whose rows have 16 or 32 entries each would read from the same banks. */
static __device__ __forceinline__ unsigned place(unsigned i)
{
    return i + i / 32;
}

/* A tile's rows of more than SHORT entries, in no order. */
struct spmv_rest {
    unsigned count, row[TILE / SHORT], from[TILE / SHORT], to[TILE / SHORT];
};

LW_KERNEL(lwk_spmv_merge, LW_BLOCK_SIZE(THREADS, 1, 1), (int, rows), (float, alpha), (const int *, offsets),
          (const int *, columns), (const float *, values), (const float *, x), (float, beta), (float *, y),
          (const int *, starts), (float *, carries))
{
    LW_SHARED(float, products, [TILE + TILE / 32]);
    LW_SHARED(struct spmv_rest, rest);
    const unsigned all = (unsigned)rows, first_row = (unsigned)starts[blockIdx.x];
    const unsigned last_row = (unsigned)starts[blockIdx.x + 1], rows_end = min(last_row + 1, all);
    const size_t step = (size_t)blockIdx.x * TILE;
    const unsigned first = (unsigned)(step - first_row);
    const unsigned end = last_row < all ? (unsigned)(step + TILE - last_row) : (unsigned)offsets[all];

    /* A thread's first row: its loads are in flight with those of entries. */
    unsigned row = first_row + threadIdx.x, from = 0, to = 0;
    if (row < rows_end) {
        from = (unsigned)offsets[row];
        to = (unsigned)offsets[row + 1];
    }
    int column[EACH];
    float value[EACH];
#pragma unroll
    for (unsigned k = 0; k < EACH; k++) {
        unsigned i = first + threadIdx.x + k * THREADS;
        column[k] = i < end ? columns[i] : 0;
        value[k] = i < end ? values[i] : 0;
    }
#pragma unroll
    for (unsigned k = 0; k < EACH; k++)
        value[k] *= first + threadIdx.x + k * THREADS < end ? x[column[k]] : 0;
#pragma unroll
    for (unsigned k = 0; k < EACH; k++)
        products[place(threadIdx.x + k * THREADS)] = value[k];
    if (threadIdx.x == 0) {
        rest->count = 0;
        if (last_row == all)
            carries[blockIdx.x] = 0;
    }
    __syncthreads();

    while (row < rows_end) {
        unsigned own = max(from, first) - first, own_end = min(to, end) - first;
        if (own_end - own > SHORT) {
            unsigned at = atomicAdd(&rest->count, 1u);
            rest->row[at] = row;
            rest->from[at] = own;
            rest->to[at] = own_end;
        } else {
            float sum = 0;
            for (; own < own_end; own++)
                sum += products[place(own)];
            if (row == last_row)
                carries[blockIdx.x] = sum;
            else
                store(&y[row], alpha, sum, beta);
        }
        row += THREADS;
        if (row < rows_end) {
            from = (unsigned)offsets[row];
            to = (unsigned)offsets[row + 1];
        }
    }
    __syncthreads();
    for (unsigned at = threadIdx.x / 32; at < rest->count; at += WARPS) {
        float sum = 0;
        for (unsigned i = rest->from[at] + threadIdx.x % 32; i < rest->to[at]; i += 32)
            sum += products[place(i)];
        for (int distance = 16; distance > 0; distance /= 2)
            sum += __shfl_down_sync(LW_FULL_MASK, sum, distance);
        if (threadIdx.x % 32 != 0)
            continue;
        if (rest->row[at] == last_row)
            carries[blockIdx.x] = sum;
        else
            store(&y[rest->row[at]], alpha, sum, beta);
    }
}

/* The carries of a row are a run. A warp has 32 tiles, and the whole of each run that begins in them: runs within them it adds by shuffles, and of the last one its
 * lanes have every 32nd carry beyond. */
LW_KERNEL(lwk_spmv_merge_carries, LW_LAUNCH_BOUNDS(1024), (int, rows), (size_t, tiles), (float, alpha),
          (const int *, starts), (const float *, carries), (float *, y))
{
    size_t tile = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned lane = threadIdx.x % 32;
    int row = rows, row_before = rows;
    float sum = 0;
    if (tile < tiles) {
        row_before = starts[tile];
        row = starts[tile + 1];
        sum = carries[tile];
    }
    bool begins = row < rows && (tile == 0 || row != row_before);
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        int row_after = __shfl_down_sync(LW_FULL_MASK, row, distance);
        float sum_after = __shfl_down_sync(LW_FULL_MASK, sum, distance);
        if (lane + distance < 32 && row_after == row)
            sum += sum_after;
    }
    int last = __shfl_sync(LW_FULL_MASK, row, 31);
    float beyond = 0;
    if (__any_sync(LW_FULL_MASK, begins && row == last))
        for (size_t next = tile + 32; next < tiles && starts[next + 1] == last; next += 32)
            beyond += carries[next];
    for (int distance = 16; distance > 0; distance /= 2)
        beyond += __shfl_xor_sync(LW_FULL_MASK, beyond, distance);
    if (row == last)
        sum += beyond;
    if (begins && sum != 0)
        y[row] = plus_product(y[row], alpha, sum);
}

LW_KERNEL(lwk_spmv_coo_offsets, LW_LAUNCH_BOUNDS(1024), (int, rows), (int, entries), (const int *, row_indices),
          (int *, offsets))
{
    size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (k > (size_t)entries)
        return;
    int before = k == 0 ? -1 : row_indices[k - 1], own = k == (size_t)entries ? rows : row_indices[k];
    for (int row = before; row < own; row++)
        offsets[row + 1] = (int)k;
}

/* A part has the rows that begin in it, and the empty ones before them. */
LW_KERNEL(lwk_spmv_coo_parts, LW_LAUNCH_BOUNDS(1024), (int, rows), (int, entries), (int, part), (float, alpha),
          (const int *, row_indices), (const int *, columns), (const float *, values), (const float *, x),
          (float, beta), (float *, y))
{
    size_t k = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * (unsigned)part, all = (unsigned)entries,
           end = min(k + (unsigned)part, all);
    while (k > 0 && k < end && row_indices[k] == row_indices[k - 1])
        k++;
    if (k >= end && (all > 0 || k > 0))
        return;
    int row = k == 0 ? 0 : row_indices[k - 1] + 1;
    while (k < end) {
        int own = row_indices[k];
        float sum = 0;
        for (; row < own; row++)
            store(&y[row], alpha, 0, beta);
        for (; k < all && row_indices[k] == own; k++)
            sum = plus_product(sum, values[k], x[columns[k]]);
        store(&y[own], alpha, sum, beta);
        row = own + 1;
    }
    for (; k == all && row < rows; row++)
        store(&y[row], alpha, 0, beta);
}

/* ---- the host's side ---- */
static bool usable(const char *launcher, size_t rows, size_t entries, const int *offsets, const int *columns,
                   const float *values, const float *x, const float *y)
{
    const char *large = rows > INT_MAX ? "rows" : entries > INT_MAX ? "entries" : NULL;
    const char *null = offsets == NULL              ? "offsets"
                       : columns == NULL && entries ? "columns"
                       : values == NULL && entries  ? "values"
                       : x == NULL && entries       ? "x"
                       : y == NULL                  ? "y"
                                                    : NULL;
    if (large != NULL)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is %zu, at most %d", launcher, large, rows > INT_MAX ? rows : entries,
                 INT_MAX);
    else if (null != NULL && rows > 0)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    return large == NULL && (null == NULL || rows == 0);
}

lw_status lwk_spmv_scalar_launch(lw_stream *stream, size_t rows, size_t entries, float alpha, const int *offsets,
                                 const int *columns, const float *values, const float *x, float beta, float *y)
{
    if (!usable("lwk_spmv_scalar_launch", rows, entries, offsets, columns, values, x, y))
        return LW_ERROR_INVALID_VALUE;
    if (rows == 0)
        return LW_SUCCESS;
    return lw_launch(lwk_spmv_scalar, lw_linear(stream, rows, 128), (int)rows, alpha, offsets, columns, values, x, beta,
                     y);
}

lw_status lwk_spmv_vector_launch(lw_stream *stream, size_t rows, size_t entries, float alpha, const int *offsets,
                                 const int *columns, const float *values, const float *x, float beta, float *y)
{
    int shift = 1;
    if (!usable("lwk_spmv_vector_launch", rows, entries, offsets, columns, values, x, y))
        return LW_ERROR_INVALID_VALUE;
    if (rows == 0)
        return LW_SUCCESS;
    while (shift < 5 && entries / rows >= (size_t)2 << shift)
        shift++;
    return lw_launch(lwk_spmv_vector, lw_linear(stream, rows << shift, 256), (int)rows, shift, alpha, offsets, columns,
                     values, x, beta, y);
}

static size_t tiles_of(size_t rows, size_t entries)
{
    return (rows + entries + TILE - 1) / TILE;
}

size_t lwk_spmv_workspace(size_t rows, size_t entries)
{
    return rows > INT_MAX || entries > INT_MAX ? 0 : (2 * tiles_of(rows, entries) + 1) * sizeof(int);
}

static lw_status by_merge_path(lw_stream *stream, size_t rows, size_t entries, float alpha, const int *offsets,
                               const int *columns, const float *values, const float *x, float beta, float *y,
                               void *workspace)
{
    size_t tiles = tiles_of(rows, entries);
    int *starts = (int *)workspace;
    float *carries = (float *)workspace + tiles + 1;
    lw_status status =
        lw_launch(lwk_spmv_merge_starts, lw_linear(stream, tiles + 1, 128), (int)rows, tiles, offsets, starts);
    if (status == LW_SUCCESS)
        status = lw_launch(lwk_spmv_merge, lw_linear(stream, tiles * THREADS, THREADS), (int)rows, alpha, offsets,
                           columns, values, x, beta, y, starts, carries);
    if (status == LW_SUCCESS && tiles > 1)
        status = lw_launch(lwk_spmv_merge_carries, lw_linear(stream, tiles, 128), (int)rows, tiles, alpha, starts,
                           carries, y);
    return status;
}

static lw_status workspace_is_null(const char *launcher)
{
    return lw_error(LW_ERROR_INVALID_VALUE, "%s: workspace is null", launcher);
}

lw_status lwk_spmv_merge_launch(lw_stream *stream, size_t rows, size_t entries, float alpha, const int *offsets,
                                const int *columns, const float *values, const float *x, float beta, float *y,
                                void *workspace)
{
    if (!usable("lwk_spmv_merge_launch", rows, entries, offsets, columns, values, x, y))
        return LW_ERROR_INVALID_VALUE;
    if (rows == 0)
        return LW_SUCCESS;
    if (workspace == NULL)
        return workspace_is_null("lwk_spmv_merge_launch");
    return by_merge_path(stream, rows, entries, alpha, offsets, columns, values, x, beta, y, workspace);
}

static lw_status by_device(lw_stream *stream, size_t rows, size_t entries, float alpha, const int *offsets,
                           const int *columns, const float *values, const float *x, float beta, float *y,
                           void *workspace)
{
    bool is_cpu;
    lw_status status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    if (is_cpu)
        return lwk_spmv_scalar_launch(stream, rows, entries, alpha, offsets, columns, values, x, beta, y);
    if (rows + entries <= TILE)
        return lwk_spmv_vector_launch(stream, rows, entries, alpha, offsets, columns, values, x, beta, y);
    return by_merge_path(stream, rows, entries, alpha, offsets, columns, values, x, beta, y, workspace);
}

lw_status lwk_spmv_launch(lw_stream *stream, size_t rows, size_t entries, float alpha, const int *offsets,
                          const int *columns, const float *values, const float *x, float beta, float *y,
                          void *workspace)
{
    if (!usable("lwk_spmv_launch", rows, entries, offsets, columns, values, x, y))
        return LW_ERROR_INVALID_VALUE;
    if (rows == 0)
        return LW_SUCCESS;
    if (workspace == NULL)
        return workspace_is_null("lwk_spmv_launch");
    return by_device(stream, rows, entries, alpha, offsets, columns, values, x, beta, y, workspace);
}

size_t lwk_spmv_coo_workspace(size_t rows, size_t entries)
{
    return rows > INT_MAX || entries > INT_MAX ? 0 : lwk_spmv_workspace(rows, entries) + (rows + 1) * sizeof(int);
}

lw_status lwk_spmv_coo_launch(lw_stream *stream, size_t rows, size_t entries, float alpha, const int *row_indices,
                              const int *columns, const float *values, const float *x, float beta, float *y,
                              void *workspace)
{
    const char *launcher = "lwk_spmv_coo_launch";
    int *offsets = (int *)workspace;
    if (rows > 0 && workspace == NULL)
        return workspace_is_null(launcher);
    if (!usable(launcher, rows, entries, offsets, columns, values, x, y))
        return LW_ERROR_INVALID_VALUE;
    if (rows > 0 && entries > 0 && row_indices == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: row_indices is null", launcher);
    if (rows == 0)
        return LW_SUCCESS;
    bool is_cpu;
    lw_status status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    if (is_cpu)
        return lw_launch(lwk_spmv_coo_parts, lw_linear(stream, entries / PART + 1, PARTS), (int)rows, (int)entries,
                         PART, alpha, row_indices, columns, values, x, beta, y);
    status = lw_launch(lwk_spmv_coo_offsets, lw_linear(stream, entries + 1, 256), (int)rows, (int)entries, row_indices,
                       offsets);
    if (status != LW_SUCCESS)
        return status;
    return by_device(stream, rows, entries, alpha, offsets, columns, values, x, beta, y, offsets + rows + 1);
}
