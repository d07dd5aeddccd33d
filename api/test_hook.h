/* What the tests reach inside the library for: allocations that fail on demand, and counts of what is alive.
 *
 * Exported, but not installed and no part of the interface.
 */
#ifndef LW_TEST_HOOK_H
#define LW_TEST_HOOK_H

#pragma GCC visibility push(default)

/* The n-th allocation from now on fails, once (1: the next). 0 or less: none does. */
void lw_test_fail_allocation(long n);

/* True while the failure asked for has not come yet: the code ran through with fewer than n allocations. */
int lw_test_failure_pending(void);

/* A cooperative grid of a fused kernel is run by so many threads of the CPU device at most, instead of as many as there
 * are processors. 0: by as many as these again. */
void lw_test_limit_team(unsigned threads);

/* What the dispatch holds at this moment. */
typedef struct lw_test_counts {
    long devices, streams, events; /* open handles; each device handle has a default stream */
    long contexts;                 /* device implementations open */
    long ranges;                   /* live device and pinned allocations, and known symbols */
} lw_test_counts;
void lw_test_count(lw_test_counts *counts);

#pragma GCC visibility pop

#endif
