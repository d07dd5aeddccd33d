/* Memory that was never written; and faults that depend on the host's actions. */
#include <lanewise/kernel.h>

#include "catalogue.h"
#include "lanes.h"

LW_KERNEL(fault_shared_first, FAULT_PARAMETERS)
{
    LW_SHARED(int, s, [MOST_LANES]);
    (void)g, (void)n;
    if (fixed)
        s[lane()] = 0;
    s[lane()] += 1; /* fault */
    h[position()] = s[lane()];
}

/* The host has set g's first n bytes. */
LW_KERNEL(fault_short_memset, FAULT_PARAMETERS)
{
    (void)fixed, (void)n;
    h[position()] = g[position()]; /* fault */
}

struct padded {
    char tag;
    int value;
};

/* Right either way: padding that is copied along with a structure need not be written. Two elements of g are one
 * structure. */
LW_KERNEL(fault_padding, FAULT_PARAMETERS)
{
    LW_SHARED(struct padded, s, [MOST_LANES]);
    struct padded *out = (struct padded *)g;
    (void)n;
    s[lane()].tag = 1;
    s[lane()].value = lane();
    if (fixed) {
        out[position()].tag = s[lane()].tag;
        out[position()].value = s[lane()].value;
    } else {
        out[position()] = s[lane()];
    }
    h[position()] = out[position()].value;
}

LW_KERNEL(fault_plain, FAULT_PARAMETERS)
{
    (void)fixed, (void)n;
    h[position()] = g[position()];
}

/* Two launches of it must be ordered. */
LW_KERNEL(fault_two_streams, FAULT_PARAMETERS)
{
    (void)fixed, (void)h, (void)n;
    g[position()] += 1; /* fault */
}

LW_KERNEL(fault_async_copy, FAULT_PARAMETERS)
{
    LW_SHARED(int, s, [MOST_LANES]);
    (void)n;
    s[lane()] = -1;
    __pipeline_memcpy_async(&s[lane()], &g[position()], sizeof(int)); /* fault */
    __pipeline_commit();
    if (fixed)
        __pipeline_wait_prior(0);
    h[position()] = s[lane()]; /* fault */
    __pipeline_wait_prior(0);
}
