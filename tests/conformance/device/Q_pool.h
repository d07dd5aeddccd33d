/* Kernels that fill memory, and that look at what it holds. */
#ifndef Q_POOL_H
#define Q_POOL_H

#include <lanewise/launch.h>

/* p[i] = value, for i < n. */
LW_DECLARE_KERNEL(q_fill, (int, n), (int *, p), (int, value));
/* Counts the i < n with p[i] != value, in *errors. */
LW_DECLARE_KERNEL(q_compare, (int, n), (const int *, p), (int, value), (int *, errors));

#endif
