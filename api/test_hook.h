/* Hooks for the tests: allocations that fail on demand, and counts of live objects.
 *
 * Exported, but not installed and no part of the interface.
 */
#ifndef LW_TEST_HOOK_H
#define LW_TEST_HOOK_H

#pragma GCC visibility push(default)

/* The n-th allocation from now on fails, once (1: the next). 0 or less: none does. */
void lw_test_fail_allocation(long n);

/* True if the requested failure has not occurred: the code made fewer than n allocations. */
int lw_test_failure_pending(void);

/* Sets the most pool threads for a fused cooperative grid. 0: as many as there are processors, the default. */
void lw_test_limit_team(unsigned threads);

/* Counts of the dispatch's objects. */
typedef struct lw_test_counts {
    long devices, streams, events, libraries, memory_pools; /* open handles; each device handle has a default stream */
    long graphs, nodes, execs; /* also graphs that belong to nodes or to executable graphs, and their nodes */
    long contexts;             /* open devices */
    long ranges;               /* live device and pinned allocations, and known symbols */
    long arrays;
    long physical_memories;
    long multicasts;
    long user_objects; /* whose functions have not been called */
} lw_test_counts;
void lw_test_count(lw_test_counts *counts);

#pragma GCC visibility pop

#endif
