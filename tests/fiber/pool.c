/* The pool by itself: how a task's items are shared out, on which processors its threads stay, what a wait leaves. */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <emu/affinity.h>
#include <emu/futex.h>
#include <emu/pool_inside.h>

#include "pool.h"

enum { MOST_CHUNKS = 4096, ITEM_NS = 20000 };

typedef struct piece {
    const emu_worker *worker;
    uint64_t first, count;
} piece;

typedef struct work {
    emu_task task;
    emu_pool *pool;
    emu_waiter *waiter;
    emu_task *running; /* null once it is done */
    bool slow;         /* an item takes ITEM_NS or more */
    atomic_uint pieces;
    piece piece[MOST_CHUNKS]; /* in the order in which they began */
} work;

static void run(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    work *work_ = (work *)task;
    unsigned at = atomic_fetch_add(&work_->pieces, 1);
    if (at < MOST_CHUNKS)
        work_->piece[at] = (piece){worker, first, count};
    struct timespec pause = {0, (long)(count * ITEM_NS)};
    if (work_->slow)
        nanosleep(&pause, NULL);
}

static void finish(emu_task *task)
{
    work *work_ = (work *)task;
    work_->running = NULL;
    emu_pool_tell(work_->pool, work_->waiter);
}

static void share_out(emu_pool *pool, work *work_, uint64_t items, bool slow, bool helped)
{
    emu_waiter waiter = {.help = helped ? &work_->running : NULL};
    memset(work_, 0, sizeof *work_);
    work_->task = (emu_task){.run = run, .finish = finish, .items = items};
    work_->pool = pool;
    work_->waiter = &waiter;
    work_->running = &work_->task;
    work_->slow = slow;
    emu_pool_lock(pool);
    emu_pool_submit(pool, &work_->task);
    emu_pool_wait(pool, &waiter);
}

static int by_first(const void *a, const void *b)
{
    uint64_t x = ((const piece *)a)->first, y = ((const piece *)b)->first;
    return x < y ? -1 : x > y;
}

/* Each item once, and no chunk beyond its part's end. */
static bool covers(const work *work_)
{
    static piece sorted[MOST_CHUNKS];
    unsigned pieces = atomic_load(&work_->pieces);
    uint64_t next = 0;
    if (pieces > MOST_CHUNKS)
        return false;
    memcpy(sorted, work_->piece, pieces * sizeof *sorted);
    qsort(sorted, pieces, sizeof *sorted, by_first);
    for (unsigned i = 0; i < pieces; i++) {
        if (sorted[i].first != next || sorted[i].count == 0)
            return false;
        next += sorted[i].count;
    }
    return next == work_->task.items;
}

/* Of `parts` equal ones. */
static bool stays_in_part(const work *work_, uint64_t share)
{
    for (unsigned i = 0; i < atomic_load(&work_->pieces); i++)
        if (work_->piece[i].first / share != (work_->piece[i].first + work_->piece[i].count - 1) / share)
            return false;
    return true;
}

/* A quarter of what is left of the part at most, or one item; and the first chunk just that. Items are so slow that time
 * asks for no longer ones. */
static bool shrinks(const work *work_, uint64_t share)
{
    for (unsigned i = 0; i < atomic_load(&work_->pieces); i++) {
        uint64_t first = work_->piece[i].first, left = share - first % share, count = work_->piece[i].count;
        if (count > 1 && count > left / 4)
            return false;
        if (left == share && i < 2 && count != left / 4)
            return false;
    }
    return true;
}

/* No worker comes back to its own part from another's. */
static bool own_part_first(const emu_pool *pool, const work *work_, uint64_t share)
{
    for (unsigned number = 0; number < pool->worker_count; number++) {
        bool left = false;
        for (unsigned i = 0; i < atomic_load(&work_->pieces); i++) {
            if (work_->piece[i].worker != pool->workers[number])
                continue;
            bool own = work_->piece[i].first / share == number;
            if (own && left)
                return false;
            left = left || !own;
        }
    }
    return true;
}

static void say(pool_count *count, bool good, const char *name)
{
    printf("%sok %d - pool/%s\n", good ? "" : "not ", ++count->number, name);
    count->failed += !good;
}

static void sharing(pool_count *count, unsigned workers)
{
    static const uint64_t counts[] = {1, 2, 3, 63, 64, 65, 255, 256, 257, 1000, 12345};
    static work work_;
    emu_options options = {.workers = workers, .stack_size = 65536};
    emu_pool *pool;
    if (emu_pool_create(&pool, &options) != LW_SUCCESS) {
        say(count, false, "made");
        return;
    }
    bool whole = true;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        share_out(pool, &work_, counts[i], false, true);
        whole = whole && covers(&work_);
    }
    say(count, whole, "each_item_once");
    share_out(pool, &work_, 1, false, false);
    const emu_worker *used = work_.piece[0].worker;
    bool same = true;
    for (int i = 0; i < 50; i++) { /* by this thread, or by whichever of the pool's comes */
        share_out(pool, &work_, 1, false, i % 2 == 0);
        same = same && work_.piece[0].worker == used;
    }
    say(count, same, "one_item_where_the_last_was");
    if (workers > EMU_POOL_PARTS) { /* parts are not theirs alone */
        emu_pool_destroy(pool);
        return;
    }
    const uint64_t share = 100;
    share_out(pool, &work_, share * workers, true, true);
    say(count, covers(&work_) && stays_in_part(&work_, share), "each_item_once_where_they_are_slow");
    if (workers > 1)
        say(count, shrinks(&work_, share), "chunks_shrink");
    say(count, own_part_first(pool, &work_, share), "own_part_first");
    emu_pool_destroy(pool);
}

/* Attributes for as many threads as processors name each of these once, and go around. */
static void pinning(pool_count *count)
{
    static cpu_set_t mine, mask;
    unsigned processors = emu_affinity_count();
    if (sched_getaffinity(0, sizeof mine, &mine) != 0) {
        printf("ok %d - pool/pinning # SKIP more processors than a cpu_set_t holds\n", ++count->number);
        return;
    }
    bool good = processors == (unsigned)CPU_COUNT(&mine);
    for (unsigned i = 0; i <= processors; i++) {
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        good = good && emu_affinity_pin(&attributes, i) == 0;
        good = good && pthread_attr_getaffinity_np(&attributes, sizeof mask, &mask) == 0;
        good = good && CPU_COUNT(&mask) == 1;
        if (i == processors) /* all had their turn: it is the first's again */
            good = good && CPU_COUNT(&mine) == 0;
        CPU_XOR(&mine, &mine, &mask); /* what is named twice comes back */
        pthread_attr_destroy(&attributes);
    }
    say(count, good && CPU_COUNT(&mine) == 1, "pinning");
}

/* The thread that waits for a kernel is the program's. */
static void keeping_errno(pool_count *count)
{
    atomic_uint word = 1;
    errno = 0;
    emu_futex_wait(&word, 0); /* it came too late to sleep, which the kernel calls EAGAIN */
    say(count, errno == 0, "waiting_keeps_errno");
}

void test_pool(pool_count *count)
{
    sharing(count, 1);
    sharing(count, 4);
    sharing(count, EMU_POOL_PARTS + 2);
    pinning(count);
    keeping_errno(count);
}
