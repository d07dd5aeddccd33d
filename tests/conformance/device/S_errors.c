#include <lanewise/kernel.h>

#include "S_errors.h"

LW_KERNEL(s_store, (int *, where), (int, value))
{
    *(volatile int *)where = value;
}

LW_KERNEL(s_slow, (long long, milliseconds), (int *, out))
{
    unsigned long long end = lw_globaltimer() + milliseconds * 1000000ll;
    while (lw_globaltimer() < end)
        __nanosleep(100000);
    *out = 1;
}

/* Division by zero, an invalid operation, overflow, and causes for which C functions set errno. */
LW_KERNEL(s_exceptions, (double, zero), (double *, results))
{
    double spare[8], *out = blockIdx.x == 0 && threadIdx.x == 0 ? results : spare;
    out[0] = 1 / zero;
    out[1] = zero / zero;
    out[2] = 1e300 * (1e300 + zero);
    out[3] = sqrt(zero - 1);
    out[4] = log(zero);
    out[5] = pow(zero, -1.0);
    out[6] = exp(1e5 + zero);
    out[7] = (double)(float)(1e-300 + zero);
}
