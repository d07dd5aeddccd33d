/* The library's own allocations, and a hook by which tests make the n-th of them fail. */
#include <stdatomic.h>
#include <stdlib.h>

#include "backend.h"
#include "test_hook.h"

/* Allocations up to the one that must fail; 0 or less: none must. Relaxed: each decrement must be seen once, and orders
 * nothing else. */
static atomic_long countdown;

void lw_test_fail_allocation(long n)
{
    atomic_store_explicit(&countdown, n > 0 ? n : 0, memory_order_relaxed);
}

int lw_test_failure_pending(void)
{
    return atomic_load_explicit(&countdown, memory_order_relaxed) > 0;
}

bool lw_allocation_fails(void)
{
    /* Loads first, so that a process without the hook writes to no shared memory. */
    if (atomic_load_explicit(&countdown, memory_order_relaxed) <= 0)
        return false;
    return atomic_fetch_sub_explicit(&countdown, 1, memory_order_relaxed) == 1;
}

void *lw_allocate(size_t size)
{
    return lw_allocation_fails() ? NULL : calloc(1, size ? size : 1);
}
