/* Group R: memory of another process, by handles. */
#include <lanewise/capture.h>
#include <lanewise/launch.h>

#include "../api/stream_gate.h"
#include "../harness/arrays.h"
#include "../harness/process.h"
#include "R_devices.h"
#include "device/Q_pool.h"

enum { BLOCKS = 5 };
static const int counts[BLOCKS] = {1 << 20, 60, 900, 900, 1025}; /* elements; some share pages */

static void begin(struct test *t)
{
    lw_device_properties properties;
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    if (!properties.ipc)
        SKIP("the device has no handles for other processes");
}

/* Checks that the memory holds `expected`, and fills it with `value`. */
static void compare_and_fill(struct test *t, int *memory, int n, int expected, int value)
{
    int errors = -1, *count = array_of(t, NULL, sizeof errors);
    lw_launch_config wide = lw_linear(lw_default_stream(t->device), 4096, 128);
    CHECK(count);
    CHECK_STATUS(lw_launch(q_compare, wide, n, memory, expected, count), LW_SUCCESS);
    CHECK_STATUS(lw_launch(q_fill, wide, n, memory, value), LW_SUCCESS);
    CHECK_CALL(array_read(t, &errors, count, sizeof errors));
    CHECK_EQUAL(errors, 0);
    CHECK_STATUS(lw_free(t->device, count), LW_SUCCESS);
}

static void use_memory(struct test *t, const struct process *other)
{
    enum { FLAGS = LW_IPC_MEMORY_LAZY_ENABLE_PEER_ACCESS };
    lw_ipc_memory_handle handles[BLOCKS];
    lw_pointer_attributes attributes;
    void *memory[BLOCKS], *again = NULL;
    CHECK_CALL(process_receive(t, other, handles, sizeof handles, NULL));
    for (int i = 0; i < BLOCKS; i++) {
        CHECK_STATUS(lw_ipc_open_memory_handle(t->device, &memory[i], &handles[i], FLAGS), LW_SUCCESS);
        CHECK_STATUS(lw_pointer_get_attributes(t->device, memory[i], &attributes), LW_SUCCESS);
        CHECK(attributes.space == LW_SPACE_DEVICE && attributes.base == memory[i]);
    }
    for (int i = 0; i < BLOCKS; i++)
        CHECK_CALL(compare_and_fill(t, memory[i], counts[i], i + 1, i + 100));
    /* Once more: the same address, until both are closed. */
    CHECK_STATUS(lw_ipc_open_memory_handle(t->device, &again, &handles[0], FLAGS), LW_SUCCESS);
    CHECK(again == memory[0]);
    CHECK_STATUS(lw_ipc_close_memory_handle(t->device, again), LW_SUCCESS);
    CHECK_CALL(compare_and_fill(t, memory[0], counts[0], 100, 100));
    CHECK_STATUS(lw_free(t->device, memory[0]), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_ipc_close_memory_handle");
    CHECK_STATUS(lw_ipc_close_memory_handle(t->device, (char *)memory[0] + 4), LW_ERROR_INVALID_VALUE);
    for (int i = 0; i < BLOCKS - 1; i++) /* the handle's end closes the last one */
        CHECK_STATUS(lw_ipc_close_memory_handle(t->device, memory[i]), LW_SUCCESS);
    CHECK_STATUS(lw_ipc_close_memory_handle(t->device, memory[0]), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memset(t->device, memory[0], 0, 4), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_CALL(process_tell(t, other));
    CHECK_CALL(process_wait(t, other));
}

static void give_memory(struct test *t, const struct process *other)
{
    lw_ipc_memory_handle handles[BLOCKS], again;
    int *memory[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
        CHECK(memory[i] = array_of(t, NULL, (size_t)counts[i] * sizeof(int)));
        CHECK_CALL(compare_and_fill(t, memory[i], counts[i], 0, i + 1));
    }
    for (int i = 0; i < BLOCKS; i++) /* a kernel may run meanwhile */
        CHECK_STATUS(lw_ipc_get_memory_handle(t->device, &handles[i], memory[i]), LW_SUCCESS);
    CHECK_STATUS(lw_ipc_get_memory_handle(t->device, &again, memory[0]), LW_SUCCESS);
    CHECK_CALL(process_send(t, other, handles, sizeof handles, -1));
    CHECK_CALL(process_wait(t, other));
    for (int i = 0; i < BLOCKS; i++)
        CHECK_CALL(compare_and_fill(t, memory[i], counts[i], i + 100, 0));
    CHECK_CALL(process_tell(t, other));
}

TEST(row, R25_memory_of_another_process, .isolated = true)
{
    struct process other;
    CHECK_CALL(begin(t));
    if (process_started_this(&other)) {
        use_memory(t, &other);
        return;
    }
    CHECK_CALL(process_start(t, &other));
    give_memory(t, &other);
    process_end(t, &other);
}

TEST(row, R25b_what_has_no_handle)
{
    enum { FLAGS = LW_IPC_MEMORY_LAZY_ENABLE_PEER_ACCESS };
    lw_ipc_memory_handle handle = {{1}};
    lw_stream *stream = lw_default_stream(t->device);
    lw_device_properties properties;
    void *opened = NULL, *pooled;
    int local, *memory = array_of(t, NULL, 64);
    CHECK_CALL(begin(t));
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    CHECK_STATUS(lw_ipc_get_memory_handle(t->device, &handle, memory + 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_ipc_get_memory_handle(t->device, &handle, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_ipc_get_memory_handle(t->device, &handle, &local), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_ipc_get_memory_handle(t->device, NULL, memory), LW_ERROR_INVALID_VALUE);
    if (properties.memory_pools) {
        CHECK_STATUS(lw_malloc_async(stream, &pooled, 64), LW_SUCCESS);
        CHECK_STATUS(lw_ipc_get_memory_handle(t->device, &handle, pooled), LW_ERROR_INVALID_VALUE);
        CHECK_STATUS(lw_free_async(stream, pooled), LW_SUCCESS);
    }
    CHECK_EQUAL(handle.reserved[0], 1);
    CHECK_STATUS(lw_ipc_get_memory_handle(t->device, &handle, memory), LW_SUCCESS);
    CHECK_STATUS(lw_ipc_open_memory_handle(t->device, &opened, &handle, FLAGS), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "this process");
    CHECK_STATUS(lw_ipc_open_memory_handle(t->device, &opened, &handle, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_ipc_open_memory_handle(t->device, &opened, NULL, FLAGS), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_ipc_open_memory_handle(t->device, NULL, &handle, FLAGS), LW_ERROR_INVALID_VALUE);
    memset(&handle, 0x5a, sizeof handle);
    CHECK(lw_ipc_open_memory_handle(t->device, &opened, &handle, FLAGS) != LW_SUCCESS);
    CHECK_STATUS(lw_ipc_close_memory_handle(t->device, memory), LW_ERROR_INVALID_VALUE);
    CHECK(opened == NULL);
    CHECK_STATUS(lw_memset(t->device, memory, 0, 64), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
}

TEST(row, R25c_the_other_process_has_ended, .isolated = true)
{
    struct process other;
    lw_ipc_memory_handle handle;
    void *memory, *opened = NULL;
    CHECK_CALL(begin(t));
    if (process_started_this(&other)) {
        CHECK_STATUS(lw_malloc(t->device, &memory, 1 << 20), LW_SUCCESS);
        CHECK_STATUS(lw_ipc_get_memory_handle(t->device, &handle, memory), LW_SUCCESS);
        CHECK_CALL(process_send(t, &other, &handle, sizeof handle, -1));
        return;
    }
    CHECK_CALL(process_start(t, &other));
    process_receive(t, &other, &handle, sizeof handle, NULL);
    CHECK_CALL(process_end(t, &other));
    CHECK(lw_ipc_open_memory_handle(t->device, &opened, &handle, LW_IPC_MEMORY_LAZY_ENABLE_PEER_ACCESS) != LW_SUCCESS);
    CHECK(opened == NULL);
}

/* Kernels of one device write the other's memory, while its handle is made. */
TEST(row, R25d_a_handle_is_made_while_a_peer_writes, .two_devices = true)
{
    enum { TURNS = 10, N = 1 << 20 };
    lw_stream *stream = lw_default_stream(t->device);
    lw_ipc_memory_handle handle;
    int *memory, errors, *count = array_of(t, NULL, sizeof errors);
    CHECK(count);
    CHECK_CALL(begin(t));
    if (!r_can(t))
        SKIP("the devices have no peer access");
    CHECK_STATUS(lw_device_enable_peer_access(t->device, t->peer, 0), LW_SUCCESS);
    for (int i = 1; i <= TURNS; i++) {
        CHECK_STATUS(lw_malloc(t->peer, (void **)&memory, N * sizeof *memory), LW_SUCCESS);
        CHECK_STATUS(lw_memset(t->peer, memory, 0, N * sizeof *memory), LW_SUCCESS);
        CHECK_STATUS(lw_device_synchronize(t->peer), LW_SUCCESS);
        CHECK_STATUS(lw_launch(q_fill, lw_linear(stream, N, 128), N, memory, i), LW_SUCCESS);
        CHECK_STATUS(lw_ipc_get_memory_handle(t->peer, &handle, memory), LW_SUCCESS);
        CHECK_STATUS(lw_launch(q_compare, lw_linear(stream, 4096, 128), N, memory, i, count), LW_SUCCESS);
        CHECK_CALL(array_read(t, &errors, count, sizeof errors));
        CHECK_EQUAL(errors, 0);
        CHECK_STATUS(lw_free(t->peer, memory), LW_SUCCESS);
    }
    CHECK_STATUS(lw_device_disable_peer_access(t->device, t->peer), LW_SUCCESS);
}

/* A graph with a kernel, and then a host function that stands at a gate. */
TEST(row, R25e_a_handle_is_made_while_a_graph_waits)
{
    enum { N = 1 << 18 };
    int *memory = array_of(t, NULL, N * sizeof *memory), value = 0;
    lw_stream *stream;
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_ipc_memory_handle handle;
    CHECK(memory != NULL);
    CHECK_CALL(begin(t));
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_RELAXED), LW_SUCCESS);
    CHECK_STATUS(lw_launch(q_fill, lw_linear(stream, 4096, 128), N, memory, 3), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_ipc_get_memory_handle(t->device, &handle, memory), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(stream), LW_ERROR_NOT_READY); /* nor has the gate opened by itself */
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &value, memory + N - 1, sizeof value, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_EQUAL(value, 3);
}
