/* The least or greatest element and the first index of it: each thread searches its part. */
#include "rivals.h"

#include "team.h"

#define SEARCH(name, type, before)                                                                                     \
    static size_t name##_of_part(size_t begin, size_t end, const type *in)                                             \
    {                                                                                                                  \
        size_t at = begin;                                                                                             \
        type best = in[begin];                                                                                         \
        for (size_t i = begin + 1; i < end; i++)                                                                       \
            if (in[i] before best) {                                                                                   \
                best = in[i];                                                                                          \
                at = i;                                                                                                \
            }                                                                                                          \
        return at;                                                                                                     \
    }                                                                                                                  \
                                                                                                                       \
    size_t rival_##name(size_t n, const type *in, int threads)                                                         \
    {                                                                                                                  \
        (void)threads;                                                                                                 \
        size_t at = 0;                                                                                                 \
        PRAGMA(omp parallel num_threads(threads))                                                                      \
        {                                                                                                              \
            size_t team = team_size(), me = team_member(), begin = n * me / team, end = n * (me + 1) / team;           \
            size_t own = begin < end ? name##_of_part(begin, end, in) : 0;                                             \
            PRAGMA(omp critical)                                                                                       \
            if (in[own] before in[at] || (in[own] == in[at] && own < at))                                              \
                at = own;                                                                                              \
        }                                                                                                              \
        return at;                                                                                                     \
    }

#define PRAGMA(text) _Pragma(#text)

SEARCH(argmin_float, float, <)
SEARCH(argmin_double, double, <)
SEARCH(argmin_int, int, <)
SEARCH(argmax_float, float, >)
SEARCH(argmax_double, double, >)
SEARCH(argmax_int, int, >)
