/* The caller's number in the parallel region's team; alone if the build found no OpenMP. */
#ifndef BENCH_TEAM_H
#define BENCH_TEAM_H

#include <stddef.h>

#ifdef _OPENMP
#include <omp.h>

static inline size_t team_size(void)
{
    return (size_t)omp_get_num_threads();
}

static inline size_t team_member(void)
{
    return (size_t)omp_get_thread_num();
}

#else

static inline size_t team_size(void)
{
    return 1;
}

static inline size_t team_member(void)
{
    return 0;
}

#endif

#endif
