/* Cooperative grids whose blocks take long enough for several threads of the CPU to run them. */
#ifndef MACHINE_TEAM_H
#define MACHINE_TEAM_H

#include <lanewise/launch.h>

enum {
    MACHINE_TEAM_BLOCKS = 37,
    MACHINE_TEAM_THREADS = 96,
    MACHINE_TEAM_ALL = MACHINE_TEAM_BLOCKS * MACHINE_TEAM_THREADS
};

/* What goes wrong with a block in some step. */
typedef enum machine_team_fault {
    MACHINE_TEAM_NONE,
    MACHINE_TEAM_STORE,     /* its thread 5 writes to `null`, wherever that points */
    MACHINE_TEAM_TRAP,      /* its thread 5 calls __trap() */
    MACHINE_TEAM_ASSERTION, /* of thread 5 */
    MACHINE_TEAM_END,       /* it ends: the others wait for it */
    MACHINE_TEAM_LONG       /* its thread 5 runs for hours */
} machine_team_fault;

/* `steps` times each thread hashes its number and its neighbours' `rounds` times, from `a` to `b` and back
 * alternately. It sums its hashes, in a register and in shared memory. In the end it adds its sum and that of the
 * block's thread at the other end. multiprocessors[block] has a bit for each multiprocessor that ran the block. */
LW_DECLARE_KERNEL(machine_team, (int, steps), (int, rounds), (int, fault), (int, block), (int, step), (unsigned *, a),
                  (unsigned *, b), (unsigned long long *, multiprocessors), (int *, null));

#endif
