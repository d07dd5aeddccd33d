/* Blocks of a plain launch that wait for each other. */
#ifndef C_RESIDENT_H
#define C_RESIDENT_H

#include <lanewise/launch.h>

/* In each round each thread adds 1 to its element of `out`, all blocks meet, and each thread adds what it sees of the next
 * block's element. The block polls `come` by an atomic, by a volatile read, with all its threads, or between barriers. */
enum { RESIDENT_ATOMIC, RESIDENT_VOLATILE, RESIDENT_ALL_THREADS, RESIDENT_BARRIERS, RESIDENT_POLLS };
LW_DECLARE_KERNEL(resident_meet, (int, how), (int, rounds), (unsigned *, come), (volatile int *, out), (int *, seen));
/* sum[b]: the sum of b and of all blocks on the side `step` (-1 or 1), which the neighbour on that side hands over. */
LW_DECLARE_KERNEL(resident_look, (int, step), (volatile int *, ready), (volatile int *, sum));
/* Block 0 puts 1 .. count into the box, the last block takes them: out[i] = i + 1. */
LW_DECLARE_KERNEL(resident_hand_over, (int, count), (volatile int *, box), (volatile int *, out));
/* Block 0 waits for all other blocks, then lets them take numbers below `count`: out[i] = 1. */
LW_DECLARE_KERNEL(resident_queue, (int, count), (int *, registered), (int *, next), (int *, out));
/* Each block takes the lock `rounds` times by thread 0, and adds 1 to `total` by its last thread. */
LW_DECLARE_KERNEL(resident_lock, (int, rounds), (int *, lock), (volatile int *, total));

#endif
