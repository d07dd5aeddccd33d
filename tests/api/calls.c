#include "calls.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "device/kernels.h"

static void no_function(void *user)
{
    (void)user;
}

static void no_callback(lw_stream *stream, lw_status status, void *user)
{
    (void)stream, (void)status, (void)user;
}

enum { FAULTED = API_CALL_WHILE_FAULTED, ENDS = API_CALL_ENDS_HANDLE, MULTI = API_CALL_MULTICAST };

static const lw_array_shape array_shape = {
    .format = {32, 0, 0, 0, LW_CHANNEL_FLOAT}, .width = 16, .height = 8, .flags = LW_ARRAY_SURFACE};
static const lw_graph_node_params empty = {.type = LW_GRAPH_NODE_EMPTY};

static const lw_graph_node_params *kernel_of(const struct operands *o)
{
    static int value = 1, count = 16;
    static const void *arguments[] = {NULL, &value, &count};
    static lw_graph_node_params params;
    arguments[0] = &o->memory;
    params = lw_graph_kernel_node(LW_KERNEL_OF(api_fill), lw_linear(NULL, 16, 16), arguments);
    return &params;
}

/* Each line: the function, its argument with the handle, flags, the arguments. */
#define CALLS(X)                                                                                                       \
    X(lw_device_get_properties, device, FAULTED, (o->device, &(lw_device_properties){.ordinal = 0}))                   \
    X(lw_device_synchronize, device, 0, (o->device))                                                                   \
    X(lw_malloc, device, 0, (o->device, &o->spare, 64))                                                                \
    X(lw_free, device, 0, (o->device, o->spare))                                                                       \
    X(lw_malloc_pitch, device, 0, (o->device, &o->spare, &(size_t){0}, 64, 2))                                         \
    X(lw_malloc_host, device, 0, (o->device, &o->pinned_spare, 64))                                                    \
    X(lw_free_host, device, 0, (o->device, o->pinned_spare))                                                           \
    X(lw_memcpy, device, 0, (o->device, o->memory, o->host, 64, LW_MEMCPY_HOST_TO_DEVICE))                             \
    X(lw_memcpy_async, stream, 0, (o->stream, o->memory, o->host, 64, LW_MEMCPY_DEFAULT))                              \
    X(lw_memcpy_2d, device, 0, (o->device, o->memory, 64, o->host, 32, 32, 4, LW_MEMCPY_HOST_TO_DEVICE))               \
    X(lw_memcpy_2d_async, stream, 0, (o->stream, o->host, 64, o->memory, 32, 32, 4, LW_MEMCPY_DEVICE_TO_HOST))         \
    X(lw_memcpy_peer_async, stream, 0, (o->stream, o->memory, o->device, o->spare, o->device, 64))                     \
    X(lw_memset, device, 0, (o->device, o->memory, 1, 64))                                                             \
    X(lw_memset_async, stream, 0, (o->stream, o->memory, 1, 64))                                                       \
    X(lw_memset_2d, device, 0, (o->device, o->memory, 64, 1, 32, 4))                                                   \
    X(lw_memset_2d_async, stream, 0, (o->stream, o->memory, 64, 1, 32, 4))                                             \
    X(lw_pointer_get_attributes, device, 0, (o->device, o->memory, &(lw_pointer_attributes){.size = 0}))               \
    X(lw_memcpy_to_symbol, device, 0, (o->device, LW_SYMBOL(api_counter), o->host, 16, 0))                             \
    X(lw_memcpy_from_symbol, device, 0, (o->device, o->host, LW_SYMBOL(api_counter), 16, 0))                           \
    X(lw_memcpy_to_symbol_async, stream, 0, (o->stream, LW_SYMBOL(api_counter), o->host, 16, 0))                       \
    X(lw_memcpy_from_symbol_async, stream, 0, (o->stream, o->host, LW_SYMBOL(api_counter), 16, 0))                     \
    X(lw_symbol_get_address, device, 0, (o->device, &(void *){0}, LW_SYMBOL(api_counter)))                             \
    X(lw_symbol_get_size, device, 0, (o->device, &(size_t){0}, LW_SYMBOL(api_counter)))                                \
    X(lw_stream_set_access_policy_window, stream, 0, (o->stream, &(lw_access_policy_window){.size = 0}))               \
    X(lw_stream_get_access_policy_window, stream, 0, (o->stream, &(lw_access_policy_window){.size = 0}))               \
    X(lw_device_reset_persisting_l2_cache, device, 0, (o->device))                                                     \
    X(lw_malloc_managed, device, 0, (o->device, &(void *){0}, 64, LW_ATTACH_GLOBAL))                                   \
    X(lw_stream_attach_memory, stream, 0, (o->stream, o->managed, 0, LW_ATTACH_SINGLE))                                \
    X(lw_memory_advise, device, 0, (o->device, o->managed, 64, LW_ADVISE_SET_READ_MOSTLY, LW_LOCATION_DEVICE))         \
    X(lw_memory_prefetch_async, stream, 0, (o->stream, o->managed, 64, LW_LOCATION_DEVICE))                            \
    X(lw_memory_range_get_attribute, device, 0, (o->device, o->managed, 64, LW_MEMORY_RANGE_ACCESSED_BY, &(int){0}))   \
    X(lw_malloc_async, stream, 0, (o->stream, &(void *){0}, 64))                                                       \
    X(lw_free_async, stream, 0, (o->stream, o->ordered))                                                               \
    X(lw_ipc_get_memory_handle, device, 0, (o->device, &(lw_ipc_memory_handle){{0}}, o->memory))                       \
    X(lw_physical_memory_granularity, device, 0, (o->device, NULL, LW_MEMORY_GRANULARITY_MINIMUM, &(size_t){0}))       \
    X(lw_multicast_granularity, device, MULTI,                                                                         \
      (o->device, &(lw_multicast_properties){.device_count = 1}, LW_MEMORY_GRANULARITY_MINIMUM, &(size_t){0}))         \
    X(lw_multicast_create, device, MULTI,                                                                              \
      (o->device, &(lw_multicast *){0}, &(lw_multicast_properties){.device_count = 1, .size = o->unit}))               \
    X(lw_multicast_bind_memory, multicast, MULTI, (o->multicast, o->unit, o->physical, 0, o->unit))                    \
    X(lw_multicast_bind_address, multicast, MULTI, (o->multicast, o->unit, o->device, o->reserved, o->unit))           \
    X(lw_multicast_unbind, multicast, MULTI, (o->multicast, o->device, 0, o->unit))                                    \
    X(lw_multicast_map, multicast, MULTI, (o->device, o->reserved + o->unit, o->unit, o->multicast, 0))                \
    X(lw_memory_pool_create_with, device, 0, (o->device, &(lw_memory_pool *){0}, NULL))                                \
    X(lw_memory_pool_create, device, 0, (o->device, &(lw_memory_pool *){0}))                                           \
    X(lw_device_get_default_memory_pool, device, 0, (o->device, &(lw_memory_pool *){0}))                               \
    X(lw_device_get_memory_pool, device, 0, (o->device, &(lw_memory_pool *){0}))                                       \
    X(lw_memory_pool_get_attribute, pool, 0, (o->pool, LW_MEMORY_POOL_USED_HIGH, &(uint64_t){0}))                      \
    X(lw_memory_pool_set_attribute, pool, 0, (o->pool, LW_MEMORY_POOL_RELEASE_THRESHOLD, 1))                           \
    X(lw_memory_pool_trim, pool, 0, (o->pool, 0))                                                                      \
    X(lw_stream_create, device, 0, (o->device, &(lw_stream *){0}))                                                     \
    X(lw_device_get_stream_priority_range, device, 0, (o->device, &(int){0}, &(int){0}))                               \
    X(lw_stream_create_with, device, 0, (o->device, &(lw_stream *){0}, LW_STREAM_BLOCKING, -1))                        \
    X(lw_legacy_stream, device, 0, (o->device, &(lw_stream *){0}))                                                     \
    X(lw_per_thread_stream, device, 0, (o->device, &(lw_stream *){0}))                                                 \
    X(lw_stream_get_flags, stream, 0, (o->stream, &(unsigned){0}))                                                     \
    X(lw_stream_get_priority, stream, 0, (o->stream, &(int){0}))                                                       \
    X(lw_stream_get_device, stream, 0, (o->stream, &(lw_device *){0}))                                                 \
    X(lw_stream_synchronize, stream, 0, (o->stream))                                                                   \
    X(lw_stream_query, stream, 0, (o->stream))                                                                         \
    X(lw_launch_host_function, stream, 0, (o->stream, no_function, NULL))                                              \
    X(lw_stream_add_callback, stream, 0, (o->stream, no_callback, NULL))                                               \
    X(lw_stream_write_value32, stream, 0, (o->stream, o->memory, 1))                                                   \
    X(lw_stream_write_value64, stream, 0, (o->stream, o->memory, 1))                                                   \
    X(lw_stream_wait_value32, stream, 0, (o->stream, o->memory, 0, LW_WAIT_GREATER_EQUAL))                             \
    X(lw_stream_wait_value64, stream, 0, (o->stream, o->pinned, 0, LW_WAIT_NOR))                                       \
    X(lw_event_create, device, 0, (o->device, &(lw_event *){0}))                                                       \
    X(lw_event_create_with, device, 0, (o->device, &(lw_event *){0}, LW_EVENT_DISABLE_TIMING))                         \
    X(lw_event_synchronize, event, 0, (o->event))                                                                      \
    X(lw_event_query, event, 0, (o->event))                                                                            \
    X(lw_kernel_set_attribute, device, 0, (o->device, LW_KERNEL_OF(api_shared), LW_KERNEL_MAX_DYNAMIC_SHARED, 1024))   \
    X(lw_kernel_get_attributes, device, 0,                                                                             \
      (o->device, LW_KERNEL_OF(api_shared), &(lw_kernel_attributes){.parameter_count = 0}))                            \
    X(lw_malloc_3d, device, 0, (o->device, &(lw_pitched){.pitch = 0}, (lw_extent){16, 2, 2}))                          \
    X(lw_memcpy_3d, device, 0, (o->device, &(lw_copy_3d){.kind = LW_MEMCPY_DEFAULT}))                                  \
    X(lw_memcpy_3d_async, stream, 0, (o->stream, &(lw_copy_3d){.kind = LW_MEMCPY_DEFAULT}))                            \
    X(lw_memset_3d, device, 0, (o->device, (lw_pitched){o->memory, 64, 64, 2}, 1, (lw_extent){16, 2, 2}))              \
    X(lw_memset_3d_async, stream, 0, (o->stream, (lw_pitched){o->memory, 64, 64, 2}, 1, (lw_extent){16, 2, 2}))        \
    X(lw_malloc_host_with, device, 0, (o->device, &o->pinned_spare, 64, 0))                                            \
    X(lw_host_register, device, 0, (o->device, o->own, sizeof o->own, 0))                                              \
    X(lw_host_unregister, device, 0, (o->device, o->registered))                                                       \
    X(lw_host_get_device_pointer, device, 0, (o->device, &(void *){0}, o->pinned))                                     \
    X(lw_device_get_memory, device, 0, (o->device, &(size_t){0}, &(size_t){0}))                                        \
    X(lw_device_get_limit, device, 0, (o->device, LW_LIMIT_STACK_SIZE, &(size_t){0}))                                  \
    X(lw_device_set_limit, device, 0, (o->device, LW_LIMIT_PENDING_LAUNCH_COUNT, 2048))                                \
    X(lw_occupancy_max_active_blocks, device, 0, (o->device, LW_KERNEL_OF(api_shared), 64, 0, &(int){0}))              \
    X(lw_occupancy_max_potential_block_size, device, 0,                                                                \
      (o->device, LW_KERNEL_OF(api_shared), NULL, NULL, 0, &(unsigned){0}, &(unsigned){0}))                            \
    X(lw_occupancy_available_dynamic_shared, device, 0, (o->device, LW_KERNEL_OF(api_shared), 1, 64, &(size_t){0}))    \
    X(lw_occupancy_max_active_clusters, device, 0,                                                                     \
      (o->device, LW_KERNEL_OF(api_shared), lw_linear(NULL, 64, 64), &(int){0}))                                       \
    X(lw_library_load, device, 0, (o->device, &(lw_library *){0}, o->file))                                            \
    X(lw_array_create, device, 0, (o->device, &(lw_array *){0}, &array_shape))                                         \
    X(lw_array_get_shape, array, 0, (o->array, 0, &(lw_array_shape){.width = 0}))                                      \
    X(lw_memcpy_2d_to_array, device, 0, (o->device, o->array, 0, 0, o->host, 64, 64, 8, LW_MEMCPY_HOST_TO_DEVICE))     \
    X(lw_memcpy_2d_to_array_async, array, 0, (o->stream, o->array, 4, 1, o->memory, 64, 32, 4, LW_MEMCPY_DEFAULT))     \
    X(lw_memcpy_2d_from_array, array, 0, (o->device, o->host, 64, o->array, 0, 0, 64, 8, LW_MEMCPY_DEVICE_TO_HOST))    \
    X(lw_memcpy_2d_from_array_async, stream, 0, (o->stream, o->memory, 64, o->array, 0, 1, 64, 2, LW_MEMCPY_DEFAULT))  \
    X(lw_memcpy_3d_array, device, 0, (o->device, &(lw_array_copy){.source = {.array = o->array}}))                     \
    X(lw_memcpy_3d_array_async, stream, 0, (o->stream, &(lw_array_copy){.source = {.array = o->array}}))               \
    X(lw_texture_create, device, 0,                                                                                    \
      (o->device, &o->texture, &(lw_texture_resource){.array = o->array}, &(lw_texture_description){.srgb = 0}))       \
    X(lw_texture_get, device, 0, (o->device, o->texture, NULL, NULL))                                                  \
    X(lw_texture_destroy, device, 0, (o->device, o->texture))                                                          \
    X(lw_surface_create, device, 0, (o->device, &o->surface, o->array, 0))                                             \
    X(lw_surface_get, device, 0, (o->device, o->surface, &(lw_array *){0}, &(unsigned){0}))                            \
    X(lw_surface_destroy, device, 0, (o->device, o->surface))                                                          \
    X(lw_array_destroy, array, ENDS, (o->array))                                                                       \
    X(lw_graph_create, device, 0, (o->device, &(lw_graph *){0}))                                                       \
    X(lw_graph_clone, graph, 0, (o->graph, &(lw_graph *){0}))                                                          \
    X(lw_graph_node_find_in_clone, node, 0, (o->node, o->clone, &(lw_graph_node *){0}))                                \
    X(lw_graph_add_node, graph, 0, (o->graph, &(lw_graph_node *){0}, NULL, 0, &empty))                                 \
    X(lw_graph_conditional_create, graph, 0, (o->graph, &(lw_graph_conditional){0}, 0, 0))                             \
    X(lw_graph_node_get_type, node, 0, (o->node, &(lw_graph_node_type){LW_GRAPH_NODE_EMPTY}))                          \
    X(lw_graph_node_get_params, node, 0, (o->node, &(lw_graph_node_params){.type = LW_GRAPH_NODE_EMPTY}))              \
    X(lw_graph_node_set_params, node, 0, (o->node, kernel_of(o)))                                                      \
    X(lw_graph_node_set_access_policy_window, node, 0, (o->node, &(lw_access_policy_window){.size = 0}))               \
    X(lw_graph_node_get_access_policy_window, node, 0, (o->node, &(lw_access_policy_window){.size = 0}))               \
    X(lw_graph_add_dependencies, graph, 0, (o->graph, NULL, NULL, 0))                                                  \
    X(lw_graph_remove_dependencies, graph, 0, (o->graph, NULL, NULL, 0))                                               \
    X(lw_graph_get_nodes, graph, 0, (o->graph, NULL, &(size_t){0}))                                                    \
    X(lw_graph_get_root_nodes, graph, 0, (o->graph, NULL, &(size_t){0}))                                               \
    X(lw_graph_get_edges, graph, 0, (o->graph, NULL, NULL, &(size_t){0}))                                              \
    X(lw_graph_node_get_dependencies, node, 0, (o->node, NULL, &(size_t){0}))                                          \
    X(lw_graph_node_get_dependent_nodes, node, 0, (o->node, NULL, &(size_t){0}))                                       \
    X(lw_graph_add_node_with, graph, 0, (o->graph, &(lw_graph_node *){0}, NULL, NULL, 0, &empty))                      \
    X(lw_graph_add_dependencies_with, graph, 0, (o->graph, NULL, NULL, NULL, 0))                                       \
    X(lw_graph_remove_dependencies_with, graph, 0, (o->graph, NULL, NULL, NULL, 0))                                    \
    X(lw_graph_get_edges_with, graph, 0, (o->graph, NULL, NULL, NULL, &(size_t){0}))                                   \
    X(lw_graph_node_get_dependencies_with, node, 0, (o->node, NULL, NULL, &(size_t){0}))                               \
    X(lw_graph_node_get_dependent_nodes_with, node, 0, (o->node, NULL, NULL, &(size_t){0}))                            \
    X(lw_graph_print_dot, graph, 0, (o->graph, "/dev/null"))                                                           \
    X(lw_graph_instantiate, graph, 0, (o->graph, &(lw_graph_exec *){0}, 0))                                            \
    X(lw_graph_launch, exec, 0, (o->exec, o->stream))                                                                  \
    X(lw_graph_exec_get_device_handle, exec, 0, (o->exec, &(unsigned long long){0}))                                   \
    X(lw_graph_upload, exec, 0, (o->exec, o->stream))                                                                  \
    X(lw_graph_exec_node_set_params, exec, 0, (o->exec, o->node, kernel_of(o)))                                        \
    X(lw_graph_exec_node_set_enabled, exec, 0, (o->exec, o->node, 1))                                                  \
    X(lw_graph_exec_node_get_enabled, exec, 0, (o->exec, o->node, &(int){0}))                                          \
    X(lw_graph_exec_update, exec, 0, (o->exec, o->clone, NULL))                                                        \
    X(lw_user_object_create, device, 0, (o->device, &(lw_user_object *){0}, NULL, no_function, 1, 1))                  \
    X(lw_user_object_retain, object, 0, (o->object, 1))                                                                \
    X(lw_user_object_release, object, 0, (o->object, 1))                                                               \
    X(lw_graph_retain_user_object, graph, 0, (o->graph, o->object, 1, 0))                                              \
    X(lw_graph_release_user_object, graph, 0, (o->graph, o->object, 1))                                                \
    X(lw_device_get_graph_memory_attribute, device, 0, (o->device, LW_GRAPH_MEMORY_USED_HIGH, &(uint64_t){0}))         \
    X(lw_device_set_graph_memory_attribute, device, 0, (o->device, LW_GRAPH_MEMORY_USED_HIGH, 0))                      \
    X(lw_device_trim_graph_memory, device, 0, (o->device))                                                             \
    X(lw_stream_is_capturing, stream, 0, (o->stream, &(lw_capture_status){LW_CAPTURE_STATUS_NONE}))                    \
    X(lw_graph_exec_destroy, exec, ENDS, (o->exec))                                                                    \
    X(lw_graph_node_destroy, node, ENDS, (o->node))                                                                    \
    X(lw_graph_destroy, graph, ENDS, (o->graph))                                                                       \
    X(lw_device_reset, device, FAULTED, (o->device))                                                                   \
    X(lw_library_unload, library, ENDS, (o->library))                                                                  \
    X(lw_stream_destroy, stream, ENDS, (o->stream))                                                                    \
    X(lw_event_destroy, event, ENDS, (o->event))                                                                       \
    X(lw_multicast_release, multicast, ENDS | MULTI, (o->multicast))                                                   \
    X(lw_memory_pool_destroy, pool, ENDS, (o->pool))                                                                   \
    X(lw_device_close, device, ENDS | FAULTED, (o->device))

#define DEFINE(function, member, flags, arguments)                                                                     \
    static lw_status call_##function(struct operands *o)                                                               \
    {                                                                                                                  \
        return function arguments;                                                                                     \
    }
CALLS(DEFINE)

/* These take two handles. */
static lw_status call_wait_event(struct operands *o)
{
    return lw_stream_wait_event(o->stream, o->event);
}

static lw_status call_record(struct operands *o)
{
    return lw_event_record(o->event, o->stream);
}

static lw_status call_elapsed(struct operands *o)
{
    float milliseconds;
    return lw_event_elapsed_time(&milliseconds, o->event, o->stop);
}

static lw_status call_launch(struct operands *o)
{
    return lw_launch(api_fill, lw_linear(o->stream, 16, 16), o->memory, 1, 16);
}

static lw_status call_malloc_from_pool(struct operands *o)
{
    void *memory;
    return lw_malloc_from_pool_async(o->stream, o->pool, &memory, 64);
}

static lw_status call_set_pool(struct operands *o)
{
    return lw_device_set_memory_pool(o->device, o->pool);
}

static lw_status call_set_access(struct operands *o)
{
    return lw_memory_pool_set_access(o->pool, o->device, LW_MEMORY_ACCESS_READ_WRITE);
}

static lw_status call_get_access(struct operands *o)
{
    lw_memory_access access;
    return lw_memory_pool_get_access(o->pool, o->device, &access);
}

static lw_status call_copy_peer(struct operands *o)
{
    return lw_memcpy_peer(o->memory, o->device, o->spare, o->device, 64);
}

static lw_status call_copy_box(struct operands *o)
{
    lw_copy_3d_peer copy = {.destination = {o->memory, 64, 64, 4},
                            .destination_device = o->device,
                            .source = {o->spare, 64, 64, 4},
                            .source_device = o->device,
                            .extent = {16, 2, 2}};
    return lw_memcpy_3d_peer_async(o->stream, &copy);
}

static lw_status call_can_access(struct operands *o)
{
    return lw_device_can_access_peer(o->device, o->device, &(int){0});
}

static lw_status call_add_device(struct operands *o)
{
    return lw_multicast_add_device(o->empty, o->device);
}

static lw_status call_bind_physical(struct operands *o)
{
    return lw_multicast_bind_memory(o->multicast, o->unit, o->physical, 0, o->unit);
}

static lw_status call_bind_address(struct operands *o)
{
    return lw_multicast_bind_address(o->multicast, o->unit, o->device, o->reserved, o->unit);
}

static lw_status call_unbind(struct operands *o)
{
    return lw_multicast_unbind(o->multicast, o->device, 0, o->unit);
}

static lw_status call_map(struct operands *o)
{
    return lw_multicast_map(o->device, o->reserved + o->unit, o->unit, o->multicast, 0);
}

#define PLACE(member) offsetof(struct operands, member)
#define ROW(function, member, flags, arguments) {#function, #member, PLACE(member), call_##function, flags},

const struct call api_calls[] = {{"lw_stream_wait_event", "stream", PLACE(stream), call_wait_event, 0},
                                 {"lw_stream_wait_event", "event", PLACE(event), call_wait_event, 0},
                                 {"lw_event_record", "event", PLACE(event), call_record, 0},
                                 {"lw_event_record", "stream", PLACE(stream), call_record, 0},
                                 {"lw_event_elapsed_time", "start", PLACE(event), call_elapsed, 0},
                                 {"lw_event_elapsed_time", "stop", PLACE(stop), call_elapsed, 0},
                                 {"lw_malloc_from_pool_async", "stream", PLACE(stream), call_malloc_from_pool, 0},
                                 {"lw_malloc_from_pool_async", "pool", PLACE(pool), call_malloc_from_pool, 0},
                                 {"lw_device_set_memory_pool", "device", PLACE(device), call_set_pool, 0},
                                 {"lw_memory_pool_set_access", "pool", PLACE(pool), call_set_access, 0},
                                 {"lw_memory_pool_set_access", "device", PLACE(device), call_set_access, 0},
                                 {"lw_memory_pool_get_access", "pool", PLACE(pool), call_get_access, 0},
                                 {"lw_memory_pool_get_access", "device", PLACE(device), call_get_access, 0},
                                 {"lw_device_set_memory_pool", "pool", PLACE(pool), call_set_pool, 0},
                                 {"lw_launch", "stream", PLACE(stream), call_launch, 0},
                                 {"lw_memcpy_peer", "destination_device", PLACE(device), call_copy_peer, 0},
                                 {"lw_memcpy_3d_peer_async", "stream", PLACE(stream), call_copy_box, 0},
                                 {"lw_device_can_access_peer", "device", PLACE(device), call_can_access, 0},
                                 {"lw_multicast_add_device", "multicast", PLACE(empty), call_add_device, MULTI},
                                 {"lw_multicast_add_device", "device", PLACE(device), call_add_device, MULTI},
                                 {"lw_multicast_bind_memory", "memory", PLACE(physical), call_bind_physical, MULTI},
                                 {"lw_multicast_bind_address", "device", PLACE(device), call_bind_address, MULTI},
                                 {"lw_multicast_unbind", "device", PLACE(device), call_unbind, MULTI},
                                 {"lw_multicast_map", "device", PLACE(device), call_map, MULTI},
                                 CALLS(ROW)};
const size_t api_call_count = sizeof api_calls / sizeof api_calls[0];

bool api_call_applies(const struct operands *o, const struct call *call)
{
    return !(call->flags & API_CALL_MULTICAST) || o->multicast;
}

void **api_call_handle(struct operands *o, const struct call *call)
{
    return (void **)(void *)((char *)o + call->handle);
}

static void make_multicast(struct test *t, struct operands *o)
{
    lw_device_properties device;
    lw_multicast_properties properties = {.device_count = 1};
    CHECK_STATUS(lw_device_get_properties(o->device, &device), LW_SUCCESS);
    if (!device.multicast)
        return;
    CHECK_STATUS(lw_multicast_granularity(o->device, &properties, LW_MEMORY_GRANULARITY_MINIMUM, &o->unit), LW_SUCCESS);
    properties.size = 2 * o->unit;
    CHECK_STATUS(lw_multicast_create(o->device, &o->empty, &properties), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_create(o->device, &o->multicast, &properties), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_add_device(o->multicast, o->device), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_create(o->device, &o->physical, o->unit, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_bind_memory(o->multicast, 0, o->physical, 0, o->unit), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_reserve(o->device, (void **)&o->reserved, 3 * o->unit, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_map(o->reserved, o->unit, o->physical, 0), LW_SUCCESS);
}

void api_operands_make(struct test *t, lw_device *device, struct operands *o)
{
    memset(o, 0, sizeof *o);
    o->device = device;
    CHECK_STATUS(lw_stream_create(device, &o->stream), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(device, &o->event), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(device, &o->stop), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(o->event, o->stream), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(o->stop, o->stream), LW_SUCCESS);
    CHECK_STATUS(lw_array_create(device, &o->array, &array_shape), LW_SUCCESS);
    CHECK_STATUS(lw_texture_create(device, &o->texture, &(lw_texture_resource){.array = o->array},
                                   &(lw_texture_description){.srgb = 0}),
                 LW_SUCCESS);
    CHECK_STATUS(lw_surface_create(device, &o->surface, o->array, 0), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(device, &o->memory, 4096), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(device, &o->spare, 4096), LW_SUCCESS);
    CHECK_STATUS(lw_memset(device, o->memory, 0, 4096), LW_SUCCESS);
    CHECK_STATUS(lw_memset(device, o->spare, 0, 4096), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(device, &o->pinned, 4096), LW_SUCCESS);
    memset(o->pinned, 0, 4096); /* a stream waits for a word of it */
    CHECK_STATUS(lw_malloc_managed(device, &o->managed, 4096, LW_ATTACH_GLOBAL), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_create(device, &o->pool), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(o->stream, o->pool, &o->ordered, 4096), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(device, &o->pinned_spare, 4096), LW_SUCCESS);
    CHECK_STATUS(lw_host_register(device, o->registered, sizeof o->registered, 0), LW_SUCCESS);
    Dl_info info; /* of the mathematics library, which every system has */
    CHECK(dladdr((void *)(uintptr_t)cbrt, &info) != 0);
    snprintf(o->file, sizeof o->file, "%s", info.dli_fname);
    CHECK_STATUS(lw_library_load(device, &o->library, o->file), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(o->stream), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(device, &o->graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_node(o->graph, &o->node, NULL, 0, kernel_of(o)), LW_SUCCESS);
    CHECK_STATUS(lw_graph_clone(o->graph, &o->clone), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(o->graph, &o->exec, LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH), LW_SUCCESS);
    CHECK_STATUS(lw_user_object_create(device, &o->object, NULL, no_function, 1, LW_USER_OBJECT_NO_DESTRUCTOR_SYNC),
                 LW_SUCCESS);
    CHECK_STATUS(lw_graph_retain_user_object(o->graph, o->object, 1, 0), LW_SUCCESS);
    CHECK_CALL(make_multicast(t, o));
}

void api_operands_drop(struct operands *o)
{
    if (o->device)
        lw_device_synchronize(o->device);
    if (o->stream)
        lw_stream_destroy(o->stream);
    if (o->event)
        lw_event_destroy(o->event);
    if (o->stop)
        lw_event_destroy(o->stop);
    if (o->library)
        lw_library_unload(o->library);
    if (o->device && o->texture)
        lw_texture_destroy(o->device, o->texture);
    if (o->device && o->surface)
        lw_surface_destroy(o->device, o->surface);
    if (o->array)
        lw_array_destroy(o->array);
    lw_free(o->device, o->memory);
    lw_free(o->device, o->spare);
    lw_free_host(o->device, o->pinned);
    lw_free_host(o->device, o->pinned_spare);
    lw_free(o->device, o->managed);
    lw_free(o->device, o->ordered);
    lw_memory_pool_destroy(o->pool);
    lw_host_unregister(o->device, o->registered);
    if (!o->multicast)
        return;
    lw_multicast_release(o->multicast);
    lw_multicast_release(o->empty);
    lw_physical_memory_release(o->physical);
    lw_virtual_memory_unmap(o->device, o->reserved, o->unit);
    lw_virtual_memory_free(o->device, o->reserved, 3 * o->unit);
}
