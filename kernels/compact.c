#include <limits.h>

#include <lanewise/kernel.h>

#include "compact.h"
#include "device/compact.h"
#include "device/kind.h"
#include "device/select.h"

#define FLAGGED(i) (flags[i] != 0)
#define COUNTED(first) counts[blockIdx.x]
#define HEAD(i) ((i) == 0 || in[i] != in[(i) - 1])

LW_KERNEL(lwk_compact_count, LW_BLOCK_SIZE(COMPACT_THREADS, 1, 1), (size_t, n), (const unsigned char *, flags),
          (size_t *, counts))
{
    COMPACT_COUNT(FLAGGED);
}

LW_KERNEL(lwk_compact_count_heads, LW_BLOCK_SIZE(COMPACT_THREADS, 1, 1), (size_t, n), (const unsigned *, in),
          (size_t *, counts))
{
    COMPACT_COUNT(HEAD);
}

/* A tile has few elements, so their sums here are small: 256 tiles at a time. */
LW_KERNEL(lwk_compact_offsets, LW_BLOCK_SIZE(COMPACT_THREADS, 1, 1), (size_t, tiles), (size_t *, counts),
          (size_t *, total))
{
    LW_SHARED(unsigned, warps, [COMPACT_THREADS / 32]);
    size_t before = 0;
    for (size_t first = 0; first < tiles; first += COMPACT_THREADS) {
        size_t i = first + threadIdx.x;
        unsigned all, count = i < tiles ? (unsigned)counts[i] : 0;
        unsigned lower = compact_before(count, warps, &all);
        if (i < tiles)
            counts[i] = before + lower;
        before += all;
        __syncthreads(); /* the shared memory is free */
    }
    if (threadIdx.x == 0)
        *total = before;
}

/* Rows are moved in loops that all threads leave together. */
#define ELEMENT(i) in[i]
/* Of the others, first - before are in earlier rows. */
#define COPY(first, staged, all, before)                                                                               \
    for (unsigned base = 0; base < all; base += COMPACT_THREADS) {                                                     \
        unsigned i = base + threadIdx.x;                                                                               \
        if (i < all)                                                                                                   \
            out[before + i] = staged[i];                                                                               \
    }                                                                                                                  \
    if (total != NULL) {                                                                                               \
        for (unsigned base = all; base < COMPACT_ROW; base += COMPACT_THREADS) {                                       \
            unsigned i = base + threadIdx.x;                                                                           \
            if (i < COMPACT_ROW && first + i < n)                                                                      \
                out[*total + (first - before) + (i - all)] = staged[i];                                                \
        }                                                                                                              \
    }

LW_KERNEL(lwk_compact_copy, LW_BLOCK_SIZE(COMPACT_THREADS, 1, 1), (size_t, n), (const unsigned char *, flags),
          (const unsigned *, in), (const size_t *, counts), (unsigned *, out), (const size_t *, total))
{
    COMPACT_MOVE(COUNTED, FLAGGED, ELEMENT, COPY);
}

#define PLACE(i) (unsigned)((i) - row_first)
#define BEGIN(first, staged, all, before)                                                                              \
    for (unsigned base = 0; base < all; base += COMPACT_THREADS) {                                                     \
        unsigned i = base + threadIdx.x;                                                                               \
        if (i < all) {                                                                                                 \
            out[before + i] = in[first + staged[i]];                                                                   \
            if (lengths != NULL)                                                                                       \
                lengths[before + i] = (unsigned)first + staged[i];                                                     \
        }                                                                                                              \
    }

LW_KERNEL(lwk_compact_heads, LW_BLOCK_SIZE(COMPACT_THREADS, 1, 1), (size_t, n), (const unsigned *, in),
          (const size_t *, counts), (unsigned *, out), (unsigned *, lengths))
{
    COMPACT_MOVE(COUNTED, HEAD, PLACE, BEGIN);
}

/* Run k ends at the tail that has k tails before it: all heads before the tile have one, except where a run goes on into it. */
#define TAIL(i) ((i) == n - 1 || in[(i) + 1] != in[i])
#define ENDED(first) (counts[blockIdx.x] - ((first) > 0 && !HEAD(first)))
#define END(first, staged, all, before)                                                                                \
    for (unsigned base = 0; base < all; base += COMPACT_THREADS) {                                                     \
        unsigned i = base + threadIdx.x;                                                                               \
        if (i < all)                                                                                                   \
            lengths[before + i] = (unsigned)first + staged[i] + 1 - lengths[before + i];                               \
    }

LW_KERNEL(lwk_compact_ends, LW_BLOCK_SIZE(COMPACT_THREADS, 1, 1), (size_t, n), (const unsigned *, in),
          (const size_t *, counts), (unsigned *, lengths))
{
    COMPACT_MOVE(ENDED, TAIL, PLACE, END);
}

/* ---- in one launch: on GPUs ---- */
LW_KERNEL(lwk_compact_select_look_back, LW_LAUNCH_BOUNDS(COMPACT_THREADS, 4), (size_t, n),
          (const unsigned char *, flags), (const unsigned *, in), (unsigned *, out), (size_t *, count),
          (unsigned long long *, state))
{
    select_tile(true, false, n, flags, in, out, NULL, NULL, count, state);
}

LW_KERNEL(lwk_compact_unique_look_back, LW_LAUNCH_BOUNDS(COMPACT_THREADS, 4), (size_t, n), (const unsigned *, in),
          (unsigned *, out), (size_t *, count), (unsigned long long *, state))
{
    select_tile(false, false, n, NULL, in, out, NULL, NULL, count, state);
}

LW_KERNEL(lwk_compact_starts_look_back, LW_LAUNCH_BOUNDS(COMPACT_THREADS, 4), (size_t, n), (const unsigned *, in),
          (unsigned *, out), (unsigned *, starts), (size_t *, offsets), (size_t *, count),
          (unsigned long long *, state))
{
    select_tile(false, true, n, NULL, in, out, starts, offsets, count, state);
}

/* ---- the host's side ---- */
enum { BY_DEVICE, LOOK_BACK, PASSES };

static size_t tiles_of(size_t n)
{
    return n / COMPACT_TILE + (n % COMPACT_TILE != 0);
}

size_t lwk_compact_workspace(size_t n)
{
    size_t tiles = tiles_of(n); /* offsets of tiles, and what they publish */
    return tiles == 0 ? 0 : (tiles + lwk_look_back_words(tiles)) * sizeof(size_t);
}

/* What is looked for first in a launcher's arguments: the name of a null one. */
static const char *null_of(size_t n, const void *in, const void *out, const void *count, const void *workspace)
{
    return n > 0 && in == NULL          ? "in"
           : n > 0 && out == NULL       ? "out"
           : count == NULL              ? "count"
           : n > 0 && workspace == NULL ? "workspace"
                                        : NULL;
}

static bool usable(const char *launcher, size_t n, size_t greatest, const char *null)
{
    if (null != NULL)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    else if (n > greatest)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: n is %zu, at most %zu", launcher, n, greatest);
    return null == NULL && n <= greatest;
}

static lw_launch_config tiles(lw_stream *stream, size_t n)
{
    return lw_linear(stream, tiles_of(n) * COMPACT_THREADS, COMPACT_THREADS);
}

/* The counts become offsets. */
static lw_status add_up(lw_stream *stream, size_t n, size_t *counts, size_t *total)
{
    return lw_launch(lwk_compact_offsets, lw_linear(stream, COMPACT_THREADS, COMPACT_THREADS), tiles_of(n), counts,
                     total);
}

/* Whether to look back, and if so zeros for it. */
static lw_status begin(lw_stream *stream, size_t n, unsigned long long *state, int how, bool *looks_back)
{
    lw_status status = LW_SUCCESS;
    *looks_back = how == LOOK_BACK;
    if (how == BY_DEVICE) {
        bool is_cpu = false;
        status = lwk_stream_is_cpu(stream, &is_cpu);
        *looks_back = !is_cpu;
    }
    *looks_back = *looks_back && n > 0;
    if (status == LW_SUCCESS && *looks_back && tiles_of(n) > 1)
        status = lw_memset_async(stream, state, 0, lwk_look_back_words(tiles_of(n)) * sizeof *state);
    return status;
}

static unsigned long long *state_in(size_t n, size_t *workspace)
{
    return (unsigned long long *)(void *)(workspace + tiles_of(n));
}

static lw_status copy(const char *launcher, lw_stream *stream, size_t n, const unsigned char *flags, const void *in,
                      void *out, size_t *count, void *workspace, bool others, int how)
{
    size_t *counts = (size_t *)workspace;
    unsigned long long *state = state_in(n, counts);
    const char *null = n > 0 && flags == NULL ? "flags" : null_of(n, in, out, count, workspace);
    bool looks_back;
    if (!usable(launcher, n, (((size_t)1 << 31) - 1) * COMPACT_TILE, null))
        return LW_ERROR_INVALID_VALUE;
    lw_status status = begin(stream, n, state, how, &looks_back);
    if (status == LW_SUCCESS && looks_back)
        return lw_launch(lwk_compact_select_look_back, tiles(stream, n), n, flags, (const unsigned *)in,
                         (unsigned *)out, count, state);
    if (status == LW_SUCCESS && n > 0)
        status = lw_launch(lwk_compact_count, tiles(stream, n), n, flags, counts);
    if (status == LW_SUCCESS)
        status = add_up(stream, n, counts, count);
    if (status != LW_SUCCESS || n == 0)
        return status;
    return lw_launch(lwk_compact_copy, tiles(stream, n), n, flags, (const unsigned *)in, counts, (unsigned *)out,
                     others ? count : NULL);
}

#define SELECT(name, others, how)                                                                                      \
    lw_status name(lw_stream *stream, size_t n, const unsigned char *flags, const void *in, void *out, size_t *count,  \
                   void *workspace)                                                                                    \
    {                                                                                                                  \
        return copy(#name, stream, n, flags, in, out, count, workspace, others, how);                                  \
    }
SELECT(lwk_select_launch, false, BY_DEVICE)
SELECT(lwk_select_look_back_launch, false, LOOK_BACK)
SELECT(lwk_select_passes_launch, false, PASSES)
SELECT(lwk_partition_launch, true, PASSES) /* where the others go is known after all have been counted */

/* The first elements of runs, and their indices as lengths where these are not null. */
static lw_status heads(lw_stream *stream, size_t n, const unsigned *in, unsigned *out, unsigned *lengths, size_t *count,
                       size_t *counts, int how)
{
    unsigned long long *state = state_in(n, counts);
    bool looks_back;
    lw_status status = begin(stream, n, state, how, &looks_back);
    if (status == LW_SUCCESS && looks_back && lengths == NULL)
        return lw_launch(lwk_compact_unique_look_back, tiles(stream, n), n, in, out, count, state);
    if (status == LW_SUCCESS && looks_back)
        return lw_launch(lwk_compact_starts_look_back, tiles(stream, n), n, in, out, lengths, counts, count, state);
    if (status == LW_SUCCESS && n > 0)
        status = lw_launch(lwk_compact_count_heads, tiles(stream, n), n, in, counts);
    if (status == LW_SUCCESS)
        status = add_up(stream, n, counts, count);
    if (status != LW_SUCCESS || n == 0)
        return status;
    return lw_launch(lwk_compact_heads, tiles(stream, n), n, in, counts, out, lengths);
}

static lw_status unique(const char *launcher, lw_stream *stream, size_t n, const void *in, void *out, size_t *count,
                        void *workspace, int how)
{
    const char *null = null_of(n, in, out, count, workspace);
    if (!usable(launcher, n, (((size_t)1 << 31) - 1) * COMPACT_TILE, null))
        return LW_ERROR_INVALID_VALUE;
    return heads(stream, n, (const unsigned *)in, (unsigned *)out, NULL, count, (size_t *)workspace, how);
}

static lw_status run_lengths(const char *launcher, lw_stream *stream, size_t n, const void *in, void *out,
                             unsigned *lengths, size_t *count, void *workspace, int how)
{
    const char *null = n > 0 && lengths == NULL ? "lengths" : null_of(n, in, out, count, workspace);
    size_t *counts = (size_t *)workspace;
    if (!usable(launcher, n, UINT_MAX, null))
        return LW_ERROR_INVALID_VALUE;
    lw_status status = heads(stream, n, (const unsigned *)in, (unsigned *)out, lengths, count, counts, how);
    if (status != LW_SUCCESS || n == 0)
        return status;
    return lw_launch(lwk_compact_ends, tiles(stream, n), n, (const unsigned *)in, counts, lengths);
}

#define RUNS(variant, how)                                                                                             \
    lw_status lwk_unique##variant(lw_stream *stream, size_t n, const void *in, void *out, size_t *count,               \
                                  void *workspace)                                                                     \
    {                                                                                                                  \
        return unique("lwk_unique" #variant, stream, n, in, out, count, workspace, how);                               \
    }                                                                                                                  \
    lw_status lwk_run_lengths##variant(lw_stream *stream, size_t n, const void *in, void *out, unsigned *lengths,      \
                                       size_t *count, void *workspace)                                                 \
    {                                                                                                                  \
        return run_lengths("lwk_run_lengths" #variant, stream, n, in, out, lengths, count, workspace, how);            \
    }
RUNS(_launch, BY_DEVICE)
RUNS(_look_back_launch, LOOK_BACK)
RUNS(_passes_launch, PASSES)
