/* Kernels of tests/conformance/L_bulk.c, for compute capability 9.0. Blocks are one-dimensional. */
#ifndef L_BULK_SM90_H
#define L_BULK_SM90_H

#include <lanewise/launch.h>

enum { L_TILE = 256 };

/* One thread: the results of test and try of a token and of both parities: 4 results before an arrival at a barrier
 * of count 1, and after each of two. */
LW_DECLARE_KERNEL(l_parity, (int *, out));
/* One thread polls a barrier that another thread arrives at much later, by test (0), try (1), by parity (2, 3): 1 in
 * out[i] for each way that ended. 64 threads. */
LW_DECLARE_KERNEL(l_poll, (int *, out));
/* out: pending counts of arrivals of 2, 1 and 2 at a barrier of 5, and whether the phase is over then. */
LW_DECLARE_KERNEL(l_arrive_count, (unsigned *, out));

/* Whether a phase is over, step by step: arrivals, bytes expected before and after copies. out[0 .. 8). */
LW_DECLARE_KERNEL(l_transactions, (const int *, in), (int *, out));
/* Whether it is over while it expects bytes that no copy has brought: 0, 0 and, after the copy, 1. */
LW_DECLARE_KERNEL(l_open_while_bytes_are_due, (const int *, in), (int *, out));

/* `size` bytes through dynamic shared memory and back to global memory, by one thread. */
LW_DECLARE_KERNEL(l_bulk_round_trip, (int, size), (const char *, in), (char *, out));
/* Tiles of L_TILE ints through `stages` buffers: one thread copies in, all threads add 1, one thread copies out. */
LW_DECLARE_KERNEL(l_bulk_tiles, (int, stages), (int, tiles), (const int *, in), (int *, out));
/* A source that is overwritten after the wait for its reads: out[2] of 64 ints each. */
LW_DECLARE_KERNEL(l_bulk_read_wait, (int *, out));
/* Batches of a thread's copies to global memory; the wait for all but `prior` of 4, whose ints are then read back. */
LW_DECLARE_KERNEL(l_bulk_batches, (int, prior), (int *, out), (int *, seen));
/* For the CPU: the destination before the wait, and after a block that never waited. */
LW_DECLARE_KERNEL(l_bulk_early, (const int *, in), (int *, seen), (int *, out));
/* in[0 ...] and in[4 ...] are copied to one place before a wait: into shared memory, out[0], and out of it, out[4].
 * For the CPU: on a GPU either may be last. */
LW_DECLARE_KERNEL(l_bulk_order, (const int *, in), (int *, out));

/* A cluster: each block copies its tile into its right neighbour's shared memory: out[block * 64 + i]. */
LW_DECLARE_KERNEL(l_bulk_to_block, (int *, out));
/* A cluster: block 0 waits until a thread of each other block has arrived at its barrier, `rounds` times; the values
 * they wrote into its shared memory before: out[round * blocks + rank]. */
LW_DECLARE_KERNEL(l_arrive_remote, (int, rounds), (int *, out));

/* Of each mask, by every lane in it: out[mask * 32 + lane] is 1 + the leader's number, and 100 more for the leader. */
LW_DECLARE_KERNEL(l_elect, (const unsigned *, masks), (int, count), (unsigned *, out));
/* The same with the full mask after lanes below `leaving` have returned. */
LW_DECLARE_KERNEL(l_elect_after_exits, (unsigned, leaving), (unsigned *, out));

#endif
