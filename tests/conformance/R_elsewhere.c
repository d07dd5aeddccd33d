/* Group R: what each call that takes a pointer says to memory of another device. elsewhere.sh holds the table to the headers.
 *
 * Page-locked and managed memory is every device's: a call takes it as it takes memory of the device itself. Other memory is its
 * device's alone, except for copies of bytes and rows. What a device allocates, it alone frees.
 *
 * Not here: kernels' arguments (R8, R13), lw_memory_adopt() (U), and windows of the L2 cache (H23), which take any address. */
#include <stdio.h>

#include <lanewise/capture.h>
#include <lanewise/graph.h>
#include <lanewise/host.h>
#include <lanewise/interop.h>
#include <lanewise/ipc.h>
#include <lanewise/texture.h>
#include <lanewise/virtual_memory.h>

#include "R_elsewhere.h"
#include "device/R_peer.h"

enum { SIZE = ELSEWHERE_SIZE, ROW = 64, ROWS = SIZE / ROW };

#define CALL(name) static lw_status name(elsewhere *x, char *p)

/* ---- copies ---- */
#define COPIES(name, destination, source, kind)                                                                        \
    CALL(name)                                                                                                         \
    {                                                                                                                  \
        return lw_memcpy(x->t->device, destination, source, SIZE, kind);                                               \
    }                                                                                                                  \
    CALL(name##_async)                                                                                                 \
    {                                                                                                                  \
        return lw_memcpy_async(x->stream, destination, source, SIZE, kind);                                            \
    }                                                                                                                  \
    CALL(name##_2d)                                                                                                    \
    {                                                                                                                  \
        return lw_memcpy_2d(x->t->device, destination, ROW, source, ROW, ROW / 2, ROWS, kind);                         \
    }                                                                                                                  \
    CALL(name##_2d_async)                                                                                              \
    {                                                                                                                  \
        return lw_memcpy_2d_async(x->stream, destination, ROW, source, ROW, ROW / 2, ROWS, kind);                      \
    }                                                                                                                  \
    CALL(name##_3d)                                                                                                    \
    {                                                                                                                  \
        return lw_memcpy_3d(x->t->device, &(lw_copy_3d){{destination, ROW, ROW, ROWS},                                 \
                                                        {source, ROW, ROW, ROWS},                                      \
                                                        {0, 0, 0},                                                     \
                                                        {0, 0, 0},                                                     \
                                                        {ROW / 2, ROWS, 1},                                            \
                                                        kind});                                                        \
    }                                                                                                                  \
    CALL(name##_3d_async)                                                                                              \
    {                                                                                                                  \
        return lw_memcpy_3d_async(x->stream, &(lw_copy_3d){{destination, ROW, ROW, ROWS},                              \
                                                           {source, ROW, ROW, ROWS},                                   \
                                                           {0, 0, 0},                                                  \
                                                           {0, 0, 0},                                                  \
                                                           {ROW / 2, ROWS, 1},                                         \
                                                           kind});                                                     \
    }
COPIES(to_from_own, p, x->own, LW_MEMCPY_DEFAULT)
COPIES(from_to_own, x->own, p, LW_MEMCPY_DEFAULT)
COPIES(to_from_host, p, x->host, LW_MEMCPY_DEFAULT)
COPIES(from_to_host, x->host, p, LW_MEMCPY_DEFAULT)
COPIES(as_device, p, x->own, LW_MEMCPY_DEVICE_TO_DEVICE)
COPIES(from_host, x->own, p, LW_MEMCPY_HOST_TO_DEVICE)
COPIES(to_host, p, x->own, LW_MEMCPY_DEVICE_TO_HOST)

static lw_copy_3d_peer box(void *to, lw_device *of, void *from, lw_device *from_device)
{
    return (lw_copy_3d_peer){.destination = {to, ROW, ROW, ROWS},
                             .destination_device = of,
                             .source = {from, ROW, ROW, ROWS},
                             .source_device = from_device,
                             .extent = {ROW / 2, ROWS, 1}};
}

/* `named`: the device that the call says the memory is of. */
#define PEER_COPIES(name, named)                                                                                       \
    CALL(name)                                                                                                         \
    {                                                                                                                  \
        return lw_memcpy_peer(p, named, x->own, x->t->device, SIZE);                                                   \
    }                                                                                                                  \
    CALL(name##_async)                                                                                                 \
    {                                                                                                                  \
        return lw_memcpy_peer_async(x->stream, x->own, x->t->device, p, named, SIZE);                                  \
    }                                                                                                                  \
    CALL(name##_3d)                                                                                                    \
    {                                                                                                                  \
        lw_copy_3d_peer copy = box(x->own, x->t->device, p, named);                                                    \
        return lw_memcpy_3d_peer(&copy);                                                                               \
    }                                                                                                                  \
    CALL(name##_3d_async)                                                                                              \
    {                                                                                                                  \
        lw_copy_3d_peer copy = box(p, named, x->own, x->t->device);                                                    \
        return lw_memcpy_3d_peer_async(x->stream, &copy);                                                              \
    }
PEER_COPIES(peers, x->t->peer)
PEER_COPIES(as_own, x->t->device)

CALL(to_symbol)
{
    return lw_memcpy_to_symbol(x->t->device, LW_SYMBOL(r_counter), p, sizeof(int), 0);
}
CALL(to_symbol_async)
{
    return lw_memcpy_to_symbol_async(x->stream, LW_SYMBOL(r_counter), p, sizeof(int), 0);
}
CALL(from_symbol)
{
    return lw_memcpy_from_symbol(x->t->device, p, LW_SYMBOL(r_counter), sizeof(int), 0);
}
CALL(from_symbol_async)
{
    return lw_memcpy_from_symbol_async(x->stream, p, LW_SYMBOL(r_counter), sizeof(int), 0);
}

CALL(to_array)
{
    return lw_memcpy_2d_to_array(x->t->device, x->array, 0, 0, p, SIZE, SIZE, 1, LW_MEMCPY_DEFAULT);
}
CALL(to_array_async)
{
    return lw_memcpy_2d_to_array_async(x->stream, x->array, 0, 0, p, SIZE, SIZE, 1, LW_MEMCPY_DEFAULT);
}
CALL(from_array)
{
    return lw_memcpy_2d_from_array(x->t->device, p, SIZE, x->array, 0, 0, SIZE, 1, LW_MEMCPY_DEFAULT);
}
CALL(from_array_async)
{
    return lw_memcpy_2d_from_array_async(x->stream, p, SIZE, x->array, 0, 0, SIZE, 1, LW_MEMCPY_DEFAULT);
}

static lw_array_copy array_box(elsewhere *x, char *p)
{
    return (lw_array_copy){.destination = {.array = x->array},
                           .source = {.memory = {p, SIZE, SIZE, 1}},
                           .width = SIZE,
                           .height = 1,
                           .depth = 1,
                           .kind = LW_MEMCPY_DEFAULT};
}
CALL(array_3d)
{
    lw_array_copy copy = array_box(x, p);
    return lw_memcpy_3d_array(x->t->device, &copy);
}
CALL(array_3d_async)
{
    lw_array_copy copy = array_box(x, p);
    return lw_memcpy_3d_array_async(x->stream, &copy);
}

/* ---- sets ---- */
CALL(set)
{
    return lw_memset(x->t->device, p, 1, SIZE);
}
CALL(set_async)
{
    return lw_memset_async(x->stream, p, 2, SIZE);
}
CALL(set_2d)
{
    return lw_memset_2d(x->t->device, p, ROW, 3, ROW / 2, ROWS);
}
CALL(set_2d_async)
{
    return lw_memset_2d_async(x->stream, p, ROW, 4, ROW / 2, ROWS);
}
CALL(set_3d)
{
    return lw_memset_3d(x->t->device, (lw_pitched){p, ROW, ROW, ROWS}, 5, (lw_extent){ROW / 2, ROWS, 1});
}
CALL(set_3d_async)
{
    return lw_memset_3d_async(x->stream, (lw_pitched){p, ROW, ROW, ROWS}, 6, (lw_extent){ROW / 2, ROWS, 1});
}

/* ---- words ---- */
CALL(wait_32)
{
    return lw_stream_wait_value32(x->stream, (uint32_t *)(void *)p, 0, LW_WAIT_GREATER_EQUAL);
}
CALL(wait_64)
{
    return lw_stream_wait_value64(x->stream, (uint64_t *)(void *)p, 0, LW_WAIT_GREATER_EQUAL);
}
CALL(write_32)
{
    return lw_stream_write_value32(x->stream, (uint32_t *)(void *)p, 7);
}
CALL(write_64)
{
    return lw_stream_write_value64(x->stream, (uint64_t *)(void *)p, 8);
}

/* ---- managed memory ---- */
CALL(attach)
{
    return lw_stream_attach_memory(x->stream, p, 0, LW_ATTACH_GLOBAL);
}
CALL(advise)
{
    return lw_memory_advise(x->t->device, p, SIZE, LW_ADVISE_SET_ACCESSED_BY, LW_LOCATION_DEVICE);
}
CALL(prefetch)
{
    return lw_memory_prefetch_async(x->stream, p, SIZE, LW_LOCATION_DEVICE);
}
CALL(range_attribute)
{
    int value;
    return lw_memory_range_get_attribute(x->t->device, p, SIZE, LW_MEMORY_RANGE_ACCESSED_BY, &value);
}

/* ---- graphs ---- */
static lw_status node(elsewhere *x, lw_graph_node_params params)
{
    lw_graph *graph;
    lw_graph_node *made;
    lw_graph_exec *exec;
    lw_status status = lw_graph_create(x->t->device, &graph);
    if (status)
        return status;
    status = lw_graph_add_node(graph, &made, NULL, 0, &params);
    if (!status)
        status = lw_graph_node_set_params(made, &params);
    if (!status && !(status = lw_graph_instantiate(graph, &exec, 0))) {
        status = lw_graph_exec_node_set_params(exec, made, &params);
        if (!status)
            status = lw_graph_launch(exec, x->stream);
        lw_graph_exec_destroy(exec);
    }
    lw_graph_destroy(graph);
    return status;
}
CALL(node_to)
{
    return node(x, lw_graph_memcpy_node(p, x->own, SIZE, LW_MEMCPY_DEFAULT));
}
CALL(node_from)
{
    return node(x, lw_graph_memcpy_node(x->own, p, SIZE, LW_MEMCPY_DEFAULT));
}
CALL(node_set)
{
    return node(x, lw_graph_memset_node(p, 3, SIZE));
}
CALL(node_free)
{
    return node(x, lw_graph_free_node(p));
}

static lw_status captured(elsewhere *x, char *p, lw_status (*call)(elsewhere *x, char *p))
{
    lw_graph *graph;
    lw_status status = lw_stream_begin_capture(x->stream, LW_CAPTURE_RELAXED);
    if (status)
        return status;
    status = call(x, p);
    lw_status ended = lw_stream_end_capture(x->stream, &graph);
    if (!ended)
        lw_graph_destroy(graph);
    return status ? status : ended;
}
CALL(captured_copy)
{
    return captured(x, p, to_from_own_async);
}
CALL(captured_set)
{
    return captured(x, p, set_async);
}

/* ---- what memory is; giving it back ---- */
CALL(attributes)
{
    lw_pointer_attributes found;
    return lw_pointer_get_attributes(x->t->device, p, &found);
}
CALL(device_pointer)
{
    void *pointer = NULL;
    lw_status status = lw_host_get_device_pointer(x->t->device, &pointer, p + 5);
    return !status && pointer != p + 5 ? LW_ERROR_LAUNCH_FAILURE : status;
}
CALL(registers)
{
    return lw_host_register(x->t->device, p, SIZE, 0);
}
CALL(unregisters)
{
    return lw_host_unregister(x->t->device, p);
}
CALL(frees)
{
    return lw_free(x->t->device, p);
}
CALL(frees_host)
{
    return lw_free_host(x->t->device, p);
}
CALL(frees_async)
{
    return lw_free_async(x->stream, p + 64);
}
CALL(disowns)
{
    return lw_memory_disown(x->t->device, p);
}
CALL(memory_handle)
{
    return lw_ipc_get_memory_handle(x->t->device, &(lw_ipc_memory_handle){.reserved = {0}}, p);
}
CALL(closes)
{
    return lw_ipc_close_memory_handle(x->t->device, p);
}
CALL(exports)
{
    return lw_memory_pool_export_pointer(x->t->device, &(lw_memory_pool_pointer){.reserved = {0}}, p);
}
CALL(linear_texture)
{
    lw_texture_object object;
    lw_texture_resource resource = {
        .kind = LW_TEXTURE_RESOURCE_LINEAR, .pointer = p, .format = {32, 0, 0, 0, LW_CHANNEL_FLOAT}, .size = SIZE};
    lw_status status = lw_texture_create(x->t->device, &object, &resource, &(lw_texture_description){.normalized = 0});
    return status ? status : lw_texture_destroy(x->t->device, object);
}
CALL(maps)
{
    lw_physical_memory *memory;
    lw_status status = lw_physical_memory_create(x->t->device, &memory, x->mapped_size, NULL);
    if (status)
        return status;
    status = lw_virtual_memory_map(p, x->mapped_size, memory, 0);
    lw_physical_memory_release(memory);
    return status;
}
CALL(unmaps)
{
    return lw_virtual_memory_unmap(x->t->device, p, x->mapped_size);
}
CALL(frees_addresses)
{
    return lw_virtual_memory_free(x->t->device, p, x->mapped_size);
}
CALL(retains)
{
    lw_physical_memory *memory;
    lw_status status = lw_physical_memory_retain(x->t->device, &memory, p);
    return status ? status : lw_physical_memory_release(memory);
}
CALL(gives_access)
{
    lw_virtual_memory_access access = {x->t->device, LW_MEMORY_ACCESS_READ_WRITE};
    return lw_virtual_memory_set_access(x->t->device, p, x->mapped_size, &access, 1);
}
CALL(reads_access)
{
    lw_memory_access access;
    return lw_virtual_memory_get_access(x->t->device, p, x->t->device, &access);
}

/* ---- the table ---- */
/* For each kind of memory, in the order of elsewhere_kind: s LW_SUCCESS, i LW_ERROR_INVALID_VALUE. */
typedef struct row {
    const char *name;
    lw_status (*call)(elsewhere *x, char *p);
    const char *expected;
} row;

#define COPY_ROWS(what, name, expected, boxes)                                                                         \
    {"lw_memcpy " what, name, expected}, {"lw_memcpy_async " what, name##_async, expected},                            \
        {"lw_memcpy_2d " what, name##_2d, expected}, {"lw_memcpy_2d_async " what, name##_2d_async, expected},          \
        {"lw_memcpy_3d " what, name##_3d, boxes},                                                                      \
    {                                                                                                                  \
        "lw_memcpy_3d_async " what, name##_3d_async, boxes                                                             \
    }
#define PEER_ROWS(what, name, expected)                                                                                \
    {"lw_memcpy_peer " what, name, expected}, {"lw_memcpy_peer_async " what, name##_async, expected},                  \
        {"lw_memcpy_3d_peer " what, name##_3d, expected},                                                              \
    {                                                                                                                  \
        "lw_memcpy_3d_peer_async " what, name##_3d_async, expected                                                     \
    }

static const row rows[] = {
    COPY_ROWS("to it from own memory", to_from_own, "ssssss", "iiisss"),
    COPY_ROWS("from it to own memory", from_to_own, "ssssss", "iiisss"),
    COPY_ROWS("to it from the host", to_from_host, "ssisss", "iiisss"),
    COPY_ROWS("from it to the host", from_to_host, "ssisss", "iiisss"),
    COPY_ROWS("to it as device memory", as_device, "sssiis", "iiiiis"),
    COPY_ROWS("from it as host memory", from_host, "iiisss", "iiisss"),
    COPY_ROWS("to it as host memory", to_host, "iiisss", "iiisss"),
    PEER_ROWS("of its device", peers, "sssiis"),
    PEER_ROWS("of the other device", as_own, "iiiiis"),
    {"lw_memcpy_to_symbol", to_symbol, "iiisss"},
    {"lw_memcpy_to_symbol_async", to_symbol_async, "iiisss"},
    {"lw_memcpy_from_symbol", from_symbol, "iiisss"},
    {"lw_memcpy_from_symbol_async", from_symbol_async, "iiisss"},
    {"lw_memcpy_2d_to_array", to_array, "iiisss"},
    {"lw_memcpy_2d_to_array_async", to_array_async, "iiisss"},
    {"lw_memcpy_2d_from_array", from_array, "iiisss"},
    {"lw_memcpy_2d_from_array_async", from_array_async, "iiisss"},
    {"lw_memcpy_3d_array", array_3d, "iiisss"},
    {"lw_memcpy_3d_array_async", array_3d_async, "iiisss"},
    {"lw_memset", set, "iiiiis"},
    {"lw_memset_async", set_async, "iiiiis"},
    {"lw_memset_2d", set_2d, "iiiiis"},
    {"lw_memset_2d_async", set_2d_async, "iiiiis"},
    {"lw_memset_3d", set_3d, "iiiiis"},
    {"lw_memset_3d_async", set_3d_async, "iiiiis"},
    {"lw_stream_wait_value32", wait_32, "iiissi"},
    {"lw_stream_wait_value64", wait_64, "iiissi"},
    {"lw_stream_write_value32", write_32, "iiissi"},
    {"lw_stream_write_value64", write_64, "iiissi"},
    {"lw_stream_attach_memory", attach, "iiiiis"},
    {"lw_memory_advise", advise, "iiiiis"},
    {"lw_memory_prefetch_async", prefetch, "iiiiis"},
    {"lw_memory_range_get_attribute", range_attribute, "iiiiis"},
    {"a graph's copy to it", node_to, "siisss"},
    {"a graph's copy from it", node_from, "siisss"},
    {"a graph's set", node_set, "iiiiis"},
    {"a graph's free", node_free, "iiiiii"},
    {"a captured copy", captured_copy, "siisss"},
    {"a captured set", captured_set, "iiiiis"},
    {"lw_pointer_get_attributes", attributes, "ssssss"},
    {"lw_host_get_device_pointer", device_pointer, "iiissi"},
    {"lw_host_register", registers, "iiiiii"},
    {"lw_host_unregister", unregisters, "iiiiii"},
    {"lw_free", frees, "iiiiii"},
    {"lw_free_host", frees_host, "iiiiii"},
    {"lw_free_async, not of its start", frees_async, "iiiiii"},
    {"lw_memory_disown", disowns, "iiiiii"},
    {"lw_ipc_get_memory_handle", memory_handle, "iiiiii"},
    {"lw_ipc_close_memory_handle", closes, "iiiiii"},
    {"lw_memory_pool_export_pointer", exports, "iiiiii"},
    {"lw_texture_create", linear_texture, "iiiiis"},
    {"lw_virtual_memory_map", maps, "iiiiii"},
    {"lw_virtual_memory_unmap", unmaps, "iiiiii"},
    {"lw_virtual_memory_free", frees_addresses, "iiiiii"},
    {"lw_physical_memory_retain", retains, "iiiiii"},
    {"lw_virtual_memory_set_access", gives_access, "iiiiii"},
    {"lw_virtual_memory_get_access", reads_access, "iiiiii"},
};

static lw_status status_of(char letter)
{
    return letter == 's' ? LW_SUCCESS : LW_ERROR_INVALID_VALUE;
}

/* The whole table, also where a row fails. */
static void check_table(struct test *t, elsewhere *x)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int kind = 0; kind < KINDS; kind++) {
            if (!x->memory[kind])
                continue;
            lw_status status = rows[i].call(x, x->memory[kind]), expected = status_of(rows[i].expected[kind]);
            if (!status)
                status = lw_stream_synchronize(x->stream); /* on a GPU some calls fail late */
            if (status != expected)
                test_fail(t, __FILE__, __LINE__, "%s, %s memory: %s, expected %s: %s", rows[i].name,
                          elsewhere_names[kind], lw_status_string(status), lw_status_string(expected),
                          status ? lw_last_error_message(t->device) : "");
        }
}

/* What a GPU does is not certain for: copies of graphs with managed memory of another device (cuGraphAddMemcpyNode has a context),
 * sets of it in another context, lw_stream_attach_memory() in a stream of another device, words in memory that another context
 * registered, and lw_memcpy_peer() of managed memory that the call names as another device's. */
TEST(row, R20_each_call_with_memory_of_another_device, .two_devices = true, .isolated = true)
{
    static elsewhere x;
    CHECK_CALL(elsewhere_make(t, &x));
    check_table(t, &x);
    CHECK_CALL(elsewhere_free(t, &x));
}
