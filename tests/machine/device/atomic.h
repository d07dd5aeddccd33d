/* Atomics, and threads that wait for each other. */
#ifndef MACHINE_ATOMIC_H
#define MACHINE_ATOMIC_H

#include <lanewise/launch.h>

/* Words that every thread of the grid changes. */
typedef struct machine_shares {
    unsigned count, minimum, maximum, bits, wheel, pad;
    unsigned long long sum;
    float whole;
} machine_shares;

/* Each thread, of global number i: taken[count++] = 1; minimum, maximum of i; bits |= 1 << i % 32; sum += i; whole
 * += 1; wheel goes round through 0 .. 9. */
LW_DECLARE_KERNEL(machine_atomic_crowd, (machine_shares *, shares), (unsigned *, taken));

/* All threads except one spin until that one, of linear id `setter`, sets *flag; by volatile reads or by atomics.
 * *passed counts. */
LW_DECLARE_KERNEL(machine_spin_volatile, (int, setter), (volatile int *, flag), (int *, passed));
LW_DECLARE_KERNEL(machine_spin_atomic, (int, setter), (int *, flag), (int *, passed));

/* Every thread takes a lock `turns` times and adds 1 to a plain variable. */
LW_DECLARE_KERNEL(machine_lock, (int, turns), (int *, lock), (volatile int *, total));

/* By atomicCAS() until no other thread was faster: each thread adds 1.0f, adds 2.0, makes its number among all the
 * maximum, and, with a fresh load each time, adds 3 to `seen`. All start as 0. */
typedef struct machine_retries {
    float sum;
    int most;
    double wide;
    unsigned again;
    volatile unsigned seen;
} machine_retries;
LW_DECLARE_KERNEL(machine_atomic_retry, (machine_retries *, words));
/* The same in shared memory, and with plain loads to `again`; out[block]. */
LW_DECLARE_KERNEL(machine_atomic_retry_shared, (machine_retries *, out));

/* order[k] is the linear id of the k-th thread to arrive; after a barrier the same again. */
LW_DECLARE_KERNEL(machine_order, (unsigned *, next), (unsigned *, order));

#endif
