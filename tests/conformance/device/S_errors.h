/* Kernels that take time, fail, or compute results for which C would set errno. */
#ifndef S_ERRORS_H
#define S_ERRORS_H

#include <lanewise/launch.h>

LW_DECLARE_KERNEL(s_store, (int *, where), (int, value));
LW_DECLARE_KERNEL(s_slow, (long long, milliseconds), (int *, out));
LW_DECLARE_KERNEL(s_exceptions, (double, zero), (double *, out));

#endif
