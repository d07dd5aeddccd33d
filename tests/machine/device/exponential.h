#ifndef MACHINE_EXPONENTIAL_H
#define MACHINE_EXPONENTIAL_H

#include <lanewise/launch.h>

/* out[i] = expf(in[i]) */
LW_DECLARE_KERNEL(machine_exponential, (int, n), (const float *, in), (float *, out));

#endif
