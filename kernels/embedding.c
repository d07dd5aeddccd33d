#include <lanewise/kernel.h>

#include "device/row_launch.h"
#include "embedding.h"

enum { EACH = 4, BLOCK = 256, CHUNK = LWK_EMBEDDING_CHUNK, THREADS = LWK_EMBEDDING_THREADS };

/* ---- forward ---- */
#define TEAMS(suffix, type, zero)                                                                                      \
    LW_KERNEL(lwk_embedding_##suffix, LW_BLOCK_SIZE(BLOCK, 1, 1), (size_t, n), (unsigned, parts), (unsigned, shift),   \
              (size_t, rows), (size_t, columns), (const float *, table), (size_t, ld_table), (const int *, indices),   \
              (float *, out), (size_t, ld_out))                                                                        \
    {                                                                                                                  \
        const size_t team = ((size_t)blockIdx.x * BLOCK + threadIdx.x) >> shift;                                       \
        const unsigned width = 1u << shift;                                                                            \
        const size_t i = parts == 1 ? team : team / parts;                                                             \
        if (i >= n)                                                                                                    \
            return;                                                                                                    \
        const size_t first = (team - i * parts) * EACH * width + (threadIdx.x & (width - 1)), end = columns / suffix;  \
        const size_t row = (size_t)indices[i]; /* a negative one is above any number of rows */                        \
        const type *from = (const type *)(table + (row < rows ? row : 0) * ld_table);                                  \
        type *to = (type *)(out + i * ld_out), value[EACH];                                                            \
        _Pragma("unroll") for (unsigned k = 0; k < EACH; k++) value[k] =                                               \
            first + k * width < end && row < rows ? from[first + k * width] : zero;                                    \
        _Pragma("unroll") for (unsigned k = 0; k < EACH; k++) if (first + k * width < end) to[first + k * width] =     \
            value[k];                                                                                                  \
    }
TEAMS(1, float, 0.0f)
TEAMS(4, float4, make_float4(0.0f, 0.0f, 0.0f, 0.0f))

LW_KERNEL(lwk_embedding_rows, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, n), (size_t, each), (size_t, rows),
          (size_t, columns), (const float *, table), (size_t, ld_table), (const int *, indices), (float *, out),
          (size_t, ld_out))
{
    size_t i = blockIdx.x * each;
    const size_t last = i + each < n ? i + each : n;
    for (; i < last; i++) {
        const size_t row = (size_t)indices[i];
        float *to = out + i * ld_out;
        if (row < rows) {
            const float *from = table + row * ld_table;
            LWK_ROW_EACH(c, 0, columns, THREADS, to[c] = from[c])
        } else {
            LWK_ROW_EACH(c, 0, columns, THREADS, to[c] = 0.0f)
        }
    }
}

/* ---- the gradient of sorted indices ----
 * A run is a range of equal indices. Of runs that cross chunks a chunk stores its part: partial[2 * chunk] of the run that began before the
 * chunk, partial[2 * chunk + 1] of one that begins in it. */
#define PLACE(n, columns)                                                                                              \
    const size_t tiles = (columns + THREADS - 1) / THREADS, chunk = blockIdx.x / tiles;                                \
    const size_t c = (blockIdx.x - chunk * tiles) * THREADS + threadIdx.x, begin = chunk * CHUNK;                      \
    const size_t end = n - begin < CHUNK ? n : begin + CHUNK

/* Stores the sum of a run of `index` that began before the chunk, lasts after it, or is in it. */
static __device__ __forceinline__ void store(float sum, int index, bool before, bool after, size_t rows,
                                             float *grad_table, size_t ld_grad_table, float *partial, size_t columns)
{
    if (before)
        partial[0] = sum;
    else if (after)
        partial[columns] = sum;
    else if ((size_t)index < rows)
        grad_table[(size_t)index * ld_grad_table] = sum;
}

/* Rows of a thread whose loads are on their way together. A block on a CPU has the columns in vectors, and gains nothing. */
#if defined(__CUDACC__)
enum { AHEAD = 4 };
#else
enum { AHEAD = 1 };
#endif

LW_KERNEL(lwk_embedding_backward_chunks, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, n), (size_t, rows), (size_t, columns),
          (const int *, sorted), (const unsigned *, order), (const float *, grad_out), (size_t, ld_grad_out),
          (float *, grad_table), (size_t, ld_grad_table), (float *, partial))
{
    PLACE(n, columns);
    if (c >= columns)
        return;
    partial += 2 * chunk * columns + c;
    grad_table += c;
    grad_out += c;
    int index = sorted[begin];
    bool before = begin > 0 && sorted[begin - 1] == index;
    float sum = before || (size_t)index >= rows ? 0.0f : grad_table[(size_t)index * ld_grad_table];
    for (size_t p = begin; p < end; p += AHEAD) {
        float value[AHEAD];
        /* Those beyond the end are of the last row, and unused. */
        _Pragma("unroll") for (unsigned k = 0; k < AHEAD; k++) value[k] =
            grad_out[order[p + k < end ? p + k : end - 1] * ld_grad_out];
        _Pragma("unroll") for (unsigned k = 0; k < AHEAD; k++)
        {
            if (p + k < end) {
                const int next = sorted[p + k];
                if (next != index) {
                    store(sum, index, before, false, rows, grad_table, ld_grad_table, partial, columns);
                    index = next;
                    before = false;
                    sum = (size_t)index < rows ? grad_table[(size_t)index * ld_grad_table] : 0.0f;
                }
                sum += value[k];
            }
        }
    }
    const bool after = end < n && sorted[end] == index;
    store(sum, index, before, after, rows, grad_table, ld_grad_table, partial, columns);
}

LW_KERNEL(lwk_embedding_backward_rows, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, n), (size_t, rows), (size_t, columns),
          (const int *, sorted), (const unsigned *, order), (const float *, grad_out), (size_t, ld_grad_out),
          (float *, grad_table), (size_t, ld_grad_table), (float *, partial))
{
    const size_t begin = (size_t)blockIdx.x * CHUNK, end = n - begin < CHUNK ? n : begin + CHUNK;
    partial += 2 * blockIdx.x * columns;
    for (size_t p = begin; p < end; p++) {
        const int index = sorted[p];
        const bool first = p == begin || sorted[p - 1] != index, is_row = (size_t)index < rows;
        const bool before = begin > 0 && sorted[begin - 1] == index, after = end < n && sorted[end] == index;
        const float *grad = grad_out + order[p] * ld_grad_out;
        float *row = grad_table + (is_row ? (size_t)index : 0) * ld_grad_table;
        float *to = before ? partial : after ? partial + columns : row;
        if (!is_row)
            continue;
        if (first && before) {
            LWK_ROW_EACH(c, 0, columns, THREADS, to[c] = 0.0f + grad[c])
        } else {
            const float *from = first ? row : to;
            LWK_ROW_EACH(c, 0, columns, THREADS, to[c] = from[c] + grad[c])
        }
    }
}

LW_KERNEL(lwk_embedding_backward_finish, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, n), (size_t, rows), (size_t, columns),
          (const int *, sorted), (float *, grad_table), (size_t, ld_grad_table), (const float *, partial))
{
    PLACE(n, columns);
    const int index = sorted[end - 1];
    const bool before = begin > 0 && sorted[begin - 1] == index; /* so the chunk is all of one run */
    if (c >= columns || before || end == n || sorted[end] != index || (size_t)index >= rows)
        return;
    float sum = partial[(2 * chunk + 1) * columns + c];
    size_t next = end;
    do { /* the chunk that begins at `next` begins with the run */
        sum += partial[2 * (next / CHUNK) * columns + c];
        next = n - next < CHUNK ? n : next + CHUNK;
    } while (next < n && sorted[next] == index);
    grad_table[(size_t)index * ld_grad_table + c] = sum;
}

/* ---- the gradient of indices in any order ---- */
LW_KERNEL(lwk_embedding_backward_atomic, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, rows), (size_t, columns),
          (const int *, indices), (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_table),
          (size_t, ld_grad_table))
{
    const size_t tiles = (columns + THREADS - 1) / THREADS, i = blockIdx.x / tiles;
    const size_t c = (blockIdx.x - i * tiles) * THREADS + threadIdx.x, row = (size_t)indices[i];
    if (c < columns && row < rows)
        atomicAdd(&grad_table[row * ld_grad_table + c], grad_out[i * ld_grad_out + c]);
}

LW_KERNEL(lwk_embedding_backward_columns, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, n), (size_t, rows), (size_t, columns),
          (const int *, indices), (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_table),
          (size_t, ld_grad_table))
{
    const size_t c = (size_t)blockIdx.x * THREADS + threadIdx.x;
    if (c >= columns)
        return;
    for (size_t i = 0; i < n; i++) {
        const size_t row = (size_t)indices[i];
        if (row < rows)
            grad_table[row * ld_grad_table + c] += grad_out[i * ld_grad_out + c];
    }
}

/* ---- the host's side ---- */
static lw_status check_sizes(const char *launcher, size_t n, size_t columns)
{
    const size_t most = 0x7fffffff;
    if (n > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: n is %zu, at most %zu", launcher, n, most);
    if (columns > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: columns is %zu, at most %zu", launcher, columns, most);
    return LW_SUCCESS;
}

lw_status lwk_embedding_launch(lw_stream *stream, size_t n, size_t rows, size_t columns, const float *table,
                               size_t ld_table, const int *indices, float *out, size_t ld_out)
{
    const char *launcher = "lwk_embedding_launch";
    const size_t cpu_block = 16384, most_blocks = 0x7fffffff; /* elements, as each block takes its time to start */
    bool is_cpu = false;
    if (n == 0 || columns == 0)
        return LW_SUCCESS;
    lw_status status = check_sizes(launcher, n, columns);
    if (status == LW_SUCCESS && rows > 0)
        status = lwk_row_check(launcher, rows, columns, table, "table", ld_table);
    if (status == LW_SUCCESS && indices == NULL)
        status = lw_error(LW_ERROR_INVALID_VALUE, "%s: indices is null", launcher);
    if (status == LW_SUCCESS)
        status = lwk_row_check(launcher, n, columns, out, "out", ld_out);
    if (status == LW_SUCCESS)
        status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    if (is_cpu) {
        const size_t each = columns < cpu_block ? cpu_block / columns : 1;
        lw_launch_config config = lw_linear(stream, (n / each + (n % each != 0)) * THREADS, THREADS);
        return lw_launch(lwk_embedding_rows, config, n, each, rows, columns, table, ld_table, indices, out, ld_out);
    }
    const bool wide = ((uintptr_t)table | (uintptr_t)out) % 16 == 0 && (columns | ld_table | ld_out) % 4 == 0;
    const size_t elements = wide ? columns / 4 : columns;
    unsigned shift = 0;
    while (shift < 5 && ((size_t)EACH << shift) < elements)
        shift++;
    const size_t part = (size_t)EACH << shift, parts = elements / part + (elements % part != 0);
    if (parts > (most_blocks * BLOCK >> shift) / n)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %zu x %zu elements are more than a grid has", launcher, n,
                        columns);
    const lw_launch_config config = lw_linear(stream, n * parts << shift, BLOCK);
    return wide ? lw_launch(lwk_embedding_4, config, n, (unsigned)parts, shift, rows, columns, table, ld_table, indices,
                            out, ld_out)
                : lw_launch(lwk_embedding_1, config, n, (unsigned)parts, shift, rows, columns, table, ld_table, indices,
                            out, ld_out);
}

size_t lwk_embedding_workspace(size_t n, size_t columns)
{
    return (n / CHUNK + (n % CHUNK != 0)) * columns * 2 * sizeof(float);
}

/* Of the gradients' launchers; *blocks: those of `chunks` times the columns. Neither n, rows nor columns are 0. */
static lw_status check_backward(const char *launcher, size_t n, size_t rows, size_t columns, const int *indices,
                                const char *name, const float *grad_out, size_t ld_grad_out, float *grad_table,
                                size_t ld_grad_table, size_t chunks, size_t *blocks)
{
    const size_t tiles = columns / THREADS + (columns % THREADS != 0), most = 0x7fffffff;
    lw_status status = check_sizes(launcher, n, columns);
    if (status == LW_SUCCESS && indices == NULL)
        status = lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, name);
    if (status == LW_SUCCESS)
        status = lwk_row_check(launcher, n, columns, grad_out, "grad_out", ld_grad_out);
    if (status == LW_SUCCESS)
        status = lwk_row_check(launcher, rows, columns, grad_table, "grad_table", ld_grad_table);
    if (status == LW_SUCCESS && tiles > most / chunks)
        status =
            lw_error(LW_ERROR_INVALID_VALUE, "%s: %zu x %zu elements are more than a grid has", launcher, n, columns);
    if (status == LW_SUCCESS)
        *blocks = tiles * chunks;
    return status;
}

lw_status lwk_embedding_backward_launch(lw_stream *stream, size_t n, size_t rows, size_t columns, const int *sorted,
                                        const unsigned *order, const float *grad_out, size_t ld_grad_out,
                                        float *grad_table, size_t ld_grad_table, void *workspace)
{
    const char *launcher = "lwk_embedding_backward_launch";
    const size_t chunks = n / CHUNK + (n % CHUNK != 0);
    bool is_cpu = false;
    size_t blocks = 0;
    if (n == 0 || rows == 0 || columns == 0)
        return LW_SUCCESS;
    lw_status status = check_backward(launcher, n, rows, columns, sorted, "sorted", grad_out, ld_grad_out, grad_table,
                                      ld_grad_table, chunks, &blocks);
    if (status == LW_SUCCESS && (order == NULL || workspace == NULL))
        status = lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, order == NULL ? "order" : "workspace");
    if (status == LW_SUCCESS)
        status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status == LW_SUCCESS && is_cpu)
        status = lw_launch(lwk_embedding_backward_rows, lw_linear(stream, chunks * THREADS, THREADS), n, rows, columns,
                           sorted, order, grad_out, ld_grad_out, grad_table, ld_grad_table, (float *)workspace);
    else if (status == LW_SUCCESS)
        status =
            lw_launch(lwk_embedding_backward_chunks, lw_linear(stream, blocks * THREADS, THREADS), n, rows, columns,
                      sorted, order, grad_out, ld_grad_out, grad_table, ld_grad_table, (float *)workspace);
    if (status == LW_SUCCESS && chunks > 1)
        status = lw_launch(lwk_embedding_backward_finish, lw_linear(stream, blocks * THREADS, THREADS), n, rows,
                           columns, sorted, grad_table, ld_grad_table, (const float *)workspace);
    return status;
}

lw_status lwk_embedding_backward_atomic_launch(lw_stream *stream, size_t n, size_t rows, size_t columns,
                                               const int *indices, const float *grad_out, size_t ld_grad_out,
                                               float *grad_table, size_t ld_grad_table)
{
    const char *launcher = "lwk_embedding_backward_atomic_launch";
    bool is_cpu = false;
    size_t blocks = 0;
    if (n == 0 || rows == 0 || columns == 0)
        return LW_SUCCESS;
    lw_status status = check_backward(launcher, n, rows, columns, indices, "indices", grad_out, ld_grad_out, grad_table,
                                      ld_grad_table, n, &blocks);
    if (status == LW_SUCCESS)
        status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    if (is_cpu)
        return lw_launch(lwk_embedding_backward_columns, lw_linear(stream, columns, THREADS), n, rows, columns, indices,
                         grad_out, ld_grad_out, grad_table, ld_grad_table);
    return lw_launch(lwk_embedding_backward_atomic, lw_linear(stream, blocks * THREADS, THREADS), rows, columns,
                     indices, grad_out, ld_grad_out, grad_table, ld_grad_table);
}
