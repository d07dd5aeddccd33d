/* Group R: events of two processes. */
#include <unistd.h>

#include <lanewise/graph.h>

#include "../api/stream_gate.h"
#include "../harness/arrays.h"
#include "../harness/process.h"
#include "Q_pool.h"

enum { N = 100000 };

struct message {
    lw_ipc_memory_handle memory;
    lw_ipc_event_handle event;
};

static void begin(struct test *t)
{
    lw_device_properties properties;
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    if (!properties.ipc)
        SKIP("the device has no handles for other processes");
    pool_load_kernels(t);
}

/* Waits for the first process's record, which is pending, and then records the event itself. */
static void wait_and_record(struct test *t, const struct process *process)
{
    struct message message;
    lw_event *event;
    lw_stream *stream = lw_default_stream(t->device);
    int *memory, errors = -1, *count = array_of(t, NULL, sizeof errors);
    CHECK_CALL(process_receive(t, process, &message, sizeof message, NULL));
    CHECK_STATUS(
        lw_ipc_open_memory_handle(t->device, (void **)&memory, &message.memory, LW_IPC_MEMORY_LAZY_ENABLE_PEER_ACCESS),
        LW_SUCCESS);
    CHECK_STATUS(lw_ipc_open_event_handle(t->device, &event, &message.event), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(event), LW_ERROR_NOT_READY);
    CHECK_STATUS(lw_stream_wait_event(stream, event), LW_SUCCESS);
    CHECK_STATUS(lw_launch(q_compare, lw_linear(stream, 4096, 128), N, memory, 5, count), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(stream), LW_ERROR_NOT_READY);
    CHECK_CALL(process_tell(t, process)); /* the first process opens its gate */
    CHECK_CALL(array_read(t, &errors, count, sizeof errors));
    CHECK_EQUAL(errors, 0);
    CHECK_STATUS(lw_event_query(event), LW_SUCCESS);
    CHECK_CALL(process_wait(t, process)); /* the first process has compared, too */
    CHECK_STATUS(lw_launch(q_fill, lw_linear(stream, 4096, 128), N, memory, 6), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
    CHECK_CALL(process_tell(t, process));
    CHECK_STATUS(lw_event_synchronize(event), LW_SUCCESS);
    CHECK_CALL(process_wait(t, process));
    CHECK_STATUS(lw_event_destroy(event), LW_SUCCESS);
    CHECK_STATUS(lw_ipc_close_memory_handle(t->device, memory), LW_SUCCESS);
    CHECK_CALL(process_tell(t, process));
}

static void record_and_wait(struct test *t, const struct process *process)
{
    struct message message;
    lw_event *event;
    lw_stream *stream, *other;
    int *memory = array_of(t, NULL, N * sizeof *memory), errors[2] = {-1, -1},
        *count = array_of(t, NULL, sizeof errors);
    CHECK(memory && count);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_event_create_with(t->device, &event, LW_EVENT_INTERPROCESS | LW_EVENT_DISABLE_TIMING), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(event), LW_SUCCESS); /* no record */
    CHECK_STATUS(lw_ipc_get_memory_handle(t->device, &message.memory, memory), LW_SUCCESS);
    CHECK_STATUS(lw_ipc_get_event_handle(event, &message.event), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate);
    CHECK_STATUS(lw_launch(q_fill, lw_linear(stream, 4096, 128), N, memory, 5), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
    /* In this process the event is like any other. */
    CHECK_STATUS(lw_event_query(event), LW_ERROR_NOT_READY);
    CHECK_STATUS(lw_stream_wait_event(other, event), LW_SUCCESS);
    CHECK_STATUS(lw_launch(q_compare, lw_linear(other, 4096, 128), N, memory, 5, count), LW_SUCCESS);
    process_send(t, process, &message, sizeof message, -1);
    process_wait(t, process);
    gate_open(gate);
    CHECK(!t->failed);
    CHECK_STATUS(lw_stream_synchronize(other), LW_SUCCESS);
    CHECK_CALL(process_tell(t, process));
    CHECK_CALL(process_wait(t, process)); /* the other process has recorded the event */
    CHECK_STATUS(lw_event_synchronize(event), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(other, event), LW_SUCCESS);
    CHECK_STATUS(lw_launch(q_compare, lw_linear(other, 4096, 128), N, memory, 6, count + 1), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(other), LW_SUCCESS);
    CHECK_CALL(array_read(t, errors, count, sizeof errors));
    CHECK(errors[0] == 0 && errors[1] == 0);
    CHECK_CALL(process_tell(t, process));
    CHECK_CALL(process_wait(t, process)); /* the other process has closed the memory and the event */
    CHECK_STATUS(lw_event_destroy(event), LW_SUCCESS);
}

TEST(row, R28_an_event_of_two_processes, .isolated = true)
{
    struct process process;
    CHECK_CALL(begin(t));
    if (process_started_this(&process)) {
        wait_and_record(t, &process);
        return;
    }
    CHECK_CALL(process_start(t, &process));
    record_and_wait(t, &process);
    process_end(t, &process);
}

TEST(row, R28b_events_that_other_processes_cannot_have)
{
    lw_event *event, *plain, *opened = NULL;
    lw_ipc_event_handle handle = {{1}};
    lw_graph *graph;
    lw_graph_node *node;
    float milliseconds;
    CHECK_CALL(begin(t));
    CHECK_STATUS(lw_event_create_with(t->device, &event, LW_EVENT_INTERPROCESS), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_event_create_with(t->device, &event, LW_EVENT_INTERPROCESS | LW_EVENT_DISABLE_TIMING), LW_SUCCESS);
    CHECK_STATUS(lw_event_create_with(t->device, &plain, LW_EVENT_DISABLE_TIMING), LW_SUCCESS);
    CHECK_STATUS(lw_ipc_get_event_handle(plain, &handle), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_ipc_get_event_handle(event, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_EQUAL(handle.reserved[0], 1);
    CHECK_STATUS(lw_ipc_get_event_handle(event, &handle), LW_SUCCESS);
    CHECK(lw_ipc_open_event_handle(t->device, &opened, &handle) != LW_SUCCESS); /* in the same process */
    CHECK_STATUS(lw_ipc_open_event_handle(t->device, &opened, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_ipc_open_event_handle(t->device, NULL, &handle), LW_ERROR_INVALID_VALUE);
    memset(&handle, 0x5a, sizeof handle);
    CHECK(lw_ipc_open_event_handle(t->device, &opened, &handle) != LW_SUCCESS);
    CHECK(opened == NULL);
    CHECK_STATUS(lw_event_record(event, lw_default_stream(t->device)), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(event), LW_SUCCESS);
    CHECK_STATUS(lw_event_elapsed_time(&milliseconds, event, event), LW_ERROR_INVALID_HANDLE);
    lw_graph_node_params params = lw_graph_event_record_node(event);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_NOT_SUPPORTED);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_event_destroy(plain), LW_SUCCESS);
    CHECK_STATUS(lw_event_destroy(event), LW_SUCCESS);
}

/* The record waits for a word that nobody writes. */
static void record_and_end(struct test *t, const struct process *process)
{
    lw_event *event;
    lw_ipc_event_handle handle;
    uint32_t *word = array_of(t, NULL, 4);
    CHECK_CALL(process_receive(t, process, &handle, sizeof handle, NULL));
    CHECK_STATUS(lw_ipc_open_event_handle(t->device, &event, &handle), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_value32(lw_default_stream(t->device), word, 1, LW_WAIT_EQUAL), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, lw_default_stream(t->device)), LW_SUCCESS);
    CHECK_CALL(process_tell(t, process));
    CHECK_CALL(process_wait(t, process));
    _exit(0);
}

TEST(row, R28c_a_process_that_ends_ends_its_records, .cpu_only = true, .isolated = true)
{
    struct process process;
    lw_event *event;
    lw_ipc_event_handle handle;
    CHECK_CALL(begin(t));
    if (process_started_this(&process)) {
        record_and_end(t, &process);
        return;
    }
    CHECK_STATUS(lw_event_create_with(t->device, &event, LW_EVENT_INTERPROCESS | LW_EVENT_DISABLE_TIMING), LW_SUCCESS);
    CHECK_STATUS(lw_ipc_get_event_handle(event, &handle), LW_SUCCESS);
    CHECK_CALL(process_start(t, &process));
    process_send(t, &process, &handle, sizeof handle, -1);
    process_wait(t, &process);
    CHECK_STATUS(lw_event_query(event), LW_ERROR_NOT_READY);
    CHECK_STATUS(lw_stream_wait_event(lw_default_stream(t->device), event), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(lw_default_stream(t->device)), LW_ERROR_NOT_READY);
    process_tell(t, &process);
    CHECK_STATUS(lw_event_synchronize(event), LW_SUCCESS); /* the process is a zombie until process_end() */
    CHECK_STATUS(lw_stream_synchronize(lw_default_stream(t->device)), LW_SUCCESS);
    process_end(t, &process);
}
