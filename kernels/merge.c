#include <lanewise/kernel.h>

#include "device/kind.h"
#include "device/merge.h"
#include "merge.h"

enum {
    TILE = LWK_MERGE_TILE,
    THREADS = LWK_MERGE_THREADS,
    PART = 16384 /* elements of a CPU's part, as each takes its time to start */
};

#define MERGE(type)                                                                                                    \
    LWK_MERGE_OF(type)                                                                                                 \
    LW_KERNEL(lwk_merge_splits_##type, (size_t, count), (size_t, each), (size_t, count_a), (const type *, a),          \
              (size_t, count_b), (const type *, b), (size_t *, splits))                                                \
    {                                                                                                                  \
        const size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x, all = count_a + count_b;                       \
        if (k < count)                                                                                                 \
            splits[k] = lwk_merge_split_##type(a, count_a, b, count_b, k * each < all ? k * each : all);               \
    }                                                                                                                  \
    LW_KERNEL(lwk_merge_tiles_##type, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, count_a), (const type *, a),              \
              (const unsigned *, values_a), (size_t, count_b), (const type *, b), (const unsigned *, values_b),        \
              (const size_t *, splits), (type *, out), (unsigned *, values_out))                                       \
    {                                                                                                                  \
        LW_SHARED(type, keys, [TILE]);                                                                                 \
        LW_SHARED(unsigned, places, [TILE]);                                                                           \
        const size_t first = (size_t)blockIdx.x * TILE, all = count_a + count_b;                                       \
        const size_t end = all - first < TILE ? all : first + TILE;                                                    \
        const size_t x = splits[blockIdx.x], end_a = splits[blockIdx.x + 1], y = first - x;                            \
        lwk_merge_tile_##type(a + x, values_out == NULL ? NULL : values_a + x, (unsigned)(end_a - x), b + y,           \
                              values_out == NULL ? NULL : values_b + y, (unsigned)(end - end_a - y), out + first,      \
                              values_out == NULL ? NULL : values_out + first, keys, places);                           \
    }                                                                                                                  \
    LW_KERNEL(lwk_merge_parts_##type, LW_BLOCK_SIZE(1, 1, 1), (size_t, each), (size_t, count_a), (const type *, a),    \
              (const unsigned *, values_a), (size_t, count_b), (const type *, b), (const unsigned *, values_b),        \
              (const size_t *, splits), (type *, out), (unsigned *, values_out))                                       \
    {                                                                                                                  \
        const size_t first = blockIdx.x * each, all = count_a + count_b,                                               \
                     end = all - first < each ? all : first + each;                                                    \
        const size_t x = splits[blockIdx.x], end_a = splits[blockIdx.x + 1];                                           \
        lwk_merge_part_##type(a, values_a, x, end_a, b, values_b, first - x, end - end_a, out + first,                 \
                              values_out == NULL ? NULL : values_out + first);                                         \
    }                                                                                                                  \
                                                                                                                       \
    static lw_status queue_##type(const char *launcher, lw_stream *stream, size_t count_a, const type *a,              \
                                  const unsigned *values_a, size_t count_b, const type *b, const unsigned *values_b,   \
                                  type *out, unsigned *values_out, bool has_values, void *workspace)                   \
    {                                                                                                                  \
        bool is_cpu = false;                                                                                           \
        lw_status status =                                                                                             \
            check(launcher, count_a, a, values_a, count_b, b, values_b, out, values_out, has_values, workspace);       \
        if (status != LW_SUCCESS || count_a + count_b == 0)                                                            \
            return status;                                                                                             \
        status = lwk_stream_is_cpu(stream, &is_cpu);                                                                   \
        if (status != LW_SUCCESS)                                                                                      \
            return status;                                                                                             \
        const size_t each = is_cpu ? (size_t)PART : (size_t)TILE, all = count_a + count_b,                             \
                     parts = all / each + (all % each != 0);                                                           \
        size_t *splits = (size_t *)workspace;                                                                          \
        status = lw_launch(lwk_merge_splits_##type, lw_linear(stream, parts + 1, 128), parts + 1, each, count_a, a,    \
                           count_b, b, splits);                                                                        \
        if (status != LW_SUCCESS)                                                                                      \
            return status;                                                                                             \
        return is_cpu ? lw_launch(lwk_merge_parts_##type, lw_linear(stream, parts, 1), each, count_a, a, values_a,     \
                                  count_b, b, values_b, (const size_t *)splits, out, values_out)                       \
                      : lw_launch(lwk_merge_tiles_##type, lw_linear(stream, parts * THREADS, THREADS), count_a, a,     \
                                  values_a, count_b, b, values_b, (const size_t *)splits, out, values_out);            \
    }                                                                                                                  \
    lw_status lwk_merge_keys_##type##_launch(lw_stream *stream, size_t count_a, const type *a, size_t count_b,         \
                                             const type *b, type *out, void *workspace)                                \
    {                                                                                                                  \
        return queue_##type("lwk_merge_keys_" #type "_launch", stream, count_a, a, NULL, count_b, b, NULL, out, NULL,  \
                            false, workspace);                                                                         \
    }                                                                                                                  \
    lw_status lwk_merge_pairs_##type##_launch(                                                                         \
        lw_stream *stream, size_t count_a, const type *a, const unsigned *values_a, size_t count_b, const type *b,     \
        const unsigned *values_b, type *out, unsigned *values_out, void *workspace)                                    \
    {                                                                                                                  \
        return queue_##type("lwk_merge_pairs_" #type "_launch", stream, count_a, a, values_a, count_b, b, values_b,    \
                            out, values_out, true, workspace);                                                         \
    }

size_t lwk_merge_workspace(size_t count_a, size_t count_b)
{
    return ((count_a + count_b) / TILE + 2) * sizeof(size_t);
}

static lw_status check(const char *launcher, size_t count_a, const void *a, const void *values_a, size_t count_b,
                       const void *b, const void *values_b, const void *out, const void *values_out, bool has_values,
                       const void *workspace)
{
    const size_t most = (size_t)1 << 40;
    if (count_a > most || count_b > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: count_%s is %zu, at most %zu", launcher,
                        count_a > most ? "a" : "b", count_a > most ? count_a : count_b, most);
    const bool any = count_a + count_b > 0;
    const char *null = count_a > 0 && a == NULL                        ? "a"
                       : count_b > 0 && b == NULL                      ? "b"
                       : has_values && count_a > 0 && values_a == NULL ? "values_a"
                       : has_values && count_b > 0 && values_b == NULL ? "values_b"
                       : any && out == NULL                            ? "out"
                       : any && has_values && values_out == NULL       ? "values_out"
                       : any && workspace == NULL                      ? "workspace"
                                                                       : NULL;
    if (null != NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    return LW_SUCCESS;
}

MERGE(float)
MERGE(int)
