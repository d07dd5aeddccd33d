/* Words of memory that streams wait for and write. Nothing says when a kernel or the host writes a word, so a thread of
 * its own looks at the words while streams wait for them. */
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "graph.h"

enum { SHORTEST_NS = 20000, LONGEST_NS = 500000 }; /* between two looks */

/* Checked mode: what a write of a value comes after, itself included. */
typedef struct lw_cpu_value_write {
    lw_value value;
    emu_order *order;
    const lw_device_impl *device; /* whose stream wrote it */
    struct lw_cpu_value_write *next;
} lw_cpu_value_write;

static uint64_t read_word(const lw_value *value)
{
    if (emu_checking)
        emu_guard_enter();
    uint64_t now = value->wide ? __atomic_load_n((uint64_t *)value->word, __ATOMIC_ACQUIRE)
                               : __atomic_load_n((uint32_t *)value->word, __ATOMIC_ACQUIRE);
    if (emu_checking)
        emu_guard_leave();
    return now;
}

static bool satisfies(const lw_value *wanted, lw_wait_condition condition, uint64_t now)
{
    uint64_t all = wanted->wide ? UINT64_MAX : UINT32_MAX, sign = all ^ all >> 1;
    switch (condition) {
    case LW_WAIT_GREATER_EQUAL: return !((now - wanted->value) & sign);
    case LW_WAIT_EQUAL: return now == wanted->value;
    case LW_WAIT_AND: return now & wanted->value;
    default: return ~(now | wanted->value) & all;
    }
}

/* ---- checked mode ---- */
/* The last write of the word, by a stream of any device. */
static lw_cpu_value_write *find_write(const lw_cpu_shared *shared, const void *word)
{
    lw_cpu_value_write *write = shared->value_writes;
    while (write && write->value.word != word)
        write = write->next;
    return write;
}

/* Later operations come after the write of this value. Without one, a kernel or the host wrote the word: then they count as
 * ordered after all that is queued so far, and races with it may be missed. */
static void order_after_write(const lw_device_impl *device, const lw_cpu_operation *wait, uint64_t now)
{
    const lw_cpu_value_write *write = find_write(device->shared, wait->as.value.wanted.word);
    bool known = write && write->value.value == now;
    emu_order *order = known ? emu_order_share(write->order) : emu_check_all_order();
    emu_check_value_seen(wait->check, order);
    emu_order_drop(order);
}

/* Takes over the order. */
static void note_write(const lw_device_impl *device, lw_cpu_value_write *made, emu_order *order)
{
    lw_cpu_shared *shared = device->shared;
    lw_cpu_value_write *write = find_write(shared, made->value.word);
    if (write) {
        emu_order_drop(write->order);
        write->value = made->value;
        free(made);
    } else {
        write = made;
        write->next = shared->value_writes;
        shared->value_writes = write;
    }
    write->device = device;
    write->order = order;
}

/* A graph's node is about to write the word. Without memory for the note, the write counts as a kernel's. */
static void note_node_write(const lw_cpu_operation *operation)
{
    const lw_device_impl *device = operation->stream->device;
    lw_cpu_value_write *write = lw_allocate(sizeof *write);
    if (!write)
        return;
    write->value = operation->as.value.wanted;
    emu_pool_lock(device->pool);
    note_write(device, write, emu_order_share(operation->node->order));
    emu_pool_unlock(device->pool);
}

static void forget_writes(const lw_device_impl *device)
{
    for (lw_cpu_value_write **link = &device->shared->value_writes; *link;) {
        lw_cpu_value_write *write = *link;
        if (write->device != device) {
            link = &write->next;
            continue;
        }
        *link = write->next;
        emu_order_drop(write->order);
        free(write);
    }
}

/* ---- waits ---- */
static bool is_reached(const lw_cpu_operation *wait, uint64_t *now)
{
    const lw_value *wanted = &wait->as.value.wanted;
    *now = 0;
    if (wait->as.value.shared)
        return lw_cpu_shared_event_reached(wait->as.value.shared, wanted->value);
    *now = read_word(wanted);
    return satisfies(wanted, wait->as.value.condition, *now);
}

bool lw_cpu_value_reached(lw_cpu_operation *wait)
{
    uint64_t now;
    if (!is_reached(wait, &now))
        return false;
    if (emu_checking)
        order_after_write(wait->stream->device, wait, now);
    return true;
}

/* Unblocks the streams whose words have their values; false: no stream waits any more. With the pool's lock held. */
static bool look(lw_device_impl *device)
{
    lw_stream_impl *ready = NULL;
    bool faulted = atomic_load_explicit(&device->fault, memory_order_relaxed) != LW_SUCCESS;
    for (lw_stream_impl **link = &device->watcher.waiting; *link;) {
        lw_stream_impl *stream = *link;
        uint64_t now;
        if (faulted || is_reached(stream->head, &now)) {
            *link = stream->next_parked;
            stream->next_parked = ready;
            ready = stream;
        } else {
            link = &stream->next_parked;
        }
    }
    while (ready) {
        lw_stream_impl *stream = ready;
        ready = stream->next_parked;
        lw_cpu_unpark(stream); /* looks once more: then the stream waits again, where the value has gone */
    }
    lw_cpu_graph_value_look(device, faulted);
    lw_cpu_run_streams(device);
    return device->watcher.waiting || device->watcher.nodes;
}

static void *watch(void *argument)
{
    lw_device_impl *device = argument;
    lw_cpu_watcher *watcher = &device->watcher;
    long pause = SHORTEST_NS;
    pthread_mutex_lock(&watcher->lock);
    while (!watcher->closing) {
        if (!watcher->watches) {
            pthread_cond_wait(&watcher->changed, &watcher->lock);
            pause = SHORTEST_NS;
            continue;
        }
        watcher->watches = false; /* before the look: lw_cpu_watch() may set it meanwhile */
        pthread_mutex_unlock(&watcher->lock);
        nanosleep(&(struct timespec){0, pause}, NULL);
        pause = pause < LONGEST_NS / 2 ? pause * 2 : LONGEST_NS;
        emu_pool_lock(device->pool);
        bool again = look(device);
        emu_pool_unlock(device->pool);
        pthread_mutex_lock(&watcher->lock);
        watcher->watches |= again;
    }
    pthread_mutex_unlock(&watcher->lock);
    return NULL;
}

static void wake(lw_cpu_watcher *watcher)
{
    pthread_mutex_lock(&watcher->lock);
    watcher->watches = true;
    pthread_cond_signal(&watcher->changed);
    pthread_mutex_unlock(&watcher->lock);
}

void lw_cpu_watch(lw_stream_impl *stream)
{
    lw_cpu_watcher *watcher = &stream->device->watcher;
    stream->next_parked = watcher->waiting;
    watcher->waiting = stream;
    wake(watcher);
}

void lw_cpu_watch_node(lw_cpu_node *node)
{
    lw_cpu_watcher *watcher = &node->body->device->watcher;
    node->next = watcher->nodes;
    watcher->nodes = node;
    wake(watcher);
}

lw_status lw_cpu_watcher_start(lw_device_impl *device)
{
    lw_cpu_watcher *watcher = &device->watcher;
    bool started = true;
    pthread_mutex_lock(&watcher->lock);
    if (!watcher->started) {
        sigset_t old;
        emu_pool_block_signals(&old);
        started = !lw_allocation_fails() && pthread_create(&watcher->id, NULL, watch, device) == 0;
        pthread_sigmask(SIG_SETMASK, &old, NULL);
        watcher->started = started;
    }
    pthread_mutex_unlock(&watcher->lock);
    return started ? LW_SUCCESS : lw_fail(device, LW_ERROR_SYSTEM, "the system gives no thread to look at a word with");
}

void lw_cpu_watcher_initialize(lw_device_impl *device)
{
    pthread_mutex_init(&device->watcher.lock, NULL);
    pthread_cond_init(&device->watcher.changed, NULL);
}

void lw_cpu_watcher_stop(lw_device_impl *device)
{
    lw_cpu_watcher *watcher = &device->watcher;
    pthread_mutex_lock(&watcher->lock);
    bool started = watcher->started;
    watcher->closing = true;
    pthread_cond_signal(&watcher->changed);
    pthread_mutex_unlock(&watcher->lock);
    if (started)
        pthread_join(watcher->id, NULL);
    emu_pool_lock(device->pool);
    forget_writes(device);
    emu_pool_unlock(device->pool);
}

void lw_cpu_watcher_destroy(lw_device_impl *device)
{
    pthread_cond_destroy(&device->watcher.changed);
    pthread_mutex_destroy(&device->watcher.lock);
}

/* ---- writes ---- */
static void run_write(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    (void)worker, (void)first, (void)count;
    const lw_cpu_operation *operation = (lw_cpu_operation *)task;
    const lw_value *value = &operation->as.value.wanted;
    if (emu_checking && operation->node)
        note_node_write(operation);
    if (emu_checking)
        emu_check_transfer(operation->check, value->word, NULL, value->wide ? 8 : 4);
    if (value->wide)
        __atomic_store_n((uint64_t *)value->word, value->value, __ATOMIC_RELEASE);
    else
        __atomic_store_n((uint32_t *)value->word, (uint32_t)value->value, __ATOMIC_RELEASE);
    if (emu_checking)
        emu_check_transfer_ends();
}

static void finish(emu_task *task)
{
    lw_cpu_complete((lw_cpu_operation *)task);
}

lw_cpu_operation *lw_cpu_value_make(const lw_device_impl *device, const lw_value *value, bool waits,
                                    lw_wait_condition condition)
{
    lw_cpu_operation *operation = lw_allocate(sizeof *operation);
    if (!operation)
        return NULL;
    operation->kind = waits ? LW_CPU_WAIT_VALUE : LW_CPU_WRITE_VALUE;
    operation->as.value.wanted = *value;
    operation->as.value.condition = condition;
    if (waits)
        return operation;
    operation->uses_variables = lw_cpu_variables_find(device->ordinal, value->word, &operation->as.value.to);
    operation->task = (emu_task){.run = run_write, .finish = finish, .items = 1};
    return operation;
}

/* ---- in streams ---- */
lw_status lw_cpu_wait_value(lw_stream_impl *stream, const lw_value *value, lw_wait_condition condition)
{
    lw_status refused = lw_cpu_capture_forbids_legacy(stream);
    if (refused)
        return refused;
    lw_device_impl *device = stream->device;
    lw_cpu_variable variable;
    if (lw_cpu_variables_find(device->ordinal, value->word,
                              &variable)) /* another device's may be in its place at times */
        return lw_fail(
            device, LW_ERROR_NOT_SUPPORTED,
            "word is %p, in a variable of kernels; with several CPU devices (LANEWISE_CPU_DEVICES) no stream "
            "waits for one",
            value->word);
    if (lw_cpu_captures(stream))
        return lw_cpu_capture_value(stream, value, true, condition);
    lw_cpu_operation *operation = lw_cpu_value_make(device, value, true, condition);
    if (!operation)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a wait in a stream");
    lw_status status = lw_cpu_watcher_start(device);
    if (status) {
        free(operation);
        return status;
    }
    emu_pool_lock(device->pool);
    lw_cpu_enqueue(stream, operation);
    emu_pool_unlock(device->pool);
    return LW_SUCCESS;
}

lw_status lw_cpu_write_value(lw_stream_impl *stream, const lw_value *value)
{
    lw_status refused = lw_cpu_capture_forbids_legacy(stream);
    if (refused)
        return refused;
    if (lw_cpu_captures(stream))
        return lw_cpu_capture_value(stream, value, false, LW_WAIT_EQUAL);
    lw_device_impl *device = stream->device;
    lw_cpu_operation *operation = lw_cpu_value_make(device, value, false, LW_WAIT_EQUAL);
    lw_cpu_value_write *write = operation && emu_checking ? lw_allocate(sizeof *write) : NULL;
    if (!operation || (emu_checking && !write)) {
        free(operation);
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a write in a stream");
    }
    emu_pool_lock(device->pool);
    lw_cpu_enqueue(stream, operation);
    if (write) {
        write->value = *value;
        note_write(device, write, emu_check_stream_order(stream->check));
    }
    emu_pool_unlock(device->pool);
    return LW_SUCCESS;
}
