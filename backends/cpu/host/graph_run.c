/* Running a graph: which node begins, where, and what follows. With the lock held, except the runner.
 *
 * A node that takes long is a task of the pool, so nodes without edges between them run at once. Short nodes would cost
 * more to submit than to run: one task, the runner, runs them one after another on its worker, and takes the lock only
 * where more than one node follows.
 */
#include <stdlib.h>

#include "graph.h"

#include <time.h>

/* ns up to which a node is short: of one item, which one thread runs anyway; and of several. */
enum { SHORT_ITEM_NS = 20000, SHORT_NS = 4000 };

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static bool has_faulted(const lw_device_impl *device)
{
    return atomic_load_explicit(&device->fault, memory_order_acquire) != LW_SUCCESS;
}

static lw_cpu_launch *grid_of(const lw_cpu_node *node)
{
    return node->type == LW_GRAPH_NODE_KERNEL ? (lw_cpu_launch *)node->operation : NULL;
}

/* ---- lists ---- */
lw_cpu_node *lw_cpu_node_unlink(lw_cpu_node *node)
{
    lw_cpu_node *next = node->next;
    node->next = NULL;
    return next;
}

static void append(lw_cpu_node **first, lw_cpu_node **last, lw_cpu_node *node)
{
    node->next = NULL;
    *(*first ? &(*last)->next : first) = node;
    *last = node;
}

static void make_ready(lw_cpu_node *node)
{
    append(&node->body->ready, &node->body->last_ready, node);
}

/* ---- checked mode: what a node's accesses come after ---- */
static void order_after(lw_cpu_node *node, emu_order *order)
{
    emu_check_stream_waits(node->check, order);
}

static void keep_order(lw_cpu_node *node)
{
    emu_order_drop(node->order);
    node->order = emu_check_stream_order(node->check);
}

/* What the node's accesses come after by an edge. */
static emu_order *order_ahead(const lw_cpu_node *node, unsigned i)
{
    return node->edges[i] == LW_CPU_BEGUN ? node->before[i]->begun : node->before[i]->order;
}

/* Tells checked mode of the grids that the node's may begin before the end of. One that another edge leads to has ended. */
static void begin_early(const lw_cpu_node *node)
{
    for (unsigned i = 0; i < node->before_count; i++) {
        const lw_cpu_node *ahead = node->before[i];
        bool early = node->edges[i] == LW_CPU_EARLY && ahead->enabled;
        for (unsigned j = 0; j < node->before_count && early; j++)
            early =
                node->edges[j] == LW_CPU_EARLY || !emu_check_order_has(order_ahead(node, j), ahead->operation->check);
        if (early)
            emu_check_begins_early(node->operation->check, ahead->operation->check);
    }
}

static void order_node(lw_cpu_node *node)
{
    static const emu_check_kind kinds[] = {[LW_GRAPH_NODE_KERNEL] = EMU_CHECK_GRID,
                                           [LW_GRAPH_NODE_MEMCPY] = EMU_CHECK_COPY,
                                           [LW_GRAPH_NODE_MEMSET] = EMU_CHECK_SET,
                                           [LW_GRAPH_NODE_HOST] = EMU_CHECK_OTHER,
                                           [LW_GRAPH_NODE_MEMORY_ALLOCATE] = EMU_CHECK_ALLOCATE,
                                           [LW_GRAPH_NODE_MEMORY_FREE] = EMU_CHECK_FREE,
                                           [LW_GRAPH_NODE_MEMORY_VALUE] = EMU_CHECK_SET};
    emu_check_kind kind = lw_cpu_graph_value_waits(node) ? EMU_CHECK_OTHER : kinds[node->type];
    for (unsigned i = 0; i < node->before_count; i++)
        order_after(node, order_ahead(node, i));
    if (node->before_count == 0 && node->level->parent)
        order_after(node, node->level->parent->order);
    if (node->lets_begin) {
        emu_order_drop(node->begun);
        node->begun = emu_check_stream_order(node->check);
    }
    if (node->operation && node->enabled) {
        lw_cpu_launch *launch = grid_of(node);
        node->operation->check =
            emu_check_enqueue(node->check, kind, node->body->operation->check, false, launch ? &launch->grid : NULL, 0);
        if (launch) {
            launch->grid.check_number = node->operation->check;
            begin_early(node);
        }
    }
    keep_order(node);
}

static void order_after_level(lw_cpu_node *parent, const lw_cpu_level *level)
{
    for (size_t i = 0; i < level->count; i++)
        if (level->nodes[i].after_count == 0)
            order_after(parent, level->nodes[i].order);
    keep_order(parent);
}

/* ---- turns ---- */
/* A kernel's launch needs no turn: it runs when no other run does. */
static bool has_turn(const lw_cpu_operation *operation, const lw_cpu_turn *turn)
{
    return !turn->runs && (operation->parent || operation->as.graph.number == turn->next);
}

/* After a fault, launches are dropped in any order, and none needs its turn. */
static void unpark(const lw_device_impl *device, lw_cpu_turn *turn)
{
    bool faulted = has_faulted(device);
    for (lw_stream_impl **link = &turn->parked; *link;) {
        lw_stream_impl *stream = *link;
        if (!faulted && !has_turn(stream->head, turn)) {
            link = &stream->next_parked;
            continue;
        }
        *link = stream->next_parked;
        lw_cpu_unpark(stream);
    }
}

void lw_cpu_graph_pass_turn(const lw_device_impl *device, lw_cpu_turn *turn)
{
    turn->next++;
    unpark(device, turn);
}

bool lw_cpu_graph_has_turn(lw_cpu_operation *operation)
{
    lw_cpu_turn *turn = operation->as.graph.body->turn;
    lw_stream_impl *stream = operation->stream;
    if (has_turn(operation, turn))
        return true;
    stream->next_parked = turn->parked;
    turn->parked = stream;
    return false;
}

/* ---- the end of nodes ---- */
static void end_graph(lw_cpu_body *body)
{
    lw_cpu_operation *operation = body->operation;
    body->ended = false;
    body->operation = NULL;
    body->turn->runs = false;
    unpark(body->device, body->turn);
    lw_cpu_graph_off_stream(operation); /* may free the body */
}

static void end_node(lw_cpu_node *node);
static void begin_level(lw_cpu_level *level, lw_cpu_body *body);

/* The graph of the node that runs next; null: none. */
static lw_cpu_level *choose(const lw_cpu_node *node)
{
    if (!node->conditional)
        return node->graphs[0];
    unsigned value = atomic_load_explicit(&node->conditional->value, memory_order_acquire);
    unsigned chosen = node->condition == LW_GRAPH_SWITCH ? value : !value;
    if (node->condition == LW_GRAPH_WHILE && !value)
        return NULL;
    return chosen < node->graph_count ? node->graphs[chosen] : NULL;
}

static void end_level(lw_cpu_level *level, lw_cpu_body *body)
{
    if (!level->parent) {
        body->ended = true;
        return;
    }
    if (emu_checking)
        order_after_level(level->parent, level);
    if (level->parent->condition == LW_GRAPH_WHILE && !has_faulted(body->device) && choose(level->parent))
        begin_level(level, body);
    else
        end_node(level->parent);
}

/* Counts down what waits for the node; does not begin it. */
static void end_node(lw_cpu_node *node)
{
    lw_cpu_launch *launch = grid_of(node);
    if (launch && atomic_load_explicit(&launch->grid.failed, memory_order_relaxed) &&
        !has_faulted(node->body->device)) /* it had no memory for stacks: the next run may have */
        atomic_store_explicit(&launch->grid.failed, 0, memory_order_relaxed);
    if (launch)
        atomic_store_explicit(&launch->grid.is_full, false, memory_order_relaxed);
    for (unsigned i = 0; i < node->after_count; i++)
        if (atomic_fetch_sub_explicit(&node->after[i]->unmet, 1, memory_order_acq_rel) == 1)
            make_ready(node->after[i]);
    if (atomic_fetch_sub_explicit(&node->level->unfinished, 1, memory_order_acq_rel) == 1)
        end_level(node->level, node->body);
}

/* ---- the beginning of nodes ---- */
static void begin_level(lw_cpu_level *level, lw_cpu_body *body)
{
    atomic_store_explicit(&level->unfinished, level->count, memory_order_relaxed);
    for (size_t i = 0; i < level->count; i++)
        atomic_store_explicit(&level->nodes[i].unmet, level->nodes[i].before_count, memory_order_relaxed);
    for (size_t i = 0; i < level->count; i++)
        if (level->nodes[i].before_count == 0)
            make_ready(&level->nodes[i]);
    if (level->count == 0)
        end_level(level, body);
}

/* Sets what each run of the node's operation sets. Without the lock, too. */
static void prepare(lw_cpu_node *node)
{
    lw_cpu_launch *launch = grid_of(node);
    node->operation->stream = node->body->operation->stream;
    if (launch) {
        launch->grid.fault.status = LW_SUCCESS;
        launch->compare.unrepeatable = false;
        if (launch->family.unfinished != 1)
            launch->family = (lw_cpu_family){.unfinished = 1};
    }
    if (emu_checking)
        order_node(node);
}

/* Only checked mode has something to do for an allocation or a free. Nothing runs while a node waits for a word. */
static bool is_task(const lw_cpu_node *node)
{
    bool is_memory = node->type == LW_GRAPH_NODE_MEMORY_ALLOCATE || node->type == LW_GRAPH_NODE_MEMORY_FREE ||
                     node->type == LW_GRAPH_NODE_MEMORY_VALUE;
    return node->type <= LW_GRAPH_NODE_MEMSET || (is_memory && node->operation && !lw_cpu_graph_value_waits(node));
}

/* Whether the runner should run it. If `alone`, nothing else runs or is ready: a single item then holds up nothing. */
static bool is_short(const lw_cpu_node *node, bool alone)
{
    const emu_task *task = &node->operation->task;
    if (task->led || (task->in_order && task->items > 1) || node->operation->uses_variables)
        return false;
    if (task->items == 1)
        return node->ns <= SHORT_ITEM_NS ||
               (alone && !atomic_load_explicit(&node->body->elsewhere, memory_order_relaxed));
    return node->ns <= SHORT_NS;
}

static void count_elsewhere(lw_cpu_body *body, int change)
{
    atomic_fetch_add_explicit(&body->elsewhere, (unsigned)change, memory_order_relaxed);
}

static void submit(lw_cpu_node *node)
{
    emu_task *task = &node->operation->task;
    lw_stream_impl *stream = node->body->operation->stream;
    prepare(node);
    count_elsewhere(node->body, 1);
    node->body->in_pool++;
    node->ns = now();
    task->priority = stream->priority;
    if (!node->body->runs && !node->operation->uses_variables)
        stream->running = task;
    lw_cpu_submit(node->body->device, node->operation);
}

static void begin_task(lw_cpu_node *node)
{
    lw_cpu_body *body = node->body;
    if (is_short(node, !body->ready && !body->shorts && !body->runs))
        append(&body->shorts, &body->last_short, node);
    else
        append(&body->longs, &body->last_long, node);
}

/* Waits for the mark that was the event's latest when the graph was launched. False: the node waits. */
static bool pass_mark(lw_cpu_node *node)
{
    lw_cpu_mark *mark = node->body->operation->as.graph.marks[node->mark];
    if (!mark || atomic_load_explicit(&mark->done, memory_order_relaxed))
        return true;
    node->next = mark->nodes;
    mark->nodes = node;
    count_elsewhere(node->body, 1);
    return false;
}

static void record(lw_cpu_node *node)
{
    lw_cpu_mark **mark = &node->body->operation->as.graph.marks[node->mark], *reached = *mark;
    *mark = NULL;
    lw_cpu_reach_mark(reached);
}

/* False: the node ends later. */
static bool begin(lw_cpu_node *node)
{
    lw_cpu_body *body = node->body;
    if (node->type == LW_GRAPH_NODE_EVENT_RECORD)
        record(node);
    if (has_faulted(body->device))
        return true;
    if (is_task(node) && node->enabled) {
        begin_task(node);
        return false;
    }
    if (node->type == LW_GRAPH_NODE_HOST) {
        prepare(node);
        count_elsewhere(body, 1);
        lw_cpu_host_thread_enqueue(body->device, node->operation);
        return false;
    }
    if (emu_checking)
        order_node(node);
    if (node->type == LW_GRAPH_NODE_EVENT_WAIT)
        return pass_mark(node);
    if (lw_cpu_graph_value_waits(node)) {
        bool passed = lw_cpu_graph_value_pass(node);
        count_elsewhere(body, !passed);
        return passed;
    }
    lw_cpu_level *level = node->graph_count ? choose(node) : NULL;
    if (level)
        begin_level(level, body);
    return !level;
}

/* The pool looks at all of its tasks, so it gets no more than keep its threads busy. */
static unsigned most_in_pool(const lw_cpu_body *body)
{
    enum { LEAST = 4 };
    unsigned workers = body->device->options.workers;
    return workers < LEAST ? LEAST : 2 * workers;
}

/* Begins the nodes that are ready; ends the graph where nothing is left. */
static void advance(lw_cpu_body *body)
{
    bool any = true;
    while (any) {
        lw_cpu_node *node = body->ready;
        if (node) {
            body->ready = lw_cpu_node_unlink(node);
            if (begin(node))
                end_node(node);
        } else if ((node = body->longs) && has_faulted(body->device)) {
            body->longs = lw_cpu_node_unlink(node);
            end_node(node);
        } else if (node && body->in_pool < most_in_pool(body)) {
            body->longs = lw_cpu_node_unlink(node);
            submit(node);
        } else {
            any = false;
        }
    }
    if (body->runs)
        return;
    if (body->ended) {
        end_graph(body);
    } else if (body->shorts) {
        lw_stream_impl *stream = body->operation->stream;
        body->runs = true;
        body->runner.priority = stream->priority;
        stream->running = &body->runner;
        emu_pool_submit(body->device->pool, &body->runner);
    }
}

void lw_cpu_node_ended(lw_cpu_node *node)
{
    lw_cpu_body *body = node->body;
    if (!node->in_runner)
        count_elsewhere(body, -1);
    if (is_task(node)) {
        body->in_pool -= !node->in_runner;
        node->ns = now() - node->ns;
    }
    node->in_runner = false;
    end_node(node);
    advance(body);
}

/* ---- the runner ---- */
/* A thread has queued something, or has made a stream or an event. The worker that ran all blocks need not lock. */
static bool has_family(const lw_cpu_launch *launch)
{
    return launch->family.streams || launch->family.tail || launch->family.events;
}

/* Runs the node; true: it is done, and nothing needs the lock. */
static bool run_node(lw_cpu_node *node, emu_worker *worker)
{
    emu_task *task = &node->operation->task;
    lw_cpu_launch *launch = grid_of(node);
    prepare(node);
    if (node->body->device->timed)
        lw_cpu_time_run(node->operation, worker);
    else
        task->run(task, worker, 0, task->items);
    return !emu_checking &&
           (!launch || (!has_family(launch) && !atomic_load_explicit(&launch->grid.failed, memory_order_relaxed)));
}

/* Ends the node as end_node() does, and begins what follows: one short node is returned. */
static lw_cpu_node *follow(lw_cpu_node *node)
{
    lw_cpu_body *body = node->body;
    lw_cpu_node *next = NULL;
    bool more = false;
    for (unsigned i = 0; i < node->after_count; i++) {
        lw_cpu_node *after = node->after[i];
        if (atomic_fetch_sub_explicit(&after->unmet, 1, memory_order_acq_rel) != 1)
            continue;
        if (!next && is_task(after) && after->enabled && is_short(after, node->after_count == 1)) {
            next = after;
            continue;
        }
        emu_pool_lock(body->device->pool);
        make_ready(after);
        emu_pool_unlock(body->device->pool);
        more = true;
    }
    bool last = atomic_fetch_sub_explicit(&node->level->unfinished, 1, memory_order_acq_rel) == 1;
    if (last || more || !next) {
        emu_pool_lock(body->device->pool);
        if (last)
            end_level(node->level, body);
        advance(body);
        if (!next && body->shorts) {
            next = body->shorts;
            body->shorts = lw_cpu_node_unlink(next);
        }
        lw_cpu_run_streams(body->device);
        emu_pool_unlock(body->device->pool);
    }
    return next;
}

/* What the task's own end does, which takes the lock: a fault, a grid's children, checked mode. */
static lw_cpu_node *end_slowly(lw_cpu_node *node)
{
    lw_cpu_body *body = node->body;
    emu_pool_lock(body->device->pool);
    node->operation->task.finish(&node->operation->task);
    lw_cpu_node *next = body->shorts;
    if (next)
        body->shorts = lw_cpu_node_unlink(next);
    emu_pool_unlock(body->device->pool);
    return next;
}

static void run_shorts(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    (void)first, (void)count;
    lw_cpu_body *body = (lw_cpu_body *)task;
    emu_pool_lock(body->device->pool);
    lw_cpu_node *node = body->shorts;
    if (node)
        body->shorts = lw_cpu_node_unlink(node);
    emu_pool_unlock(body->device->pool);
    for (uint64_t began = now(); node;) {
        bool done = has_faulted(body->device) || run_node(node, worker);
        uint64_t ended = now();
        node->ns = done ? ended - began : began;
        node->in_runner = !done;
        began = ended;
        node = done ? follow(node) : end_slowly(node);
    }
}

static void finish_runner(emu_task *task)
{
    lw_cpu_body *body = (lw_cpu_body *)task;
    lw_device_impl *device = body->device;
    body->runs = false;
    body->operation->stream->running = NULL;
    advance(body);
    lw_cpu_run_streams(device);
}

bool lw_cpu_graph_runs(const lw_cpu_body *body)
{
    return body->operation && (body->runs || body->in_pool);
}

void lw_cpu_body_prepare(lw_cpu_body *body)
{
    body->runner.run = run_shorts;
    body->runner.finish = finish_runner;
    body->runner.items = 1;
}

/* ---- the stream's part ---- */
static void assign_defaults(const lw_cpu_body *body)
{
    for (size_t i = 0; body->has_conditional && i < body->level_count; i++)
        for (size_t j = 0; j < body->levels[i]->count; j++) {
            lw_conditional *conditional = body->levels[i]->nodes[j].conditional;
            if (conditional && conditional->flags & LW_GRAPH_CONDITIONAL_ASSIGN_DEFAULT)
                atomic_store_explicit(&conditional->value, conditional->default_value, memory_order_relaxed);
        }
}

void lw_cpu_graph_begin(lw_cpu_operation *operation)
{
    lw_cpu_body *body = operation->as.graph.body;
    body->operation = operation;
    body->ended = false;
    body->turn->runs = true;
    if (operation->parent)
        body->turn->asked = false;
    assign_defaults(body);
    begin_level(&body->root, body);
    advance(body);
}

void lw_cpu_graph_stop(lw_cpu_operation *operation)
{
    lw_cpu_body *body = operation->as.graph.body;
    for (size_t i = 0; body->operation == operation && i < body->level_count; i++)
        for (size_t j = 0; j < body->levels[i]->count; j++) {
            lw_cpu_launch *launch = grid_of(&body->levels[i]->nodes[j]);
            int none = 0;
            if (launch)
                atomic_compare_exchange_strong(&launch->grid.failed, &none, 1);
        }
}
