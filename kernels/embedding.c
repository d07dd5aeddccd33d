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
#define PLACE(n, columns, width)                                                                                       \
    const unsigned tiles = (unsigned)((columns + THREADS * (width) - 1) / (THREADS * (width)));                        \
    const size_t chunk = blockIdx.x / tiles, begin = chunk * CHUNK, end = n - begin < CHUNK ? n : begin + CHUNK;       \
    const size_t c = ((size_t)(blockIdx.x - (unsigned)chunk * tiles) * THREADS + threadIdx.x) * (width)

static __device__ __forceinline__ float sum_of_1(float a, float b)
{
    return a + b;
}

static __device__ __forceinline__ float4 sum_of_4(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

/* AHEAD rows are on their way together, and those of the table that begin among them. */
#define CHUNKS(suffix, type, zero, AHEAD)                                                                              \
    LW_KERNEL(lwk_embedding_backward_chunks_##suffix, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, n), (size_t, rows),       \
              (size_t, columns), (const int *, sorted), (const unsigned *, order), (const float *, grad_out),          \
              (size_t, ld_grad_out), (float *, grad_table), (size_t, ld_grad_table), (float *, partial))               \
    {                                                                                                                  \
        LW_SHARED(int, index, [CHUNK + 2]); /* from the one before the chunk to the one after it */                    \
        LW_SHARED(unsigned, from, [CHUNK]);                                                                            \
        PLACE(n, columns, suffix);                                                                                     \
        const int count = (int)(end - begin);                                                                          \
        for (int k = (int)threadIdx.x; k < count + 2; k += THREADS) {                                                  \
            const bool first = begin + (size_t)k == 0, last = begin + (size_t)k > n;                                   \
            const int own = sorted[first ? 0 : last ? n - 1 : begin + (size_t)k - 1];                                  \
            index[k] = first || last ? ~own : own; /* another one than that beside it */                               \
            if (k < count)                                                                                             \
                from[k] = order[begin + (size_t)k];                                                                    \
        }                                                                                                              \
        __syncthreads();                                                                                               \
        if (c >= columns)                                                                                              \
            return;                                                                                                    \
        partial += 2 * chunk * columns + c;                                                                            \
        grad_table += c;                                                                                               \
        grad_out += c;                                                                                                 \
        type sum = zero;                                                                                               \
        bool before = index[0] == index[1];                                                                            \
        for (int p = 0; p < count; p += AHEAD) {                                                                       \
            type value[AHEAD], table[AHEAD];                                                                           \
            _Pragma("unroll") for (int k = 0; k < AHEAD; k++)                                                          \
            {                                                                                                          \
                const int at = p + k < count ? p + k : count - 1;                                                      \
                const bool begins = index[at] != index[at + 1] && (size_t)index[at + 1] < rows;                        \
                value[k] = *(const type *)(const void *)(grad_out + from[at] * ld_grad_out);                           \
                table[k] = zero;                                                                                       \
                if (begins)                                                                                            \
                    table[k] = *(const type *)(const void *)(grad_table + (size_t)index[at + 1] * ld_grad_table);      \
            }                                                                                                          \
            _Pragma("unroll") for (int k = 0; k < AHEAD; k++)                                                          \
            {                                                                                                          \
                if (p + k < count) {                                                                                   \
                    const int own = index[p + k + 1];                                                                  \
                    const bool begins = index[p + k] != own, ends = index[p + k + 2] != own;                           \
                    sum = sum_of_##suffix(begins ? table[k] : sum, value[k]);                                          \
                    before = before && !begins;                                                                        \
                    const bool after = !ends && p + k + 1 == count;                                                    \
                    if (before && (ends || after))                                                                     \
                        *(type *)(void *)partial = sum;                                                                \
                    else if (after)                                                                                    \
                        *(type *)(void *)(partial + columns) = sum;                                                    \
                    else if (ends && (size_t)own < rows)                                                               \
                        *(type *)(void *)(grad_table + (size_t)own * ld_grad_table) = sum;                             \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }
CHUNKS(1, float, 0.0f, 8)
CHUNKS(4, float4, make_float4(0.0f, 0.0f, 0.0f, 0.0f), 4)

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

/* How many of `most` chunks from `first` begin with the index: those of its run, as indices are sorted. */
static __device__ __forceinline__ unsigned chunks_of_run(const int *sorted, size_t first, size_t chunks, int index,
                                                         const unsigned most)
{
    unsigned count = 0;
    _Pragma("unroll") for (unsigned k = 0; k < most; k++)
    {
        const size_t at = first + k < chunks ? first + k : chunks - 1;
        count += first + k < chunks && sorted[at * CHUNK] == index;
    }
    return count;
}

/* Parts are on their way together, too, with what tells how many the next ones are. */
#define FINISH(suffix, type, AHEAD)                                                                                    \
    LW_KERNEL(lwk_embedding_backward_finish_##suffix, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, n), (size_t, rows),       \
              (size_t, columns), (const int *, sorted), (float *, grad_table), (size_t, ld_grad_table),                \
              (const float *, partial))                                                                                \
    {                                                                                                                  \
        PLACE(n, columns, suffix);                                                                                     \
        const int index = sorted[end - 1], next = end < n ? sorted[end] : ~index;                                      \
        const int previous = begin > 0 ? sorted[begin - 1] : ~index; /* if equal, the chunk is all of one run */       \
        if (c >= columns || previous == index || next != index || (size_t)index >= rows)                               \
            return;                                                                                                    \
        const size_t chunks = (n + CHUNK - 1) / CHUNK;                                                                 \
        partial += c;                                                                                                  \
        type sum = *(const type *)(const void *)(partial + (2 * chunk + 1) * columns);                                 \
        size_t first = chunk + 1;                                                                                      \
        unsigned count = chunks_of_run(sorted, first, chunks, index, AHEAD);                                           \
        while (count > 0) {                                                                                            \
            type value[AHEAD];                                                                                         \
            _Pragma("unroll") for (unsigned k = 0; k < AHEAD; k++) value[k] =                                          \
                *(const type *)(const void *)(partial + 2 * (first + (k < count ? k : 0)) * columns);                  \
            const unsigned now = count;                                                                                \
            first += AHEAD;                                                                                            \
            count = now == AHEAD ? chunks_of_run(sorted, first, chunks, index, AHEAD) : 0;                             \
            _Pragma("unroll") for (unsigned k = 0; k < AHEAD; k++) sum =                                               \
                k < now ? sum_of_##suffix(sum, value[k]) : sum;                                                        \
        }                                                                                                              \
        *(type *)(void *)(grad_table + (size_t)index * ld_grad_table + c) = sum;                                       \
    }
FINISH(1, float, 32)
FINISH(4, float4, 16)

/* ---- the gradient of indices in any order ---- */

/* Rows of equal indices of a block are added up first: an index that many have is one atomic operation a block. */
LW_KERNEL(lwk_embedding_backward_atomic, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, n), (size_t, rows), (size_t, columns),
          (const int *, indices), (const float *, grad_out), (size_t, ld_grad_out), (float *, grad_table),
          (size_t, ld_grad_table))
{
    LW_SHARED(float, values, [CHUNK][THREADS]); /* each thread's own */
    LW_SHARED(unsigned, equal, [CHUNK]);        /* places with the same index; of the first of them, of others 0 */
    LW_SHARED(int, index, [CHUNK]);
    PLACE(n, columns, 1);
    if (threadIdx.x < CHUNK) {
        const bool inside = begin + threadIdx.x < end;
        const int own = inside ? indices[begin + threadIdx.x] : -1;
        const unsigned same = __match_any_sync(LW_FULL_MASK, own);
        index[threadIdx.x] = own;
        equal[threadIdx.x] = (size_t)own < rows && (same & ((1u << threadIdx.x) - 1)) == 0 ? same : 0;
    }
    __syncthreads();
    if (c >= columns)
        return;
    grad_out += begin * ld_grad_out + c;
    _Pragma("unroll") for (unsigned k = 0; k < CHUNK; k++) values[k][threadIdx.x] =
        begin + k < end ? grad_out[k * ld_grad_out] : 0.0f;
    for (unsigned k = 0; k < CHUNK; k++) {
        unsigned places = equal[k];
        if (places == 0)
            continue;
        float sum = values[k][threadIdx.x];
        for (places &= places - 1; places != 0; places &= places - 1)
            sum += values[__ffs((int)places) - 1][threadIdx.x];
        atomicAdd(&grad_table[(size_t)index[k] * ld_grad_table + c], sum);
    }
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

/* Of the gradients' launchers; *blocks: those of the chunks times the columns, a thread each. Neither n, rows nor columns are 0. */
static lw_status check_backward(const char *launcher, size_t n, size_t rows, size_t columns, const int *indices,
                                const char *name, const float *grad_out, size_t ld_grad_out, float *grad_table,
                                size_t ld_grad_table, size_t *blocks)
{
    const size_t tiles = columns / THREADS + (columns % THREADS != 0), most = 0x7fffffff;
    const size_t chunks = n / CHUNK + (n % CHUNK != 0);
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
    const size_t chunks = n / CHUNK + (n % CHUNK != 0),
                 tiles = columns / (4 * THREADS) + (columns % (4 * THREADS) != 0);
    const size_t full =
        1024; /* blocks that a GPU has at a time: fewer have a column a thread, so that more of it is busy */
    bool is_cpu = false;
    size_t blocks = 0;
    if (n == 0 || rows == 0 || columns == 0)
        return LW_SUCCESS;
    lw_status status = check_backward(launcher, n, rows, columns, sorted, "sorted", grad_out, ld_grad_out, grad_table,
                                      ld_grad_table, &blocks);
    if (status == LW_SUCCESS && (order == NULL || workspace == NULL))
        status = lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, order == NULL ? "order" : "workspace");
    if (status == LW_SUCCESS)
        status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    const bool is_aligned = ((uintptr_t)grad_out | (uintptr_t)grad_table | (uintptr_t)workspace) % 16 == 0 &&
                            (columns | ld_grad_out | ld_grad_table) % 4 == 0;
    const bool wide = !is_cpu && is_aligned && tiles * chunks >= full;
    const lw_launch_config config = lw_linear(stream, (wide ? tiles * chunks : blocks) * THREADS, THREADS);
    float *partial = (float *)workspace;
    if (is_cpu)
        status = lw_launch(lwk_embedding_backward_rows, lw_linear(stream, chunks * THREADS, THREADS), n, rows, columns,
                           sorted, order, grad_out, ld_grad_out, grad_table, ld_grad_table, partial);
    else if (wide)
        status = lw_launch(lwk_embedding_backward_chunks_4, config, n, rows, columns, sorted, order, grad_out,
                           ld_grad_out, grad_table, ld_grad_table, partial);
    else
        status = lw_launch(lwk_embedding_backward_chunks_1, config, n, rows, columns, sorted, order, grad_out,
                           ld_grad_out, grad_table, ld_grad_table, partial);
    if (status != LW_SUCCESS || chunks == 1)
        return status;
    return wide ? lw_launch(lwk_embedding_backward_finish_4, config, n, rows, columns, sorted, grad_table,
                            ld_grad_table, (const float *)partial)
                : lw_launch(lwk_embedding_backward_finish_1, config, n, rows, columns, sorted, grad_table,
                            ld_grad_table, (const float *)partial);
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
                                      ld_grad_table, &blocks);
    if (status == LW_SUCCESS)
        status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    if (is_cpu)
        return lw_launch(lwk_embedding_backward_columns, lw_linear(stream, columns, THREADS), n, rows, columns, indices,
                         grad_out, ld_grad_out, grad_table, ld_grad_table);
    return lw_launch(lwk_embedding_backward_atomic, lw_linear(stream, blocks * THREADS, THREADS), n, rows, columns,
                     indices, grad_out, ld_grad_out, grad_table, ld_grad_table);
}
