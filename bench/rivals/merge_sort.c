/* A stable merge sort: each thread sorts a part by runs that are merged in pairs, then pairs of parts are merged by as many threads as there are pairs. */
#include <string.h>

#include "rivals.h"

#include "team.h"

enum { RUN = 16 };

#define SORT(type)                                                                                                     \
    static void merge_##type(const type *a, const uint32_t *values_a, size_t count_a, const type *b,                   \
                             const uint32_t *values_b, size_t count_b, type *out, uint32_t *values_out)                \
    {                                                                                                                  \
        for (size_t i = 0, j = 0; i + j < count_a + count_b;) {                                                        \
            const int take_b = j < count_b && (i == count_a || b[j] < a[i]);                                           \
            out[i + j] = take_b ? b[j] : a[i];                                                                         \
            if (values_out != NULL)                                                                                    \
                values_out[i + j] = take_b ? values_b[j] : values_a[i];                                                \
            i += !take_b;                                                                                              \
            j += take_b;                                                                                               \
        }                                                                                                              \
    }                                                                                                                  \
    /* Merges pairs of runs of a range until it is one; from `out` to `between` and back. */                           \
    static void sort_##type(type *out, uint32_t *values_out, type *between, uint32_t *values_between, size_t n)        \
    {                                                                                                                  \
        for (size_t i = 0; i < n; i++) {                                                                               \
            const type key = out[i];                                                                                   \
            const uint32_t value = values_out == NULL ? 0 : values_out[i];                                             \
            size_t j = i;                                                                                              \
            for (; j > i / RUN * RUN && key < out[j - 1]; j--) {                                                       \
                out[j] = out[j - 1];                                                                                   \
                if (values_out != NULL)                                                                                \
                    values_out[j] = values_out[j - 1];                                                                 \
            }                                                                                                          \
            out[j] = key;                                                                                              \
            if (values_out != NULL)                                                                                    \
                values_out[j] = value;                                                                                 \
        }                                                                                                              \
        for (size_t run = RUN; run < n; run *= 2) {                                                                    \
            for (size_t i = 0; i < n; i += 2 * run) {                                                                  \
                const size_t count_a = n - i < run ? n - i : run, b = i + count_a,                                     \
                             count_b = n - b < run ? n - b : run;                                                      \
                const int has = values_out != NULL;                                                                    \
                merge_##type(out + i, has ? values_out + i : NULL, count_a, out + b, has ? values_out + b : NULL,      \
                             count_b, between + i, has ? values_between + i : NULL);                                   \
            }                                                                                                          \
            memcpy(out, between, n * sizeof *out);                                                                     \
            if (values_out != NULL)                                                                                    \
                memcpy(values_out, values_between, n * sizeof *values_out);                                            \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    void rival_merge_sort_##type(size_t n, const type *keys, const uint32_t *values, type *out, uint32_t *values_out,  \
                                 type *between, uint32_t *values_between, int threads)                                 \
    {                                                                                                                  \
        const int has = values_out != NULL;                                                                            \
        (void)threads;                                                                                                 \
        memcpy(out, keys, n * sizeof *out);                                                                            \
        if (has)                                                                                                       \
            memcpy(values_out, values, n * sizeof *values_out);                                                        \
        _Pragma("omp parallel num_threads(threads)")                                                                   \
        {                                                                                                              \
            const size_t team = team_size(), me = team_member(), begin = n * me / team, end = n * (me + 1) / team;     \
            sort_##type(out + begin, has ? values_out + begin : NULL, between + begin,                                 \
                        has ? values_between + begin : NULL, end - begin);                                             \
            for (size_t parts = 1; parts < team; parts *= 2) {                                                         \
                _Pragma("omp barrier") if (me % (2 * parts) == 0 && me + parts < team)                                 \
                {                                                                                                      \
                    const size_t b = n * (me + parts) / team;                                                          \
                    const size_t last = me + 2 * parts < team ? n * (me + 2 * parts) / team : n;                       \
                    merge_##type(out + begin, has ? values_out + begin : NULL, b - begin, out + b,                     \
                                 has ? values_out + b : NULL, last - b, between + begin,                               \
                                 has ? values_between + begin : NULL);                                                 \
                    memcpy(out + begin, between + begin, (last - begin) * sizeof *out);                                \
                    if (has)                                                                                           \
                        memcpy(values_out + begin, values_between + begin, (last - begin) * sizeof *values_out);       \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }
SORT(float)
SORT(int)
