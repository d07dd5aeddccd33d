/* One device, many threads: each call whole, nothing lost, one owner. For ThreadSanitizer too. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <lanewise/graph.h>
#include <lanewise/graph_memory.h>

#include "device/kernels.h"
#include "tests/conformance/device/C_dependent_sm90.h"
#include "tests/harness/test.h"

enum { THREADS = 4, ROUNDS = 40, LANES = 32 };

struct shared {
    const char *device_name;
    lw_device *device;
    lw_stream *stream;
    int *sum; /* of the default stream, and of the legacy stream */
};

struct own {
    struct shared *shared;
    pthread_t thread;
    int number;
    int line; /* of the first step that failed */
};

#define STEP(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            own->line = __LINE__;                                                                                      \
            return NULL;                                                                                               \
        }                                                                                                              \
    } while (0)

/* Two runs of a graph that each thread makes for itself: a set, then a kernel that adds to the thread's own memory. */
static bool run_graph(lw_device *device, lw_stream *stream, int *memory)
{
    int one = 1, got = 0;
    const void *arguments[] = {&memory, &one};
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *set, *add;
    lw_graph_node_params params = lw_graph_memset_node(memory, 0, sizeof(int));
    if (lw_graph_create(device, &graph) || lw_graph_add_node(graph, &set, NULL, 0, &params))
        return false;
    params = lw_graph_kernel_node(LW_KERNEL_OF(api_add), lw_linear(NULL, LANES, LANES), arguments);
    return !lw_graph_add_node(graph, &add, &set, 1, &params) && !lw_graph_instantiate(graph, &exec, 0) &&
           !lw_graph_launch(exec, stream) && !lw_graph_launch(exec, stream) && !lw_graph_exec_destroy(exec) &&
           !lw_graph_destroy(graph) && !lw_memcpy_async(stream, &got, memory, sizeof got, LW_MEMCPY_DEVICE_TO_HOST) &&
           !lw_stream_synchronize(stream) && got == LANES;
}

static void *work(void *user)
{
    struct own *own = user;
    struct shared *s = own->shared;
    int got[LANES], *memory;
    for (int round = 0; round < ROUNDS; round++) {
        lw_stream *stream;
        lw_event *event;
        int value = own->number * 1000 + round;
        unsigned kind = (unsigned)round % 2 ? LW_STREAM_BLOCKING : LW_STREAM_NON_BLOCKING;
        STEP(lw_stream_create_with(s->device, &stream, kind, -round % 7) == LW_SUCCESS);
        STEP(lw_event_create(s->device, &event) == LW_SUCCESS);
        STEP(lw_malloc(s->device, (void **)&memory, sizeof got) == LW_SUCCESS);
        STEP(lw_launch(api_fill, lw_linear(stream, LANES, LANES), memory, value, LANES) == LW_SUCCESS);
        STEP(lw_launch(api_add, lw_linear(s->stream, LANES, LANES), s->sum, 1) == LW_SUCCESS);
        STEP(lw_event_record(event, stream) == LW_SUCCESS);
        STEP(lw_memcpy_async(stream, got, memory, sizeof got, LW_MEMCPY_DEFAULT) == LW_SUCCESS);
        lw_stream *legacy;
        STEP(lw_legacy_stream(s->device, &legacy) == LW_SUCCESS);
        STEP(lw_launch(api_add, lw_linear(legacy, LANES, LANES), s->sum + 1, 1) == LW_SUCCESS);
        STEP(lw_stream_synchronize(round % 3 ? stream : legacy) == LW_SUCCESS);
        STEP(lw_stream_synchronize(stream) == LW_SUCCESS);
        STEP(lw_event_query(event) == LW_SUCCESS);
        for (int i = 0; i < LANES; i++)
            STEP(got[i] == value);
        STEP(run_graph(s->device, stream, memory));
        STEP(lw_free(s->device, (char *)memory + 4) == LW_ERROR_INVALID_VALUE);
        STEP(strstr(lw_last_error_message(s->device), "4 bytes into the 128-byte allocation"));
        STEP(lw_free(s->device, memory) == LW_SUCCESS);
        STEP(lw_malloc_async(stream, (void **)&memory, sizeof got) == LW_SUCCESS);
        STEP(lw_launch(api_fill, lw_linear(stream, LANES, LANES), memory, -value, LANES) == LW_SUCCESS);
        STEP(lw_memcpy_async(stream, got, memory, sizeof got, LW_MEMCPY_DEFAULT) == LW_SUCCESS);
        if (round % 2) {
            STEP(lw_free_async(stream, memory) == LW_SUCCESS);
        } else { /* in the stream that all threads share */
            STEP(lw_stream_synchronize(stream) == LW_SUCCESS);
            STEP(lw_free_async(s->stream, memory) == LW_SUCCESS);
        }
        STEP(lw_stream_synchronize(stream) == LW_SUCCESS);
        for (int i = 0; i < LANES; i++)
            STEP(got[i] == -value);
        STEP(lw_event_destroy(event) == LW_SUCCESS);
        STEP(lw_stream_destroy(stream) == LW_SUCCESS);
        STEP(lw_stream_query(stream) == LW_ERROR_INVALID_HANDLE);
        if (round % 10 == 0) {
            lw_device *device;
            lw_kernel_attributes attributes;
            STEP(lw_device_open(&device, s->device_name) == LW_SUCCESS);
            STEP(lw_kernel_get_attributes(device, LW_KERNEL_OF(api_shared), &attributes) == LW_SUCCESS);
            STEP(lw_malloc(device, (void **)&memory, 64) == LW_SUCCESS);
            STEP(lw_device_close(device) == LW_SUCCESS);
        }
    }
    return NULL;
}

TEST(api, threads)
{
    struct shared shared = {t->device_name, t->device, lw_default_stream(t->device), NULL};
    struct own owns[THREADS];
    CHECK_STATUS(lw_malloc(t->device, (void **)&shared.sum, 2 * sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, shared.sum, 0, 2 * sizeof(int)), LW_SUCCESS);
    for (int i = 0; i < THREADS; i++) {
        owns[i] = (struct own){.shared = &shared, .number = i};
        CHECK_EQUAL(pthread_create(&owns[i].thread, NULL, work, &owns[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(owns[i].thread, NULL);
    for (int i = 0; i < THREADS; i++)
        if (owns[i].line)
            FAIL("thread %d failed in line %d", i, owns[i].line);
    int sum[2] = {0};
    CHECK_STATUS(lw_memcpy(t->device, sum, shared.sum, sizeof sum, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_EQUAL(sum[0], THREADS * ROUNDS * LANES);
    CHECK_EQUAL(sum[1], THREADS * ROUNDS * LANES);
    CHECK_STATUS(lw_free(t->device, shared.sum), LW_SUCCESS);
}

enum { REGISTERERS = 8, TRIES = 200, PAGE = 4096 };

struct registering {
    lw_device *device;
    char *memory;
    size_t size;
    pthread_barrier_t *barrier;
    pthread_t thread;
    int taken[TRIES]; /* 1: this thread's; 0: refused as it should be; -1: something else */
};

static void *register_often(void *user)
{
    struct registering *r = user;
    for (int i = 0; i < TRIES; i++) {
        pthread_barrier_wait(r->barrier);
        lw_status status = lw_host_register(r->device, r->memory, r->size, 0);
        bool refused =
            status == LW_ERROR_INVALID_VALUE && strstr(lw_last_error_message(r->device), "registered already");
        r->taken[i] = status == LW_SUCCESS ? 1 : refused ? 0 : -1;
        pthread_barrier_wait(r->barrier); /* all have tried before one releases it */
        if (r->taken[i] == 1 && lw_host_unregister(r->device, r->memory) != LW_SUCCESS)
            r->taken[i] = -1;
    }
    return NULL;
}

/* If threads register one page, alone or with its neighbours, exactly one succeeds. */
TEST(api, host_register_by_many_threads)
{
    static struct registering each[REGISTERERS];
    pthread_barrier_t barrier;
    char *memory = aligned_alloc(PAGE, 3 * PAGE);
    CHECK(memory != NULL);
    pthread_barrier_init(&barrier, NULL, REGISTERERS);
    for (int i = 0; i < REGISTERERS; i++) {
        int first = i % 3 == 1 ? 0 : 1, pages = i % 3 ? 2 : 1; /* the middle page is all threads' */
        each[i] = (struct registering){
            .device = t->device, .memory = memory + first * PAGE, .size = (size_t)pages * PAGE, .barrier = &barrier};
        CHECK_EQUAL(pthread_create(&each[i].thread, NULL, register_often, &each[i]), 0);
    }
    for (int i = 0; i < REGISTERERS; i++)
        pthread_join(each[i].thread, NULL);
    pthread_barrier_destroy(&barrier);
    for (int try = 0; try < TRIES; try++) {
        int taken = 0;
        for (int i = 0; i < REGISTERERS; i++) {
            CHECK(each[i].taken[try] >= 0);
            taken += each[i].taken[try];
        }
        CHECK_EQUAL(taken, 1);
    }
    free(memory);
}

/* ---- checked mode in order: a launch waits until nothing runs, or a second ---- */
struct beside {
    lw_device *device;
    volatile int *flag; /* the kernel ends when it is set */
    atomic_bool begins, done;
    lw_status status;
};

static void *add_allocation(void *user)
{
    struct beside *beside = user;
    lw_graph *graph;
    lw_graph_node *node;
    lw_graph_node_params params = lw_graph_malloc_node(1000);
    while (!atomic_load(&beside->begins))
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    nanosleep(&(struct timespec){0, 50000000}, NULL);
    beside->status = lw_graph_create(beside->device, &graph);
    if (!beside->status)
        beside->status = lw_graph_add_node(graph, &node, NULL, 0, &params);
    atomic_store(&beside->done, true);
    *beside->flag = 1;
    return NULL;
}

TEST(api, a_launch_that_waits_holds_no_lock, .host = true, .isolated = true)
{
    struct beside beside = {.flag = NULL};
    int *flag, *seen;
    lw_device *device;
    lw_stream *stream;
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *node;
    pthread_t thread;
    CHECK(setenv("LANEWISE_ENGINE", "checked", 1) == 0 && setenv("LANEWISE_CHECK", "in-order", 1) == 0);
    CHECK_STATUS(lw_device_open(&device, "cpu"), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(device, (void **)&flag, sizeof *flag), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(device, (void **)&seen, sizeof *seen), LW_SUCCESS);
    *flag = 0;
    const void *arguments[] = {&flag, &seen};
    CHECK_STATUS(lw_graph_create(device, &graph), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_malloc_node(1000);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_SUCCESS);
    params = lw_graph_kernel_node(LW_KERNEL_OF(c_wait_for_flag), lw_linear(NULL, 1, 1), arguments);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_SUCCESS);
    lw_status status = lw_graph_instantiate(graph, &exec, 0);
    if (status == LW_ERROR_NO_KERNEL_IMAGE)
        SKIP("this build has no checked copies of kernels");
    CHECK_STATUS(status, LW_SUCCESS);
    beside.device = device;
    beside.flag = flag;
    CHECK(pthread_create(&thread, NULL, add_allocation, &beside) == 0);
    atomic_store(&beside.begins, true);
    status = lw_graph_launch(exec, stream);
    bool done = atomic_load(&beside.done);
    pthread_join(thread, NULL);
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK_STATUS(beside.status, LW_SUCCESS);
    CHECK(done);
    CHECK_STATUS(lw_device_synchronize(device), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
}
