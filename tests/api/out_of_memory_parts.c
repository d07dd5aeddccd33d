/* The parts of out_of_memory_parts.h. */
#include <dlfcn.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include <lanewise/capture.h>
#include <lanewise/graph_edge.h>
#include <lanewise/user_object.h>

#include "api/test_hook.h"
#include "device/kernels.h"
#include "out_of_memory_parts.h"
#include "tests/conformance/device/I_managed.h"
#include "tests/conformance/device/J_texture.h"
#include "tests/conformance/device/M_grid.h"
#include "tests/conformance/device/Z_cluster_sm90.h"

static int got[64]; /* queued copies outlive a call that fails */

static void no_function(void *user)
{
    (void)user;
}

static void no_callback(lw_stream *stream, lw_status status, void *user)
{
    (void)stream, (void)status, (void)user;
}

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
    float values[HEIGHT][WIDTH], doubled[HEIGHT][WIDTH];
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
    lw_array_copy copy = {.destination = {.memory = {doubled, sizeof doubled[0], sizeof doubled[0], HEIGHT}},
                          .source = {.array = array},
                          .width = WIDTH,
                          .height = HEIGHT,
                          .depth = 1,
                          .kind = LW_MEMCPY_DEVICE_TO_HOST};
    STEP(lw_memcpy_3d_array, s->device, &copy);
    STEP(lw_surface_destroy, s->device, surface);
    STEP(lw_texture_destroy, s->device, texture);
    STEP(lw_array_destroy, array);
    return doubled[HEIGHT - 1][WIDTH - 1] == 2 * (WIDTH * HEIGHT - 1) ? LW_SUCCESS : LW_ERROR_LAUNCH_FAILURE;
}

/* More edges than a list begins with; programmatic ones, by hand and by capture. */
static lw_status run_edges(struct scenario *s)
{
    enum { AHEAD = 6 };
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *node, *ahead[AHEAD];
    lw_graph_edge_data data[AHEAD];
    int value = 4, n = 64;
    const void *arguments[] = {&s->memory, &value, &n};
    lw_graph_node_params params = lw_graph_kernel_node(LW_KERNEL_OF(api_fill), lw_linear(NULL, 64, 64), arguments);
    STEP(lw_graph_create, s->device, &graph);
    for (int i = 0; i < AHEAD; i++) {
        STEP(lw_graph_add_node, graph, &ahead[i], i ? &ahead[i - 1] : NULL, i != 0, &params);
        data[i] = (lw_graph_edge_data){LW_GRAPH_PORT_DEFAULT};
    }
    STEP(lw_graph_node_set_access_policy_window, ahead[0], &(lw_access_policy_window){.size = 0});
    lw_device_properties device;
    STEP(lw_device_get_properties, s->device, &device);
    if (device.compute_capability_major >= 9)
        data[0] = lw_graph_programmatic_edge();
    STEP(lw_graph_add_node_with, graph, &node, ahead, data, AHEAD, &params);
    STEP(lw_graph_remove_dependencies_with, graph, ahead, &node, data, 1);
    STEP(lw_graph_add_dependencies_with, graph, ahead, &node, data, 1);
    STEP(lw_graph_instantiate, graph, &exec, 0);
    STEP(lw_graph_launch, exec, s->stream);
    STEP(lw_stream_synchronize, s->stream);
    return LW_SUCCESS;
}

/* A graph by hand with each type of node, and the changes of executable graphs. */
static lw_status run_graphs(struct scenario *s)
{
    lw_graph *graph, *clone;
    lw_graph_exec *exec;
    lw_graph_node *node, *kernel, *copy;
    lw_event *event;
    lw_user_object *object;
    int value = 3, n = 64;
    const void *arguments[] = {&s->memory, &value, &n};
    lw_graph_node_params params = lw_graph_memset_node(s->memory, 0, sizeof got);
    STEP(lw_event_create, s->device, &event);
    STEP(lw_graph_create, s->device, &graph);
    lw_graph_conditional handle;
    STEP(lw_graph_conditional_create, graph, &handle, 0, LW_GRAPH_CONDITIONAL_ASSIGN_DEFAULT);
    lw_graph_node_params conditional = lw_graph_conditional_node(handle, LW_GRAPH_IF, 2);
    STEP(lw_graph_add_node, graph, &node, NULL, 0, &conditional);
    STEP(lw_graph_instantiate, graph, &exec, 0);
    STEP(lw_graph_launch, exec, s->stream);
    STEP(lw_graph_create, s->device, &graph);
    STEP(lw_graph_add_node, graph, &node, NULL, 0, &params);
    params = lw_graph_kernel_node(LW_KERNEL_OF(api_fill), lw_linear(NULL, 64, 64), arguments);
    STEP(lw_graph_add_node, graph, &kernel, &node, 1, &params);
    params = lw_graph_memcpy_node(got, s->memory, sizeof got, LW_MEMCPY_DEVICE_TO_HOST);
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
    STEP(lw_graph_launch, exec, s->stream);
    params = lw_graph_kernel_node(LW_KERNEL_OF(api_fill), lw_linear(NULL, 64, 64), arguments);
    STEP(lw_graph_exec_node_set_params, exec, kernel, &params);
    STEP(lw_graph_exec_node_set_enabled, exec, copy, 0);
    STEP(lw_graph_launch, exec, s->stream);
    STEP(lw_graph_exec_update, exec, graph, NULL);
    STEP(lw_user_object_create, s->device, &object, NULL, no_function, 1, LW_USER_OBJECT_NO_DESTRUCTOR_SYNC);
    STEP(lw_graph_retain_user_object, graph, object, 1, LW_GRAPH_USER_OBJECT_MOVE);
    STEP(lw_graph_instantiate, graph, &exec, 0);
    STEP(lw_stream_synchronize, s->stream);
    return got[63] == value ? LW_SUCCESS : LW_ERROR_LAUNCH_FAILURE;
}

/* Graphs that allocate and free, by hand and by capture. */
static lw_status run_graph_memory(struct scenario *s)
{
    int *scratch;
    lw_graph *graph, *captured;
    lw_graph_exec *exec;
    lw_graph_node *node;
    lw_event *event;
    lw_stream *stream = s->stream;
    lw_graph_node_params params = lw_graph_malloc_node(256);
    STEP(lw_event_create, s->device, &event);
    STEP(lw_graph_create, s->device, &graph);
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
    lw_status status = lw_launch(api_fill, lw_linear(stream, 64, 64), s->memory, 9, 64);
    if (status)
        return status;
    STEP(lw_memcpy_async, stream, got, s->memory, sizeof got, LW_MEMCPY_DEVICE_TO_HOST);
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
    lw_memory_pool_properties exportable = {.handle_type = LW_MEMORY_HANDLE_FILE_DESCRIPTOR};
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

/* Streams, events, copies, launches; it begins with the device's opening. */
static lw_status run_streams(struct scenario *s)
{
    lw_stream *legacy, *own, *stream = s->stream;
    lw_event *start, *stop;
    int *pinned, *rows, numbers[64];
    size_t pitch;
    float milliseconds;
    STEP(lw_event_create, s->device, &start);
    STEP(lw_event_create, s->device, &stop);
    STEP(lw_malloc_host, s->device, (void **)&pinned, sizeof numbers);
    STEP(lw_malloc_pitch, s->device, (void **)&rows, &pitch, 16, 4);
    STEP(lw_memset, s->device, s->memory, 0, sizeof numbers);
    STEP(lw_event_record, start, stream);
    STEP(lw_memcpy_async, stream, s->memory, pinned, sizeof numbers, LW_MEMCPY_HOST_TO_DEVICE);
    s->step = "lw_launch";
    lw_status status = lw_launch(api_fill, lw_linear(stream, 64, 64), s->memory, 9, 64);
    if (!status)
        status = lw_launch(api_shared, lw_linear(stream, 64, 64), s->memory, -1);
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
    STEP(lw_memcpy_2d, s->device, rows, pitch, numbers, 16, 16, 4, LW_MEMCPY_HOST_TO_DEVICE);
    STEP(lw_memcpy_from_symbol, s->device, numbers, LW_SYMBOL(api_counter), 16, 0);
    STEP(lw_stream_synchronize, stream);
    STEP(lw_event_elapsed_time, &milliseconds, start, stop);
    STEP(lw_memcpy, s->device, numbers, s->memory, sizeof numbers, LW_MEMCPY_DEVICE_TO_HOST);
    STEP(lw_free, s->device, rows);
    STEP(lw_event_destroy, stop);
    return numbers[0] == 1 && numbers[63] == 9 ? LW_SUCCESS : LW_ERROR_LAUNCH_FAILURE;
}

/* Memory of every kind: boxes, the host's, managed, from pools. */
static lw_status use_memory(struct scenario *s)
{
    lw_pitched box;
    lw_stream *legacy;
    int *extra, *managed, *table, numbers[64], value;
    STEP(lw_malloc_3d, s->device, &box, (lw_extent){64, 2, 2});
    STEP(lw_memset_3d, s->device, box, 1, (lw_extent){64, 1, 2});
    lw_copy_3d copy = {
        .destination = {numbers, 64, 64, 2}, .source = box, .extent = {64, 1, 2}, .kind = LW_MEMCPY_DEFAULT};
    STEP(lw_memcpy_3d, s->device, &copy);
    STEP(lw_malloc_host_with, s->device, (void **)&extra, 64, LW_HOST_MAPPED);
    STEP(lw_host_register, s->device, numbers, sizeof numbers, 0);
    STEP(lw_host_unregister, s->device, numbers);
    STEP(lw_malloc_managed, s->device, (void **)&managed, 5000, LW_ATTACH_GLOBAL);
    managed[1] = 5;
    STEP(lw_memory_advise, s->device, managed, 100, LW_ADVISE_SET_READ_MOSTLY, LW_LOCATION_HOST);
    STEP(lw_memory_prefetch_async, s->stream, managed, 100, LW_LOCATION_DEVICE);
    s->step = "lw_launch";
    lw_status status = lw_launch(i_add, lw_linear(s->stream, 1, 1), 1, managed + 1, 4);
    if (status)
        return status;
    STEP(lw_symbol_get_address, s->device, (void **)&table, LW_SYMBOL(i_table));
    STEP(lw_memory_range_get_attribute, s->device, table, 4, LW_MEMORY_RANGE_READ_MOSTLY, &value);
    STEP(lw_free, s->device, managed);
    lw_memory_pool *pool;
    int *ordered[3];
    STEP(lw_legacy_stream, s->device, &legacy);
    STEP(lw_memory_pool_create, s->device, &pool);
    STEP(lw_malloc_async, s->stream, (void **)&ordered[0], 5000);
    STEP(lw_malloc_from_pool_async, s->stream, pool, (void **)&ordered[1], 5000);
    STEP(lw_free_async, s->stream, ordered[1]);
    STEP(lw_malloc_from_pool_async, legacy, pool, (void **)&ordered[2], 5000);
    STEP(lw_memset_async, legacy, ordered[2], 0, 5000);
    STEP(lw_free_async, legacy, ordered[2]);
    STEP(lw_memory_pool_destroy, pool);
    STEP(lw_free_async, s->stream, s->memory);
    STEP(lw_device_synchronize, s->device);
    return numbers[0] == 0x01010101 ? LW_SUCCESS : LW_ERROR_LAUNCH_FAILURE;
}

/* Settings of a kernel and of the device, and other code. */
static lw_status use_kernels(struct scenario *s)
{
    Dl_info info;
    int blocks;
    lw_library *first, *second;
    STEP(lw_occupancy_max_active_blocks, s->device, LW_KERNEL_OF(api_fill), 64, 0, &blocks);
    STEP(lw_kernel_set_attribute, s->device, LW_KERNEL_OF(api_fill), LW_KERNEL_SHARED_CARVEOUT, 50);
    STEP(lw_device_set_limit, s->device, LW_LIMIT_STACK_SIZE, 100000);
    dladdr((void *)(uintptr_t)cbrt, &info);
    STEP(lw_library_load, s->device, &first, info.dli_fname);
    STEP(lw_library_load, s->device, &second, info.dli_fname);
    const void *arguments[] = {&s->memory, &(int){9}, &(int){64}};
    s->step = "lw_launch"; /* as the messages of every launch say */
    lw_status status = lw_launch_pointers(LW_KERNEL_OF(api_fill), lw_linear(s->stream, 64, 64), arguments);
    if (status)
        return status;
    STEP(lw_library_unload, first);
    STEP(lw_stream_destroy, s->stream);
    STEP(lw_device_synchronize, s->device);
    return LW_SUCCESS;
}

static lw_status (*const parts[])(struct scenario *s) = {
    run_streams, use_memory,       use_kernels, run_together,  use_array,     map_memory, share,
    run_graphs,  run_graph_memory, run_edges,   copy_each_way, change_graphs, ask,        use_library};

const int scenario_parts = sizeof parts / sizeof *parts - 1; /* all but the last, which takes long */

lw_status run_scenario(struct scenario *s, const char *device, int part, int fails)
{
    if (part == 0)
        lw_test_fail_allocation(fails);
    s->device_name = device;
    STEP(lw_device_open, &s->device, device);
    STEP(lw_stream_create_with, s->device, &s->stream, LW_STREAM_BLOCKING, -1);
    STEP(lw_malloc, s->device, (void **)&s->memory, sizeof got);
    if (part != 0)
        lw_test_fail_allocation(fails);
    return parts[part](s);
}
