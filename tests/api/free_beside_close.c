/* Two threads free memory of a device handle again and again while a third one closes this handle, or the last handle of the memory's
 * device. Each allocation is freed once: by a thread, or by the close. All other calls are refused. For the sanitizers, too. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <lanewise/graph_memory.h>
#include <lanewise/managed.h>

#include "tests/harness/test.h"

enum { FREERS = 2, PARTS = 10, ROUNDS = 3 * PARTS };

enum kind { PLAIN, ORDERED, POOLED, PINNED, MANAGED, OF_A_GRAPH, KINDS };
enum { BLOCKS = 2 * FREERS * KINDS };

struct shared {
    lw_device *device; /* that frees; its handle stays open */
    bool elsewhere;    /* the memory is another device's */
    void *blocks[BLOCKS];
    atomic_uint times[BLOCKS]; /* that a thread has freed it */
    atomic_bool ended;         /* the close */
    pthread_barrier_t start, end;
    bool over;
    atomic_uint freed, refused;
};

struct freer {
    struct shared *shared;
    pthread_t thread;
    unsigned number;
    _Atomic lw_status wrong; /* a status that is neither of the two expected */
    char message[200];
};

static lw_status free_block(const struct shared *shared, lw_stream *stream, unsigned way, enum kind kind, void *block)
{
    if (kind == PINNED)
        return lw_free_host(shared->device, block);
    if (kind == MANAGED)
        return lw_free(shared->device, block);
    return shared->elsewhere || way % 2 ? lw_free_async(stream, block) : lw_free(shared->device, block);
}

static void free_each(struct freer *own, lw_stream *stream, unsigned round)
{
    struct shared *shared = own->shared;
    for (unsigned i = own->number; !own->wrong && i < BLOCKS; i += FREERS) {
        enum kind kind = (enum kind)(i / FREERS % KINDS);
        bool only_its_device = shared->elsewhere && (kind == PINNED || kind == MANAGED);
        lw_status status = free_block(shared, stream, i / FREERS / KINDS + round, kind, shared->blocks[i]);
        unsigned times = status ? 0 : atomic_fetch_add(&shared->times[i], 1);
        if (!only_its_device)
            atomic_fetch_add(status ? &shared->refused : &shared->freed, 1);
        const char *message = status ? lw_last_error_message(shared->device) : "";
        if (status ? status != LW_ERROR_INVALID_VALUE || !strstr(message, ": pointer is ") : only_its_device || times) {
            own->wrong = status ? status : LW_ERROR_SYSTEM;
            snprintf(own->message, sizeof own->message, "kind %d: %.180s", (int)kind, message);
        }
    }
}

static void *free_until_over(void *user)
{
    struct freer *own = user;
    struct shared *shared = own->shared;
    lw_stream *stream = NULL;
    own->wrong = lw_stream_create(shared->device, &stream);
    for (unsigned round = 0;; round++) {
        pthread_barrier_wait(&shared->start);
        if (shared->over)
            break;
        do {
            bool last = atomic_load(&shared->ended);
            free_each(own, stream, round);
            if (last)
                break;
        } while (!own->wrong);
        pthread_barrier_wait(&shared->end);
    }
    if (!own->wrong)
        own->wrong = lw_stream_synchronize(stream);
    if (stream)
        lw_stream_destroy(stream);
    return NULL;
}

/* Memory that a graph has allocated, and that no graph frees. */
static lw_status allocate_by_graph(lw_device *owner, void **memory)
{
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *node;
    lw_graph_node_params params = lw_graph_malloc_node(5000);
    lw_status status = lw_graph_create(owner, &graph);
    if (!status)
        status = lw_graph_add_node(graph, &node, NULL, 0, &params);
    if (!status)
        status = lw_graph_node_get_params(node, &params);
    if (!status)
        status = lw_graph_instantiate(graph, &exec, 0);
    if (!status)
        status = lw_graph_launch(exec, lw_default_stream(owner));
    *memory = params.as.allocate.pointer;
    return status;
}

static lw_status allocate(lw_device *owner, lw_memory_pool *pool, enum kind kind, void **memory)
{
    switch (kind) {
    case ORDERED: return lw_malloc_async(lw_default_stream(owner), memory, 5000);
    case POOLED: return lw_malloc_from_pool_async(lw_default_stream(owner), pool, memory, 5000);
    case PINNED: return lw_malloc_host(owner, memory, 5000);
    case MANAGED: return lw_malloc_managed(owner, memory, 5000, LW_ATTACH_GLOBAL);
    case OF_A_GRAPH: return allocate_by_graph(owner, memory);
    default: return lw_malloc(owner, memory, 5000);
    }
}

static lw_status allocate_each(lw_device *owner, struct shared *shared)
{
    lw_memory_pool *pool;
    lw_status status = lw_memory_pool_create(owner, &pool);
    for (unsigned i = 0; !status && i < BLOCKS; i++)
        status = allocate(owner, pool, (enum kind)(i / FREERS % KINDS), &shared->blocks[i]);
    return status ? status : lw_device_synchronize(owner);
}

/* Closes `*owner`, which has a handle of `name` afterwards. */
static void run(struct test *t, bool elsewhere, lw_device **owner, const char *name)
{
    static struct freer freers[FREERS];
    static struct shared shared;
    shared = (struct shared){.device = t->device, .elsewhere = elsewhere};
    CHECK_EQUAL(pthread_barrier_init(&shared.start, NULL, FREERS + 1), 0);
    CHECK_EQUAL(pthread_barrier_init(&shared.end, NULL, FREERS + 1), 0);
    for (unsigned i = 0; i < FREERS; i++) {
        freers[i] = (struct freer){.shared = &shared, .number = i};
        CHECK_EQUAL(pthread_create(&freers[i].thread, NULL, free_until_over, &freers[i]), 0);
    }
    lw_status status = LW_SUCCESS;
    for (unsigned round = 0; !status && round < ROUNDS; round++) {
        status = allocate_each(*owner, &shared);
        if (status)
            break;
        /* At times all is closed before the first free, or freed before the close. */
        unsigned before = atomic_load(&shared.freed) + atomic_load(&shared.refused), most = round % PARTS;
        if (most == 0)
            status = lw_device_close(*owner);
        atomic_store(&shared.ended, most == 0 || most == PARTS - 1);
        for (unsigned i = 0; i < BLOCKS; i++)
            atomic_store(&shared.times[i], 0);
        pthread_barrier_wait(&shared.start);
        if (most == PARTS - 1)
            pthread_barrier_wait(&shared.end);
        while (atomic_load(&shared.freed) + atomic_load(&shared.refused) - before < most && !freers[0].wrong &&
               !freers[1].wrong)
            ;
        if (most)
            status = lw_device_close(*owner);
        atomic_store(&shared.ended, true);
        if (most != PARTS - 1)
            pthread_barrier_wait(&shared.end);
        *owner = NULL;
        if (!status)
            status = lw_device_open(owner, name);
    }
    shared.over = true;
    pthread_barrier_wait(&shared.start);
    for (unsigned i = 0; i < FREERS; i++)
        pthread_join(freers[i].thread, NULL);
    for (unsigned i = 0; i < FREERS; i++)
        if (freers[i].wrong)
            FAIL("freer %u: %s: %s", i, lw_status_string(freers[i].wrong), freers[i].message);
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK(shared.freed > 0);
    CHECK(shared.refused > 0);
}

TEST(api, free_beside_close, .isolated = true)
{
    lw_device *owner;
    CHECK_STATUS(lw_device_open(&owner, t->device_name), LW_SUCCESS);
    CHECK_CALL(run(t, false, &owner, t->device_name));
    CHECK_STATUS(lw_device_close(owner), LW_SUCCESS);
}

/* The handle that is closed is the device's last one. */
TEST(api, free_beside_close_of_its_device, .two_devices = true, .isolated = true)
{
    lw_device_properties properties;
    char name[32];
    CHECK_STATUS(lw_device_get_properties(t->peer, &properties), LW_SUCCESS);
    snprintf(name, sizeof name, "%s:%d", properties.kind, properties.ordinal);
    run(t, true, &t->peer, name);
}

static void wait_a_while(void *user)
{
    (void)user;
    nanosleep(&(struct timespec){.tv_nsec = 30 * 1000 * 1000}, NULL);
}

/* Another device's stream frees memory after the handle was closed through which it was allocated: the device's last one. The device
 * has the memory again. */
TEST(api, free_that_close_overtakes, .two_devices = true, .isolated = true)
{
    const size_t size = (size_t)64 << 20;
    lw_device_properties properties;
    lw_stream *stream;
    void *memory;
    char name[32];
    size_t before, after, total;
    CHECK_STATUS(lw_device_get_properties(t->peer, &properties), LW_SUCCESS);
    snprintf(name, sizeof name, "%s:%d", properties.kind, properties.ordinal);
    CHECK_STATUS(lw_device_get_memory(t->peer, &before, &total), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(lw_default_stream(t->peer), &memory, size), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->peer), LW_SUCCESS);
    CHECK_STATUS(lw_launch_host_function(stream, wait_a_while, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(t->peer), LW_SUCCESS);
    CHECK_STATUS(lw_device_open(&t->peer, name), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->peer), LW_SUCCESS); /* a GPU's pools return memory then */
    CHECK_STATUS(lw_device_get_memory(t->peer, &after, &total), LW_SUCCESS);
    CHECK(after + size / 2 > before);
}
