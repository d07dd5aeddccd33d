/* The pool by itself: how a task's items are shared out, and among how many threads; on which processors these stay;
 * what a wait leaves. */
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
    int processor;     /* on which it ran */
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
    emu_pool_tell(work_->pool, work_->waiter);
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

static void say(pool_count *count, bool good, const char *name)
{
    printf("%sok %d - pool/%s\n", good ? "" : "not ", ++count->number, name);
    count->failed += !good;
}

/* Null, and said so: there is none. */
static emu_pool *make(pool_count *count, unsigned workers)
{
    emu_options options = {.workers = workers, .stack_size = 65536};
    emu_pool *pool;
    if (emu_pool_create(&pool, &options) == LW_SUCCESS)
        return pool;
    say(count, false, "made");
    return NULL;
}

static void sharing(pool_count *count, unsigned workers)
{
    static const uint64_t counts[] = {1, 2, 3, 63, 64, 65, 255, 256, 257, 1000, 12345};
    static work work_;
    emu_pool *pool = make(count, workers);
    if (!pool)
        return;
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
static void meeting(pool_count *count)
{
    static work work_;
    emu_waiter waiter = {0};
    emu_pool *pool = make(count, 4);
    if (!pool)
        return;
    work_ = (work){.task = {.run = wait_for_all, .finish = finish, .items = 4, .in_order = true},
                   .pool = pool, .waiter = &waiter, .running = &work_.task, .met = true};
    emu_pool_lock(pool);
    emu_pool_submit(pool, &work_.task);
    emu_pool_wait(pool, &waiter);
    say(count, covers(&work_) && work_.met, "as_many_at_once_as_workers");
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
static void crews(pool_count *count)
{
    static work work_;
    emu_pace pace = {0};
    emu_pool *pool = make(count, 4);
    if (!pool)
        return;
    share_out_of_kind(pool, &work_, &pace, 400, true, true);
    say(count, covers(&work_) && pace.ns >= ITEM_NS && pace.crew == 0, "pace_is_kept");
    int alone = 0;
    for (int i = 0; i < 50; i++) {
        pace = (emu_pace){.ns = 1};
        share_out_of_kind(pool, &work_, &pace, 400, false, true);
        alone += covers(&work_) && pace.crew == 1 && workers_of(&work_) == 1;
    }
    say(count, alone > 25, "short_task_is_one_thread's"); /* but where the system keeps that from running */
    pace = (emu_pace){.ns = 1};
    share_out_of_kind(pool, &work_, &pace, 2000, true, true);
    say(count, covers(&work_) && workers_of(&work_) > 1 && pace.ns > 1, "misjudged_task_is_shared");
    pace = (emu_pace){.ns = 1};
    share_out_of_kind(pool, &work_, &pace, 2000, true, false);
    say(count, covers(&work_) && workers_of(&work_) > 1, "misjudged_task_is_shared_by_the_pool_alone");
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
    say(count, good, "several_hosts");
    if (good)
        emu_pool_destroy(pool);
}

/* Of a pool without threads: who has a seat, and who has come for it. */
static void seats(pool_count *count)
{
    static struct emu_pool_thread threads[4];
    static emu_pool pool = {.worker_count = 4, .thread_count = 4, .threads = threads};
    static emu_task task = {.items = 100, .crew = 4};
    for (int i = 0; i < 4; i++)
        threads[i].pool = &pool;
    emu_pool_divide(&pool, &task);
    bool none = emu_pool_seat(&pool, &task, 3) == 0 && task.threads == 0;
    emu_pool_get_ready(&threads[0]);
    emu_pool_get_ready(&threads[2]);
    emu_pool_get_ready(&threads[3]);
    threads[0].used = true; /* a thread from outside is there */
    say(count, none && emu_pool_seat(&pool, &task, 1) == 1 && task.seats == 4 && task.threads == 1 &&
                   threads[2].used,
        "seat/first_that_is_ready");
    say(count, !emu_pool_take_seat(&threads[3]) && emu_pool_be_busy(&threads[3]) && !emu_pool_be_busy(&threads[2]),
        "seat/who_has_one_is_not_busy");
    say(count, emu_pool_take_seat(&threads[2]) == &task && !emu_pool_take_seat(&threads[2]) &&
                   !emu_pool_take_seat_back(&pool, &task, 2),
        "seat/taken_once");
    emu_pool_get_ready(&threads[3]);
    say(count, emu_pool_seat(&pool, &task, 4) == 1 && task.threads == 2 && emu_pool_take_seat_back(&pool, &task, 3) &&
                   !threads[3].used && !emu_pool_take_seat(&threads[3]) && emu_pool_be_busy(&threads[3]),
        "seat/taken_back");
    emu_bounds all = {.most = 100};
    while (emu_pool_take(&task, 0, &all).count)
        continue;
    task.threads = 0;
    emu_pool_get_ready(&threads[3]);
    say(count, emu_pool_seat(&pool, &task, 1) == 0 && task.threads == 0 && emu_pool_be_busy(&threads[3]),
        "seat/none_where_all_is_over");
}

/* Of a short task's part the first chunk is all where no more threads can be called, else a trial. */
static void first_chunks(pool_count *count)
{
    static emu_pool pool = {.worker_count = 4};
    static const struct {
        unsigned crew;
        double pace_ns;
        uint64_t expected;
    } ways[] = {{4, 10, 258}, {3, 10, 5}, {4, 100, 4}, {4, 0, 256}};
    bool good = true;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        static emu_task task;
        double pace = ways[i].pace_ns;
        task = (emu_task){.items = 1030, .crew = ways[i].crew, .pace_ns = pace};
        task.whole = pace > 0 && emu_pool_is_whole(&pool, task.crew, pace * (double)task.items);
        emu_pool_divide(&pool, &task);
        emu_bounds bounds = emu_pool_first_bounds(&pool, &task);
        emu_chunk chunk = emu_pool_take(&task, 1, &bounds);
        good = good && chunk.count == ways[i].expected && chunk.first == task.share + 1;
    }
    say(count, good, "first_chunk");
}

/* How many threads work is worth: more of it more, of those that spin sooner, and as many as before if it can be. */
static void crew_sizes(pool_count *count)
{
    static emu_pool pool = {.worker_count = 16, .thread_count = 16};
    unsigned asleep = emu_pool_crew(&pool, 20000, 0), least = emu_pool_crew(&pool, 500, 16), before = 0;
    pool.ready = 0x7fff;
    bool grows = true, stays = true;
    for (double ns = 500; ns < 1e7; ns *= 1.2) {
        unsigned crew = emu_pool_crew(&pool, ns, 0);
        grows = grows && crew >= before && crew <= 16 && (crew & (crew - 1)) == 0;
        stays = stays && emu_pool_crew(&pool, ns, crew) == crew;
        stays = stays && (crew < 4 || emu_pool_crew(&pool, ns * 1.2, crew) == crew);
        before = crew;
    }
    say(count, least == 1 && grows && stays && before == 16, "crew/grows_with_the_work");
    say(count, asleep < emu_pool_crew(&pool, 20000, 0), "crew/fewer_are_woken");
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

/* A thread leaves a processor that is not allowed any more at once, unless it is its only one; then all is as before. */
static void leaving_a_processor(pool_count *count)
{
    static cpu_set_t mine, mask;
    if (sched_getaffinity(0, sizeof mine, &mine) != 0) {
        printf("ok %d - pool/leaving_a_processor # SKIP more processors than a cpu_set_t holds\n", ++count->number);
        return;
    }
    int here = sched_getcpu(), others = CPU_COUNT(&mine) - 1;
    errno = 0;
    bool left = emu_affinity_allow(0, (unsigned)here, false), good = left == (others > 0) && errno == 0;
    good = good && sched_getaffinity(0, sizeof mask, &mask) == 0 && CPU_ISSET(here, &mask) == !left;
    good = good && (!left || sched_getcpu() != here);
    good = good && emu_affinity_allow(0, (unsigned)here, true) && sched_getaffinity(0, sizeof mask, &mask) == 0;
    good = good && CPU_EQUAL(&mask, &mine) && !emu_affinity_allow(0, CPU_SETSIZE, false) && errno == 0;
    say(count, good, "leaving_a_processor");
}

static void note_processor(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    (void)worker;
    (void)first;
    (void)count;
    ((work *)task)->processor = sched_getcpu();
}

/* The pool's one thread does. */
static void fall_asleep(emu_pool *pool)
{
    struct timespec pause = {0, 1000000};
    while (!atomic_load(&pool->threads[0].parked))
        nanosleep(&pause, NULL);
}

/* Where the pool's one thread ran a task that the calling one did not help with. */
static int processor_of_task(emu_pool *pool)
{
    static work work_;
    emu_waiter waiter = {0};
    fall_asleep(pool);
    work_ = (work){.task = {.run = note_processor, .finish = finish, .items = 1}, .pool = pool, .waiter = &waiter};
    emu_pool_lock(pool);
    emu_pool_submit(pool, &work_.task);
    emu_pool_wait(pool, &waiter);
    return work_.processor;
}

/* A thread that fell asleep on the processor of the one who wakes it wakes on another, and may run there again. */
static void waking_elsewhere(pool_count *count)
{
    static cpu_set_t mine, one, mask;
    if (sched_getaffinity(0, sizeof mine, &mine) != 0 || CPU_COUNT(&mine) < 2) {
        printf("ok %d - pool/waking_elsewhere # SKIP one processor, or too many\n", ++count->number);
        return;
    }
    emu_pool *pool = make(count, 1);
    if (!pool)
        return;
    processor_of_task(pool); /* the thread has its number */
    int number = pool->threads[0].number, here = sched_getcpu();
    CPU_ZERO(&one);
    CPU_SET(here, &one);
    bool good = sched_setaffinity(0, sizeof one, &one) == 0 && sched_setaffinity(number, sizeof one, &one) == 0;
    good = good && processor_of_task(pool) == here;
    fall_asleep(pool);
    good = good && sched_setaffinity(number, sizeof mine, &mine) == 0;
    good = good && processor_of_task(pool) != here;
    good = good && sched_getaffinity(number, sizeof mask, &mask) == 0 && CPU_EQUAL(&mask, &mine);
    sched_setaffinity(0, sizeof mine, &mine);
    say(count, good, "waking_elsewhere");
    emu_pool_destroy(pool);
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
    meeting(count);
    crews(count);
    several_hosts(count, 1);
    several_hosts(count, 3);
    seats(count);
    first_chunks(count);
    crew_sizes(count);
    pinning(count);
    leaving_a_processor(count);
    waking_elsewhere(count);
    keeping_errno(count);
}
