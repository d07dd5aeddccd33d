/* Kernels in which threads, or blocks, wait for others in hidden ways, and loops with two entries. */
#ifndef TESTS_DEVICE_MACHINE_WAIT_H
#define TESTS_DEVICE_MACHINE_WAIT_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Thread 0 reads a pair of numbers in one access until the first is not 0, which the last thread writes: out[thread]
 * is the second. */
LW_DECLARE_KERNEL(machine_wait_for_pair, (int *, out));

/* Thread 0 of each two waits for the other, in an array of its own, to which an atomic's value is stored;
 * out[thread] is 1. */
LW_DECLARE_KERNEL(machine_wait_in_own_array, (const int *, zeros), (int *, out));

/* A lock by an exchange that returns through a pointer; *total counts threads. */
LW_DECLARE_KERNEL(machine_wait_by_exchange, (int *, lock), (volatile int *, total));

/* Each block counts itself in *come, and stays until `wanted` blocks have: by a barrier's result, or a vote of the
 * warp. */
LW_DECLARE_KERNEL(machine_wait_for_blocks, (unsigned, wanted), (unsigned *, come), (int *, out));
LW_DECLARE_KERNEL(machine_wait_for_blocks_by_vote, (unsigned, wanted), (unsigned *, come), (int *, out));

/* Each warp except the last waits for the next one, through a shuffle or a vote on values that its lanes read:
 * out[i] is the number of warps from the thread's own to the block's last. */
LW_DECLARE_KERNEL(machine_wait_for_warp_by_shuffle, (int *, out));
LW_DECLARE_KERNEL(machine_wait_for_warp_by_vote, (int *, out));

/* The first warp waits, through votes, until the last thread has reached its tile's barrier (tile of 64): out[i] is
 * 5 there, 0 in the second warp, then i ^ 63. */
LW_DECLARE_KERNEL(machine_wait_for_tile, (int *, out));

/* Bisects until one thread has found where the block's number lies among `count` sorted numbers; a volatile flag, which is read
 * between barriers, ends the search: out[i] is the place, for all threads. */
LW_DECLARE_KERNEL(machine_wait_search, (int, count), (const int *, sorted), (int *, out));

/* out[i] is 3 x + 1 from x = in[block], as often as it takes to exceed `most`. clang lets thread 0 enter the loop
 * after its header. */
LW_DECLARE_KERNEL(machine_wait_entered_twice, (int, most), (const int *, in), (int *, out));

/* out[i] is twice the sum of 0 .. 2 turns - 1, by two loops whose iterations add two numbers each: odd blocks enter
 * the first, which has a barrier, and odd threads the second, in its middle, by a goto, which only skips adding 0. */
LW_DECLARE_KERNEL(machine_wait_goto, (int, turns), (int *, out));

#ifdef __cplusplus
}
#endif

#endif
