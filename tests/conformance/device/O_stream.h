/* A kernel that keeps a worker busy. */
#ifndef O_STREAM_H
#define O_STREAM_H

#include <lanewise/launch.h>

/* words[0] = 1; waits until words[1] is not 0. One thread. */
LW_DECLARE_KERNEL(o_hold, (volatile int *, words));

#endif
