#include <lanewise/kernel.h>

#include "target_flags.h"
#include "../vector_level.h"

#ifdef __OPTIMIZE__
#define OPTIMIZED "optimised"
#else
#define OPTIMIZED "NOT optimised"
#endif

const char *bench_target_flags(void)
{
    return BENCH_COMPILER ", " OPTIMIZED ", " BENCH_VECTOR_LEVEL BENCH_FMA;
}
