/* Group P: graphs that kernels of graphs launch. */
#include <stdlib.h>
#include <string.h>

#include <tests/harness/arrays.h>

#include "api/test_hook.h"
#include "P_nodes.h"
#include "device/P_launch.h"

enum { SUCCESS = 0, INVALID_VALUE = 1, MEMORY_ALLOCATION = 2, NOT_SUPPORTED = 801 }; /* CUDA's errors */

static lw_status add_kernel(lw_graph *graph, lw_graph_node **node, lw_graph_node *after, const lw_kernel *kernel,
                            const void *const *arguments)
{
    lw_graph_node *unused;
    lw_graph_node_params params = lw_graph_kernel_node(kernel, lw_linear(NULL, 1, 1), arguments);
    return lw_graph_add_node(graph, node ? node : &unused, &after, after != NULL, &params);
}

/* An executable graph of one kernel; with a handle that kernels may launch it by. */
static lw_status make(lw_device *device, const lw_kernel *kernel, const void *const *arguments, lw_graph_exec **exec,
                      unsigned long long *handle)
{
    lw_graph *graph;
    lw_status status = lw_graph_create(device, &graph);
    if (!status)
        status = add_kernel(graph, NULL, NULL, kernel, arguments);
    if (!status)
        status = lw_graph_instantiate(graph, exec, handle ? LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH : 0);
    if (!status && handle)
        status = lw_graph_exec_get_device_handle(*exec, handle);
    if (!status && handle)
        status = lw_graph_upload(*exec, lw_default_stream(device));
    lw_graph_destroy(graph);
    return status;
}

static lw_status make_log(lw_device *device, int *log, int value, int us, unsigned long long *handle)
{
    lw_graph_exec *exec;
    int *length = log + 15;
    const void *arguments[] = {&log, &length, &value, &us};
    return make(device, LW_KERNEL_OF(p_log), arguments, &exec, handle);
}

static lw_status make_launch(lw_device *device, unsigned long long launched, int stream, int times, int *errors,
                             lw_graph_exec **exec, unsigned long long *handle)
{
    const void *arguments[] = {&launched, &stream, &times, &errors};
    return make(device, LW_KERNEL_OF(p_launch), arguments, exec, handle);
}

TEST(row, P80_kernels_of_graphs_launch_graphs)
{
    int *log = array_of(t, NULL, 16 * sizeof(int)), *errors = array_of(t, NULL, 16 * sizeof(int)), got[16];
    lw_stream *stream = lw_default_stream(t->device);
    unsigned long long handle, outer_handle;
    lw_graph_exec *outer;
    CHECK(log && errors);
    CHECK_STATUS(make_log(t->device, log, 7, 0, &handle), LW_SUCCESS);
    for (int place = P_TAIL; place <= P_SIBLING; place++)
        for (int nested = 0; nested <= 1; nested++) {
            CHECK_STATUS(lw_memset(t->device, log, 0, sizeof got), LW_SUCCESS);
            CHECK_STATUS(lw_memset(t->device, errors, 0x7f, sizeof got), LW_SUCCESS);
            CHECK_STATUS(make_launch(t->device, handle, place, 1, errors, &outer, nested ? &outer_handle : NULL),
                         LW_SUCCESS);
            for (int run = 1; run <= 3; run++) {
                CHECK_STATUS(lw_graph_launch(outer, stream), LW_SUCCESS);
                CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
                CHECK_CALL(array_read(t, got, log, sizeof got));
                CHECK(got[15] == run && got[run - 1] == 7);
            }
            CHECK_CALL(array_read(t, got, errors, sizeof got));
            CHECK_EQUAL(got[0], SUCCESS);
            CHECK_STATUS(lw_graph_exec_destroy(outer), LW_SUCCESS);
        }
}

/* The launched graphs of a run are part of it: the stream's next work comes after them. Tail launches come last, in order. */
TEST(row, P81_the_order_of_launches_from_kernels)
{
    enum { SLOW = 2000 };
    int *log = array_of(t, NULL, 16 * sizeof(int)), *errors = array_of(t, NULL, 4 * sizeof(int)), got[16];
    int *length = log + 15, values[] = {3, 4}, none = 0;
    lw_stream *stream = lw_default_stream(t->device);
    unsigned long long first, second, fired, sibling;
    lw_graph *graph;
    lw_graph_node *launch, *later;
    lw_graph_exec *exec;
    CHECK(log && errors);
    CHECK_STATUS(lw_memset(t->device, log, 0, sizeof got), LW_SUCCESS);
    CHECK_STATUS(make_log(t->device, log, 1, SLOW, &first), LW_SUCCESS);
    CHECK_STATUS(make_log(t->device, log, 2, 0, &second), LW_SUCCESS);
    CHECK_STATUS(make_log(t->device, log, 9, SLOW, &fired), LW_SUCCESS);
    CHECK_STATUS(make_log(t->device, log, 8, 20 * SLOW, &sibling), LW_SUCCESS);
    const void *all[] = {&first, &second, &fired, &sibling, &errors}, *logs[] = {&log, &length, &values[0], &none};
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_kernel(graph, &launch, NULL, LW_KERNEL_OF(p_launch_all), all), LW_SUCCESS);
    CHECK_STATUS(add_kernel(graph, &later, launch, LW_KERNEL_OF(p_log), logs), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_launch(p_log, lw_linear(stream, 1, 1), log, length, values[1], 0), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, errors, 4 * sizeof(int)));
    CHECK(got[0] == SUCCESS && got[1] == SUCCESS && got[2] == SUCCESS && got[3] == SUCCESS);
    CHECK_CALL(array_read(t, got, log, sizeof got));
    CHECK_EQUAL(got[15], 6);
    int place[10] = {0};
    for (int i = 0; i < 6; i++)
        place[got[i]] = i;
    CHECK(place[3] < place[1] && place[9] < place[1] && place[1] < place[2]); /* the run and what it fired; the tails */
    CHECK(place[4] == 5); /* after the sibling, too, which the tails do not wait for */
}

/* The tail launches of a tail launch come before the next tail launch. */
TEST(row, P81b_tail_launches_of_tail_launches)
{
    int *log = array_of(t, NULL, 16 * sizeof(int)), *errors = array_of(t, NULL, 8 * sizeof(int)), got[16];
    lw_stream *stream = lw_default_stream(t->device);
    unsigned long long inner[3], outer[2], none = 0;
    int *inner_errors = errors + 4;
    lw_graph_exec *exec;
    CHECK(log && errors);
    CHECK_STATUS(lw_memset(t->device, log, 0, sizeof got), LW_SUCCESS);
    for (int i = 0; i < 3; i++)
        CHECK_STATUS(make_log(t->device, log, i + 1, 0, &inner[i]), LW_SUCCESS);
    const void *inside[] = {&inner[1], &inner[2], &inner[0], &none, &inner_errors};
    CHECK_STATUS(make(t->device, LW_KERNEL_OF(p_launch_all), inside, &exec, &outer[0]), LW_SUCCESS);
    CHECK_STATUS(make_log(t->device, log, 4, 0, &outer[1]), LW_SUCCESS);
    unsigned long long fired;
    CHECK_STATUS(make_log(t->device, log, 5, 0, &fired), LW_SUCCESS);
    const void *outside[] = {&outer[0], &outer[1], &fired, &none, &errors};
    CHECK_STATUS(make(t->device, LW_KERNEL_OF(p_launch_all), outside, &exec, NULL), LW_SUCCESS);
    for (int run = 0; run < 2; run++) {
        CHECK_STATUS(lw_memset(t->device, log, 0, sizeof got), LW_SUCCESS);
        CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
        CHECK_CALL(array_read(t, got, errors, 8 * sizeof(int)));
        for (int i = 0; i < 8; i++)
            CHECK_EQUAL(got[i], SUCCESS);
        CHECK_CALL(array_read(t, got, log, sizeof got));
        CHECK(got[15] == 5 && got[0] == 5 && got[1] == 1 && got[2] == 2 && got[3] == 3 && got[4] == 4);
    }
}

TEST(row, P82_a_graph_launches_itself)
{
    int *count = array_of(t, NULL, sizeof(int)), *error = array_of(t, NULL, sizeof(int)), got;
    unsigned long long *current = array_of(t, NULL, sizeof *current), handle, read;
    lw_stream *stream = lw_default_stream(t->device);
    lw_graph_exec *exec, *other;
    CHECK(count && error && current);
    for (int limit = 1; limit <= 1000; limit = limit * 10 + 5) {
        const void *arguments[] = {&count, &limit, &error};
        CHECK_STATUS(lw_memset(t->device, count, 0, sizeof got), LW_SUCCESS);
        CHECK_STATUS(lw_memset(t->device, error, 0, sizeof got), LW_SUCCESS);
        CHECK_STATUS(make(t->device, LW_KERNEL_OF(p_again), arguments, &exec, &handle), LW_SUCCESS);
        CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
        CHECK_CALL(array_read(t, &got, count, sizeof got));
        CHECK_EQUAL(got, limit);
        CHECK_CALL(array_read(t, &got, error, sizeof got));
        CHECK_EQUAL(got, SUCCESS);
        CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    }
    const void *where[] = {&current};
    CHECK_STATUS(make(t->device, LW_KERNEL_OF(p_current), where, &exec, &handle), LW_SUCCESS);
    CHECK_STATUS(make(t->device, LW_KERNEL_OF(p_current), where, &other, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_CALL(array_read(t, &read, current, sizeof read));
    CHECK(handle != 0 && read == handle);
    CHECK_STATUS(lw_launch(p_current, lw_linear(stream, 1, 1), current), LW_SUCCESS);
    CHECK_CALL(array_read(t, &read, current, sizeof read));
    CHECK(read == 0);
}

struct refused {
    unsigned long long handle;
    int stream, times, runs; /* of the launches in one run, the first ones are not refused */
};

static void check_refused(struct test *t, const struct refused *cases, size_t count, int *log, int *errors)
{
    int got[16];
    for (size_t i = 0; i < count; i++) {
        lw_graph_exec *outer;
        CHECK_STATUS(lw_memset(t->device, log, 0, sizeof got), LW_SUCCESS);
        CHECK_STATUS(lw_memset(t->device, errors, 0x7f, sizeof got), LW_SUCCESS);
        CHECK_STATUS(make_launch(t->device, cases[i].handle, cases[i].stream, cases[i].times, errors, &outer, NULL),
                     LW_SUCCESS);
        CHECK_STATUS(lw_graph_launch(outer, lw_default_stream(t->device)), LW_SUCCESS);
        CHECK_CALL(array_read(t, got, errors, sizeof got));
        for (int k = 0; k < cases[i].times; k++)
            CHECK_EQUAL(got[k], k < cases[i].runs ? SUCCESS : INVALID_VALUE);
        CHECK_CALL(array_read(t, got, log, sizeof got));
        CHECK_EQUAL(got[15], cases[i].runs);
    }
}

/* A launch that is refused does nothing and returns CUDA's error. */
TEST(row, P83_refused_launches_from_kernels)
{
    int *log = array_of(t, NULL, 16 * sizeof(int)), *errors = array_of(t, NULL, 16 * sizeof(int));
    unsigned long long handle, slow;
    CHECK(log && errors);
    CHECK_STATUS(make_log(t->device, log, 1, 0, &handle), LW_SUCCESS);
    CHECK_STATUS(make_log(t->device, log, 2, 5000, &slow), LW_SUCCESS);
    const struct refused cases[] = {{slow, P_FIRE_AND_FORGET, 2, 1}, /* it runs */
                                    {handle, P_TAIL, 2, 1},          /* it is to run */
                                    {handle, P_NULL, 1, 0},
                                    {0, P_TAIL, 1, 0}};
    CHECK_CALL(check_refused(t, cases, sizeof cases / sizeof *cases, log, errors));
}

TEST(row, P83b_a_launch_by_the_host_uploads)
{
    int *log = array_of(t, NULL, 16 * sizeof(int)), *errors = array_of(t, NULL, 16 * sizeof(int)), got;
    int *length = log + 15, value = 5, none = 0;
    lw_stream *stream = lw_default_stream(t->device);
    unsigned long long handle;
    lw_graph *graph;
    lw_graph_exec *outer, *exec;
    CHECK(log && errors);
    const void *arguments[] = {&log, &length, &value, &none};
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_kernel(graph, NULL, NULL, LW_KERNEL_OF(p_log), arguments), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_get_device_handle(exec, &handle), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_STATUS(make_launch(t->device, handle, P_FIRE_AND_FORGET, 1, errors, &outer, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(outer, stream), LW_SUCCESS);
    CHECK_CALL(array_read(t, &got, errors, sizeof got));
    CHECK_EQUAL(got, SUCCESS);
}

/* An H200 refuses these as well. A test that then launched such a graph by the host, and by a kernel, did not end there. */
TEST(row, P83c_graphs_that_were_not_uploaded, .cpu_only = true)
{
    int *log = array_of(t, NULL, 16 * sizeof(int)), *errors = array_of(t, NULL, 16 * sizeof(int));
    int *length = log + 15, value = 5, none = 0;
    unsigned long long handle, not_uploaded;
    lw_graph *graph;
    lw_graph_exec *exec;
    CHECK(log && errors);
    const void *arguments[] = {&log, &length, &value, &none};
    CHECK_STATUS(make_log(t->device, log, 1, 0, &handle), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_kernel(graph, NULL, NULL, LW_KERNEL_OF(p_log), arguments), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_get_device_handle(exec, &not_uploaded), LW_SUCCESS);
    const struct refused cases[] = {{not_uploaded, P_FIRE_AND_FORGET, 1, 0},
                                    {not_uploaded, P_TAIL, 1, 0},
                                    {not_uploaded, P_SIBLING, 1, 0},
                                    {handle, P_GRID_TAIL, 1, 0}};
    CHECK_CALL(check_refused(t, cases, sizeof cases / sizeof *cases, log, errors));
}

TEST(row, P84_rules_of_graphs_that_kernels_launch)
{
    int *memory = array_of(t, NULL, 64 * sizeof(int)), got[64], *pinned;
    unsigned long long handle;
    lw_graph *graph, *child;
    lw_graph_exec *exec;
    lw_graph_node *node;
    CHECK(memory != NULL);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&pinned, sizeof got), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &child), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(add_affine(graph, &node, NULL, 0, 1, memory, 1, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec,
                                      LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH | LW_GRAPH_INSTANTIATE_AUTO_FREE_ON_LAUNCH),
                 LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_get_device_handle(exec, &handle), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_exec_get_device_handle(exec, NULL), LW_ERROR_INVALID_VALUE);

    /* A set, copies in the device and of page-locked memory, and graphs of such; not others. */
    CHECK_STATUS(add_affine(child, &node, NULL, 0, 1, memory + 4, 1, 1), LW_SUCCESS);
    lw_graph_node_params right[] = {
        lw_graph_memset_node(memory + 8, 1, 4), lw_graph_memcpy_node(memory + 16, pinned, 4, LW_MEMCPY_HOST_TO_DEVICE),
        lw_graph_memcpy_node(memory + 24, memory, 4, LW_MEMCPY_DEVICE_TO_DEVICE), lw_graph_child_node(child)};
    for (int i = 0; i < 4; i++)
        CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &right[i]), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_get_device_handle(exec, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_exec_get_device_handle(exec, &handle), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_update(exec, graph, NULL), LW_SUCCESS);
    lw_graph_node_params wrong[] = {
        lw_graph_memcpy_node(memory, got, 4, LW_MEMCPY_HOST_TO_DEVICE), lw_graph_empty_node(),
        lw_graph_memcpy_node(got, memory, 4, LW_MEMCPY_DEVICE_TO_HOST), lw_graph_malloc_node(64)};
    for (int i = 0; i < 4; i++) {
        CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
        CHECK_STATUS(add_affine(graph, &node, NULL, 0, 1, memory, 1, 1), LW_SUCCESS);
        CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &wrong[i]), LW_SUCCESS);
        CHECK_STATUS(lw_graph_instantiate(graph, &exec, LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH), LW_ERROR_INVALID_VALUE);
        CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    }
    CHECK_STATUS(lw_free_host(t->device, pinned), LW_SUCCESS);
}

/* A run has so many launches of each kind. */
TEST(row, P85_limits_of_launches_from_kernels)
{
    enum { GRAPHS = 256 };
    static unsigned long long handles[GRAPHS];
    int *log = array_of(t, NULL, 300 * sizeof(int)), *errors = array_of(t, NULL, GRAPHS * sizeof(int));
    int *length = log, none = 0, got[GRAPHS], count;
    lw_stream *stream = lw_default_stream(t->device);
    unsigned long long *copies = array_of(t, NULL, sizeof handles);
    CHECK(log && errors && copies);
    int *values = log + 1;
    for (int i = 0; i < GRAPHS; i++) {
        lw_graph_exec *exec;
        const void *arguments[] = {&values, &length, &i, &none};
        CHECK_STATUS(make(t->device, LW_KERNEL_OF(p_log), arguments, &exec, &handles[i]), LW_SUCCESS);
    }
    CHECK_STATUS(lw_memcpy(t->device, copies, handles, sizeof handles, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    struct {
        int stream, most;
    } cases[] = {{P_FIRE_AND_FORGET, 120}, {P_TAIL, 255}};
    for (int k = 0; k < 2; k++) {
        lw_graph_exec *outer;
        int graphs = GRAPHS;
        const void *arguments[] = {&copies, &cases[k].stream, &graphs, &errors};
        CHECK_STATUS(make(t->device, LW_KERNEL_OF(p_launch_each), arguments, &outer, NULL), LW_SUCCESS);
        for (int run = 0; run < 2; run++) {
            CHECK_STATUS(lw_memset(t->device, length, 0, sizeof *length), LW_SUCCESS);
            CHECK_STATUS(lw_graph_launch(outer, stream), LW_SUCCESS);
            CHECK_CALL(array_read(t, got, errors, sizeof got));
            for (int i = 0; i < GRAPHS; i++)
                CHECK_EQUAL(got[i], i < cases[k].most ? SUCCESS : INVALID_VALUE);
            CHECK_CALL(array_read(t, &count, length, sizeof count));
            CHECK_EQUAL(count, cases[k].most);
        }
    }
}

TEST(row, P86_kernels_of_such_graphs_launch_no_grids, .cpu_only = true)
{
    int *error = array_of(t, NULL, sizeof(int)), got, depth = 1;
    const void *arguments[] = {&depth, &error};
    unsigned long long handle;
    lw_graph_exec *exec;
    CHECK(error != NULL);
    for (int special = 0; special <= 1; special++) {
        CHECK_STATUS(make(t->device, LW_KERNEL_OF(p_grids), arguments, &exec, special ? &handle : NULL), LW_SUCCESS);
        CHECK_STATUS(lw_graph_launch(exec, lw_default_stream(t->device)), LW_SUCCESS);
        CHECK_CALL(array_read(t, &got, error, sizeof got));
        CHECK_EQUAL(got, special ? NOT_SUPPORTED : SUCCESS);
    }
}

/* What a kernel has launched ends with the device's fault, as all else does. */
TEST(row, P87_a_fault_of_a_launched_graph, .isolated = true)
{
    int *errors = array_of(t, NULL, 4 * sizeof(int)), *log = array_of(t, NULL, 16 * sizeof(int));
    unsigned long long trap, first, second, none = 0;
    lw_stream *stream = lw_default_stream(t->device);
    lw_graph_exec *exec;
    CHECK(errors && log);
    CHECK_STATUS(make(t->device, LW_KERNEL_OF(stream_trap), NULL, &exec, &trap), LW_SUCCESS);
    CHECK_STATUS(make_log(t->device, log, 1, 0, &first), LW_SUCCESS);
    CHECK_STATUS(make_log(t->device, log, 2, 0, &second), LW_SUCCESS);
    const void *arguments[] = {&first, &second, &trap, &none, &errors};
    CHECK_STATUS(make(t->device, LW_KERNEL_OF(p_launch_all), arguments, &exec, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    lw_status status = lw_device_synchronize(t->device);
    CHECK(LW_ERROR_IS_STICKY(status));
    CHECK_STATUS(lw_graph_exec_get_device_handle(exec, &first), status);
    lw_status reset = lw_device_reset(t->device); /* on some systems a GPU needs a new process */
    CHECK(reset == LW_SUCCESS || reset == status);
    CHECK_STATUS(lw_graph_exec_get_device_handle(exec, &first), LW_ERROR_INVALID_HANDLE);
}

/* The handle of an executable graph that is gone, or that has changed since it was uploaded. */
TEST(row, P88_old_handles, .cpu_only = true)
{
    int *log = array_of(t, NULL, 16 * sizeof(int)), *errors = array_of(t, NULL, 4 * sizeof(int)), got[16];
    int *length = log + 15, value = 1, none = 0;
    const void *arguments[] = {&log, &length, &value, &none};
    unsigned long long handle;
    lw_stream *stream = lw_default_stream(t->device);
    lw_graph *graph;
    lw_graph_node *node;
    lw_graph_exec *exec, *outer;
    CHECK(log && errors);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_kernel(graph, &node, NULL, LW_KERNEL_OF(p_log), arguments), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_get_device_handle(exec, &handle), LW_SUCCESS);
    CHECK_STATUS(make_launch(t->device, handle, P_TAIL, 1, errors, &outer, NULL), LW_SUCCESS);
    for (int step = 0; step < 7; step++) {
        lw_graph_node_params params = lw_graph_kernel_node(LW_KERNEL_OF(p_log), lw_linear(NULL, 1, 1), arguments);
        switch (step) {
        case 0:
        case 2:
        case 4: CHECK_STATUS(lw_graph_upload(exec, stream), LW_SUCCESS); break;
        case 1: CHECK_STATUS(lw_graph_exec_node_set_params(exec, node, &params), LW_SUCCESS); break;
        case 3: CHECK_STATUS(lw_graph_exec_update(exec, graph, NULL), LW_SUCCESS); break;
        case 5: CHECK_STATUS(lw_graph_exec_node_set_enabled(exec, node, 1), LW_SUCCESS); break;
        case 6: CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS); break;
        }
        CHECK_STATUS(lw_graph_launch(outer, stream), LW_SUCCESS);
        CHECK_CALL(array_read(t, got, errors, sizeof(int)));
        CHECK_EQUAL(got[0], step % 2 || step == 6 ? INVALID_VALUE : SUCCESS);
    }
    CHECK_CALL(array_read(t, got, log, sizeof got));
    CHECK_EQUAL(got[15], 3);
}

/* Wherever memory runs out, each launch has run or has returned an error. */
TEST(row, P89_no_memory_for_a_launch_from_a_kernel, .cpu_only = true, .isolated = true)
{
    int *log = array_of(t, NULL, 16 * sizeof(int)), *errors = array_of(t, NULL, 4 * sizeof(int)), got[16], failed[4];
    unsigned long long first, second, fired, sibling;
    lw_stream *stream = lw_default_stream(t->device);
    lw_graph_exec *exec;
    unsigned refused = 0;
    CHECK(log && errors);
    CHECK_STATUS(make_log(t->device, log, 1, 0, &first), LW_SUCCESS);
    CHECK_STATUS(make_log(t->device, log, 2, 0, &second), LW_SUCCESS);
    CHECK_STATUS(make_log(t->device, log, 3, 0, &fired), LW_SUCCESS);
    CHECK_STATUS(make_log(t->device, log, 4, 0, &sibling), LW_SUCCESS);
    const void *arguments[] = {&first, &second, &fired, &sibling, &errors};
    CHECK_STATUS(make(t->device, LW_KERNEL_OF(p_launch_all), arguments, &exec, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    for (long n = 1; n < 24; n++) {
        CHECK_STATUS(lw_memset(t->device, log, 0, sizeof got), LW_SUCCESS);
        CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
        lw_test_fail_allocation(n);
        lw_status status = lw_graph_launch(exec, stream), later = lw_device_synchronize(t->device);
        lw_test_fail_allocation(0);
        CHECK(status == LW_SUCCESS || status == LW_ERROR_OUT_OF_MEMORY);
        CHECK(later == LW_SUCCESS || later == LW_ERROR_OUT_OF_MEMORY);
        if (status || later)
            continue;
        CHECK_CALL(array_read(t, failed, errors, sizeof failed));
        CHECK_CALL(array_read(t, got, log, sizeof got));
        int ran = 0;
        for (int i = 0; i < 4; i++) {
            CHECK(failed[i] == SUCCESS || failed[i] == MEMORY_ALLOCATION);
            ran += failed[i] == SUCCESS;
        }
        CHECK_EQUAL(got[15], ran);
        refused += ran < 4;
    }
    CHECK(refused > 0);
}
