/* The pool by itself: how a task's items are shared out, and among how many threads; what a wait leaves. */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <emu/host/futex.h>
#include <emu/host/pool_inside.h>

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
    atomic_bool met;   /* items that wait for each other have not waited in vain */
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
    emu_pool_notify(work_->pool, work_->waiter);
}

static void share_out_of_kind(emu_pool *pool, work *work_, emu_pace *pace, uint64_t items, bool slow, bool helped)
{
    emu_waiter waiter = {.help = helped ? &work_->running : NULL};
    memset(work_, 0, sizeof *work_);
    work_->task = (emu_task){.run = run, .finish = finish, .items = items, .pace = pace};
    work_->pool = pool;
    work_->waiter = &waiter;
    work_->running = &work_->task;
    work_->slow = slow;
    emu_pool_lock(pool);
    emu_pool_submit(pool, &work_->task);
    emu_pool_wait(pool, &waiter);
}

static void share_out(emu_pool *pool, work *work_, uint64_t items, bool slow, bool helped)
{
    share_out_of_kind(pool, work_, NULL, items, slow, helped);
}

static int by_first(const void *a, const void *b)
{
    uint64_t x = ((const piece *)a)->first, y = ((const piece *)b)->first;
    return x < y ? -1 : x > y;
}

/* Each item once, and no chunk beyond its part's end. */
static bool covers(const work *work_)
{
    unsigned pieces = atomic_load(&work_->pieces), i = 0;
    piece *sorted = pieces <= MOST_CHUNKS ? malloc(pieces * sizeof *sorted) : NULL;
    uint64_t next = 0;
    if (!sorted)
        return false;
    memcpy(sorted, work_->piece, pieces * sizeof *sorted);
    qsort(sorted, pieces, sizeof *sorted, by_first);
    for (; i < pieces && sorted[i].first == next && sorted[i].count > 0; i++)
        next += sorted[i].count;
    free(sorted);
    return i == pieces && next == work_->task.items;
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

void pool_say(pool_count *count, bool good, const char *name)
{
    printf("%sok %d - pool/%s\n", good ? "" : "not ", ++count->number, name);
    count->failed += !good;
}

emu_pool *pool_make(pool_count *count, unsigned workers)
{
    emu_options options = {.workers = workers, .stack_size = 65536};
    emu_pool *pool;
    if (emu_pool_create(&pool, &options) == LW_SUCCESS)
        return pool;
    pool_say(count, false, "made");
    return NULL;
}

static void sharing(pool_count *count, unsigned workers)
{
    static const uint64_t counts[] = {1, 2, 3, 63, 64, 65, 255, 256, 257, 1000, 12345};
    static work work_;
    emu_pool *pool = pool_make(count, workers);
    if (!pool)
        return;
    bool whole = true;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        share_out(pool, &work_, counts[i], false, true);
        whole = whole && covers(&work_);
    }
    pool_say(count, whole, "each_item_once");
    share_out(pool, &work_, 1, false, false);
    const emu_worker *used = work_.piece[0].worker;
    bool same = true;
    for (int i = 0; i < 50; i++) { /* by this thread, or by whichever of the pool's comes */
        share_out(pool, &work_, 1, false, i % 2 == 0);
        same = same && work_.piece[0].worker == used;
    }
    pool_say(count, same, "one_item_where_the_last_was");
    if (workers > EMU_POOL_PARTS) { /* parts are not theirs alone */
        emu_pool_destroy(pool);
        return;
    }
    const uint64_t share = 100;
    share_out(pool, &work_, share * workers, true, true);
    pool_say(count, covers(&work_) && stays_in_part(&work_, share), "each_item_once_where_they_are_slow");
    if (workers > 1)
        pool_say(count, shrinks(&work_, share), "chunks_shrink");
    pool_say(count, own_part_first(pool, &work_, share), "own_part_first");
    emu_pool_destroy(pool);
}

static void wait_for_all(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    work *work_ = (work *)task;
    run(task, worker, first, count);
    uint64_t until = emu_pool_now() + 20000000000u;
    while (atomic_load(&work_->pieces) < 4 && emu_pool_now() < until)
        sched_yield();
    work_->met = work_->met && atomic_load(&work_->pieces) == 4;
}

/* Items that wait for each other, while the thread that has given them out does not help. */
static void collective(pool_count *count)
{
    static work work_;
    emu_waiter waiter = {0};
    emu_pool *pool = pool_make(count, 4);
    if (!pool)
        return;
    work_ = (work){.task = {.run = wait_for_all, .finish = finish, .items = 4, .in_order = true},
                   .pool = pool,
                   .waiter = &waiter,
                   .running = &work_.task,
                   .met = true};
    emu_pool_lock(pool);
    emu_pool_submit(pool, &work_.task);
    emu_pool_wait(pool, &waiter);
    pool_say(count, covers(&work_) && work_.met, "as_many_at_once_as_workers");
    emu_pool_destroy(pool);
}

static unsigned workers_of(const work *work_)
{
    unsigned count = 0;
    for (unsigned i = 0; i < atomic_load(&work_->pieces); i++) {
        unsigned before = 0;
        while (before < i && work_->piece[before].worker != work_->piece[i].worker)
            before++;
        count += before == i;
    }
    return count;
}

/* Tasks of a kind: short ones are one thread's, and one that takes long after all is not. */
static void teams(pool_count *count)
{
    static work work_;
    emu_pace pace = {0};
    emu_pool *pool = pool_make(count, 4);
    if (!pool)
        return;
    share_out_of_kind(pool, &work_, &pace, 400, true, true);
    pool_say(count, covers(&work_) && pace.ns >= ITEM_NS && pace.team_size == 0, "pace_is_kept");
    int alone = 0;
    for (int i = 0; i < 50; i++) {
        pace = (emu_pace){.ns = 1};
        share_out_of_kind(pool, &work_, &pace, 400, false, true);
        alone += covers(&work_) && pace.team_size == 1 && workers_of(&work_) == 1;
    }
    pool_say(count, alone > 25, "short_task_is_one_thread's"); /* but where the system keeps that from running */
    pace = (emu_pace){.ns = 1};
    share_out_of_kind(pool, &work_, &pace, 2000, true, true);
    pool_say(count, covers(&work_) && workers_of(&work_) > 1 && pace.ns > 1, "misjudged_task_is_shared");
    pace = (emu_pace){.ns = 1};
    share_out_of_kind(pool, &work_, &pace, 2000, true, false);
    pool_say(count, covers(&work_) && workers_of(&work_) > 1, "misjudged_task_is_shared_by_the_pool_alone");
    emu_pool_destroy(pool);
}

enum { HOSTS = 4, TASKS = 400 };

typedef struct host {
    pthread_t id;
    emu_pool *pool;
    unsigned number;
    bool good;
} host;

static void *give_tasks(void *argument)
{
    host *host_ = argument;
    emu_pace pace = {0};
    work *work_ = calloc(1, sizeof *work_);
    host_->good = work_ != NULL;
    for (unsigned i = 0; i < TASKS && host_->good; i++) {
        unsigned mixed = (i * HOSTS + host_->number) * 2654435761u;
        share_out_of_kind(host_->pool, work_, mixed & 1 ? &pace : NULL, 1 + (mixed >> 8) % 500, false,
                          (mixed >> 20) % 4);
        host_->good = covers(work_);
    }
    free(work_);
    return NULL;
}

/* Several threads give tasks out at once, of which short ones are over while others are still on their way. */
static void several_hosts(pool_count *count, unsigned workers)
{
    host hosts[HOSTS] = {0};
    emu_options options = {.workers = workers, .stack_size = 65536};
    emu_pool *pool;
    bool good = emu_pool_create(&pool, &options) == LW_SUCCESS;
    for (unsigned i = 0; i < HOSTS && good; i++) {
        hosts[i] = (host){.pool = pool, .number = i};
        good = pthread_create(&hosts[i].id, NULL, give_tasks, &hosts[i]) == 0;
    }
    for (unsigned i = 0; i < HOSTS && good; i++)
        good = pthread_join(hosts[i].id, NULL) == 0 && hosts[i].good;
    pool_say(count, good, "several_hosts");
    if (good)
        emu_pool_destroy(pool);
}

/* Of a pool without threads: who has a slot, and who has come for it. */
static void slots(pool_count *count)
{
    static struct emu_pool_thread threads[4];
    static emu_pool pool = {.worker_count = 4, .thread_count = 4, .threads = threads};
    static emu_task task = {.items = 100, .team_size = 4};
    for (int i = 0; i < 4; i++)
        threads[i].pool = &pool;
    emu_pool_divide(&pool, &task);
    bool none = emu_pool_post(&pool, &task, 3) == 0 && task.threads == 0;
    emu_pool_set_ready(&threads[0]);
    emu_pool_set_ready(&threads[2]);
    emu_pool_set_ready(&threads[3]);
    threads[0].used = true; /* a thread from outside is there */
    pool_say(count,
             none && emu_pool_post(&pool, &task, 1) == 1 && task.slots == 4 && task.threads == 1 && threads[2].used,
             "slot/first_that_is_ready");
    pool_say(count,
             !emu_pool_take_slot(&threads[3]) && emu_pool_clear_ready(&threads[3]) &&
                 !emu_pool_clear_ready(&threads[2]),
             "slot/who_has_one_is_not_busy");
    pool_say(count,
             emu_pool_take_slot(&threads[2]) == &task && !emu_pool_take_slot(&threads[2]) &&
                 !emu_pool_take_back(&pool, &task, 2),
             "slot/taken_once");
    emu_pool_set_ready(&threads[3]);
    pool_say(count,
             emu_pool_post(&pool, &task, 4) == 1 && task.threads == 2 && emu_pool_take_back(&pool, &task, 3) &&
                 !threads[3].used && !emu_pool_take_slot(&threads[3]) && emu_pool_clear_ready(&threads[3]),
             "slot/taken_back");
    emu_bounds all = {.most = 100};
    while (emu_pool_take(&task, 0, &all).count)
        continue;
    task.threads = 0;
    emu_pool_set_ready(&threads[3]);
    pool_say(count, emu_pool_post(&pool, &task, 1) == 0 && task.threads == 0 && emu_pool_clear_ready(&threads[3]),
             "slot/none_where_all_is_over");
}

/* Of a short task's part the first chunk is all where no more threads can be called, else a trial. */
static void first_chunks(pool_count *count)
{
    static emu_pool pool = {.worker_count = 4};
    static const struct {
        unsigned team_size;
        double pace_ns;
        uint64_t expected;
    } ways[] = {{4, 10, 258}, {3, 10, 5}, {4, 100, 4}, {4, 0, 256}};
    bool good = true;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        static emu_task task;
        double pace = ways[i].pace_ns;
        task = (emu_task){.items = 1030, .team_size = ways[i].team_size, .pace_ns = pace};
        task.single_chunks = pace > 0 && emu_pool_has_single_chunks(&pool, task.team_size, pace * (double)task.items);
        emu_pool_divide(&pool, &task);
        emu_bounds bounds = emu_pool_first_bounds(&pool, &task);
        emu_chunk chunk = emu_pool_take(&task, 1, &bounds);
        good = good && chunk.count == ways[i].expected && chunk.first == task.part_items + 1;
    }
    pool_say(count, good, "first_chunk");
}

/* How many threads work is worth: more of it more, of those that spin sooner, and as many as before if it can be. */
static void team_sizes(pool_count *count)
{
    static emu_pool pool = {.worker_count = 16, .thread_count = 16};
    unsigned asleep = emu_pool_team_size(&pool, 20000, 0), least = emu_pool_team_size(&pool, 500, 16), before = 0;
    pool.ready = 0x7fff;
    bool grows = true, stays = true;
    for (double ns = 500; ns < 1e7; ns *= 1.2) {
        unsigned team_size = emu_pool_team_size(&pool, ns, 0);
        grows = grows && team_size >= before && team_size <= 16 && (team_size & (team_size - 1)) == 0;
        stays = stays && emu_pool_team_size(&pool, ns, team_size) == team_size;
        stays = stays && (team_size < 4 || emu_pool_team_size(&pool, ns * 1.2, team_size) == team_size);
        before = team_size;
    }
    pool_say(count, least == 1 && grows && stays && before == 16, "team_size/grows_with_the_work");
    pool_say(count, asleep < emu_pool_team_size(&pool, 20000, 0), "team_size/fewer_are_woken");
}

/* The thread that waits for a kernel is the program's. */
static void keeping_errno(pool_count *count)
{
    atomic_uint word = 1;
    errno = 0;
    emu_futex_wait(&word, 0); /* it came too late to sleep, which the kernel calls EAGAIN */
    pool_say(count, errno == 0, "waiting_keeps_errno");
}

void test_pool(pool_count *count)
{
    sharing(count, 1);
    sharing(count, 4);
    sharing(count, EMU_POOL_PARTS + 2);
    collective(count);
    teams(count);
    several_hosts(count, 1);
    several_hosts(count, 3);
    slots(count);
    first_chunks(count);
    team_sizes(count);
    test_processors(count);
    keeping_errno(count);
}
