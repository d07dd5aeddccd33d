#ifndef TESTS_FIBER_POOL_H
#define TESTS_FIBER_POOL_H

#include <emu/host/pool.h>

typedef struct pool_count {
    int number, failed;
} pool_count;

/* The machine is open. Prints TAP, from test `number` + 1 on. */
void test_pool(pool_count *count);
void test_processors(pool_count *count); /* its part about them */

void pool_say(pool_count *count, bool good, const char *name);
/* Null, and said so: there is none. */
emu_pool *pool_make(pool_count *count, unsigned workers);

#endif
