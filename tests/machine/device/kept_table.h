/* Kernels of ../kept_table.c: loops that all threads run together, with atomics on few words in each iteration. */
#include <lanewise/launch.h>

LW_DECLARE_KERNEL(machine_kept_bins, (int, count), (int, bins), (const int *, in), (int *, bin));
/* Each thread has four words of its own. `same` is `word`. */
LW_DECLARE_KERNEL(machine_kept_own, (int, steps), (const int *, in), (int *, word), (int *, same), (int *, out));
LW_DECLARE_KERNEL(machine_kept_store, (int, steps), (const int *, in), (int *, word), (int *, same));
