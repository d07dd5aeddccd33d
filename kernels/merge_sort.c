#include <lanewise/kernel.h>

#include "device/kind.h"
#include "device/merge.h"
#include "merge_sort.h"

enum {
    TILE = LWK_MERGE_TILE,
    THREADS = LWK_MERGE_THREADS,
    EACH = LWK_MERGE_EACH,
    PART = LWK_MERGE_SORT_PART,
    RUN = 16
};

/** A part of the result of a pair of runs. */
struct span {
    size_t a;       /**< where the pair's first run begins */
    size_t count_a; /**< its elements */
    size_t b;       /**< where the second one begins */
    size_t count_b; /**< its elements */
    size_t first;   /**< of the result: the part's first */
    size_t end;     /**< after its last */
};

static __device__ __forceinline__ struct span span_of(size_t part, size_t each, size_t run, size_t n)
{
    struct span span;
    span.first = part * each;
    span.end = n - span.first < each ? n : span.first + each;
    span.a = span.first / (2 * run) * (2 * run);
    span.count_a = n - span.a < run ? n - span.a : run;
    span.b = span.a + span.count_a;
    span.count_b = n - span.b < run ? n - span.b : run;
    return span;
}

/* Where a part's elements of the first run end: where those of the next part begin, if it is of the same pair. */
static __device__ __forceinline__ size_t end_of(struct span span, const size_t *splits, size_t part)
{
    return span.end == span.b + span.count_b ? span.count_a : splits[part + 1];
}

#define SORT(type)                                                                                                                                                \
    LWK_MERGE_OF(type)                                                                                                                                            \
    /* A thread sorts its elements by exchanges of neighbours, then teams of 2, 4, 8 ... threads merge theirs. Elements beyond the end stay behind all others, */ \
    /* as none is exchanged with them: they are left out. */                                                                                                      \
    LW_KERNEL(lwk_merge_sort_tiles_##type, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, n), (const type *, keys),                                                       \
              (const unsigned *, values), (type *, out), (unsigned *, values_out))                                                                                \
    {                                                                                                                                                             \
        LW_SHARED(type, tile, [TILE]);                                                                                                                            \
        LW_SHARED(unsigned, places, [TILE]);                                                                                                                      \
        const size_t first = (size_t)blockIdx.x * TILE;                                                                                                           \
        const unsigned count = n - first < TILE ? (unsigned)(n - first) : (unsigned)TILE, all = threadIdx.x * EACH;                                               \
        type own[EACH];                                                                                                                                           \
        unsigned place[EACH], from[EACH];                                                                                                                         \
        for (unsigned i = threadIdx.x; i < count; i += THREADS)                                                                                                   \
            tile[i] = keys[first + i];                                                                                                                            \
        __syncthreads();                                                                                                                                          \
        _Pragma("unroll") for (unsigned k = 0; k < EACH; k++)                                                                                                     \
        {                                                                                                                                                         \
            own[k] = tile[all + k < count ? all + k : 0];                                                                                                         \
            place[k] = all + k;                                                                                                                                   \
        }                                                                                                                                                         \
        _Pragma("unroll") for (unsigned round = 0; round < EACH; round++)                                                                                         \
        {                                                                                                                                                         \
            _Pragma("unroll") for (unsigned k = round & 1; k + 1 < EACH; k += 2)                                                                                  \
            {                                                                                                                                                     \
                const bool swap = all + k + 1 < count && own[k + 1] < own[k];                                                                                     \
                const type less = swap ? own[k + 1] : own[k], more = swap ? own[k] : own[k + 1];                                                                  \
                const unsigned before = swap ? place[k + 1] : place[k], after = swap ? place[k] : place[k + 1];                                                   \
                own[k] = less;                                                                                                                                    \
                own[k + 1] = more;                                                                                                                                \
                place[k] = before;                                                                                                                                \
                place[k + 1] = after;                                                                                                                             \
            }                                                                                                                                                     \
        }                                                                                                                                                         \
        for (unsigned team = 2; team <= THREADS; team *= 2) {                                                                                                     \
            const unsigned run = team / 2 * EACH, begin = threadIdx.x / team * (2 * run);                                                                         \
            const unsigned left = begin < count ? count - begin : 0, count_a = left < run ? left : run;                                                           \
            const unsigned count_b = left - count_a < run ? left - count_a : run, diagonal = all - begin;                                                         \
            __syncthreads(); /* the tile is free */                                                                                                               \
            _Pragma("unroll") for (unsigned k = 0; k < EACH; k++)                                                                                                 \
            {                                                                                                                                                     \
                if (all + k < count) {                                                                                                                            \
                    tile[all + k] = own[k];                                                                                                                       \
                    places[all + k] = place[k];                                                                                                                   \
                }                                                                                                                                                 \
            }                                                                                                                                                     \
            __syncthreads();                                                                                                                                      \
            if (left > 0) {                                                                                                                                       \
                lwk_merge_thread_##type(tile + begin, count_a, count_b,                                                                                           \
                                        diagonal < count_a + count_b ? diagonal : count_a + count_b, own, from);                                                  \
                _Pragma("unroll") for (unsigned k = 0; k < EACH; k++) place[k] =                                                                                  \
                    places[all + k < count ? begin + from[k] : 0];                                                                                                \
            }                                                                                                                                                     \
        }                                                                                                                                                         \
        __syncthreads();                                                                                                                                          \
        _Pragma("unroll") for (unsigned k = 0; k < EACH; k++)                                                                                                     \
        {                                                                                                                                                         \
            if (all + k < count) {                                                                                                                                \
                tile[all + k] = own[k];                                                                                                                           \
                places[all + k] = place[k];                                                                                                                       \
            }                                                                                                                                                     \
        }                                                                                                                                                         \
        __syncthreads();                                                                                                                                          \
        for (unsigned i = threadIdx.x; i < count; i += THREADS) {                                                                                                 \
            out[first + i] = tile[i];                                                                                                                             \
            if (values_out != NULL)                                                                                                                               \
                values_out[first + i] = values[first + places[i]];                                                                                                \
        }                                                                                                                                                         \
    }                                                                                                                                                             \
    /* Runs of RUN elements by insertion, then pairs of runs, between `out` and `between`: an even number of times, so that the last is in `out`. */              \
    LW_KERNEL(lwk_merge_sort_parts_##type, LW_BLOCK_SIZE(1, 1, 1), (size_t, n), (const type *, keys),                                                             \
              (const unsigned *, values), (type *, out), (unsigned *, values_out), (type *, between),                                                             \
              (unsigned *, values_between))                                                                                                                       \
    {                                                                                                                                                             \
        const size_t first = (size_t)blockIdx.x * PART, end = n - first < PART ? n : first + PART;                                                                \
        for (size_t i = first; i < end; i++) {                                                                                                                    \
            const size_t run = first + (i - first) / RUN * RUN;                                                                                                   \
            const type own = keys[i];                                                                                                                             \
            const unsigned value = values_out == NULL ? 0 : values[i];                                                                                            \
            size_t j = i;                                                                                                                                         \
            for (; j > run && own < out[j - 1]; j--) {                                                                                                            \
                out[j] = out[j - 1];                                                                                                                              \
                if (values_out != NULL)                                                                                                                           \
                    values_out[j] = values_out[j - 1];                                                                                                            \
            }                                                                                                                                                     \
            out[j] = own;                                                                                                                                         \
            if (values_out != NULL)                                                                                                                               \
                values_out[j] = value;                                                                                                                            \
        }                                                                                                                                                         \
        type *from = out, *to = between;                                                                                                                          \
        unsigned *values_from = values_out, *values_to = values_between;                                                                                          \
        for (size_t run = RUN; run < PART; run *= 2) {                                                                                                            \
            for (size_t begin = first; begin < end; begin += 2 * run) {                                                                                           \
                const size_t end_a = end - begin < run ? end : begin + run,                                                                                       \
                             end_b = end - end_a < run ? end : end_a + run;                                                                                       \
                lwk_merge_part_##type(from, values_from, begin, end_a, from, values_from, end_a, end_b, to + begin,                                               \
                                      values_to == NULL ? NULL : values_to + begin);                                                                              \
            }                                                                                                                                                     \
            type *next = from;                                                                                                                                    \
            from = to;                                                                                                                                            \
            to = next;                                                                                                                                            \
            unsigned *values_next = values_from;                                                                                                                  \
            values_from = values_to;                                                                                                                              \
            values_to = values_next;                                                                                                                              \
        }                                                                                                                                                         \
    }                                                                                                                                                             \
    LW_KERNEL(lwk_merge_sort_splits_##type, (size_t, count), (size_t, each), (size_t, run), (size_t, n),                                                          \
              (const type *, keys), (size_t *, splits))                                                                                                           \
    {                                                                                                                                                             \
        const size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x;                                                                                           \
        if (k >= count)                                                                                                                                           \
            return;                                                                                                                                               \
        const struct span span = span_of(k, each, run, n);                                                                                                        \
        splits[k] =                                                                                                                                               \
            lwk_merge_split_##type(keys + span.a, span.count_a, keys + span.b, span.count_b, span.first - span.a);                                                \
    }                                                                                                                                                             \
    LW_KERNEL(lwk_merge_sort_merge_##type, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, run), (size_t, n),                                                              \
              (const size_t *, splits), (const type *, keys), (const unsigned *, values), (type *, out),                                                          \
              (unsigned *, values_out))                                                                                                                           \
    {                                                                                                                                                             \
        LW_SHARED(type, tile, [TILE]);                                                                                                                            \
        LW_SHARED(unsigned, places, [TILE]);                                                                                                                      \
        const struct span span = span_of(blockIdx.x, TILE, run, n);                                                                                               \
        const size_t x = splits[blockIdx.x], end_a = end_of(span, splits, blockIdx.x), y = span.first - span.a - x;                                               \
        const size_t end_b = span.end - span.a - end_a, a = span.a + x, b = span.b + y;                                                                           \
        lwk_merge_tile_##type(keys + a, values_out == NULL ? NULL : values + a, (unsigned)(end_a - x), keys + b,                                                  \
                              values_out == NULL ? NULL : values + b, (unsigned)(end_b - y), out + span.first,                                                    \
                              values_out == NULL ? NULL : values_out + span.first, tile, places);                                                                 \
    }                                                                                                                                                             \
    LW_KERNEL(lwk_merge_sort_merge_parts_##type, LW_BLOCK_SIZE(1, 1, 1), (size_t, each), (size_t, run), (size_t, n),                                              \
              (const size_t *, splits), (const type *, keys), (const unsigned *, values), (type *, out),                                                          \
              (unsigned *, values_out))                                                                                                                           \
    {                                                                                                                                                             \
        const struct span span = span_of(blockIdx.x, each, run, n);                                                                                               \
        const size_t x = splits[blockIdx.x], end_a = end_of(span, splits, blockIdx.x);                                                                            \
        lwk_merge_part_##type(keys, values, span.a + x, span.a + end_a, keys, values,                                                                             \
                              span.b + (span.first - span.a - x), span.b + (span.end - span.a - end_a),                                                           \
                              out + span.first, values_out == NULL ? NULL : values_out + span.first);                                                             \
    }                                                                                                                                                             \
                                                                                                                                                                  \
    static lw_status queue_##type(const char *launcher, lw_stream *stream, size_t n, const type *keys,                                                            \
                                  const unsigned *values, type *out, unsigned *values_out, bool has_values,                                                       \
                                  void *workspace)                                                                                                                \
    {                                                                                                                                                             \
        bool is_cpu = false;                                                                                                                                      \
        lw_status status = check(launcher, n, keys, values, out, values_out, has_values, workspace);                                                              \
        if (status != LW_SUCCESS || n == 0)                                                                                                                       \
            return status;                                                                                                                                        \
        status = lwk_stream_is_cpu(stream, &is_cpu);                                                                                                              \
        if (status != LW_SUCCESS)                                                                                                                                 \
            return status;                                                                                                                                        \
        const size_t each = is_cpu ? (size_t)PART : (size_t)TILE, parts = n / each + (n % each != 0);                                                             \
        size_t *splits = (size_t *)workspace;                                                                                                                     \
        type *between = (type *)(splits + splits_of(n)), *from, *to;                                                                                              \
        unsigned *values_between = has_values ? (unsigned *)(void *)(between + n) : NULL, *values_from, *values_to;                                               \
        unsigned passes = 0;                                                                                                                                      \
        for (size_t run = each; run < n; run *= 2)                                                                                                                \
            passes++;                                                                                                                                             \
        /* The last pass stores into `out`. */                                                                                                                    \
        from = passes % 2 == 0 ? out : between;                                                                                                                   \
        to = passes % 2 == 0 ? between : out;                                                                                                                     \
        values_from = passes % 2 == 0 ? values_out : values_between;                                                                                              \
        values_to = passes % 2 == 0 ? values_between : values_out;                                                                                                \
        status = is_cpu ? lw_launch(lwk_merge_sort_parts_##type, lw_linear(stream, parts, 1), n, keys, values, from,                                              \
                                    values_from, to, values_to)                                                                                                   \
                        : lw_launch(lwk_merge_sort_tiles_##type, lw_linear(stream, parts * THREADS, THREADS), n, keys,                                            \
                                    values, from, values_from);                                                                                                   \
        for (size_t run = each; run < n && status == LW_SUCCESS; run *= 2) {                                                                                      \
            status = lw_launch(lwk_merge_sort_splits_##type, lw_linear(stream, parts, 128), parts, each, run, n,                                                  \
                               (const type *)from, splits);                                                                                                       \
            if (status == LW_SUCCESS && is_cpu)                                                                                                                   \
                status = lw_launch(lwk_merge_sort_merge_parts_##type, lw_linear(stream, parts, 1), each, run, n,                                                  \
                                   (const size_t *)splits, (const type *)from, (const unsigned *)values_from, to,                                                 \
                                   values_to);                                                                                                                    \
            else if (status == LW_SUCCESS)                                                                                                                        \
                status = lw_launch(lwk_merge_sort_merge_##type, lw_linear(stream, parts * THREADS, THREADS), run, n,                                              \
                                   (const size_t *)splits, (const type *)from, (const unsigned *)values_from, to,                                                 \
                                   values_to);                                                                                                                    \
            type *next = from;                                                                                                                                    \
            from = to;                                                                                                                                            \
            to = next;                                                                                                                                            \
            unsigned *values_next = values_from;                                                                                                                  \
            values_from = values_to;                                                                                                                              \
            values_to = values_next;                                                                                                                              \
        }                                                                                                                                                         \
        return status;                                                                                                                                            \
    }                                                                                                                                                             \
    lw_status lwk_merge_sort_keys_##type##_launch(lw_stream *stream, size_t n, const type *keys, type *out,                                                       \
                                                  void *workspace)                                                                                                \
    {                                                                                                                                                             \
        return queue_##type("lwk_merge_sort_keys_" #type "_launch", stream, n, keys, NULL, out, NULL, false,                                                      \
                            workspace);                                                                                                                           \
    }                                                                                                                                                             \
    lw_status lwk_merge_sort_pairs_##type##_launch(lw_stream *stream, size_t n, const type *keys,                                                                 \
                                                   const unsigned *values, type *out, unsigned *values_out,                                                       \
                                                   void *workspace)                                                                                               \
    {                                                                                                                                                             \
        return queue_##type("lwk_merge_sort_pairs_" #type "_launch", stream, n, keys, values, out, values_out, true,                                              \
                            workspace);                                                                                                                           \
    }

static size_t splits_of(size_t n)
{
    return n / TILE + 2;
}

size_t lwk_merge_sort_workspace(size_t n, bool has_values)
{
    return splits_of(n) * sizeof(size_t) + n * sizeof(float) + (has_values ? n * sizeof(unsigned) : 0);
}

static lw_status check(const char *launcher, size_t n, const void *keys, const void *values, const void *out,
                       const void *values_out, bool has_values, const void *workspace)
{
    const size_t most = (size_t)1 << 40;
    if (n > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: n is %zu, at most %zu", launcher, n, most);
    const char *null = keys == NULL                       ? "keys"
                       : has_values && values == NULL     ? "values"
                       : out == NULL                      ? "out"
                       : has_values && values_out == NULL ? "values_out"
                       : workspace == NULL                ? "workspace"
                                                          : NULL;
    if (n > 0 && null != NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    return LW_SUCCESS;
}

SORT(float)
SORT(int)
