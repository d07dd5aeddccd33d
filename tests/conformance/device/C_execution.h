/* The execution model: threads' ids, and their guarantees for each other. */
#ifndef C_EXECUTION_H
#define C_EXECUTION_H

#include <lanewise/launch.h>

typedef struct execution_lane {
    unsigned rank;        /* by the formula from threadIdx */
    unsigned ballot;      /* of its warp */
    unsigned least, most; /* ranks in its warp */
} execution_lane;

/* out[rank]. */
LW_DECLARE_KERNEL(execution_lanes, (execution_lane *, out));

/* Counts each block once, at its linear number; the last thread of a block counts only if blockDim is the expected
 * one. */
LW_DECLARE_KERNEL(execution_blocks, (unsigned, lanes), (unsigned *, count));

/* order[k] = linear number of the k-th block to begin. */
LW_DECLARE_KERNEL(execution_order, (unsigned *, next), (unsigned *, order));

/* Branches and loops that differ from thread to thread: out[rank] = steps of the Collatz walk from rank + 1, and
 * 1000 more for odd ranks. */
LW_DECLARE_KERNEL(execution_diverge, (int *, out));

/* Thread 0 waits in a loop for a value that thread 1 writes after the loop. out[0] = 42. */
LW_DECLARE_KERNEL(execution_hand_over, (volatile int *, word), (int *, out));
/* Each thread in turn takes one lock and adds 1 without an atomic. */
LW_DECLARE_KERNEL(execution_lock, (int *, lock), (volatile int *, counter));

/* Each lane writes and reads its neighbour's word, `rounds` times; with __syncwarp() between or without.
 * errors[rank]. Dynamic shared: an int a thread. */
LW_DECLARE_KERNEL(execution_neighbours, (int, synchronised), (int, rounds), (int *, errors));

/* From two branches: out[rank] = the value of lane (lane + 1) % 32 by __shfl_sync, after a __syncwarp in each. */
LW_DECLARE_KERNEL(execution_branches, (int *, out));

/* One warp sums elements lane, lane + 32, ... below n by a shuffle tree in each step: with the mask of a ballot that all
 * lanes vote in, or (wrong) with __activemask() in a loop that lanes leave one by one. out[0] = the sum. */
LW_DECLARE_KERNEL(execution_ragged, (int, wrong), (int, n), (const int *, in), (int *, out));

/* All threads write their rank to one word; then each adds 1 to another one by an atomic. seen[rank]: the word's
 * value; old[rank]: the atomic's result. */
LW_DECLARE_KERNEL(execution_same_address, (int *, word), (int *, counter), (int *, seen), (int *, old));

/* Fills static and dynamic shared memory (`count` ints) with values of their own, and counts those that differ after. */
LW_DECLARE_KERNEL(execution_shared, (int, count), (int *, errors));

LW_DECLARE_KERNEL(execution_bounded, (int *, out));

/* One thread waits until *flag is not 0. Host memory. */
LW_DECLARE_KERNEL(execution_gate, (volatile int *, flag), (int *, out));

/* Threads below n store through their pointer; the others' pointers are wild. */
LW_DECLARE_KERNEL(execution_predicated, (int, n), (int *, out));

/* Adds to a variable of the device, which begins with 5, and writes the new value. */
LW_DECLARE_SYMBOL(execution_variable);
LW_DECLARE_KERNEL(execution_persist, (int, add), (int *, out));

/* out[i] = byte i of 0x0102030405060708. */
LW_DECLARE_KERNEL(execution_bytes, (unsigned char *, out));

#endif
