/* Atomics, fences and threads that wait for each other. */
#ifndef MACHINE_ATOMIC_H
#define MACHINE_ATOMIC_H

#include <lanewise/launch.h>

typedef enum machine_operation {
    MACHINE_ADD,
    MACHINE_SUB,
    MACHINE_EXCH,
    MACHINE_MIN,
    MACHINE_MAX,
    MACHINE_INC,
    MACHINE_DEC,
    MACHINE_AND,
    MACHINE_OR,
    MACHINE_BITS_XOR,
    MACHINE_CAS,
    MACHINE_OPERATIONS
} machine_operation;

/* One thread applies the operation to *word with each of `count` values in turn (a CAS compares with compares[i]),
 * in shared memory if `shared`; old[i] is what the i-th returned. Operations that the type lacks do nothing. */
LW_DECLARE_KERNEL(machine_atomic_int, (int, operation), (int, shared), (int, count), (const int *, compares),
                  (const int *, values), (int *, word), (int *, old));
LW_DECLARE_KERNEL(machine_atomic_unsigned, (int, operation), (int, shared), (int, count), (const unsigned *, compares),
                  (const unsigned *, values), (unsigned *, word), (unsigned *, old));
LW_DECLARE_KERNEL(machine_atomic_ull, (int, operation), (int, shared), (int, count),
                  (const unsigned long long *, compares), (const unsigned long long *, values),
                  (unsigned long long *, word), (unsigned long long *, old));
LW_DECLARE_KERNEL(machine_atomic_ll, (int, operation), (int, shared), (int, count), (const long long *, values),
                  (long long *, word), (long long *, old));
LW_DECLARE_KERNEL(machine_atomic_ushort, (int, shared), (int, count), (const unsigned short *, compares),
                  (const unsigned short *, values), (unsigned short *, word), (unsigned short *, old));
/* Addition and exchange. */
LW_DECLARE_KERNEL(machine_atomic_float, (int, operation), (int, shared), (int, count), (const float *, values),
                  (float *, word), (float *, old));
LW_DECLARE_KERNEL(machine_atomic_double, (int, shared), (int, count), (const double *, values), (double *, word),
                  (double *, old));

/* Words that every thread of the grid changes. */
typedef struct machine_shares {
    unsigned count, minimum, maximum, bits, wheel, pad;
    unsigned long long sum;
    float whole;
} machine_shares;

/* Each thread, of global number i: taken[count++] = 1; minimum, maximum of i; bits |= 1 << i % 32; sum += i; whole
 * += 1; wheel goes round through 0 .. 9. */
LW_DECLARE_KERNEL(machine_atomic_crowd, (machine_shares *, shares), (unsigned *, taken));

/* The sum of in[0 .. n) by blocks, finished by the last block that is done; *sum. `partial`: one a block; *done: 0, and
 * 0 again after. */
LW_DECLARE_KERNEL(machine_last_block, (int, n), (const int *, in), (volatile long long *, partial), (unsigned *, done),
                  (long long *, sum));

/* cells[2 p], cells[2 p + 1] start as 1 and 2. Block 2 p writes 10 and then 20, with a fence between; block 2 p + 1 reads
 * the second and then the first, into seen[2 p + 1] and seen[2 p]. */
LW_DECLARE_KERNEL(machine_message, (volatile int *, cells), (int *, seen));

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
