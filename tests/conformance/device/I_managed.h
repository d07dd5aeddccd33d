/* Kernels on managed memory. */
#ifndef I_MANAGED_H
#define I_MANAGED_H

#include <lanewise/launch.h>

enum { I_TABLE = 100 };
LW_DECLARE_SYMBOL(i_table);
LW_DECLARE_SYMBOL(i_number);

/* p[i] += term, for i < n. */
LW_DECLARE_KERNEL(i_add, (int, n), (int *, p), (int, term));
/* i_table[i] += i_number, for all i. */
LW_DECLARE_KERNEL(i_add_to_table, (int, unused));
/* Each thread adds 1 to *sum `times` times, by atomics of system scope. */
LW_DECLARE_KERNEL(i_count, (int, times), (int *, sum));

#endif
