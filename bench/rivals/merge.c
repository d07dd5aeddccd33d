/* The loop of kernels/merge.h; a thread has an equal part of the result, and searches where it begins in both arrays. */
#include "rivals.h"

#include "team.h"

#define MERGE(type)                                                                                                    \
    static size_t split_##type(const type *a, size_t count_a, const type *b, size_t count_b, size_t diagonal)          \
    {                                                                                                                  \
        size_t low = diagonal > count_b ? diagonal - count_b : 0, high = diagonal < count_a ? diagonal : count_a;      \
        while (low < high) {                                                                                           \
            size_t middle = low + (high - low) / 2;                                                                    \
            if (b[diagonal - 1 - middle] < a[middle])                                                                  \
                high = middle;                                                                                         \
            else                                                                                                       \
                low = middle + 1;                                                                                      \
        }                                                                                                              \
        return low;                                                                                                    \
    }                                                                                                                  \
                                                                                                                       \
    void rival_merge_##type(size_t count_a, const type *a, const uint32_t *values_a, size_t count_b, const type *b,    \
                            const uint32_t *values_b, type *out, uint32_t *values_out, int threads)                    \
    {                                                                                                                  \
        (void)threads;                                                                                                 \
        _Pragma("omp parallel num_threads(threads)")                                                                   \
        {                                                                                                              \
            const size_t all = count_a + count_b, team = team_size(), me = team_member();                              \
            size_t k = all * me / team, end = all * (me + 1) / team, i = split_##type(a, count_a, b, count_b, k),      \
                   j = k - i;                                                                                          \
            for (; k < end; k++) {                                                                                     \
                const int take_b = j < count_b && (i == count_a || b[j] < a[i]);                                       \
                out[k] = take_b ? b[j] : a[i];                                                                         \
                if (values_out != NULL)                                                                                \
                    values_out[k] = take_b ? values_b[j] : values_a[i];                                                \
                i += !take_b;                                                                                          \
                j += take_b;                                                                                           \
            }                                                                                                          \
        }                                                                                                              \
    }
MERGE(float)
MERGE(int)
