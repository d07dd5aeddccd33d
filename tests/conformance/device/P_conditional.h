/* Kernels that set the values of conditional nodes. */
#ifndef P_CONDITIONAL_H
#define P_CONDITIONAL_H

#include <lanewise/launch.h>

/* The value becomes *from. One thread. */
LW_DECLARE_KERNEL(p_set, (unsigned long long, handle), (const int *, from));
/* ++*count; the value becomes whether it is below the limit. One thread. */
LW_DECLARE_KERNEL(p_count, (unsigned long long, handle), (int *, count), (int, limit));

#endif
