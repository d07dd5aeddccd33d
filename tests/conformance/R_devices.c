/* Group R: two devices of one kind; what each has of its own. */
#include "R_devices.h"

#include <lanewise/graph_memory.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#include "../api/stream_gate.h"
#include "../harness/arrays.h"
#include "device/R_peer.h"

enum { MOST = 4096 };

int *r_numbers(struct test *t, lw_device *device, int n, int first)
{
    static int values[MOST];
    int *array = NULL;
    for (int i = 0; i < n; i++)
        values[i] = first + i;
    if (lw_malloc(device, (void **)&array, sizeof *array * (size_t)n) ||
        lw_memcpy(device, array, values, sizeof *array * (size_t)n, LW_MEMCPY_HOST_TO_DEVICE))
        test_fail(t, __FILE__, __LINE__, "an array: %s", lw_last_error_message(device));
    return t->failed ? NULL : array;
}

void r_check(struct test *t, lw_device *device, const int *array, int n, int first, int factor)
{
    static int values[MOST];
    CHECK_STATUS(lw_memcpy(device, values, array, sizeof *array * (size_t)n, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (int i = 0; i < n; i++)
        CHECK_EQUAL(values[i], factor * (first + i));
}

int r_read(struct test *t, lw_device *device, const int *word)
{
    int value = -1;
    if (lw_memcpy(device, &value, word, sizeof value, LW_MEMCPY_DEVICE_TO_HOST))
        test_fail(t, __FILE__, __LINE__, "reading a word: %s", lw_last_error_message(device));
    return value;
}

bool r_can(struct test *t)
{
    int can = 0;
    if (lw_device_can_access_peer(t->device, t->peer, &can))
        test_fail(t, __FILE__, __LINE__, "lw_device_can_access_peer: %s", lw_last_error_message(t->device));
    return can != 0;
}

TEST(row, R1_each_device_has_memory_and_streams_of_its_own, .two_devices = true)
{
    enum { N = 1000 };
    lw_device_properties here, there;
    size_t available, total, less;
    CHECK_STATUS(lw_device_get_properties(t->device, &here), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_properties(t->peer, &there), LW_SUCCESS);
    CHECK(strcmp(here.kind, there.kind) == 0 && here.ordinal != there.ordinal);
    CHECK(lw_default_stream(t->device) != lw_default_stream(t->peer));
    CHECK_STATUS(lw_device_get_memory(t->peer, &available, &total), LW_SUCCESS);
    int *a = r_numbers(t, t->device, N, 1), *b = r_numbers(t, t->peer, N, 5000), *c = r_numbers(t, t->peer, N, 0);
    CHECK(a && b && c && a != b);
    if (on_cpu(t)) {
        CHECK_STATUS(lw_device_get_memory(t->peer, &less, &total), LW_SUCCESS);
        CHECK_EQUAL(available - less, 2 * N * sizeof *b);
    }
    CHECK_STATUS(lw_launch(r_scale, lw_linear(lw_default_stream(t->peer), N, 128), N, c, b), LW_SUCCESS);
    r_check(t, t->peer, c, N, 5000, 3);
    r_check(t, t->device, a, N, 1, 1);
    CHECK_STATUS(lw_free(t->device, b), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memset(t->device, b, 0, sizeof *b), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_free(t->peer, b), LW_SUCCESS);
}

TEST(row, R2_events_of_two_devices, .two_devices = true)
{
    enum { N = 2048 };
    lw_stream *here = lw_default_stream(t->device), *there = lw_default_stream(t->peer);
    lw_event *mine, *theirs;
    float time = -1;
    int *from = r_numbers(t, t->device, N, 1), *middle = r_numbers(t, t->device, N, 0),
        *to = r_numbers(t, t->peer, N, 0);
    CHECK(from && middle && to);
    CHECK_STATUS(lw_event_create(t->device, &mine), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->peer, &theirs), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(mine, there), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_event_record(theirs, here), LW_ERROR_INVALID_HANDLE);
    for (int round = 0; round < 20; round++) { /* here, there, here: only the events order them */
        CHECK_STATUS(lw_launch(r_scale, lw_linear(here, N, 128), N, middle, from), LW_SUCCESS);
        CHECK_STATUS(lw_event_record(mine, here), LW_SUCCESS);
        CHECK_STATUS(lw_stream_wait_event(there, mine), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_peer_async(there, to, t->peer, middle, t->device, N * sizeof *to), LW_SUCCESS);
        CHECK_STATUS(lw_event_record(theirs, there), LW_SUCCESS);
        CHECK_STATUS(lw_stream_wait_event(here, theirs), LW_SUCCESS);
        CHECK_STATUS(lw_memset_async(here, middle, 0, N * sizeof *to), LW_SUCCESS);
    }
    CHECK_STATUS(lw_event_elapsed_time(&time, mine, theirs), LW_ERROR_INVALID_HANDLE);
    CHECK_MESSAGE(t->device, "belongs to device");
    CHECK_STATUS(lw_event_synchronize(theirs), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(theirs), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(mine), LW_SUCCESS);
    r_check(t, t->peer, to, N, 1, 3);
}

TEST(row, R3_a_wait_for_one_device_is_not_one_for_the_other, .two_devices = true)
{
    enum { N = 100 };
    lw_stream *there = lw_default_stream(t->peer);
    int *word = r_numbers(t, t->device, N, 0);
    CHECK(word != NULL);
    struct stream_gate *gate = gate_close(t->peer, there);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_launch(r_add, lw_linear(lw_default_stream(t->device), N, 32), word), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK(r_read(t, t->device, word) >= N);
    CHECK_STATUS(lw_stream_query(there), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(there), LW_SUCCESS);
}

TEST(row, R4_limits_and_the_heap_of_each_device, .two_devices = true)
{
    size_t before = 0, value = 0;
    int *made = r_numbers(t, t->device, 1, 0), *peers = r_numbers(t, t->peer, 1, 0);
    CHECK(made && peers);
    CHECK_STATUS(lw_device_get_limit(t->device, LW_LIMIT_MALLOC_HEAP_SIZE, &before), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_allocate, one_thread(lw_default_stream(t->device)), 1000, made), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_allocate, one_thread(lw_default_stream(t->peer)), 1000, peers), LW_SUCCESS);
    CHECK(r_read(t, t->device, made) == 1 && r_read(t, t->peer, peers) == 1);
    CHECK_STATUS(lw_device_reset(t->peer), LW_SUCCESS);
    if (on_cpu(t)) { /* a GPU's context stays when it is reset without a fault */
        CHECK_STATUS(lw_device_set_limit(t->peer, LW_LIMIT_MALLOC_HEAP_SIZE, 2 * before), LW_SUCCESS);
        CHECK_STATUS(lw_device_get_limit(t->peer, LW_LIMIT_MALLOC_HEAP_SIZE, &value), LW_SUCCESS);
        CHECK_EQUAL(value, 2 * before);
    }
    CHECK_STATUS(lw_device_get_limit(t->device, LW_LIMIT_MALLOC_HEAP_SIZE, &value), LW_SUCCESS);
    CHECK_EQUAL(value, before);
    CHECK_STATUS(lw_launch(r_allocate, one_thread(lw_default_stream(t->device)), 2000, made), LW_SUCCESS);
    CHECK_EQUAL(r_read(t, t->device, made), 1);
}

TEST(row, R5_a_fault_of_one_device_is_every_device_s, .two_devices = true, .isolated = true)
{
    enum { N = 500 };
    int *to = r_numbers(t, t->device, N, 0), *from = r_numbers(t, t->device, N, 7);
    lw_stream *stream = lw_default_stream(t->device);
    CHECK(to && from);
    CHECK_STATUS(lw_launch(r_scale, lw_linear(stream, N, 128), N, to, from), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_trap, one_thread(lw_default_stream(t->peer))), LW_SUCCESS);
    CHECK(LW_ERROR_IS_STICKY(lw_device_synchronize(t->peer)));
    lw_status status = lw_launch(r_scale, lw_linear(stream, N, 128), N, to, from);
    if (status == LW_SUCCESS)
        status = lw_device_synchronize(t->device);
    CHECK(LW_ERROR_IS_STICKY(status));
    CHECK(LW_ERROR_IS_STICKY(lw_memcpy_peer(to, t->device, from, t->peer, sizeof *to)));
    if (!on_cpu(t))
        return;
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS); /* each by itself */
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK(LW_ERROR_IS_STICKY(lw_device_synchronize(t->peer)));
    CHECK((to = r_numbers(t, t->device, N, 0)) && (from = r_numbers(t, t->device, N, 7)));
    CHECK_STATUS(lw_launch(r_scale, lw_linear(stream, N, 128), N, to, from), LW_SUCCESS);
    r_check(t, t->device, to, N, 7, 3);
    CHECK_STATUS(lw_device_reset(t->peer), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->peer), LW_SUCCESS);
}

TEST(row, R5b_a_fault_ends_another_device_s_waits, .two_devices = true, .isolated = true, .cpu_only = true)
{
    lw_stream *here = lw_default_stream(t->device), *there = lw_default_stream(t->peer);
    lw_event *event;
    int *word = r_numbers(t, t->device, 1, 0);
    uint32_t *never;
    CHECK(word != NULL);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&never, sizeof *never), LW_SUCCESS);
    *never = 0;
    CHECK_STATUS(lw_event_create(t->peer, &event), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->peer, there);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_launch(r_trap, one_thread(there)), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, there), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_value32(here, never, 1, LW_WAIT_EQUAL), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(here, event), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_add, one_thread(here), word), LW_SUCCESS);
    gate_open(gate);
    CHECK(LW_ERROR_IS_STICKY(lw_device_synchronize(t->device)));
}

static atomic_bool has_begun, open_now, has_ended;

static void hold_on(void *user)
{
    (void)user;
    atomic_store(&has_begun, true);
    for (int i = 0; i < 10000 && !atomic_load(&open_now); i++)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    atomic_store(&has_ended, true);
}

TEST(row, R5c_a_fault_ends_waits_for_another_device_s_events, .two_devices = true, .isolated = true, .cpu_only = true)
{
    enum { WAITS = 3 };
    lw_stream *here = lw_default_stream(t->device), *there = lw_default_stream(t->peer), *waits[WAITS];
    lw_event *event;
    int *word = r_numbers(t, t->peer, 1, 0);
    CHECK(word != NULL);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    CHECK_STATUS(lw_launch_host_function(here, hold_on, NULL), LW_SUCCESS);
    while (!atomic_load(&has_begun)) /* else the fault would drop it */
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    CHECK_STATUS(lw_event_record(event, here), LW_SUCCESS);
    for (int i = 0; i < WAITS; i++) {
        CHECK_STATUS(lw_stream_create(t->peer, &waits[i]), LW_SUCCESS);
        CHECK_STATUS(lw_stream_wait_event(waits[i], event), LW_SUCCESS);
        CHECK_STATUS(lw_memset_async(waits[i], word, 1, sizeof *word), LW_SUCCESS);
    }
    CHECK_STATUS(lw_launch(r_trap, one_thread(there)), LW_SUCCESS);
    CHECK(LW_ERROR_IS_STICKY(lw_stream_synchronize(there)));
    CHECK_STATUS(lw_device_reset(t->peer), LW_SUCCESS); /* waits for the streams */
    CHECK(!atomic_load(&has_ended));
    atomic_store(&open_now, true);
    CHECK(LW_ERROR_IS_STICKY(lw_device_synchronize(t->device)));
}

TEST(row, R6_closing_a_device_that_another_has_work_of, .two_devices = true)
{
    enum { N = 4000 };
    lw_device *second;
    char name[32];
    lw_device_properties properties;
    CHECK_STATUS(lw_device_get_properties(t->peer, &properties), LW_SUCCESS);
    snprintf(name, sizeof name, "%s:%d", properties.kind, properties.ordinal);
    CHECK_STATUS(lw_device_open(&second, name), LW_SUCCESS);
    lw_stream *here = lw_default_stream(t->device), *there;
    lw_event *event;
    int *from, *to = r_numbers(t, t->device, N, 0);
    CHECK_STATUS(lw_malloc(second, (void **)&from, N * sizeof *from), LW_SUCCESS);
    CHECK_STATUS(lw_memset(second, from, 1, N * sizeof *from), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(second, &there), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(second, &event), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(there, from, 2, N * sizeof *from), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, there), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(here, event), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_peer_async(here, to, t->device, from, second, N * sizeof *to), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(second), LW_SUCCESS); /* frees `from`, after the copy */
    CHECK_EQUAL(r_read(t, t->device, to + N - 1), 0x02020202);
}

TEST(row, R6b_closing_a_device_that_another_waits_for, .two_devices = true)
{
    enum { N = 4000 };
    lw_stream *here = lw_default_stream(t->device), *there;
    lw_event *event;
    char name[32];
    lw_device_properties properties;
    int *to = r_numbers(t, t->device, N, 0), *from = r_numbers(t, t->peer, N, 1);
    CHECK(to && from);
    CHECK_STATUS(lw_device_get_properties(t->peer, &properties), LW_SUCCESS);
    snprintf(name, sizeof name, "%s:%d", properties.kind, properties.ordinal);
    CHECK_STATUS(lw_stream_create(t->peer, &there), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->peer, &event), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, here);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_memset_async(there, from, 2, N * sizeof *from), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, there), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(here, event), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(here, to, 3, N * sizeof *to), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(t->peer), LW_SUCCESS); /* its last handle */
    gate_open(gate);
    CHECK_EQUAL(r_read(t, t->device, to + N - 1), 0x03030303);
    CHECK_STATUS(lw_device_open(&t->peer, name), LW_SUCCESS);
}

TEST(row, R6c_a_reset_beside_another_device_s_work, .two_devices = true)
{
    enum { N = 4000, ROUNDS = 10 };
    lw_stream *here = lw_default_stream(t->device);
    int *to = r_numbers(t, t->device, N, 0);
    CHECK(to != NULL);
    for (int i = 0; i < ROUNDS; i++) { /* the copies are done before the reset frees their source */
        int *from = r_numbers(t, t->peer, N, i);
        CHECK(from != NULL);
        for (int j = 0; j < ROUNDS; j++)
            CHECK_STATUS(lw_memcpy_async(here, to, from, N * sizeof *to, LW_MEMCPY_DEFAULT), LW_SUCCESS);
        CHECK_STATUS(lw_device_reset(t->peer), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_async(here, to, from, N * sizeof *to, LW_MEMCPY_DEVICE_TO_DEVICE),
                     LW_ERROR_INVALID_VALUE);
        r_check(t, t->device, to, N, i, 1);
    }
}

static void *open_later(void *gate)
{
    nanosleep(&(struct timespec){0, 50000000}, NULL);
    gate_open(gate);
    return NULL;
}

/* A graph's allocation in the peer's memory, with ones in it. */
static void leave_graph_memory(struct test *t, int **memory, size_t size)
{
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *node;
    lw_graph_node_params params = lw_graph_malloc_node(size);
    CHECK_STATUS(lw_graph_create(t->peer, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_get_params(node, &params), LW_SUCCESS);
    *memory = params.as.allocate.pointer;
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, lw_default_stream(t->peer)), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->peer, *memory, 1, size), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->peer), LW_SUCCESS);
}

TEST(row, R6d_memory_of_graphs_ends_after_another_device_s_work, .two_devices = true)
{
    enum { N = 1000 };
    lw_stream *here = lw_default_stream(t->device);
    for (int close = 0; close < 2; close++) {
        int *to = r_numbers(t, t->device, N, 0), *from = NULL, got[N];
        pthread_t thread;
        CHECK(to != NULL);
        CHECK_CALL(leave_graph_memory(t, &from, N * sizeof *to));
        struct stream_gate *gate = gate_close(t->device, here);
        CHECK(gate != NULL);
        CHECK_STATUS(lw_memcpy_peer_async(here, to, t->device, from, t->peer, N * sizeof *to), LW_SUCCESS);
        CHECK(pthread_create(&thread, NULL, open_later, gate) == 0);
        if (close) {
            CHECK_STATUS(lw_device_close(t->peer), LW_SUCCESS);
            t->peer = NULL;
        } else {
            CHECK_STATUS(lw_device_reset(t->peer), LW_SUCCESS);
        }
        pthread_join(thread, NULL);
        CHECK_STATUS(lw_memcpy(t->device, got, to, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK(got[0] == 0x01010101 && got[N - 1] == 0x01010101);
    }
}
