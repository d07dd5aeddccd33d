/* How many threads a task is worth. To gather them takes time, for each of them: work of some microseconds would be over
 * before the last has come. */
#include "pool_inside.h"

/* What it takes that there are others at all, and each of them: one that spins, one that sleeps. */
enum { OTHERS_NS = 1300, JOIN_NS = 300, WAKE_NS = 8000, MISJUDGED = 4, WHOLE_NS = 10000 };

/* The one more saves ns / crew - ns / (crew + 1). */
static bool pays(double ns, unsigned crew, unsigned cost)
{
    return ns >= (double)crew * (crew + 1) * cost;
}

static unsigned ideal_crew(const emu_pool *pool, double ns)
{
    unsigned awake = emu_pool_ready(pool) + 1, crew = 1;
    while (crew < pool->worker_count && pays(ns, crew, crew < awake ? JOIN_NS : WAKE_NS))
        crew++;
    return ns - ns / crew >= OTHERS_NS + crew * JOIN_NS ? crew : 1;
}

/* Twice as many each time, so that parts, and what lies in the threads' caches, stay the same as long as can be. */
unsigned emu_pool_crew(const emu_pool *pool, double ns, unsigned before)
{
    unsigned ideal = ideal_crew(pool, ns), crew = 1;
    if (ideal < 2 * before && 2 * ideal > before)
        return before;
    while (2 * crew <= ideal + ideal / 2)
        crew *= 2;
    return ideal == pool->worker_count || crew > pool->worker_count ? pool->worker_count : crew;
}

bool emu_pool_is_misjudged(const emu_pool *pool, unsigned crew, double times, double ns_left)
{
    return times > MISJUDGED && crew < pool->worker_count && pays(ns_left, 2 * crew, JOIN_NS);
}

bool emu_pool_is_worth_waking(unsigned crew, double ns_left)
{
    return pays(ns_left, crew, WAKE_NS);
}

bool emu_pool_is_whole(const emu_pool *pool, unsigned crew, double ns)
{
    return crew == pool->worker_count && ns < (double)crew * WHOLE_NS;
}
