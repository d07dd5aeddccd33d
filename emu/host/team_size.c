/* How many threads a task is worth. Gathering threads takes time for each of them: work of some microseconds would end
 * before the last one comes. */
#include "pool_inside.h"

/* Costs in ns: of sharing work at all; of each further thread that spins, that sleeps. MISJUDGED: the factor from which
 * work counts as longer than expected. SINGLE_CHUNK: each thread's part is one chunk if it takes less. */
enum { SHARE_NS = 1300, JOIN_NS = 300, WAKE_NS = 8000, MISJUDGED = 4, SINGLE_CHUNK_NS = 10000 };

/* One more thread saves ns / team_size - ns / (team_size + 1). */
static bool is_worth(double ns, unsigned team_size, unsigned cost)
{
    return ns >= (double)team_size * (team_size + 1) * cost;
}

static unsigned ideal_team_size(const emu_pool *pool, double ns)
{
    unsigned awake = emu_pool_ready_count(pool) + 1, team_size = 1;
    while (team_size < pool->worker_count && is_worth(ns, team_size, team_size < awake ? JOIN_NS : WAKE_NS))
        team_size++;
    return ns - ns / team_size >= SHARE_NS + team_size * JOIN_NS ? team_size : 1;
}

/* Sizes are powers of two, or all workers, and change late: so parts, and the threads' caches, stay the same as long as
 * possible. */
unsigned emu_pool_team_size(const emu_pool *pool, double ns, unsigned previous)
{
    unsigned ideal = ideal_team_size(pool, ns), team_size = 1;
    if (ideal < 2 * previous && 2 * ideal > previous)
        return previous;
    while (2 * team_size <= ideal + ideal / 2)
        team_size *= 2;
    return ideal == pool->worker_count || team_size > pool->worker_count ? pool->worker_count : team_size;
}

bool emu_pool_is_misjudged(const emu_pool *pool, unsigned team_size, double times, double ns_left)
{
    return times > MISJUDGED && team_size < pool->worker_count && is_worth(ns_left, 2 * team_size, JOIN_NS);
}

bool emu_pool_is_worth_waking(unsigned team_size, double ns_left)
{
    return is_worth(ns_left, team_size, WAKE_NS);
}

bool emu_pool_has_single_chunks(const emu_pool *pool, unsigned team_size, double ns)
{
    return team_size == pool->worker_count && ns < (double)team_size * SINGLE_CHUNK_NS;
}
