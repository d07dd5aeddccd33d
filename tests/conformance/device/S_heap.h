/* Kernels that allocate and free. */
#ifndef S_HEAP_H
#define S_HEAP_H

#include <stddef.h>

#include <lanewise/launch.h>

/* Each thread writes its address, size and alignment into its own memory and checks all of it after the others have
 * done so. */
LW_DECLARE_KERNEL(s_heap_each, (size_t, size), (int *, errors));
LW_DECLARE_KERNEL(s_heap_aligned, (size_t, size), (size_t, alignment), (size_t *, rest));
LW_DECLARE_KERNEL(s_heap_fill, (size_t, size), (int *, count));
LW_DECLARE_KERNEL(s_heap_keep, (void **, kept));
LW_DECLARE_KERNEL(s_heap_use, (void **, kept), (int *, sum));
LW_DECLARE_KERNEL(s_heap_none, (int *, answers));
LW_DECLARE_KERNEL(s_heap_cycle, (int, times), (int *, failures));
LW_DECLARE_KERNEL(s_heap_free_twice, (int, which));
LW_DECLARE_KERNEL(s_heap_free, (char *, pointer), (int, offset), (int, times));
int s_heap_free_line(void);

LW_DECLARE_KERNEL(s_copy_and_set, (const char *, in), (char *, out), (int, size));

#endif
