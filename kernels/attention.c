#include <lanewise/kernel.h>

#include "attention.h"
#include "device/attention.h"
#include "device/attention_check.h"
#include "device/column_products.h"
#include "device/exponential.h"
#include "device/kind.h"
#include "device/rows.h"

/* A thread has four queries: those of row group threadIdx.x / ACROSS. Of scores it has some neighbouring keys, of `out` four neighbouring
 * columns of each 64. */
enum {
    ROWS = LWK_ATTENTION_ROWS,
    THREADS = LWK_ATTENTION_THREADS,
    ACROSS = 16,
    PART = LWK_ATTENTION_PART,
    LEVELS = LWK_COLUMN_LEVELS,
    ROW_THREADS = LWK_ATTENTION_ROW_THREADS
};

/* Products of four of `x` and `each` of `y`, which is a constant 2 or 4. */
static __device__ __forceinline__ void multiply(const float *x, const float *y, int each, float sum[4][4])
{
    const float4 four = lwk_attention_four(x);
    const float a[4] = {four.x, four.y, four.z, four.w};
    float b[4] = {y[0], y[1], 0.0f, 0.0f};
    if (each == 4) {
        const float4 other = lwk_attention_four(y);
        b[0] = other.x, b[1] = other.y, b[2] = other.z, b[3] = other.w;
    }
    _Pragma("unroll") for (int i = 0; i < 4; i++)
    {
        _Pragma("unroll") for (int j = 0; j < each; j++) sum[i][j] = fmaf(a[i], b[j], sum[i][j]);
    }
}

/* The greatest of the threads that have the same rows: ACROSS neighbours. */
static __device__ __forceinline__ float most_of_row(float value)
{
    _Pragma("unroll") for (int distance = ACROSS / 2; distance > 0; distance /= 2) value =
        lwk_row_greater(value, __shfl_xor_sync(LW_FULL_MASK, value, distance));
    return value;
}

static __device__ __forceinline__ float sum_of_row(float value)
{
    _Pragma("unroll") for (int distance = ACROSS / 2; distance > 0; distance /= 2) value +=
        __shfl_xor_sync(LW_FULL_MASK, value, distance);
    return value;
}

/* A block's queries. Constants at each call: `dim`, 64 or 128, at least a row's size; `tile`, keys at a time. Shared memory: `query_tile`, dim
 * columns of ROWS; `stage`, PART columns of keys, then rows of values; `weights`, a column of ROWS for each key, in which row group g is
 * at place g ^ (the thread that stored it) % ACROSS, so that threads store to different banks. */
static __device__ __forceinline__ void attend(const struct lwk_attention *by, const float *query, const float *key,
                                              const float *value, float *out, float *log_sum, int wide, int dim,
                                              int tile, float *query_tile, float *stage, float *weights)
{
    const int across = (int)threadIdx.x % ACROSS, down = (int)threadIdx.x / ACROSS, each = tile / ACROSS;
    const int parts = dim / PART, together = tile * PART / dim; /* values */
    const unsigned tiles = ((unsigned)by->queries + ROWS - 1) / ROWS, head = blockIdx.x / tiles;
    const int first = (int)(tiles - 1 - blockIdx.x % tiles) * ROWS; /* where many keys are seen, first */
    const int before = by->keys - by->queries, past = first + ROWS + before;
    const int end = by->causal && past < by->keys ? past : by->keys;
    query += (size_t)head * (size_t)by->queries * (size_t)by->size;
    out += (size_t)head * (size_t)by->queries * (size_t)by->size;
    key += (size_t)(head / (unsigned)by->group) * (size_t)by->keys * (size_t)by->size;
    value += (size_t)(head / (unsigned)by->group) * (size_t)by->keys * (size_t)by->size;

    float most[4], sum[4], total[4][8];
    _Pragma("unroll") for (int i = 0; i < 4; i++)
    {
        most[i] = -INFINITY;
        sum[i] = 0;
        _Pragma("unroll") for (int j = 0; j < 4 * parts; j++) total[i][j] = 0;
    }
    for (int part = 0; part < parts; part++)
        lwk_attention_columns(query_tile + part * PART * ROWS, ROWS, query, first, by->queries, part * PART, by->size,
                              by->scale, wide);

    for (int start = 0; start < end; start += tile) {
        float score[4][4];
        _Pragma("unroll") for (int i = 0; i < 4; i++)
        {
            _Pragma("unroll") for (int j = 0; j < each; j++) score[i][j] = 0;
        }
        for (int part = 0; part < parts; part++) {
            __syncthreads(); /* the stage is free */
            lwk_attention_columns(stage, tile, key, start, by->keys, part * PART, by->size, 1.0f, wide);
            __syncthreads();
            const int depth = by->size - part * PART < PART ? by->size - part * PART : PART;
            const float *x = query_tile + part * PART * ROWS + 4 * down, *y = stage + across * each;
            for (int level = 0; level < depth; level += LEVELS) { /* beyond a row they are 0 */
                _Pragma("unroll") for (int l = 0; l < LEVELS; l++)
                    multiply(x + (level + l) * ROWS, y + (level + l) * tile, each, score);
            }
        }
        if (start + tile > by->keys || (by->causal && start + tile > first + before + 1)) {
            _Pragma("unroll") for (int i = 0; i < 4; i++)
            {
                const int own = first + 4 * down + i + before + 1;
                const int seen = (by->causal && own < by->keys ? own : by->keys) - start - across * each;
                _Pragma("unroll") for (int j = 0; j < each; j++) if (j >= seen) score[i][j] = -INFINITY;
            }
        }
        _Pragma("unroll") for (int i = 0; i < 4; i++)
        {
            float next = most[i];
            _Pragma("unroll") for (int j = 0; j < each; j++) next = lwk_row_greater(next, score[i][j]);
            next = most_of_row(next);
            const float shift = next == -INFINITY ? 0.0f : next, factor = lwk_exp(most[i] - shift);
            float part = 0;
            _Pragma("unroll") for (int j = 0; j < each; j++)
            {
                score[i][j] = lwk_exp(score[i][j] - shift);
                part += score[i][j];
            }
            most[i] = next;
            sum[i] = fmaf(sum[i], factor, part);
            _Pragma("unroll") for (int j = 0; j < 4 * parts; j++) total[i][j] *= factor;
        }
        _Pragma("unroll") for (int j = 0; j < each; j++) *
            (float4 *)(void *)(weights + (across * each + j) * ROWS + (down ^ across) * 4) =
            make_float4(score[0][j], score[1][j], score[2][j], score[3][j]);

        for (int chunk = 0; chunk < tile; chunk += together) {
            __syncthreads(); /* the stage is free */
            lwk_attention_rows_of(stage, together, dim, value, start + chunk, by->keys, by->size, wide);
            __syncthreads();
            for (int level = 0; level < together; level += LEVELS) {
                _Pragma("unroll") for (int l = 0; l < LEVELS; l++)
                {
                    const int at = chunk + level + l;
                    const float *x = weights + at * ROWS + (down ^ at / each) * 4;
                    const float4 four = lwk_attention_four(x);
                    const float a[4] = {four.x, four.y, four.z, four.w};
                    _Pragma("unroll") for (int part = 0; part < parts; part++)
                    {
                        const float4 other = lwk_attention_four(stage + (level + l) * dim + part * PART + across * 4);
                        const float b[4] = {other.x, other.y, other.z, other.w};
                        _Pragma("unroll") for (int i = 0; i < 4; i++)
                        {
                            _Pragma("unroll") for (int j = 0; j < 4; j++) total[i][part * 4 + j] =
                                fmaf(a[i], b[j], total[i][part * 4 + j]);
                        }
                    }
                }
            }
        }
    }

    _Pragma("unroll") for (int i = 0; i < 4; i++)
    {
        const int row = first + 4 * down + i;
        const float all = sum_of_row(sum[i]), part = all == 0.0f ? 0.0f : 1.0f / all;
        _Pragma("unroll") for (int j = 0; j < 4 * parts; j++) total[i][j] *= part;
        if (row < by->queries) {
            _Pragma("unroll") for (int p = 0; p < parts; p++) lwk_attention_store(
                out + (size_t)row * (size_t)by->size, p * PART + across * 4, by->size, &total[i][4 * p], wide);
            if (log_sum != NULL && across == 0)
                log_sum[(size_t)head * (size_t)by->queries + (size_t)row] =
                    all == 0.0f ? -INFINITY : most[i] + lwk_log(all);
        }
    }
}

#define KERNEL(dim, tile)                                                                                              \
    LW_KERNEL(lwk_attention_##dim, LW_BLOCK_SIZE(THREADS, 1, 1), (struct lwk_attention, by), (const float *, query),   \
              (const float *, key), (const float *, value), (float *, out), (float *, log_sum), (int, wide))           \
    {                                                                                                                  \
        LW_SHARED(float4, query_tile, [dim * ROWS / 4]); /* for their alignment */                                     \
        LW_SHARED(float4, stage, [tile * PART / 4]);                                                                   \
        LW_SHARED(float4, weights, [tile * ROWS / 4]);                                                                 \
        attend(&by, query, key, value, out, log_sum, wide, dim, tile, (float *)(void *)query_tile,                     \
               (float *)(void *)stage, (float *)(void *)weights);                                                      \
    }
KERNEL(64, 64)
KERNEL(128, 32)

/* ---- for CPUs: a thread a query ---- */

LW_KERNEL(lwk_attention_rows, LW_BLOCK_SIZE(ROW_THREADS, 1, 1), (struct lwk_attention, by), (const float *, query),
          (const float *, key), (const float *, value), (float *, out), (float *, log_sum))
{
    LW_SHARED(float, query_tile, [128 * ROW_THREADS]); /* columns; each thread uses its own elements alone */
    LW_SHARED(float, totals, [128 * ROW_THREADS]);
    LW_SHARED(float, weights, [64 * ROW_THREADS]);
    LW_SHARED(float, sums, [ACROSS * ROW_THREADS]);
    const unsigned tiles = ((unsigned)by.queries + ROW_THREADS - 1) / ROW_THREADS, head = blockIdx.x / tiles;
    const int first = (int)(tiles - 1 - blockIdx.x % tiles) * ROW_THREADS, own = (int)threadIdx.x;
    const int tile = by.size <= 64 ? 64 : 32, each = tile / ACROSS, before = by.keys - by.queries;
    const int past = first + ROW_THREADS + before, end = by.causal && past < by.keys ? past : by.keys;
    const int row = first + own, mine = row + before + 1, seen = by.causal && mine < by.keys ? mine : by.keys;
    const bool is_row = row < by.queries;
    const size_t size = (size_t)by.size, at = (size_t)head * (size_t)by.queries + (size_t)(is_row ? row : first);
    key += (size_t)(head / (unsigned)by.group) * (size_t)by.keys * size;
    value += (size_t)(head / (unsigned)by.group) * (size_t)by.keys * size;
    float most = -INFINITY;
    for (int c = 0; c < by.size; c++) {
        query_tile[c * ROW_THREADS + own] = query[at * size + (size_t)c] * by.scale;
        totals[c * ROW_THREADS + own] = 0.0f;
    }
    for (int a = 0; a < ACROSS; a++)
        sums[a * ROW_THREADS + own] = 0.0f;

    for (int start = 0; start < end; start += tile) {
        const int count = end - start < tile ? end - start : tile;
        const float *keys = key + (size_t)start * size, *values = value + (size_t)start * size;
        float next = most;
        int k = 0, c = 0;
        for (; k + 4 <= count; k += 4) {
            float score[4] = {0.0f, 0.0f, 0.0f, 0.0f};
            lwk_column_products(query_tile + own, keys + (size_t)k * size, size, 1, by.size, 4, score);
            _Pragma("unroll") for (int i = 0; i < 4; i++)
            {
                const float masked = start + k + i < seen ? score[i] : -INFINITY;
                weights[(k + i) * ROW_THREADS + own] = masked;
                next = lwk_row_greater(next, masked);
            }
        }
        for (; k < count; k++) {
            float score[4] = {0.0f, 0.0f, 0.0f, 0.0f};
            lwk_column_products(query_tile + own, keys + (size_t)k * size, size, 1, by.size, 1, score);
            const float masked = start + k < seen ? score[0] : -INFINITY;
            weights[k * ROW_THREADS + own] = masked;
            next = lwk_row_greater(next, masked);
        }
        const float shift = next == -INFINITY ? 0.0f : next, factor = lwk_exp(most - shift);
        most = next;
        for (int a = 0; a < ACROSS; a++) { /* as the threads of lwk_attention_64() and _128() */
            float part = 0.0f;
            for (int j = a * each; j < (a + 1) * each && j < count; j++) {
                const float power = lwk_exp(weights[j * ROW_THREADS + own] - shift);
                weights[j * ROW_THREADS + own] = power;
                part += power;
            }
            sums[a * ROW_THREADS + own] = fmaf(sums[a * ROW_THREADS + own], factor, part);
        }
        for (; c + 4 <= by.size; c += 4) {
            float total[4];
            _Pragma("unroll") for (int i = 0; i < 4; i++) total[i] = totals[(c + i) * ROW_THREADS + own] * factor;
            lwk_column_products(weights + own, values + c, 1, size, count, 4, total);
            _Pragma("unroll") for (int i = 0; i < 4; i++) totals[(c + i) * ROW_THREADS + own] = total[i];
        }
        for (; c < by.size; c++) {
            float total[4] = {totals[c * ROW_THREADS + own] * factor, 0.0f, 0.0f, 0.0f};
            lwk_column_products(weights + own, values + c, 1, size, count, 1, total);
            totals[c * ROW_THREADS + own] = total[0];
        }
    }

    for (int distance = ACROSS / 2; distance > 0; distance /= 2)
        for (int a = 0; a < distance; a++)
            sums[a * ROW_THREADS + own] += sums[(a + distance) * ROW_THREADS + own];
    if (!is_row)
        return;
    const float all = sums[own], part = all == 0.0f ? 0.0f : 1.0f / all;
    for (int c = 0; c < by.size; c++)
        out[at * size + (size_t)c] = totals[c * ROW_THREADS + own] * part;
    if (log_sum != NULL)
        log_sum[at] = all == 0.0f ? -INFINITY : most + lwk_log(all);
}

/* ---- the host's side ---- */
lw_status lwk_attention_launch(lw_stream *stream, const struct lwk_attention *by, const float *query, const float *key,
                               const float *value, float *out, float *log_sum)
{
    lw_status status = lwk_attention_check("lwk_attention_launch", by);
    if (status != LW_SUCCESS || by->heads == 0 || by->queries == 0)
        return status;
    const char *null = query == NULL                   ? "query"
                       : key == NULL && by->keys > 0   ? "key"
                       : value == NULL && by->keys > 0 ? "value"
                       : out == NULL                   ? "out"
                                                       : NULL;
    if (null != NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_attention_launch: %s is null", null);
    bool is_cpu = false;
    status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    const size_t rows = is_cpu ? ROW_THREADS : ROWS,
                 blocks = ((size_t)by->queries + rows - 1) / rows * (size_t)by->heads;
    if (blocks > 0x7fffffff)
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_attention_launch: %d heads of %d queries are more than a grid has",
                        by->heads, by->queries);
    if (is_cpu)
        return lw_launch(lwk_attention_rows, lw_linear(stream, blocks * ROW_THREADS, ROW_THREADS), *by, query, key,
                         value, out, log_sum);
    const uintptr_t together = (uintptr_t)query | (uintptr_t)key | (uintptr_t)value | (uintptr_t)out;
    const int wide = by->size % 4 == 0 && together % 16 == 0;
    const lw_launch_config config = lw_linear(stream, blocks * THREADS, THREADS);
    return by->size <= 64 ? lw_launch(lwk_attention_64, config, *by, query, key, value, out, log_sum, wide)
                          : lw_launch(lwk_attention_128, config, *by, query, key, value, out, log_sum, wide);
}
