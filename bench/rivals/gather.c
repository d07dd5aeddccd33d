#include "rivals.h"

#define RIVAL(bytes, type)                                                                                             \
    void rival_gather_##bytes(size_t n, size_t count, const type *restrict in, const int32_t *restrict indices,        \
                              type *restrict out, int threads)                                                         \
    {                                                                                                                  \
        (void)threads; /* without OpenMP */                                                                            \
        _Pragma("omp parallel for num_threads(threads) schedule(static)") for (size_t i = 0; i < n; i++) out[i] =      \
            (size_t)indices[i] < count ? in[indices[i]] : 0;                                                           \
    }                                                                                                                  \
    void rival_gather_int64_##bytes(size_t n, size_t count, const type *restrict in, const int64_t *restrict indices,  \
                                    type *restrict out, int threads)                                                   \
    {                                                                                                                  \
        (void)threads;                                                                                                 \
        _Pragma("omp parallel for num_threads(threads) schedule(static)") for (size_t i = 0; i < n; i++) out[i] =      \
            (size_t)indices[i] < count ? in[indices[i]] : 0;                                                           \
    }                                                                                                                  \
    void rival_scatter_##bytes(size_t n, size_t count, const type *restrict in, const int32_t *restrict indices,       \
                               type *restrict out, int threads)                                                        \
    {                                                                                                                  \
        (void)threads;                                                                                                 \
        _Pragma("omp parallel for num_threads(threads) schedule(static)") for (size_t i = 0; i < n; i++)               \
        {                                                                                                              \
            if ((size_t)indices[i] < count)                                                                            \
                out[indices[i]] = in[i];                                                                               \
        }                                                                                                              \
    }                                                                                                                  \
    void rival_scatter_int64_##bytes(size_t n, size_t count, const type *restrict in, const int64_t *restrict indices, \
                                     type *restrict out, int threads)                                                  \
    {                                                                                                                  \
        (void)threads;                                                                                                 \
        _Pragma("omp parallel for num_threads(threads) schedule(static)") for (size_t i = 0; i < n; i++)               \
        {                                                                                                              \
            if ((size_t)indices[i] < count)                                                                            \
                out[indices[i]] = in[i];                                                                               \
        }                                                                                                              \
    }
RIVAL(4, uint32_t)
RIVAL(8, uint64_t)
