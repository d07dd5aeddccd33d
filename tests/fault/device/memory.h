/* Kernels with illegal accesses. Thread `lane` in block `block` makes the access; the others return. NAME_line() is
 * its line. */
#ifndef FAULT_MEMORY_H
#define FAULT_MEMORY_H

#include <stddef.h>

#include <lanewise/launch.h>

/* Writes to, reads from `where` plus `offset` bytes. */
LW_DECLARE_KERNEL(fault_write, (unsigned, block), (unsigned, lane), (int *, where), (long long, offset));
int fault_write_line(void);
LW_DECLARE_KERNEL(fault_read, (unsigned, block), (unsigned, lane), (const int *, where), (long long, offset),
                  (int *, out));
int fault_read_line(void);

/* out[i] = in[i] in all threads except number `bad`, which reads from `wild`. */
LW_DECLARE_KERNEL(fault_one_of_many, (unsigned, bad), (const int *, wild), (const int *, in), (int *, out));
int fault_one_of_many_line(void);

/* Threads write *where after thread `lane` has read through a null pointer that a compiler sees if `none` is 1. */
LW_DECLARE_KERNEL(fault_null_chosen, (int, none), (int *, where));

/* The same inside a device function, by memset, and by an atomic. */
LW_DECLARE_KERNEL(fault_in_function, (int *, where));
int fault_in_function_line(void);
LW_DECLARE_KERNEL(fault_memset, (void *, where), (size_t, size));
int fault_memset_line(void);
LW_DECLARE_KERNEL(fault_atomic, (int *, where), (int *, out));
int fault_atomic_line(void);
/* Counts at places that data selects; nobody uses the old counts. */
LW_DECLARE_KERNEL(fault_count, (int *, where), (const int *, in));

/* Writes the int `index` of the dynamic shared memory. */
LW_DECLARE_KERNEL(fault_shared, (int, index), (int *, out));
int fault_shared_line(void);

/* Calls itself `depth` times, using at least 1000 bytes of stack each time; *out is the depth reached. */
LW_DECLARE_KERNEL(fault_recursion, (int, depth), (int *, out));

/* Calls itself without end. From `bytes` of stack on each call takes some 30 ms. */
LW_DECLARE_KERNEL(fault_slow_recursion, (int, bytes), (int *, out));

#endif
