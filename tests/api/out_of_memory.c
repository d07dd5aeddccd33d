/* Out of memory at every allocation in turn: a status, a sentence, nothing leaked, everything usable after. */
#include <dlfcn.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lanewise/capture.h>
#include <lanewise/graph_edge.h>
#include <lanewise/user_object.h>

#include "api/test_hook.h"
#include "tests/conformance/device/I_managed.h"
#include "tests/conformance/device/J_texture.h"
#include "tests/conformance/device/M_grid.h"
#include "tests/conformance/device/S_heap.h"
#include "tests/conformance/device/S_printf.h"
#include "tests/conformance/device/Z_cluster_sm90.h"
#include "device/kernels.h"
#include "tests/harness/test.h"

static void no_function(void *user)
{
    (void)user;
}

static void no_callback(lw_stream *stream, lw_status status, void *user)
{
    (void)stream, (void)status, (void)user;
}

struct scenario {
    lw_device *device;
    const char *step; /* the latest call made */
};

#define STEP(function, ...)                                                                                            \
    do {                                                                                                               \
        s->step = #function;                                                                                           \
        lw_status step_status = function(__VA_ARGS__);                                                                 \
        if (step_status)                                                                                               \
            return step_status;                                                                                        \
    } while (0)

/* Blocks that are resident together: clusters of two, and a cooperative grid of three. */
static lw_status run_together(struct scenario *s)
{
    enum { BLOCKS = 4, CLUSTER = 2, RESIDENT = 3 };
    int *cells, *errors, wrong[RESIDENT];
    unsigned *numbers, read[BLOCKS * CLUSTER];
    lw_device_properties properties;
    STEP(lw_device_get_properties, s->device, &properties);
    STEP(lw_malloc, s->device, (void **)&numbers, sizeof read);
    STEP(lw_malloc, s->device, (void **)&cells, sizeof wrong);
    STEP(lw_malloc, s->device, (void **)&errors, sizeof wrong);
    lw_launch_config config = lw_linear(lw_default_stream(s->device), BLOCKS * Z_LANES, Z_LANES);
    config.cluster = lw_make_dim3(CLUSTER, 1, 1);
    if (properties.cluster_launch) {
        s->step = "lw_launch";
        lw_status status = lw_launch(z_read_all, config, numbers);
        if (status)
            return status;
        STEP(lw_memcpy, s->device, read, numbers, sizeof read, LW_MEMCPY_DEVICE_TO_HOST);
        for (unsigned i = 0; i < BLOCKS * CLUSTER; i++)
            if (read[i] != i / CLUSTER / CLUSTER * CLUSTER + i % CLUSTER)
                return LW_ERROR_LAUNCH_FAILURE;
    }
    config = lw_linear(lw_default_stream(s->device), RESIDENT * 32, 32);
    config.cooperative = 1;
    STEP(lw_memset, s->device, errors, 0, sizeof wrong);
    s->step = "lw_launch";
    lw_status status = lw_launch(m_grid_rounds, config, 5, cells, errors);
    if (status)
        return status;
    STEP(lw_memcpy, s->device, wrong, errors, sizeof wrong, LW_MEMCPY_DEVICE_TO_HOST);
    return wrong[0] || wrong[1] || wrong[2] ? LW_ERROR_LAUNCH_FAILURE : LW_SUCCESS;
}

/* An array, a texture and a surface of it; the elements are doubled in place, and read back. */
static lw_status use_array(struct scenario *s)
{
    enum { WIDTH = 8, HEIGHT = 4 };
    float values[HEIGHT][WIDTH], got[HEIGHT][WIDTH];
    lw_array *array, *levels;
    lw_texture_object texture;
    lw_surface_object surface;
    lw_array_shape shape = {
        .format = {32, 0, 0, 0, LW_CHANNEL_FLOAT}, .width = WIDTH, .height = HEIGHT, .flags = LW_ARRAY_SURFACE};
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        values[i / WIDTH][i % WIDTH] = (float)i;
    STEP(lw_array_create, s->device, &array, &shape);
    shape.levels = 3;
    STEP(lw_array_create, s->device, &levels, &shape);
    STEP(lw_memcpy_2d_to_array, s->device, array, 0, 0, values, sizeof values[0], sizeof values[0], HEIGHT,
         LW_MEMCPY_HOST_TO_DEVICE);
    STEP(lw_texture_create, s->device, &texture, &(lw_texture_resource){.array = array},
         &(lw_texture_description){.srgb = 0});
    STEP(lw_surface_create, s->device, &surface, array, 0);
    s->step = "lw_launch";
    lw_status status = lw_launch(surface_double, lw_grid(lw_default_stream(s->device), 1, lw_make_dim3(8, 4, 1), 0),
                                 surface, surface, WIDTH, HEIGHT);
    if (status)
        return status;
    lw_array_copy copy = {.destination = {.memory = {got, sizeof got[0], sizeof got[0], HEIGHT}},
                          .source = {.array = array},
                          .width = WIDTH,
                          .height = HEIGHT,
                          .depth = 1,
                          .kind = LW_MEMCPY_DEVICE_TO_HOST};
    STEP(lw_memcpy_3d_array, s->device, &copy);
    STEP(lw_surface_destroy, s->device, surface);
    STEP(lw_texture_destroy, s->device, texture);
    STEP(lw_array_destroy, array);
    return got[HEIGHT - 1][WIDTH - 1] == 2 * (WIDTH * HEIGHT - 1) ? LW_SUCCESS : LW_ERROR_LAUNCH_FAILURE;
}

/* More edges than a list begins with; programmatic ones, by hand and by capture. */
static lw_status run_edges(struct scenario *s, lw_stream *stream, int *memory)
{
    enum { AHEAD = 6 };
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *node, *ahead[AHEAD];
    lw_graph_edge_data data[AHEAD];
    int value = 4, n = 64;
    const void *arguments[] = {&memory, &value, &n};
    lw_graph_node_params params = lw_graph_kernel_node(LW_KERNEL_OF(api_fill), lw_linear(NULL, 64, 64), arguments);
    STEP(lw_graph_create, s->device, &graph);
    for (int i = 0; i < AHEAD; i++) {
        STEP(lw_graph_add_node, graph, &ahead[i], i ? &ahead[i - 1] : NULL, i != 0, &params);
        data[i] = (lw_graph_edge_data){LW_GRAPH_PORT_DEFAULT};
    }
    lw_device_properties device;
    STEP(lw_device_get_properties, s->device, &device);
    if (device.compute_capability_major >= 9)
        data[0] = lw_graph_programmatic_edge();
    STEP(lw_graph_add_node_with, graph, &node, ahead, data, AHEAD, &params);
    STEP(lw_graph_remove_dependencies_with, graph, ahead, &node, data, 1);
    STEP(lw_graph_add_dependencies_with, graph, ahead, &node, data, 1);
    STEP(lw_graph_instantiate, graph, &exec, 0);
    STEP(lw_graph_launch, exec, stream);
    return LW_SUCCESS;
}

/* A graph by hand with each type of node, a graph by capture, and the changes of executable graphs. */
static lw_status run_graphs(struct scenario *s, lw_stream *stream, int *memory)
{
    lw_graph *graph, *clone, *captured;
    lw_graph_exec *exec;
    lw_graph_node *node, *kernel, *copy;
    lw_event *event;
    static int got[64]; /* queued copies outlive a call that fails */
    int value = 3, n = 64;
    const void *arguments[] = {&memory, &value, &n};
    lw_graph_node_params params = lw_graph_memset_node(memory, 0, sizeof got);
    STEP(lw_event_create, s->device, &event);
    STEP(lw_graph_create, s->device, &graph);
    lw_graph_conditional handle;
    STEP(lw_graph_conditional_create, graph, &handle, 0, LW_GRAPH_CONDITIONAL_ASSIGN_DEFAULT);
    lw_graph_node_params conditional = lw_graph_conditional_node(handle, LW_GRAPH_IF, 2);
    STEP(lw_graph_add_node, graph, &node, NULL, 0, &conditional);
    STEP(lw_graph_instantiate, graph, &exec, 0);
    STEP(lw_graph_launch, exec, stream);
    STEP(lw_graph_create, s->device, &graph);
    STEP(lw_graph_add_node, graph, &node, NULL, 0, &params);
    params = lw_graph_kernel_node(LW_KERNEL_OF(api_fill), lw_linear(NULL, 64, 64), arguments);
    STEP(lw_graph_add_node, graph, &kernel, &node, 1, &params);
    params = lw_graph_memcpy_node(got, memory, sizeof got, LW_MEMCPY_DEVICE_TO_HOST);
    STEP(lw_graph_add_node, graph, &copy, &kernel, 1, &params);
    params = lw_graph_host_node(no_function, NULL);
    STEP(lw_graph_add_node, graph, &node, &copy, 1, &params);
    params = lw_graph_event_record_node(event);
    STEP(lw_graph_add_node, graph, &node, &copy, 1, &params);
    STEP(lw_graph_clone, graph, &clone);
    params = lw_graph_child_node(clone);
    STEP(lw_graph_add_node, graph, &node, &copy, 1, &params);
    STEP(lw_graph_add_dependencies, graph, &kernel, &node, 1);
    STEP(lw_graph_instantiate, graph, &exec, 0);
    STEP(lw_graph_launch, exec, stream);
    params = lw_graph_kernel_node(LW_KERNEL_OF(api_fill), lw_linear(NULL, 64, 64), arguments);
    STEP(lw_graph_exec_node_set_params, exec, kernel, &params);
    STEP(lw_graph_exec_node_set_enabled, exec, copy, 0);
    STEP(lw_graph_launch, exec, stream);
    STEP(lw_graph_exec_update, exec, graph, NULL);
    int *scratch;
    lw_user_object *object;
    STEP(lw_user_object_create, s->device, &object, NULL, no_function, 1, LW_USER_OBJECT_NO_DESTRUCTOR_SYNC);
    STEP(lw_graph_retain_user_object, graph, object, 1, LW_GRAPH_USER_OBJECT_MOVE);
    STEP(lw_graph_instantiate, graph, &exec, 0);
    STEP(lw_graph_create, s->device, &graph);
    params = lw_graph_malloc_node(256);
    STEP(lw_graph_add_node, graph, &node, NULL, 0, &params);
    STEP(lw_graph_node_get_params, node, &params);
    scratch = params.as.allocate.pointer;
    params = lw_graph_memset_node(scratch, 0, 256);
    STEP(lw_graph_add_node, graph, &node, &node, 1, &params);
    STEP(lw_graph_instantiate, graph, &exec, 0);
    STEP(lw_graph_launch, exec, stream);
    STEP(lw_graph_create, s->device, &graph);
    params = lw_graph_free_node(scratch);
    STEP(lw_graph_add_node, graph, &node, NULL, 0, &params);
    STEP(lw_free_async, stream, scratch);
    STEP(lw_stream_begin_capture, stream, LW_CAPTURE_GLOBAL);
    STEP(lw_malloc_async, stream, (void **)&scratch, 256);
    STEP(lw_memset_async, stream, scratch, 0, 256);
    STEP(lw_free_async, stream, scratch);
    s->step = "lw_launch";
    lw_status status = lw_launch(api_fill, lw_linear(stream, 64, 64), memory, 9, 64);
    if (status)
        return status;
    STEP(lw_memcpy_async, stream, got, memory, sizeof got, LW_MEMCPY_DEVICE_TO_HOST);
    STEP(lw_launch_host_function, stream, no_function, NULL);
    STEP(lw_event_record, event, stream);
    STEP(lw_stream_wait_event, lw_default_stream(s->device), event);
    STEP(lw_stream_end_capture, stream, &captured);
    STEP(lw_graph_instantiate, captured, &exec, 0);
    STEP(lw_graph_launch, exec, stream);
    STEP(lw_stream_synchronize, stream);
    return got[63] == 9 ? LW_SUCCESS : LW_ERROR_LAUNCH_FAILURE;
}

/* Memory that is mapped at reserved addresses, given away as a file descriptor, and imported again. */
static lw_status map_memory(struct scenario *s)
{
    size_t unit;
    int descriptor;
    void *pointer;
    lw_physical_memory *memory, *imported, *retained;
    lw_device_properties properties;
    STEP(lw_device_get_properties, s->device, &properties);
    if (!properties.virtual_memory || !properties.file_descriptor_handles)
        return LW_SUCCESS;
    lw_physical_memory_properties exportable = {LW_MEMORY_HANDLE_FILE_DESCRIPTOR};
    lw_virtual_memory_access access = {s->device, LW_MEMORY_ACCESS_READ_WRITE};
    STEP(lw_physical_memory_granularity, s->device, &exportable, LW_MEMORY_GRANULARITY_MINIMUM, &unit);
    STEP(lw_virtual_memory_reserve, s->device, &pointer, 2 * unit, 0, NULL);
    STEP(lw_physical_memory_create, s->device, &memory, unit, &exportable);
    STEP(lw_physical_memory_export, memory, &descriptor);
    s->step = "lw_physical_memory_import";
    lw_status status = lw_physical_memory_import(s->device, &imported, descriptor);
    close(descriptor);
    if (status)
        return status;
    STEP(lw_virtual_memory_map, pointer, unit, memory, 0);
    STEP(lw_virtual_memory_map, (char *)pointer + unit, unit, imported, 0);
    STEP(lw_virtual_memory_set_access, s->device, pointer, 2 * unit, &access, 1);
    STEP(lw_physical_memory_retain, s->device, &retained, pointer);
    STEP(lw_memset, s->device, pointer, 1, 2 * unit);
    STEP(lw_virtual_memory_unmap, s->device, pointer, unit);
    return LW_SUCCESS; /* the end of the device's handle frees the rest */
}

/* What other processes can have; the own process imports a pool. */
static lw_status share(struct scenario *s)
{
    lw_device_properties properties;
    lw_event *event;
    lw_ipc_memory_handle memory_handle;
    lw_ipc_event_handle event_handle;
    lw_memory_pool *pool, *imported;
    lw_memory_pool_pointer exported;
    lw_memory_pool_properties exportable = {LW_MEMORY_HANDLE_FILE_DESCRIPTOR};
    lw_stream *stream = lw_default_stream(s->device);
    int descriptor;
    void *shared, *pooled, *other;
    STEP(lw_device_get_properties, s->device, &properties);
    if (!properties.ipc || !properties.memory_pools || !properties.file_descriptor_handles)
        return LW_SUCCESS;
    STEP(lw_malloc, s->device, &shared, 5000);
    STEP(lw_ipc_get_memory_handle, s->device, &memory_handle, shared);
    STEP(lw_event_create_with, s->device, &event, LW_EVENT_INTERPROCESS | LW_EVENT_DISABLE_TIMING);
    STEP(lw_ipc_get_event_handle, event, &event_handle);
    STEP(lw_event_record, event, stream);
    STEP(lw_stream_wait_event, stream, event);
    STEP(lw_event_synchronize, event);
    STEP(lw_memory_pool_create_with, s->device, &pool, &exportable);
    STEP(lw_memory_pool_export, pool, &descriptor);
    s->step = "lw_memory_pool_import";
    lw_status status = lw_memory_pool_import(s->device, &imported, descriptor);
    close(descriptor);
    if (status)
        return status;
    STEP(lw_malloc_from_pool_async, stream, pool, &pooled, 5000);
    STEP(lw_memory_pool_export_pointer, s->device, &exported, pooled);
    STEP(lw_memory_pool_import_pointer, imported, &other, &exported);
    STEP(lw_memset, s->device, other, 1, 5000);
    STEP(lw_free_async, stream, other);
    return LW_SUCCESS;
}

/* A small program. The first failure ends it; the caller keeps the device. */
static lw_status run_scenario(struct scenario *s, const char *name)
{
    lw_stream *stream, *legacy, *own;
    lw_event *start, *stop;
    int *memory, *pinned, *rows, *extra, got[64], kept[64];
    size_t pitch;
    float milliseconds;
    STEP(lw_device_open, &s->device, name);
    STEP(lw_stream_create_with, s->device, &stream, LW_STREAM_BLOCKING, -1);
    STEP(lw_event_create, s->device, &start);
    STEP(lw_event_create, s->device, &stop);
    STEP(lw_malloc, s->device, (void **)&memory, sizeof got);
    STEP(lw_malloc_host, s->device, (void **)&pinned, sizeof got);
    STEP(lw_malloc_pitch, s->device, (void **)&rows, &pitch, 16, 4);
    STEP(lw_memset, s->device, memory, 0, sizeof got);
    STEP(lw_event_record, start, stream);
    STEP(lw_memcpy_async, stream, memory, pinned, sizeof got, LW_MEMCPY_HOST_TO_DEVICE);
    s->step = "lw_launch";
    lw_status status = lw_launch(api_fill, lw_linear(stream, 64, 64), memory, 9, 64);
    if (!status)
        status = lw_launch(api_shared, lw_linear(stream, 64, 64), memory, -1);
    if (status)
        return status;
    STEP(lw_legacy_stream, s->device, &legacy);
    STEP(lw_memset_async, legacy, rows, 0, pitch);
    STEP(lw_launch_host_function, stream, no_function, NULL);
    STEP(lw_stream_add_callback, stream, no_callback, NULL);
    STEP(lw_per_thread_stream, s->device, &own);
    STEP(lw_stream_write_value32, own, (uint32_t *)pinned, 5);
    STEP(lw_stream_wait_value32, stream, (uint32_t *)pinned, 5, LW_WAIT_EQUAL);
    STEP(lw_event_record, stop, stream);
    STEP(lw_stream_wait_event, lw_default_stream(s->device), stop);
    STEP(lw_memcpy_2d, s->device, rows, pitch, got, 16, 16, 4, LW_MEMCPY_HOST_TO_DEVICE);
    STEP(lw_memcpy_from_symbol, s->device, got, LW_SYMBOL(api_counter), 16, 0);
    STEP(lw_stream_synchronize, stream);
    STEP(lw_event_elapsed_time, &milliseconds, start, stop);
    STEP(lw_memcpy, s->device, got, memory, sizeof got, LW_MEMCPY_DEVICE_TO_HOST);
    lw_pitched box;
    int blocks;
    STEP(lw_malloc_3d, s->device, &box, (lw_extent){64, 2, 2});
    STEP(lw_memset_3d, s->device, box, 1, (lw_extent){64, 1, 2});
    lw_copy_3d copy = {.destination = {got, 64, 64, 2}, .source = box, .extent = {64, 1, 2}, .kind = LW_MEMCPY_DEFAULT};
    memcpy(kept, got, sizeof kept);
    STEP(lw_memcpy_3d, s->device, &copy);
    memcpy(got, kept, sizeof got);
    STEP(lw_malloc_host_with, s->device, (void **)&extra, 64, LW_HOST_MAPPED);
    STEP(lw_host_register, s->device, kept, sizeof kept, 0);
    STEP(lw_host_unregister, s->device, kept);
    int *managed, *table, value;
    STEP(lw_malloc_managed, s->device, (void **)&managed, 5000, LW_ATTACH_GLOBAL);
    managed[1] = 5;
    STEP(lw_memory_advise, s->device, managed, 100, LW_ADVISE_SET_READ_MOSTLY, LW_LOCATION_HOST);
    STEP(lw_memory_prefetch_async, stream, managed, 100, LW_LOCATION_DEVICE);
    s->step = "lw_launch";
    status = lw_launch(i_add, lw_linear(stream, 1, 1), 1, managed + 1, 4);
    if (status)
        return status;
    STEP(lw_symbol_get_address, s->device, (void **)&table, LW_SYMBOL(i_table));
    STEP(lw_memory_range_get_attribute, s->device, table, 4, LW_MEMORY_RANGE_READ_MOSTLY, &value);
    STEP(lw_free, s->device, managed);
    lw_memory_pool *pool;
    int *ordered[3];
    STEP(lw_memory_pool_create, s->device, &pool);
    STEP(lw_malloc_async, stream, (void **)&ordered[0], 5000);
    STEP(lw_malloc_from_pool_async, stream, pool, (void **)&ordered[1], 5000);
    STEP(lw_free_async, stream, ordered[1]);
    STEP(lw_malloc_from_pool_async, legacy, pool, (void **)&ordered[2], 5000);
    STEP(lw_memset_async, legacy, ordered[2], 0, 5000);
    STEP(lw_free_async, legacy, ordered[2]);
    STEP(lw_memory_pool_destroy, pool);
    STEP(lw_occupancy_max_active_blocks, s->device, LW_KERNEL_OF(api_fill), 64, 0, &blocks);
    STEP(lw_kernel_set_attribute, s->device, LW_KERNEL_OF(api_fill), LW_KERNEL_SHARED_CARVEOUT, 50);
    STEP(lw_device_set_limit, s->device, LW_LIMIT_STACK_SIZE, 100000);
    Dl_info info;
    lw_library *first, *second;
    dladdr((void *)(uintptr_t)cbrt, &info);
    STEP(lw_library_load, s->device, &first, info.dli_fname);
    STEP(lw_library_load, s->device, &second, info.dli_fname);
    const void *arguments[] = {&memory, &(int){9}, &(int){64}};
    STEP(lw_launch_pointers, LW_KERNEL_OF(api_fill), lw_linear(stream, 64, 64), arguments);
    STEP(lw_library_unload, first);
    status = run_together(s);
    if (!status)
        status = use_array(s);
    if (!status)
        status = map_memory(s);
    if (!status)
        status = share(s);
    if (!status)
        status = run_graphs(s, stream, memory);
    if (!status)
        status = run_edges(s, stream, memory);
    if (status)
        return status;
    STEP(lw_free_async, stream, memory);
    STEP(lw_free, s->device, rows);
    STEP(lw_stream_destroy, stream);
    STEP(lw_event_destroy, stop);
    STEP(lw_device_synchronize, s->device);
    return got[0] == 1 && got[63] == 9 ? LW_SUCCESS : LW_ERROR_LAUNCH_FAILURE;
}

static void check_counts(struct test *t, const lw_test_counts *before, const char *step)
{
    lw_test_counts now;
    lw_test_count(&now);
    if (memcmp(&now, before, sizeof now) != 0)
        FAIL(
            "after %s: %ld devices, %ld streams, %ld events, %ld libraries, %ld pools, %ld graphs, %ld nodes, "
            "%ld executable graphs, %ld contexts, %ld ranges, %ld arrays, %ld physical memories, %ld user objects are left",
            step, now.devices - before->devices, now.streams - before->streams, now.events - before->events,
            now.libraries - before->libraries, now.memory_pools - before->memory_pools, now.graphs - before->graphs,
            now.nodes - before->nodes, now.execs - before->execs, now.contexts - before->contexts,
            now.ranges - before->ranges, now.arrays - before->arrays, now.physical_memories - before->physical_memories,
            now.user_objects - before->user_objects);
}

/* Fails each allocation in turn; `failed` is how many there were. */
static void fail_each(struct test *t, const char *name, int *failed)
{
    lw_test_counts before;
    lw_test_count(&before);
    for (int n = 1;; n++) {
        if (n > 2000)
            FAIL("%d allocations and no end", n);
        struct scenario s = {NULL, ""};
        lw_test_fail_allocation(n);
        lw_status status = run_scenario(&s, name);
        bool pending = lw_test_failure_pending();
        lw_test_fail_allocation(0);
        if (status) {
            const char *message = lw_last_error_message(s.device);
            /* The system may also refuse a thread to the device. */
            bool threads = status == LW_ERROR_SYSTEM && strstr(message, "thread");
            if (status != LW_ERROR_OUT_OF_MEMORY && !threads)
                FAIL("allocation %d, %s: %s: %s", n, s.step, lw_status_string(status), message);
            if (strncmp(message, s.step, strlen(s.step)) != 0 || message[strlen(s.step)] != ':')
                FAIL("allocation %d, %s: the message is \"%s\"", n, s.step, message);
        }
        if (s.device) {
            lw_status closed = lw_device_close(s.device);
            if (closed)
                FAIL("allocation %d, %s, then lw_device_close: %s", n, s.step, lw_last_error_message(NULL));
        }
        CHECK_CALL(check_counts(t, &before, s.step));
        if (!status && pending) {
            *failed = n - 1;
            return;
        }
        /* The failure hit an optional allocation, or shows only after its call. Of others the next turn shows that the library is
         * usable, as far as its own failure; a whole run now and then shows the rest. */
        if (!status || n % 16 != 0)
            continue;
        struct scenario again = {NULL, ""};
        status = run_scenario(&again, name);
        if (status)
            FAIL("after allocation %d failed in %s: %s: %s", n, s.step, again.step, lw_last_error_message(NULL));
        CHECK_STATUS(lw_device_close(again.device), LW_SUCCESS);
        CHECK_CALL(check_counts(t, &before, again.step));
    }
}

/* Each device is opened here, so that the failures reach its opening too. */
TEST(api, out_of_memory, .host = true, .isolated = true, .seconds = 600)
{
    int count;
    const char *name;
    CHECK_STATUS(lw_device_count(&count), LW_SUCCESS);
    for (int i = 0; i < count; i++) {
        CHECK_STATUS(lw_device_name(i, &name), LW_SUCCESS);
        int failed = 0;
        CHECK_CALL(fail_each(t, name, &failed));
        CHECK(failed >= 10);
    }
}

/* Fails the n-th allocation of a launch and of its kernel, on a device of its own. `got`: the kernel's result, if
 * the launch succeeded nevertheless. False: there are fewer allocations. */
static bool launch_failing(struct test *t, bool prints, int n, int *got, size_t size)
{
    lw_device *device;
    int *answers;
    lw_kernel_attributes attributes;
    const lw_kernel *kernel = prints ? LW_KERNEL_OF(s_print_returns) : LW_KERNEL_OF(s_heap_none);
    if (lw_device_open(&device, "cpu") || lw_malloc(device, (void **)&answers, 1000 * sizeof(int)) ||
        lw_kernel_get_attributes(device, kernel, &attributes) ||
        lw_launch(api_fill, lw_linear(lw_default_stream(device), 1000, 1), answers, 1, 1000) ||
        lw_device_synchronize(device)) {
        test_fail(t, __FILE__, __LINE__, "%s", lw_last_error_message(NULL));
        return false;
    }
    lw_launch_config config = lw_linear(lw_default_stream(device), 1, 1);
    memset(got, 0, size);
    lw_test_fail_allocation(n);
    lw_status status =
        prints ? lw_launch(s_print_returns, config, answers, NULL) : lw_launch(s_heap_none, config, answers);
    if (!status)
        status = lw_device_synchronize(device);
    bool met = !lw_test_failure_pending();
    lw_test_fail_allocation(0);
    if (!status)
        status = lw_memcpy(device, got, answers, size, LW_MEMCPY_DEVICE_TO_HOST);
    else
        got[0] = 1;
    if (status != LW_SUCCESS && status != LW_ERROR_OUT_OF_MEMORY)
        test_fail(t, __FILE__, __LINE__, "%s", lw_last_error_message(device));
    if (lw_device_close(device))
        test_fail(t, __FILE__, __LINE__, "%s", lw_last_error_message(NULL));
    return met;
}

/* In kernels: malloc() returns null and printf() a negative number, and the launch succeeds. The heap is three
 * pieces of memory, or their records are. The kernel's second printf() gets the room in the FIFO that the first did
 * not. */
TEST(api, out_of_memory_in_kernels, .host = true, .isolated = true)
{
    int got[5], prints = 0, heaps = 0;
    bool met = true;
    /* Again if other threads have allocated meanwhile. */
    for (int n = 1, attempt = 0; attempt < 200 && (met || prints < 1); attempt++, n = met ? n + 1 : 1) {
        CHECK_CALL(met = launch_failing(t, true, n, got, sizeof got));
        prints += met && got[0] == -1 && got[1] == 1;
    }
    CHECK(!met && got[0] == 0 && got[1] == 1);
    met = true;
    for (int n = 1, attempt = 0; attempt < 200 && (met || heaps < 3); attempt++, n = met ? n + 1 : 1) {
        CHECK_CALL(met = launch_failing(t, false, n, got, sizeof got));
        heaps += met && !got[0];
    }
    CHECK(!met && got[0] == 1);
    if (prints < 1 || heaps < 3)
        FAIL("%d of 1 and %d of 3 failures were met", prints, heaps);
}

/* Repeats the same: leaks of a failure would add up, in each span of rounds. Pools of handles grow too, ever more
 * rarely: one span without growth suffices. The allocator is asked, since the counts above are the dispatch's own.
 * Under AddressSanitizer it has no figures, and the leak checker looks instead. */
TEST(api, out_of_memory_leaks, .host = true, .isolated = true, .takes_long = true, .seconds = 900)
{
    enum { SPANS = 8, ROUNDS = 2, NOISE = 50 };
    size_t growth = 0;
    int failed = 0;
    if (getenv("MESON_EXE_WRAPPER")) /* see isolate.c */
        SKIP("an emulator of processors (qemu-user) keeps memory for each of the thousands of threads that end here");
    CHECK_CALL(fail_each(t, "cpu", &failed)); /* what is made once */
    for (int span = 0; span < SPANS; span++) {
        size_t before = mallinfo2().uordblks;
        for (int round = 0; round < ROUNDS; round++)
            CHECK_CALL(fail_each(t, "cpu", &failed));
        size_t after = mallinfo2().uordblks;
        growth = after > before ? after - before : 0;
        if (growth <= NOISE)
            return;
    }
    FAIL("%zu bytes more in use after the last %d rounds", growth, ROUNDS);
}
