/* Mistakes with barriers and asynchronous copies, for tests/conformance/L_misuse.c: undefined on a GPU. */
#ifndef L_MISUSE_SM90_H
#define L_MISUSE_SM90_H

#include <lanewise/launch.h>

typedef enum l_mistake {
    L_COPY_SIZE,
    L_COPY_ZFILL,
    L_COPY_TO_GLOBAL,
    L_COPY_FROM_SHARED,
    L_COPY_FROM_LOCAL,
    L_COPY_TO_ODD,
    L_COPY_FROM_ODD,
    L_COPY_FROM_NULL,
    L_COPY_PAST_END,
    L_BARRIER_MISSING,
    L_BARRIER_INVALID,
    L_BARRIER_OVERWRITTEN,
    L_BARRIER_COUNT_0,
    L_BARRIER_COUNT_16384,
    L_BARRIER_TWICE,
    L_BARRIER_GLOBAL,
    L_BARRIER_ODD,
    L_ARRIVE_ONCE_MORE,
    L_ARRIVE_3_OF_2,
    L_ARRIVE_AFTER_DROP,
    L_ARRIVE_ON_FULL,
    L_ARRIVE_ON_DONE,
    L_TOKEN_FOREIGN,
    L_TOKEN_OLD,
    L_BYTES_TOO_MANY,
    L_BYTES_UNEXPECTED,
    L_BULK_SIZE,
    L_BULK_TO_ODD,
    L_BULK_FROM_ODD,
    L_BULK_FROM_SHARED,
    L_BULK_TO_SHARED,
    L_BULK_NO_BARRIER,
    L_BULK_BARRIER_GONE,
    L_REMOTE_RANK,
    L_BULK_FROM_WILD,
    L_MISTAKES
} l_mistake;

/* One thread; `global` is 64 KiB, dynamic shared memory 32 KiB. */
LW_DECLARE_KERNEL(l_mistakes, (int, mistake), (char *, global));
/* Two threads: one waits for the barrier that the other invalidates. */
LW_DECLARE_KERNEL(l_inval_while_waiting);
/* A cluster of two, in which the block with the destination ends. */
LW_DECLARE_KERNEL(l_bulk_to_ended_block);
/* A barrier that an earlier block left is not the next block's; two blocks. */
LW_DECLARE_KERNEL(l_barrier_of_another_block);

/* Waits that never end: an arrival of three is missing; 64 bytes are. Two threads. */
LW_DECLARE_KERNEL(l_arrival_missing);
LW_DECLARE_KERNEL(l_bytes_missing, (const char *, global));
int l_arrival_missing_line(void);
int l_bytes_missing_line(void);

#endif
