/* How a task's items are divided into parts, and parts into chunks. */
#include "pool_inside.h"

/* Sizes of chunks.
 * LEAST_NS: a chunk takes at least this long, many times the cost of taking it.
 * MOST_NS: and at most this long (unless one item is longer), so that a small grid runs between the chunks of a large
 * one.
 * FIRST_CHUNK: the most items of the first chunk, whose time is unknown.
 * STEADY_CHUNK: the most items where time must not decide (checked mode), and of the first chunk if items may wait for
 * each other.
 * TRIAL_SHIFT: if the task is known to be short, the first chunk is this small share of a part, as a trial. */
enum { LEAST_NS = 3000, MOST_NS = 200000, FIRST_CHUNK = 256, STEADY_CHUNK = 16, TRIAL_SHIFT = 6, TRIAL_NS = 2000 };
#define MOST_ITEMS ((uint64_t)1 << 32)

static uint64_t begin_of(const emu_task *task, unsigned part)
{
    return part * task->part_items + (part < task->longer_parts ? part : task->longer_parts);
}

void emu_pool_divide(const emu_pool *pool, emu_task *task)
{
    unsigned most = task->in_order ? 1 : task->team_size < EMU_POOL_PARTS ? task->team_size : EMU_POOL_PARTS;
    task->shift = task->in_order ? pool->shift_in_order : pool->shift;
    task->parts = task->items < most ? (unsigned)task->items : most;
    task->part_items = task->items / task->parts;
    task->longer_parts = (unsigned)(task->items % task->parts);
    for (unsigned part = 0; part < task->parts; part++)
        atomic_init(&task->part[part].next, begin_of(task, part));
}

void emu_pool_divide_finer(emu_task *task)
{
    while (task->parts << task->shift < 4 * task->team_size)
        task->shift++;
}

unsigned emu_pool_own_part(const emu_pool *pool, const emu_task *task, unsigned number)
{
    unsigned last = task->parts - 1;
    return last == 0 || number == pool->worker_count - 1 ? last : number % last;
}

uint64_t emu_pool_part_left(const emu_task *task, unsigned part)
{
    return begin_of(task, part + 1) - atomic_load_explicit(&task->part[part].next, memory_order_relaxed);
}

uint64_t emu_pool_items_left(const emu_task *task, uint64_t enough)
{
    uint64_t sum = 0;
    for (unsigned part = task->parts; part-- > 0 && sum < enough;)
        sum += emu_pool_part_left(task, part);
    return sum;
}

emu_bounds emu_pool_first_bounds(const emu_pool *pool, const emu_task *task)
{
    bool fixed_chunks = pool->fixed_chunks || task->in_order;
    uint64_t trial = task->part_items >> TRIAL_SHIFT, most = fixed_chunks ? STEADY_CHUNK : FIRST_CHUNK;
    if (task->single_chunks)
        return (emu_bounds){.least = task->part_items, .most = task->part_items + 1, .team_size = task->team_size};
    return (emu_bounds){
        .most = task->pace_ns > 0 && trial < most ? trial : most, .shift = task->shift, .team_size = task->team_size};
}

/* A time below TRIAL_NS mostly shows cold caches. */
double emu_pool_item_ns(const emu_task *task, uint64_t count, uint64_t ns)
{
    return task->pace_ns > 0 && ns < TRIAL_NS ? task->pace_ns : (double)(ns ? ns : 1) / (double)count;
}

void emu_pool_measure(const emu_task *task, emu_bounds *bounds, uint64_t count, uint64_t ns)
{
    double most = MOST_NS / emu_pool_item_ns(task, count, ns);
    bounds->least = (uint64_t)(most * LEAST_NS / MOST_NS);
    bounds->most = most < MOST_ITEMS ? (uint64_t)most : MOST_ITEMS;
}

/* Relaxed: the pool's lock orders the task's data and its results. */
static emu_chunk take_of(emu_task *task, unsigned part, const emu_bounds *bounds)
{
    uint64_t end = begin_of(task, part + 1), next = atomic_load_explicit(&task->part[part].next, memory_order_relaxed);
    while (next < end) {
        uint64_t left = end - next, count = left >> bounds->shift;
        count = count > bounds->least ? count : bounds->least;
        count = count < bounds->most ? count : bounds->most;
        count = count ? count : 1;
        if (count > left || left - count < bounds->least) /* the rest is not worth a chunk */
            count = left;
        if (atomic_compare_exchange_weak_explicit(&task->part[part].next, &next, next + count, memory_order_relaxed,
                                                  memory_order_relaxed))
            return (emu_chunk){next, count};
    }
    return (emu_chunk){0};
}

emu_chunk emu_pool_take(emu_task *task, unsigned own, const emu_bounds *bounds)
{
    emu_chunk taken = {0};
    for (unsigned i = 0, part = own; i < task->parts && !taken.count; i++, part = part + 1 < task->parts ? part + 1 : 0)
        taken = take_of(task, part, bounds);
    return taken;
}

bool emu_pool_take_item(emu_task *task, uint64_t *item)
{
    const emu_bounds one = {.least = 1, .most = 1, .shift = 63};
    emu_chunk taken = emu_pool_take(task, 0, &one);
    *item = taken.first;
    return taken.count;
}

bool emu_pool_is_item_left(const emu_task *task)
{
    return emu_pool_items_left(task, 1);
}
