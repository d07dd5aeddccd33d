#include "rivals.h"

#include "../vector_level.h"

const char *rival_flags(void)
{
    return BENCH_COMPILER
#ifdef __OPTIMIZE__
        " -O3 -march=native -fopenmp"
#else
        " NOT optimised"
#endif
        ", " BENCH_VECTOR_LEVEL BENCH_FMA;
}
