#ifndef TESTS_FIBER_POOL_H
#define TESTS_FIBER_POOL_H

typedef struct pool_count {
    int number, failed;
} pool_count;

/* The machine is open. Prints TAP, from test `number` + 1 on. */
void test_pool(pool_count *count);

#endif
