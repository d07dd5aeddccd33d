#include "rivals.h"

#include "../vector_level.h"

const char *rival_flags(void)
{
    return BENCH_COMPILER
#ifdef __OPTIMIZE__
        " -O3 -march=native"
#else
        " NOT optimised"
#endif
#ifdef _OPENMP
        " -fopenmp"
#endif
        ", " BENCH_VECTOR_LEVEL BENCH_FMA;
}

int rival_openmp(void)
{
#ifdef _OPENMP
    return _OPENMP;
#else
    return 0;
#endif
}
