/* Atomics by many threads at once, loops over compare and exchange, locks; and addresses that no atomic takes. */
#ifndef G_CROWD_H
#define G_CROWD_H

#include <lanewise/half.h>
#include <lanewise/launch.h>

typedef struct g_tickets {
    unsigned global;         /* the next ticket of the grid */
    unsigned long long wide; /* the same, of 64 bits */
    unsigned pair_of_shorts; /* two 16-bit counters in one word */
} g_tickets;

/* Every thread draws a ticket of each counter, and one of a counter of its block in shared memory: adds 1 to
 * seen[ticket], wide_seen[ticket] and block_seen[block * Dx + ticket]. Thread r counts in half r % 2 of
 * pair_of_shorts, by atomicCAS. */
LW_DECLARE_KERNEL(g_draw_tickets, (g_tickets *, tickets), (unsigned *, seen), (unsigned *, wide_seen),
                  (unsigned *, block_seen));

/* Every thread counts to `turns` in each of the counters, by another operation in each. */
typedef struct g_counters {
    unsigned add, inc;
    unsigned long long wide;
    float whole;
} g_counters;
LW_DECLARE_KERNEL(g_count, (int, turns), (g_counters *, counters));

/* Each thread adds 1 to the x of *pair, if its rank is even, or to the y. */
LW_DECLARE_KERNEL(g_add_halves, (__half2 *, pair));

/* *product *= factors[rank], each thread once, by a loop over atomicCAS on the bits. *nan: every thread replaces it
 * by value + 1 in such a loop, though it is a NaN and stays one; *turns counts the ends of these loops. */
LW_DECLARE_KERNEL(g_multiply_by_cas, (const float *, factors), (float *, product), (float *, nan), (int *, turns));

/* *sum += values[rank] by every thread of the grid. */
LW_DECLARE_KERNEL(g_sum_floats, (const float *, values), (float *, sum));

/* `turns` times every thread takes a lock, adds 1 to the plain variable *total, and releases it. */
LW_DECLARE_KERNEL(g_mutex, (int, turns), (int *, lock), (volatile int *, total));

/* Threads of one block add 1 to *counter in the scope of the block. */
LW_DECLARE_KERNEL(g_count_in_block, (unsigned *, counter));

/* atomicAdd of 1 to the int that lies `offset` bytes after bytes. */
LW_DECLARE_KERNEL(g_misaligned, (char *, bytes), (int, offset));
/* And to the thread's int of an array that is misaligned for ints. */
LW_DECLARE_KERNEL(g_misaligned_array, (int *, ints));
/* atomicAdd of a pair to a half that is not the first of one. */
LW_DECLARE_KERNEL(g_misaligned_pair, (__half *, halves));
/* atomicAdd to a variable of the thread's own; out[0] is 0. */
LW_DECLARE_KERNEL(g_atomic_local, (int *, out));
LW_DECLARE_KERNEL(g_atomic_local_kept, (int, which), (int *, out)); /* across a barrier */

#endif
