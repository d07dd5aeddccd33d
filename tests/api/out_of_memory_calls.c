/* Parts of out_of_memory_parts.h: queued copies and sets of each shape, changes of graphs, queries, libraries. */
#include <dlfcn.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lanewise/array.h>
#include <lanewise/graph_edge.h>
#include <lanewise/graph_memory.h>
#include <lanewise/texture.h>
#include <lanewise/user_object.h>

#include "device/kernels.h"
#include "out_of_memory_parts.h"
#include "tests/conformance/device/Z_cluster_sm90.h"

enum { WIDTH = 16, ROWS = 4, BYTES = WIDTH * ROWS };

static char host[2][BYTES]; /* queued copies outlive a call that fails */

static void no_function(void *user)
{
    (void)user;
}

/* Bytes go through an array: to it by rows, from it by rows, and by boxes. */
static lw_status copy_arrays(struct scenario *s)
{
    lw_array *array;
    const lw_array_shape shape = {.format = {8, 0, 0, 0, LW_CHANNEL_UNSIGNED}, .width = WIDTH, .height = ROWS};
    lw_array_copy box = {.destination = {.memory = {host[1], WIDTH, WIDTH, ROWS}},
                         .width = WIDTH,
                         .height = ROWS,
                         .depth = 1,
                         .kind = LW_MEMCPY_DEVICE_TO_HOST};
    STEP(lw_array_create, s->device, &array, &shape);
    box.source.array = array;
    STEP(lw_memcpy_2d_to_array_async, s->stream, array, 0, 0, host[0], WIDTH, WIDTH, ROWS, LW_MEMCPY_HOST_TO_DEVICE);
    STEP(lw_memcpy_2d_from_array_async, s->stream, host[1], WIDTH, array, 0, 0, WIDTH, ROWS, LW_MEMCPY_DEVICE_TO_HOST);
    STEP(lw_memcpy_3d_array_async, s->stream, &box);
    STEP(lw_memcpy_2d_from_array, s->device, host[1], WIDTH, array, 0, 0, WIDTH, ROWS, LW_MEMCPY_DEVICE_TO_HOST);
    return LW_SUCCESS;
}

lw_status copy_each_way(struct scenario *s)
{
    char *rows = (char *)s->memory;
    int *managed, *pinned, number = 0;
    const lw_pitched memory = {rows, WIDTH, WIDTH, ROWS};
    const lw_extent extent = {WIDTH, ROWS, 1};
    const lw_copy_3d box = {
        .destination = {host[0], WIDTH, WIDTH, ROWS}, .source = memory, .extent = extent, .kind = LW_MEMCPY_DEFAULT};
    STEP(lw_memset_2d, s->device, rows, WIDTH, 1, WIDTH, ROWS);
    STEP(lw_memset_2d_async, s->stream, rows, WIDTH, 2, WIDTH, ROWS);
    STEP(lw_memset_3d_async, s->stream, memory, 3, extent);
    STEP(lw_memcpy_3d_async, s->stream, &box);
    STEP(lw_memcpy_2d_async, s->stream, host[1], WIDTH, rows, WIDTH, WIDTH, ROWS, LW_MEMCPY_DEVICE_TO_HOST);
    STEP(lw_memcpy_to_symbol_async, s->stream, LW_SYMBOL(api_counter), rows, sizeof number, 0);
    STEP(lw_memcpy_from_symbol_async, s->stream, rows, LW_SYMBOL(api_counter), sizeof number, 0);
    lw_status status = copy_arrays(s);
    if (status)
        return status;
    STEP(lw_malloc_managed, s->device, (void **)&managed, 5000, LW_ATTACH_GLOBAL);
    STEP(lw_stream_attach_memory, s->stream, managed, 0, LW_ATTACH_SINGLE);
    STEP(lw_malloc_host, s->device, (void **)&pinned, 64);
    memset(pinned, 0, 64);
    STEP(lw_stream_write_value64, s->stream, (uint64_t *)(void *)pinned, 5);
    STEP(lw_stream_wait_value64, s->stream, (uint64_t *)(void *)pinned, 5, LW_WAIT_EQUAL);
    STEP(lw_stream_set_access_policy_window, s->stream,
         &(lw_access_policy_window){rows, WIDTH, 1, LW_ACCESS_STREAMING, LW_ACCESS_NORMAL});
    lw_launch_config config = lw_linear(s->stream, 64, 64);
    const struct {
        int *to, value, n;
    } arguments = {s->memory, 9, 16};
    s->step = "lw_launch"; /* as the messages of every launch say */
    status = lw_launch_kernel(LW_KERNEL_OF(api_fill), config, &arguments);
    if (status)
        return status;
    STEP(lw_stream_synchronize, s->stream);
    STEP(lw_free_host, s->device, pinned);
    return host[0][BYTES - 1] == 3 && host[1][BYTES - 1] == 3 ? LW_SUCCESS : LW_ERROR_LAUNCH_FAILURE;
}

/* Lists of a graph that has two nodes and an edge, its picture, and what is taken out of it. */
lw_status change_graphs(struct scenario *s)
{
    lw_graph *graph, *clone;
    lw_graph_exec *exec;
    lw_graph_node *set, *call, *found, *nodes[4], *to[4];
    lw_graph_edge_data data[4];
    lw_user_object *object;
    size_t count = 4;
    int enabled;
    char path[] = "/tmp/lanewise-test-XXXXXX";
    lw_graph_node_params params = lw_graph_memset_node(s->memory, 0, 64);
    STEP(lw_graph_create, s->device, &graph);
    STEP(lw_graph_add_node, graph, &set, NULL, 0, &params);
    params = lw_graph_memset_node(s->memory, 1, 32);
    STEP(lw_graph_node_set_params, set, &params);
    params = lw_graph_host_node(no_function, NULL);
    STEP(lw_graph_add_node, graph, &call, &set, 1, &params);
    STEP(lw_graph_get_nodes, graph, nodes, &count);
    STEP(lw_graph_get_root_nodes, graph, nodes, (count = 4, &count));
    STEP(lw_graph_get_edges, graph, nodes, to, (count = 4, &count));
    STEP(lw_graph_get_edges_with, graph, nodes, to, data, (count = 4, &count));
    STEP(lw_graph_node_get_dependencies, call, nodes, (count = 4, &count));
    STEP(lw_graph_node_get_dependencies_with, call, nodes, data, (count = 4, &count));
    STEP(lw_graph_node_get_dependent_nodes, set, nodes, (count = 4, &count));
    STEP(lw_graph_node_get_dependent_nodes_with, set, nodes, data, (count = 4, &count));
    int file = mkstemp(path);
    if (file < 0)
        return LW_ERROR_SYSTEM;
    close(file);
    s->step = "lw_graph_print_dot";
    lw_status status = lw_graph_print_dot(graph, path);
    unlink(path);
    if (status)
        return status;
    STEP(lw_graph_clone, graph, &clone);
    STEP(lw_graph_node_find_in_clone, call, clone, &found);
    STEP(lw_graph_node_destroy, found);
    STEP(lw_graph_instantiate, graph, &exec, 0);
    STEP(lw_graph_exec_node_get_enabled, exec, set, &enabled);
    STEP(lw_graph_upload, exec, s->stream);
    STEP(lw_graph_launch, exec, s->stream);
    STEP(lw_user_object_create, s->device, &object, NULL, no_function, 1, LW_USER_OBJECT_NO_DESTRUCTOR_SYNC);
    STEP(lw_user_object_retain, object, 1);
    STEP(lw_graph_retain_user_object, graph, object, 1, 0);
    STEP(lw_graph_release_user_object, graph, object, 1);
    STEP(lw_user_object_release, object, 2);
    STEP(lw_graph_remove_dependencies, graph, &set, &call, 1);
    STEP(lw_stream_synchronize, s->stream);
    STEP(lw_graph_exec_destroy, exec);
    STEP(lw_graph_destroy, clone);
    STEP(lw_graph_destroy, graph);
    STEP(lw_device_set_graph_memory_attribute, s->device, LW_GRAPH_MEMORY_USED_HIGH, 0);
    STEP(lw_device_trim_graph_memory, s->device);
    return LW_SUCCESS;
}

/* The C library of mathematics is a library without kernels. */
static lw_status load_from_memory(struct scenario *s)
{
    Dl_info info;
    struct stat status;
    lw_library *library;
    dladdr((void *)(uintptr_t)cbrt, &info);
    int file = open(info.dli_fname, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0)
        return LW_ERROR_SYSTEM;
    void *data = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    s->step = "lw_library_load_data";
    lw_status loaded = lw_library_load_data(s->device, &library, data, (size_t)status.st_size);
    munmap(data, (size_t)status.st_size);
    return loaded;
}

/* Pools, what streams and kernels are asked, a library, and a reset. */
lw_status ask(struct scenario *s)
{
    lw_memory_pool *pool;
    lw_device_properties properties;
    uint64_t value;
    unsigned blocks, threads;
    int clusters;
    size_t room;
    void *pointer;
    STEP(lw_device_get_properties, s->device, &properties);
    if (properties.memory_pools) {
        STEP(lw_device_get_default_memory_pool, s->device, &pool);
        STEP(lw_device_get_memory_pool, s->device, &pool);
        STEP(lw_memory_pool_create, s->device, &pool);
        STEP(lw_device_set_memory_pool, s->device, pool);
        STEP(lw_memory_pool_set_attribute, pool, LW_MEMORY_POOL_RELEASE_THRESHOLD, UINT64_MAX);
        STEP(lw_malloc_async, s->stream, &pointer, 5000);
        STEP(lw_memory_pool_get_attribute, pool, LW_MEMORY_POOL_USED_CURRENT, &value);
        STEP(lw_free_async, s->stream, pointer);
        STEP(lw_stream_synchronize, s->stream);
        STEP(lw_memory_pool_trim, pool, 0);
        STEP(lw_memory_pool_destroy, pool);
    }
    STEP(lw_occupancy_max_potential_block_size, s->device, LW_KERNEL_OF(api_fill), NULL, NULL, 0, &blocks, &threads);
    STEP(lw_occupancy_available_dynamic_shared, s->device, LW_KERNEL_OF(api_fill), 1, 64, &room);
    if (properties.cluster_launch) {
        lw_launch_config config = lw_linear(s->stream, 4 * Z_LANES, Z_LANES);
        config.cluster = lw_make_dim3(2, 1, 1);
        STEP(lw_occupancy_max_active_clusters, s->device, LW_KERNEL_OF(z_read_all), config, &clusters);
    }
    STEP(lw_device_reset_persisting_l2_cache, s->device);
    STEP(lw_stream_query, s->stream);
    lw_status status = load_from_memory(s);
    if (status)
        return status;
    STEP(lw_device_reset, s->device);
    return LW_SUCCESS;
}

/* A kernel that is compiled, or found among those that were, and launched; and the same from memory. */
lw_status use_library(struct scenario *s)
{
    static const char source[] = "#include <lanewise/kernel.h>\n"
                                 "LW_GLOBAL(int, term) = 3;\n"
                                 "LW_KERNEL(add, (int *, p)) { *p += term; }\n";
    const char *const options[] = {"-O1", strncmp(s->device_name, "cpu", 3) == 0 ? "--no-cuda" : NULL, NULL};
    const lw_kernel *kernel;
    const lw_symbol *symbol;
    lw_library *library;
    size_t size, offset, bytes;
    int got = 0;
    STEP(lw_library_compile, s->device, &library, source, "add.c", options, NULL, 0);
    STEP(lw_library_get_kernel, library, "add", &kernel);
    STEP(lw_library_get_symbol, library, "term", &symbol);
    STEP(lw_kernel_get_parameter, kernel, 0, &offset, &bytes);
    STEP(lw_symbol_get_size, s->device, &size, symbol);
    STEP(lw_memset_async, s->stream, s->memory, 0, sizeof got);
    const void *arguments[] = {&s->memory};
    s->step = "lw_launch"; /* as the messages of every launch say */
    lw_status status = lw_launch_pointers(kernel, lw_linear(s->stream, 1, 1), arguments);
    if (status)
        return status;
    STEP(lw_memcpy_async, s->stream, &got, s->memory, sizeof got, LW_MEMCPY_DEVICE_TO_HOST);
    STEP(lw_stream_synchronize, s->stream);
    STEP(lw_library_unload, library);
    return got == 3 ? LW_SUCCESS : LW_ERROR_LAUNCH_FAILURE;
}
