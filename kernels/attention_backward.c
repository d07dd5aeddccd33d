#include <lanewise/kernel.h>

#include "attention_backward.h"
#include "device/attention_check.h"
#include "device/attention_gradient.h"
#include "device/column_products.h"
#include "device/exponential.h"
#include "device/kind.h"

/* Own rows are those of a block: queries with their gradients, or keys with their values. The others, which it goes through, are keys and values,
 * or queries and gradients. `a` is an own row and `x` another one of queries and keys, `b` and `y` of gradients and values. */
enum {
    ROWS = LWK_ATTENTION_GRADIENT_ROWS,
    THREADS = LWK_ATTENTION_GRADIENT_THREADS,
    ACROSS = LWK_GRADIENT_ACROSS,
    PART = LWK_ATTENTION_PART,
    OWN_THREADS = LWK_ATTENTION_GRADIENT_OWN_THREADS,
    TILE = 64 /* other rows at a time on a CPU */
};

LW_KERNEL(lwk_attention_backward_dots, (size_t, rows), (int, size), (const float *, out), (const float *, grad_out),
          (float *, own))
{
    const size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0.0f;
    int c = 0;
    do /* a row has an element */
        sum = fmaf(grad_out[row * (size_t)size + (size_t)c], out[row * (size_t)size + (size_t)c], sum);
    while (++c < size);
    own[row] = sum;
}

/** What a block has, or a thread of those for CPUs. */
struct place {
    int rows;        /**< own rows of a head */
    int others;      /**< of a head */
    int first;       /**< the block's first own row */
    int start;       /**< the first of the others that the block's see or are seen by */
    int end;         /**< after the last one */
    int heads;       /**< that the block goes through */
    size_t own_head; /**< of own rows */
    size_t head;     /**< the first of others */
};

/* Of a block of `each` own rows, keys or queries. Queries that see many keys are first, and keys that many see. */
static __device__ __forceinline__ struct place place_of(const struct lwk_attention *by, bool of_keys, int each)
{
    struct place place;
    const int before = by->keys - by->queries;
    place.rows = of_keys ? by->keys : by->queries;
    place.others = of_keys ? by->queries : by->keys;
    const unsigned tiles = ((unsigned)place.rows + (unsigned)each - 1) / (unsigned)each, head = blockIdx.x / tiles;
    const int tile = (int)(blockIdx.x - head * tiles);
    place.first = (of_keys ? tile : (int)tiles - 1 - tile) * each;
    place.start = 0;
    place.end = place.others;
    if (by->causal && of_keys && place.first > before)
        place.start = place.first - before;
    if (by->causal && !of_keys && place.first + each + before < place.end)
        place.end = place.first + each + before;
    place.heads = of_keys ? by->group : 1;
    place.own_head = head;
    place.head = of_keys ? (size_t)head * (size_t)by->group : (size_t)(head / (unsigned)by->group);
    return place;
}

static __device__ __forceinline__ bool sees(const struct lwk_attention *by, bool of_keys, int own, int other)
{
    const int query = of_keys ? other : own, key = of_keys ? own : other;
    return query < by->queries && key < by->keys && (!by->causal || key <= query + by->keys - by->queries);
}

/* ---- blocks of GPUs ---- */

/* Constants at each call: `dim`, 64 or 128, at least a row's size, and `of_keys`. `a` and `b` are of own rows, `x` and `y` of others; `grad_a` and, of keys,
 * `grad_b` are results. Shared memory: `a_tile` and `b_tile`, dim columns of ROWS; `stage`, PART of them; `factors`; `sums`, of ROWS others log_sum, then own. */
static __device__ __forceinline__ void gradients(const struct lwk_attention *by, const float *a, const float *b,
                                                 const float *x, const float *y, const float *log_sum, const float *own,
                                                 float *grad_a, float *grad_b, int wide, int dim, bool of_keys,
                                                 float *a_tile, float *b_tile, float *stage, float *factors,
                                                 float *sums)
{
    const int across = (int)threadIdx.x % ACROSS, down = (int)threadIdx.x / ACROSS, parts = dim / PART;
    const struct place place = place_of(by, of_keys, ROWS);
    const size_t own_row = place.own_head * (size_t)place.rows;
    float total_a[4][16], total_b[4][16], row_log[4], row_own[4];
    a += own_row * (size_t)by->size;
    b += own_row * (size_t)by->size;
    _Pragma("unroll") for (int i = 0; i < 4; i++)
    {
        const int row = place.first + 4 * down + i < place.rows ? place.first + 4 * down + i : place.rows - 1;
        row_log[i] = of_keys ? 0.0f : log_sum[own_row + (size_t)row];
        row_own[i] = of_keys ? 0.0f : own[own_row + (size_t)row];
        _Pragma("unroll") for (int j = 0; j < 8 * parts; j++) total_a[i][j] = total_b[i][j] = 0;
    }
    for (int part = 0; part < parts; part++) {
        lwk_gradient_columns_of(a_tile + part * PART * ROWS, a, place.first, place.rows, part * PART, by->size,
                                by->scale, wide);
        lwk_gradient_columns_of(b_tile + part * PART * ROWS, b, place.first, place.rows, part * PART, by->size, 1.0f,
                                wide);
    }
    for (int head = 0; head < place.heads; head++) {
        const size_t other_row = (place.head + (size_t)head) * (size_t)place.others;
        const float *x_rows = x + other_row * (size_t)by->size, *y_rows = y + other_row * (size_t)by->size;
        for (int start = place.start; start < place.end; start += ROWS) {
            float weight[4][4], factor[4][4];
            lwk_gradient_multiply_rows(a_tile, stage, x_rows, start, place.others, by->size, wide, parts, weight);
            if (of_keys && threadIdx.x < ROWS) {
                const int last = place.others - 1,
                          row = start + (int)threadIdx.x < last ? start + (int)threadIdx.x : last;
                sums[threadIdx.x] = log_sum[other_row + (size_t)row];
                sums[ROWS + threadIdx.x] = own[other_row + (size_t)row];
            }
            lwk_gradient_multiply_rows(b_tile, stage, y_rows, start, place.others, by->size, wide, parts, factor);
            _Pragma("unroll") for (int i = 0; i < 4; i++)
            {
                _Pragma("unroll") for (int j = 0; j < 4; j++)
                {
                    const float log = of_keys ? sums[4 * across + j] : row_log[i];
                    const float dot = of_keys ? sums[ROWS + 4 * across + j] : row_own[i];
                    const bool seen = sees(by, of_keys, place.first + 4 * down + i, start + 4 * across + j);
                    const float power = lwk_exp(weight[i][j] - log);
                    weight[i][j] = seen ? power : 0.0f;
                    factor[i][j] = seen ? power * (factor[i][j] - dot) : 0.0f;
                }
            }
            if (of_keys)
                lwk_gradient_add_rows(weight, factors, stage, y_rows, start, place.others, by->size, wide, parts,
                                      total_b);
            lwk_gradient_add_rows(factor, factors, stage, x_rows, start, place.others, by->size, wide, parts, total_a);
        }
    }
    lwk_gradient_store_rows(grad_a + own_row * (size_t)by->size, place.first, place.rows, by->size, by->scale, wide,
                            parts, total_a);
    if (of_keys)
        lwk_gradient_store_rows(grad_b + own_row * (size_t)by->size, place.first, place.rows, by->size, 1.0f, wide,
                                parts, total_b);
}

#define TILES(dim)                                                                                                     \
    LW_SHARED(float4, a_tile, [dim * ROWS / 4]); /* for their alignment */                                             \
    LW_SHARED(float4, b_tile, [dim * ROWS / 4]);                                                                       \
    LW_SHARED(float4, stage, [PART * ROWS / 4]);                                                                       \
    LW_SHARED(float4, factors, [ROWS * ROWS / 4]);                                                                     \
    LW_SHARED(float, sums, [2 * ROWS])
#define OF_TILES                                                                                                       \
    (float *)(void *)a_tile, (float *)(void *)b_tile, (float *)(void *)stage, (float *)(void *)factors, sums
#define KERNELS(dim)                                                                                                   \
    LW_KERNEL(lwk_attention_backward_query_##dim, LW_BLOCK_SIZE(THREADS, 1, 1), (struct lwk_attention, by),            \
              (const float *, query), (const float *, key), (const float *, value), (const float *, grad_out),         \
              (const float *, log_sum), (const float *, own), (float *, grad_query), (int, wide))                      \
    {                                                                                                                  \
        TILES(dim);                                                                                                    \
        gradients(&by, query, grad_out, key, value, log_sum, own, grad_query, NULL, wide, dim, false, OF_TILES);       \
    }                                                                                                                  \
    LW_KERNEL(lwk_attention_backward_key_##dim, LW_BLOCK_SIZE(THREADS, 1, 1), (struct lwk_attention, by),              \
              (const float *, query), (const float *, key), (const float *, value), (const float *, grad_out),         \
              (const float *, log_sum), (const float *, own), (float *, grad_key), (float *, grad_value), (int, wide)) \
    {                                                                                                                  \
        TILES(dim);                                                                                                    \
        gradients(&by, key, value, query, grad_out, log_sum, own, grad_key, grad_value, wide, dim, true, OF_TILES);    \
    }
KERNELS(64)
KERNELS(128)

/* ---- for CPUs: a thread an own row, whose elements are columns; others' are scalars ---- */

/* `columns` has four times 128 columns of the threads' rows: a, b and the sums of both gradients; `weights` and `factors` have a column for each of TILE others. */
static __device__ __forceinline__ void gradients_of_rows(const struct lwk_attention *by, const float *a, const float *b,
                                                         const float *x, const float *y, const float *log_sum,
                                                         const float *own, float *grad_a, float *grad_b, bool of_keys,
                                                         float *columns, float *weights, float *factors)
{
    const struct place place = place_of(by, of_keys, OWN_THREADS);
    const int row = place.first + (int)threadIdx.x;
    const bool is_row = row < place.rows;
    const size_t size = (size_t)by->size,
                 at = place.own_head * (size_t)place.rows + (size_t)(is_row ? row : place.first);
    const float row_log = of_keys ? 0.0f : log_sum[at], row_own = of_keys ? 0.0f : own[at];
    float *a_columns = columns + threadIdx.x, *b_columns = a_columns + 128 * OWN_THREADS;
    float *a_totals = b_columns + 128 * OWN_THREADS, *b_totals = a_totals + 128 * OWN_THREADS;
    weights += threadIdx.x;
    factors += threadIdx.x;
    for (int c = 0; c < by->size; c++) {
        a_columns[c * OWN_THREADS] = a[at * size + (size_t)c] * by->scale;
        b_columns[c * OWN_THREADS] = b[at * size + (size_t)c];
        a_totals[c * OWN_THREADS] = 0.0f;
        b_totals[c * OWN_THREADS] = 0.0f;
    }
    for (int head = 0; head < place.heads; head++) {
        const size_t first_row = (place.head + (size_t)head) * (size_t)place.others;
        for (int start = place.start; start < place.end; start += TILE) {
            const int count = place.end - start < TILE ? place.end - start : (int)TILE;
            const float *x_rows = x + (first_row + (size_t)start) * size,
                        *y_rows = y + (first_row + (size_t)start) * size;
            int k = 0, c = 0;
#define OTHERS(many)                                                                                                   \
    float score[4] = {0.0f, 0.0f, 0.0f, 0.0f}, dot[4] = {0.0f, 0.0f, 0.0f, 0.0f};                                      \
    lwk_column_products(a_columns, x_rows + (size_t)k * size, size, 1, by->size, many, score);                         \
    lwk_column_products(b_columns, y_rows + (size_t)k * size, size, 1, by->size, many, dot);                           \
    _Pragma("unroll") for (int i = 0; i < many; i++)                                                                   \
    {                                                                                                                  \
        const size_t other = first_row + (size_t)(start + k + i);                                                      \
        const bool seen = sees(by, of_keys, row, start + k + i);                                                       \
        const float power = lwk_exp(score[i] - (of_keys ? log_sum[other] : row_log));                                  \
        const float factor = power * (dot[i] - (of_keys ? own[other] : row_own));                                      \
        weights[(k + i) * OWN_THREADS] = seen ? power : 0.0f;                                                          \
        factors[(k + i) * OWN_THREADS] = seen ? factor : 0.0f;                                                         \
    }
            for (; k + 4 <= count; k += 4) {
                OTHERS(4)
            }
            for (; k < count; k++) {
                OTHERS(1)
            }
#define ADD(totals, by_what, rows, many)                                                                               \
    {                                                                                                                  \
        float total[4];                                                                                                \
        _Pragma("unroll") for (int i = 0; i < many; i++) total[i] = totals[(c + i) * OWN_THREADS];                     \
        lwk_column_products(by_what, rows + c, 1, size, count, many, total);                                           \
        _Pragma("unroll") for (int i = 0; i < many; i++) totals[(c + i) * OWN_THREADS] = total[i];                     \
    }
            for (; c + 4 <= by->size; c += 4) {
                ADD(a_totals, factors, x_rows, 4)
                if (of_keys)
                    ADD(b_totals, weights, y_rows, 4)
            }
            for (; c < by->size; c++) {
                ADD(a_totals, factors, x_rows, 1)
                if (of_keys)
                    ADD(b_totals, weights, y_rows, 1)
            }
        }
    }
    if (!is_row)
        return;
    for (int c = 0; c < by->size; c++) {
        grad_a[at * size + (size_t)c] = a_totals[c * OWN_THREADS] * by->scale;
        if (of_keys)
            grad_b[at * size + (size_t)c] = b_totals[c * OWN_THREADS];
    }
}

#define COLUMNS                                                                                                        \
    LW_SHARED(float, columns, [4 * 128 * OWN_THREADS]); /* each thread uses its own elements alone */                  \
    LW_SHARED(float, weights, [TILE * OWN_THREADS]);                                                                   \
    LW_SHARED(float, factors, [TILE * OWN_THREADS])

LW_KERNEL(lwk_attention_backward_query_rows, LW_BLOCK_SIZE(OWN_THREADS, 1, 1), (struct lwk_attention, by),
          (const float *, query), (const float *, key), (const float *, value), (const float *, grad_out),
          (const float *, log_sum), (const float *, own), (float *, grad_query))
{
    COLUMNS;
    gradients_of_rows(&by, query, grad_out, key, value, log_sum, own, grad_query, NULL, false, columns, weights,
                      factors);
}

LW_KERNEL(lwk_attention_backward_key_rows, LW_BLOCK_SIZE(OWN_THREADS, 1, 1), (struct lwk_attention, by),
          (const float *, query), (const float *, key), (const float *, value), (const float *, grad_out),
          (const float *, log_sum), (const float *, own), (float *, grad_key), (float *, grad_value))
{
    COLUMNS;
    gradients_of_rows(&by, key, value, query, grad_out, log_sum, own, grad_key, grad_value, true, columns, weights,
                      factors);
}

/* ---- the host's side ---- */
size_t lwk_attention_backward_workspace(const struct lwk_attention *by)
{
    return (size_t)by->heads * (size_t)by->queries * sizeof(float);
}

static const char *null_of(const struct lwk_attention *by, const void *const pointer[10])
{
    static const char *const names[10] = {"query",     "out", "log_sum", "grad_out", "grad_query",
                                          "workspace", "key", "value",   "grad_key", "grad_value"};
    for (int i = 0; i < 10; i++)
        if (pointer[i] == NULL && (i < 6 ? by->queries : by->keys) > 0)
            return names[i];
    return NULL;
}

lw_status lwk_attention_backward_launch(lw_stream *stream, const struct lwk_attention *by, const float *query,
                                        const float *key, const float *value, const float *out, const float *log_sum,
                                        const float *grad_out, float *grad_query, float *grad_key, float *grad_value,
                                        void *workspace)
{
    const char *launcher = "lwk_attention_backward_launch";
    const void *const pointers[10] = {query,     out, log_sum, grad_out, grad_query,
                                      workspace, key, value,   grad_key, grad_value};
    bool is_cpu = false;
    lw_status status = lwk_attention_check(launcher, by);
    if (status != LW_SUCCESS || by->heads == 0)
        return status;
    const char *null = null_of(by, pointers);
    if (null != NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    const size_t each = is_cpu ? OWN_THREADS : ROWS, threads = is_cpu ? OWN_THREADS : THREADS, most = 0x7fffffff;
    const size_t rows = (size_t)by->heads * (size_t)by->queries;
    const size_t of_queries = ((size_t)by->queries + each - 1) / each * (size_t)by->heads;
    const size_t of_keys = ((size_t)by->keys + each - 1) / each * (size_t)(by->heads / by->group);
    if (of_queries > most || of_keys > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %d heads of %d rows are more than a grid has", launcher,
                        of_queries > most ? by->heads : by->heads / by->group,
                        of_queries > most ? by->queries : by->keys);
    uintptr_t together = 0;
    for (int i = 0; i < 10; i++)
        together |= i == 2 || i == 5 ? 0 : (uintptr_t)pointers[i];
    const int wide = by->size % 4 == 0 && together % 16 == 0;
    float *own = (float *)workspace;
    const lw_launch_config queries = lw_linear(stream, of_queries * threads, (unsigned)threads);
    const lw_launch_config keys = lw_linear(stream, of_keys * threads, (unsigned)threads);
    if (by->queries > 0)
        status =
            lw_launch(lwk_attention_backward_dots, lw_linear(stream, rows, 256), rows, by->size, out, grad_out, own);
#define LAUNCH(kernel, config, ...)                                                                                    \
    lw_launch(kernel, config, *by, query, key, value, grad_out, log_sum, (const float *)own, __VA_ARGS__)
    if (status == LW_SUCCESS && by->queries > 0)
        status = is_cpu             ? LAUNCH(lwk_attention_backward_query_rows, queries, grad_query)
                 : by->size <= PART ? LAUNCH(lwk_attention_backward_query_64, queries, grad_query, wide)
                                    : LAUNCH(lwk_attention_backward_query_128, queries, grad_query, wide);
    if (status == LW_SUCCESS && by->keys > 0)
        status = is_cpu             ? LAUNCH(lwk_attention_backward_key_rows, keys, grad_key, grad_value)
                 : by->size <= PART ? LAUNCH(lwk_attention_backward_key_64, keys, grad_key, grad_value, wide)
                                    : LAUNCH(lwk_attention_backward_key_128, keys, grad_key, grad_value, wide);
    return status;
}
