/* Asynchronous copies, in every form that the fused engine does at once. */
#ifndef MACHINE_ASYNC_H
#define MACHINE_ASYNC_H

#include <lanewise/launch.h>

enum { MACHINE_ASYNC_MOST = 320 };

/* `tiles` tiles of a block's length, two in shared memory: out[i] is the sum over tiles of a thread's number, and of the
 * mirrored thread's. */
LW_DECLARE_KERNEL(machine_async_tiles, (int, tiles), (const int *, in), (int *, out));
/* Words of 4, 8 and 16 bytes, of which zeros[i] % (size + 1) are zeros; each thread's one after the other, 28 bytes. The
 * source of a word that is zeros alone is null. */
LW_DECLARE_KERNEL(machine_async_zeros, (const int *, zeros), (const char *, in), (char *, out));
/* Threads with an odd in[i] copy in[i], the first `count` of them; the others keep -1. */
LW_DECLARE_KERNEL(machine_async_some, (int, count), (const int *, in), (int *, out));
/* The block copies `count` ints, then bytes from `from` on; tiles of 16 threads copy 10 ints each, behind them in `out`. */
LW_DECLARE_KERNEL(machine_async_groups, (int, count), (int, from), (const int *, in), (int *, out));
/* out[i] is the number of the thread that is mirrored in 320, for any number of threads, plus its own. */
LW_DECLARE_KERNEL(machine_async_mirror, (const int *, in), (int *, out));
/* 16 bytes from the address in + which * step; `where` 1: 8 bytes, to global memory. */
LW_DECLARE_KERNEL(machine_async_wrong, (const char *, in), (int, step), (int, where), (char *, out));

#endif
