/* The chosen elements of an array: each thread counts in its part, then copies from where the parts before end. */
#include "rivals.h"

#include "team.h"

enum { MOST = 1024 };

/* CHOSEN(i): whether element i is. PUT(i, chosen, rank): done for each element. */
#define COMPACT(CHOSEN, PUT)                                                                                           \
    size_t part[MOST], all = 0;                                                                                        \
    if (threads > MOST)                                                                                                \
        threads = MOST;                                                                                                \
    PRAGMA(omp parallel num_threads(threads))                                                                          \
    {                                                                                                                  \
        size_t team = team_size(), me = team_member(), begin = n * me / team, end = n * (me + 1) / team, own = 0;      \
        for (size_t i = begin; i < end; i++)                                                                           \
            own += CHOSEN(i);                                                                                          \
        part[me] = own;                                                                                                \
        PRAGMA(omp barrier)                                                                                            \
        size_t rank = 0, total = 0;                                                                                    \
        for (size_t i = 0; i < team; i++) {                                                                            \
            rank += i < me ? part[i] : 0;                                                                              \
            total += part[i];                                                                                          \
        }                                                                                                              \
        if (me == 0)                                                                                                   \
            all = total;                                                                                               \
        for (size_t i = begin; i < end; i++) {                                                                         \
            int chosen = CHOSEN(i);                                                                                    \
            PUT(i, chosen, rank);                                                                                      \
            rank += (size_t)chosen;                                                                                    \
        }                                                                                                              \
    }                                                                                                                  \
    return all

#define PRAGMA(text) _Pragma(#text)
#define FLAGGED(i) (flags[i] != 0)
#define HEAD(i) ((i) == 0 || in[i] != in[(i) - 1])

size_t rival_select(size_t n, const uint8_t *flags, const uint32_t *in, uint32_t *out, int threads)
{
#define SELECT(i, chosen, rank)                                                                                        \
    if (chosen)                                                                                                        \
    out[rank] = in[i]
    COMPACT(FLAGGED, SELECT);
}

size_t rival_partition(size_t n, const uint8_t *flags, const uint32_t *in, uint32_t *out, int threads)
{
#define PARTITION(i, chosen, rank) out[(chosen) ? (rank) : total + (i) - (rank)] = in[i]
    COMPACT(FLAGGED, PARTITION);
}

size_t rival_unique(size_t n, const uint32_t *in, uint32_t *out, int threads)
{
    COMPACT(HEAD, SELECT);
}

static size_t starts(size_t n, const uint32_t *in, uint32_t *out, uint32_t *lengths, int threads)
{
#define START(i, chosen, rank)                                                                                         \
    if (chosen) {                                                                                                      \
        out[rank] = in[i];                                                                                             \
        lengths[rank] = (uint32_t)(i);                                                                                 \
    }
    COMPACT(HEAD, START);
}

size_t rival_run_lengths(size_t n, const uint32_t *in, uint32_t *out, uint32_t *lengths, int threads)
{
    size_t runs = starts(n, in, out, lengths, threads);
    for (size_t i = 0; i + 1 < runs; i++)
        lengths[i] = lengths[i + 1] - lengths[i];
    if (runs > 0)
        lengths[runs - 1] = (uint32_t)n - lengths[runs - 1];
    return runs;
}
