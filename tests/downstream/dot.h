/* A user's own kernel: the dot product of two vectors. */
#ifndef DOT_H
#define DOT_H

#include <lanewise/launch.h>

enum { DOT_LANES = 128 }; /* of a block */

/* Adds a[0] * b[0] + ... + a[n - 1] * b[n - 1] to *out. Any grid; blocks of DOT_LANES lanes. */
LW_DECLARE_KERNEL(dot, (int, n), (const float *, a), (const float *, b), (float *, out));

#endif
