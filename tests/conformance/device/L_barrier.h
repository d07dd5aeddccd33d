/* Kernels of tests/conformance/L_barrier.c: mbarriers that threads of a block arrive at and wait for. One block
 * each. */
#ifndef L_BARRIER_H
#define L_BARRIER_H

#include <lanewise/launch.h>

/* out[rank]: how many arrivals the phase still expected at the thread's own. */
LW_DECLARE_KERNEL(l_pending_counts, (unsigned *, out));
/* Each block makes a barrier and never invalidates it: out[block] is 1 + the count found by its first arrival of 2. */
LW_DECLARE_KERNEL(l_left_behind, (unsigned *, out));
/* 64 threads: the second warp arrives only when the first is past its arrival. Then each reads the other warp's
 * word: out[rank] is 1000 + that thread's rank. */
LW_DECLARE_KERNEL(l_arrive_then_wait, (int *, out));

/* One thread arrives 9 times at a barrier that expects 4. */
typedef struct l_arrival {
    unsigned pending;
    int over;
} l_arrival;
LW_DECLARE_KERNEL(l_phases, (l_arrival *, out));

/* Thread r takes part in r phases and drops out in the next. seen[r]: how many threads had arrived in its last one. */
LW_DECLARE_KERNEL(l_drop, (int *, seen));
/* Rounds of arrive and wait at once: out[rank] counts the rounds in which a neighbour's word was wrong. */
LW_DECLARE_KERNEL(l_arrive_and_wait, (int, rounds), (int *, out));

/* Half of the threads fill two buffers alternately, the others sum each element up: out[i] is the sum of in[i + k *
 * half] over all batches k, half = threads / 2. */
LW_DECLARE_KERNEL(l_specialised, (int, batches), (const int *, in), (int *, out));

/* The results of the C functions: the maximum; pending with a barrier made for it; pending after inval and another
 * init; whether a token is over before and after its phase's last arrival, and one phase later. */
LW_DECLARE_KERNEL(l_primitives, (unsigned *, out));

#endif
