/* Kernels of tests/conformance/L_pipeline.c: asynchronous copies into shared memory, and pipelines of them. One block
 * each. */
#ifndef L_PIPELINE_H
#define L_PIPELINE_H

#include <lanewise/launch.h>

enum { L_BATCHES = 12, L_MOST_LANES = 256 };

/* Each thread copies in[rank], commits, waits, and reads its own copy; after a barrier its neighbour's. out[2 * rank
 * ...]. */
LW_DECLARE_KERNEL(l_copy, (const int *, in), (int *, out));
/* Shared memory is -1, then a copy is issued and committed; the thread reads before the wait, after it, and `in` is
 * changed in between if `change` is not 0: out[2 * rank ...]. For the CPU: on a GPU the first read may be either. */
LW_DECLARE_KERNEL(l_copy_seen_early, (int *, in), (int, change), (int *, out));
/* One thread issues two batches of two copies and polls: order[i] tells when copy i was seen, 1 to 4. Then in[0] and
 * in[1] are copied to one place before a wait, in one batch and in two: the values after it are last[0] and last[1].
 * For the CPU: on a GPU all of it is open. */
LW_DECLARE_KERNEL(l_copy_order, (const int *, in), (int *, order), (int *, last));

/* 16 bytes of 0xff are overwritten by a copy of `size` bytes, `zfill` of them zeros. */
LW_DECLARE_KERNEL(l_zfill, (const unsigned char *, in), (int, size), (int, zfill), (unsigned char *, out));
/* L_BATCHES copies, a batch each, the waits for all but `prior`; out[i * lanes + rank] is then -1 or in[i * lanes + rank];
 * and again after the wait for all, `lanes * L_BATCHES` further on. */
LW_DECLARE_KERNEL(l_wait_prior, (int, prior), (const int *, in), (int *, out));
/* The same without a last commit: no wait covers copies outside a batch. */
LW_DECLARE_KERNEL(l_uncommitted, (const int *, in), (int *, out));
/* Threads commit as often as their rank says, independently; out[i * lanes + rank] = in[...] for i <= rank % 8. */
LW_DECLARE_KERNEL(l_diverged_commits, (const int *, in), (int *, out));

/* Copies that a barrier counts: out[rank] is the neighbour's element; pending[rank] the count at the arrival. */
LW_DECLARE_KERNEL(l_copy_with_barrier, (const int *, in), (int *, out), (unsigned *, pending));
/* pending counts of three arrivals, with arrive_on before the first and the second, with and without copies. */
LW_DECLARE_KERNEL(l_arrive_on, (const int *, in), (unsigned *, out));

/* `size` bytes from in + from to shared memory + to, by one thread; out is 128 bytes of shared memory, 0xff around. */
LW_DECLARE_KERNEL(l_any_size, (const unsigned char *, in), (int, from), (int, to), (int, size), (unsigned char *, out));
/* A copy that cannot be asynchronous is done at once: out[i] is read before any wait. */
LW_DECLARE_KERNEL(l_odd_size, (const unsigned char *, in), (unsigned char *, out));

/* A pipeline of `stages` (at most 4), every thread producer and consumer: out[k * lanes + rank] is twice the element
 * that the last thread minus rank copied. */
LW_DECLARE_KERNEL(l_pipeline, (int, stages), (int, batches), (const int *, in), (int *, out));
/* The same with the first `producers` threads as producers and the others as consumers, each taking every batch;
 * most: how many batches were ahead of the slowest consumer at most. */
LW_DECLARE_KERNEL(l_pipeline_roles, (int, stages), (int, producers), (int, batches), (const int *, in), (int *, out),
                  (int *, most));
/* Two pipelines one after the other in the same memory. */
LW_DECLARE_KERNEL(l_pipeline_twice, (const int *, in), (int *, out));
/* A thread's own pipeline of two buffers by commit and wait_prior: out[i] = in[i] + in[neighbour of i] of each
 * batch. */
LW_DECLARE_KERNEL(l_own_pipeline, (int, batches), (const int *, in), (int *, out));

#endif
