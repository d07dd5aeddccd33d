/* Blocks that wait for each other in a launch that is not cooperative: barriers of the grid made by hand, a scan whose
 * blocks look back, producers and consumers.
 *
 * A GPU holds all blocks of a small grid at once, so they run there. A worker runs one block after another. So when a
 * block only spins, the next block begins beside it: in the worker's gang, as one more member. There are never more
 * blocks at once than the GPU of the profile holds (grid->resident). Without a block that spins nothing of this happens.
 *
 * Which block only spins is a guess, and a wrong one costs time and memory alone: each yield at which a thread finds what
 * it found at an earlier one counts as a *spin*. For an atomic that is the word and its value; for a fence, a sleep or
 * the clock the place in code; for a thread that the watchdog interrupts its registers. An atomic that finds something
 * new begins the count again. A block may also poll through its own barriers (emu_blocks_poll()).
 */
#include "resident.h"

#include <sched.h>
#include <string.h>

/* Spins of each runnable thread after which the block only spins: of a block that is alone, and of one in a gang. An
 * interruption by the watchdog counts as SIGNAL of them. After MOST yields of each thread the block counts as one that
 * spins whatever it found: it may poll many words, or all its threads may poll without an atomic. Up to FRESH yields of
 * each thread a block of a gang keeps the OS thread, so that a gang grows in a time that is linear in its size. */
enum { ALONE = 64, BESIDE = 1, FRESH = 4, SIGNAL = 8, MOST_ALONE = 4096, MOST_BESIDE = 128 };

static unsigned runnable_threads(const emu_worker *worker)
{
    unsigned sum = 0;
    for (unsigned warp = 0; warp < worker->warps; warp++)
        sum += (unsigned)__builtin_popcount(worker->runnable[1 + warp]);
    return sum;
}

static uint32_t hash_of(const emu_polls *polls, uintptr_t pc)
{
    uint64_t hash = polls->registers ? polls->registers : pc, value = 0;
    if (polls->word) {
        memcpy(&value, polls->word, polls->size < sizeof value ? polls->size : sizeof value);
        hash = (hash ^ (uintptr_t)polls->word) * 0x9e3779b97f4a7c15ull ^ value;
    }
    hash *= 0xbf58476d1ce4e5b9ull;
    return (uint32_t)(hash >> 32);
}

bool emu_block_spins(emu_worker *worker, const emu_thread *me, uintptr_t pc)
{
    emu_polls *polls = &worker->polls;
    if (!pc) /* the schedule lets others run at a barrier */
        return false;
    uint32_t hash = hash_of(polls, pc), *found = &polls->found[me->at.rank][hash % EMU_POLLED];
    bool again = *found == hash, is_atomic = polls->word != 0, by_signal = polls->registers != 0;
    *found = hash;
    polls->word = 0;
    polls->registers = 0;
    if (!again && is_atomic)
        polls->spins = 0;
    unsigned weight = by_signal ? SIGNAL * runnable_threads(worker) : 1, size = worker->gang->size;
    polls->spins += again ? weight : 0;
    polls->yields += by_signal ? weight * size : 1;
    polls->calls++;
    polls->fresh = false;
    if (size == 1 && polls->spins < ALONE && polls->yields < MOST_ALONE)
        return false;
    unsigned threads = runnable_threads(worker);
    polls->fresh = polls->calls < FRESH * threads;
    return polls->spins >= (size > 1 ? BESIDE : ALONE) * threads ||
           polls->yields >= (size > 1 ? MOST_BESIDE * size : MOST_ALONE) * threads;
}

/* ---- counting resident blocks ---- */
void emu_resident_begin(emu_worker *leader, emu_grid *grid, unsigned blocks)
{
    if (!leader->own.may_grow)
        return;
    leader->own.counted += blocks;
    atomic_fetch_add_explicit(&grid->resident, blocks, memory_order_relaxed);
}

void emu_resident_end(emu_worker *leader, emu_grid *grid, unsigned blocks)
{
    if (!blocks)
        return;
    leader->own.counted -= blocks;
    atomic_fetch_sub_explicit(&grid->resident, blocks,
                              memory_order_release); /* emu_begin_another_block() looks at `failed` */
}

/* Counts blocks that are about to begin; false, and counts none, if the device does not hold them too. */
static bool reserve(emu_worker *leader, unsigned blocks)
{
    emu_grid *grid = leader->grid;
    uint64_t limit = atomic_load_explicit(&grid->resident_limit, memory_order_relaxed);
    if (!limit) {
        limit = grid->source->limit(grid);
        atomic_store_explicit(&grid->resident_limit, limit, memory_order_relaxed);
    }
    uint64_t resident = atomic_load_explicit(&grid->resident, memory_order_relaxed);
    do
        if (resident + blocks > limit)
            return false;
    while (!atomic_compare_exchange_weak_explicit(&grid->resident, &resident, resident + blocks, memory_order_acquire,
                                                  memory_order_relaxed));
    leader->own.counted += blocks;
    return true;
}

/* ---- which blocks begin ---- */
/* The member that has blocks to run after its own; null: none has. */
static emu_worker *member_with_rest(const emu_gang *gang)
{
    for (unsigned i = 0; i < gang->size; i++)
        if (gang->member[i]->live && gang->member[i]->end - gang->member[i]->block > 1)
            return gang->member[i];
    return 0;
}

static bool is_any_left(const emu_worker *leader)
{
    return member_with_rest(&leader->own) || leader->turn < leader->turn_end ||
           leader->grid->source->take(leader->grid, 0);
}

/* Takes an item that has not begun: the rest of the gang's run, then of what the worker has taken, then one that no
 * worker has taken. */
static bool take(emu_worker *leader, uint64_t *item, uint64_t *count)
{
    emu_worker *member = member_with_rest(&leader->own);
    emu_grid *grid = leader->grid;
    *count = 1;
    if (member) {
        *item = member->block + 1;
        *count = member->end - *item;
        member->end = *item;
        return true;
    }
    bool found = leader->turn < leader->turn_end;
    if (found)
        *item = leader->turn++;
    else
        found = grid->source->take(grid, item);
    if (found)
        *item = emu_schedule_item(&leader->options, *item, emu_grid_items(grid));
    return found;
}

/* The first of `blocks` members whose blocks have ended, or of new ones. -1: out of memory. */
static int free_members(emu_worker *leader, unsigned blocks)
{
    const emu_gang *gang = &leader->own;
    for (unsigned first = 0; first < gang->size; first += blocks) {
        unsigned live = 0;
        for (unsigned i = first; i < first + blocks; i++)
            live += gang->member[i]->live;
        if (live == 0)
            return (int)first;
    }
    return emu_gang_has_members(leader, gang->size + blocks) ? (int)gang->size : -1;
}

bool emu_begin_another_block(emu_worker *worker, emu_thread *me)
{
    emu_worker *leader = worker->leader;
    emu_gang *gang = &leader->own;
    unsigned blocks = emu_gang_item_blocks(leader->grid);
    uint64_t item, count;
    worker->polls.spins = worker->polls.yields = gang->rounds = 0;
    sched_yield(); /* another OS thread may run what the block waits for */
    if (!is_any_left(leader)) {
        gang->may_grow = false;
        return false;
    }
    int first = free_members(leader, blocks);
    if (first < 0)
        return false;
    bool fits = reserve(leader, blocks);
    if (atomic_load_explicit(&leader->grid->failed, memory_order_relaxed)) { /* there is room because blocks gave up */
        emu_resident_end(leader, leader->grid, fits ? blocks : 0);
        return false;
    }
    atomic_store_explicit(&leader->grid->is_full, !fits, memory_order_relaxed);
    if (!fits)
        return false;
    if (!take(leader, &item, &count)) { /* another worker was faster */
        emu_resident_end(leader, leader->grid, blocks);
        return false;
    }
    if ((unsigned)first == gang->size) {
        gang->running = gang->size == 1 ? 1 : gang->running;
        gang->size += blocks;
    }
    gang->running += blocks;
    if (worker->check)
        emu_check_block_waits(worker);
    emu_thread *thread = emu_gang_begin(leader, leader->grid, (unsigned)first, item, count);
    if (!thread)
        emu_abandon(worker); /* the grid has failed */
    emu_gang_switch_to(worker, me, gang->member[first], thread);
    return true;
}
