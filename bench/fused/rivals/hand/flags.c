#include "hand.h"

#include "../../../vector_level.h"

const char *hand_flags(void)
{
    return BENCH_COMPILER
#ifdef __OPTIMIZE__
        " " HAND_FLAGS
#else
        " NOT optimised"
#endif
        ", " BENCH_VECTOR_LEVEL BENCH_FMA;
}
