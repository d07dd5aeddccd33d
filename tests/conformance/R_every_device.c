/* Group R: page-locked and managed memory is every device's, whichever has allocated it. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include <lanewise/graph.h>
#include <lanewise/managed.h>

#include "../api/stream_gate.h"
#include "R_devices.h"
#include "R_elsewhere.h"
#include "device/R_peer.h"

enum { SIZE = ELSEWHERE_SIZE, N = SIZE / sizeof(int) };

static const elsewhere_kind host_kinds[] = {LOCKED, REGISTERED};
static const elsewhere_kind every_devices[] = {LOCKED, REGISTERED, MANAGED};

/* cuStreamWaitValue32() wants the address of cuMemHostGetDevicePointer() for memory of cuMemHostRegister(); with unified addressing
 * it is the host's own, in every context. */
TEST(row, R20b_streams_of_two_devices_order_each_other_by_words, .two_devices = true)
{
    enum { ROUNDS = 20 };
    static elsewhere x;
    lw_stream *there = lw_default_stream(t->peer);
    CHECK_CALL(elsewhere_make(t, &x));
    int *a = r_numbers(t, t->device, N, 0), *b = r_numbers(t, t->peer, N, 0);
    CHECK(a && b);
    for (int k = 0; k < 2; k++) {
        uint32_t *word = (uint32_t *)(void *)x.memory[host_kinds[k]];
        uint64_t *wide = (uint64_t *)(void *)x.memory[host_kinds[k]] + 1;
        for (uint32_t i = 1; i <= ROUNDS; i++) { /* there first, then here, then there */
            CHECK_STATUS(lw_memset_async(there, b, (int)i, SIZE), LW_SUCCESS);
            CHECK_STATUS(lw_stream_write_value32(there, word, i), LW_SUCCESS);
            CHECK_STATUS(lw_stream_wait_value64(there, wide, i, LW_WAIT_GREATER_EQUAL), LW_SUCCESS);
            CHECK_STATUS(lw_memset_async(there, b, 0, SIZE), LW_SUCCESS);
            CHECK_STATUS(lw_stream_wait_value32(x.stream, word, i, LW_WAIT_EQUAL), LW_SUCCESS);
            CHECK_STATUS(lw_memcpy_async(x.stream, a, b, SIZE, LW_MEMCPY_DEFAULT), LW_SUCCESS);
            CHECK_STATUS(lw_stream_write_value64(x.stream, wide, i), LW_SUCCESS);
            CHECK_STATUS(lw_stream_synchronize(there), LW_SUCCESS);
            CHECK_STATUS(lw_stream_synchronize(x.stream), LW_SUCCESS);
            CHECK_EQUAL(r_read(t, t->device, a + N - 1), (int)(i * 0x01010101));
        }
        CHECK(*word == ROUNDS && *wide == ROUNDS);
    }
    CHECK_STATUS(lw_free(t->device, a), LW_SUCCESS);
    CHECK_CALL(elsewhere_free(t, &x));
}

/* Copies to and from the bytes at `p`, by name of what they are. */
static void check_copies(struct test *t, elsewhere *x, int *p, lw_memcpy_kind to, lw_memcpy_kind from)
{
    int *own = r_numbers(t, t->device, N, 5);
    CHECK(own != NULL);
    CHECK_STATUS(lw_memcpy_async(x->stream, p, own, SIZE, to), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(x->stream, own, 0, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_2d_async(x->stream, own, 2 * sizeof *own, p, 2 * sizeof *own, sizeof *own, N / 2, from),
                 LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(x->stream), LW_SUCCESS);
    CHECK(p[0] == 5 && p[N - 1] == 5 + N - 1);
    CHECK_EQUAL(r_read(t, t->device, own + N - 2), 5 + N - 2);
    CHECK_EQUAL(r_read(t, t->device, own + N - 1), 0);
    CHECK_STATUS(lw_memcpy(t->device, p, own, SIZE + 1, to), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "end 1 past the 4096-byte allocation");
    CHECK_STATUS(lw_free(t->device, own), LW_SUCCESS);
}

TEST(row, R20c_copies_and_sets_of_every_devices_memory, .two_devices = true)
{
    static elsewhere x;
    CHECK_CALL(elsewhere_make(t, &x));
    for (int k = 0; k < 2; k++) {
        int *p = (int *)(void *)x.memory[host_kinds[k]];
        CHECK_CALL(check_copies(t, &x, p, LW_MEMCPY_DEVICE_TO_HOST, LW_MEMCPY_HOST_TO_DEVICE));
        CHECK_CALL(check_copies(t, &x, p, LW_MEMCPY_DEFAULT, LW_MEMCPY_DEFAULT));
    }
    int *managed = (int *)(void *)x.memory[MANAGED];
    for (int kind = 0; managed && kind < 2; kind++) {
        CHECK_CALL(check_copies(t, &x, managed, kind ? LW_MEMCPY_DEVICE_TO_DEVICE : LW_MEMCPY_DEVICE_TO_HOST,
                                kind ? LW_MEMCPY_DEVICE_TO_DEVICE : LW_MEMCPY_HOST_TO_DEVICE));
        CHECK_STATUS(lw_memset(t->device, managed + 1, 1 + kind, SIZE - 2 * sizeof *managed), LW_SUCCESS);
        CHECK(managed[0] == 5 && managed[1] == 0x01010101 * (1 + kind) && managed[N - 1] == 5 + N - 1);
        CHECK_STATUS(lw_memset(t->device, managed + 1, 0, SIZE), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(t->device, "end 4 past the 4096-byte allocation");
    }
    if (managed) { /* in a copy between devices, as either's: which device a managed page is on changes */
        int *own = r_numbers(t, t->device, N, 9);
        CHECK(own != NULL);
        CHECK_STATUS(lw_memcpy_peer(managed, t->device, own, t->device, SIZE), LW_SUCCESS);
        CHECK_EQUAL(managed[1], 10);
        CHECK_STATUS(lw_memcpy_peer(own, t->device, managed + 1, t->peer, SIZE - sizeof *own), LW_SUCCESS);
        CHECK_EQUAL(r_read(t, t->device, own), 10);
        CHECK_STATUS(lw_free(t->device, own), LW_SUCCESS);
    }
    CHECK_CALL(elsewhere_free(t, &x));
}

static int attribute(struct test *t, lw_device *device, const void *pointer, size_t size,
                     lw_memory_range_attribute which)
{
    int value = -1;
    if (lw_memory_range_get_attribute(device, pointer, size, which, &value))
        test_fail(t, __FILE__, __LINE__, "attribute %d: %s", (int)which, lw_last_error_message(device));
    return value;
}

/* Advice and prefetches have a device: the call's, not the one that has allocated the memory. */
TEST(row, R20d_advice_is_each_devices_own, .two_devices = true)
{
    static elsewhere x;
    CHECK_CALL(elsewhere_make(t, &x));
    char *p = x.memory[MANAGED];
    lw_device *here = t->device, *there = t->peer;
    if (!p)
        SKIP("no concurrent access to managed memory");
    CHECK_STATUS(lw_memory_advise(here, p, SIZE, LW_ADVISE_SET_ACCESSED_BY, LW_LOCATION_DEVICE), LW_SUCCESS);
    CHECK_EQUAL(attribute(t, here, p, SIZE, LW_MEMORY_RANGE_ACCESSED_BY), LW_LOCATION_DEVICE);
    CHECK_EQUAL(attribute(t, there, p, SIZE, LW_MEMORY_RANGE_ACCESSED_BY), LW_LOCATION_NONE);
    CHECK_STATUS(lw_memory_advise(there, p, SIZE, LW_ADVISE_SET_ACCESSED_BY, LW_LOCATION_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_memory_advise(there, p, SIZE, LW_ADVISE_SET_ACCESSED_BY, LW_LOCATION_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memory_advise(here, p, SIZE, LW_ADVISE_UNSET_ACCESSED_BY, LW_LOCATION_DEVICE), LW_SUCCESS);
    CHECK_EQUAL(attribute(t, here, p, SIZE, LW_MEMORY_RANGE_ACCESSED_BY), LW_LOCATION_HOST);
    CHECK_EQUAL(attribute(t, there, p, SIZE, LW_MEMORY_RANGE_ACCESSED_BY), LW_LOCATION_HOST | LW_LOCATION_DEVICE);

    CHECK_STATUS(lw_memory_advise(here, p, SIZE, LW_ADVISE_SET_PREFERRED_LOCATION, LW_LOCATION_DEVICE), LW_SUCCESS);
    CHECK_EQUAL(attribute(t, here, p, SIZE, LW_MEMORY_RANGE_PREFERRED_LOCATION), LW_LOCATION_DEVICE);
    CHECK_EQUAL(attribute(t, there, p, SIZE, LW_MEMORY_RANGE_PREFERRED_LOCATION), LW_LOCATION_NONE);
    CHECK_STATUS(lw_memory_advise(there, p, SIZE, LW_ADVISE_SET_PREFERRED_LOCATION, LW_LOCATION_HOST), LW_SUCCESS);
    CHECK_EQUAL(attribute(t, here, p, SIZE, LW_MEMORY_RANGE_PREFERRED_LOCATION), LW_LOCATION_HOST);
    CHECK_STATUS(lw_memory_advise(there, p, SIZE, LW_ADVISE_UNSET_PREFERRED_LOCATION, LW_LOCATION_DEVICE), LW_SUCCESS);
    CHECK_EQUAL(attribute(t, here, p, SIZE, LW_MEMORY_RANGE_PREFERRED_LOCATION), LW_LOCATION_NONE);

    CHECK_STATUS(lw_memory_prefetch_async(x.stream, p, SIZE, LW_LOCATION_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(x.stream), LW_SUCCESS);
    CHECK_EQUAL(attribute(t, here, p, SIZE, LW_MEMORY_RANGE_LAST_PREFETCH_LOCATION), LW_LOCATION_DEVICE);
    CHECK_EQUAL(attribute(t, there, p, SIZE, LW_MEMORY_RANGE_LAST_PREFETCH_LOCATION), LW_LOCATION_NONE);

    /* Attached to a stream of a device that has not allocated it; the stream's end ends that. */
    CHECK_STATUS(lw_stream_attach_memory(x.stream, p, 0, LW_ATTACH_SINGLE), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_add, lw_linear(x.stream, 64, 64), (int *)(void *)p), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(x.stream), LW_SUCCESS);
    CHECK_EQUAL(*(int *)(void *)p, 64);
    CHECK_STATUS(lw_stream_attach_memory(x.stream, p + 4, 0, LW_ATTACH_SINGLE), LW_ERROR_INVALID_VALUE);
    CHECK_CALL(elsewhere_free(t, &x));
}

TEST(row, R20e_an_address_tells_its_memory_on_every_device, .two_devices = true)
{
    static const lw_memory_space spaces[KINDS] = {
        [LOCKED] = LW_SPACE_HOST, [REGISTERED] = LW_SPACE_HOST, [MANAGED] = LW_SPACE_MANAGED};
    static elsewhere x;
    lw_pointer_attributes here, there;
    CHECK_CALL(elsewhere_make(t, &x));
    for (int kind = 0; kind < KINDS; kind++) {
        if (!x.memory[kind])
            continue;
        CHECK_STATUS(lw_pointer_get_attributes(t->device, x.memory[kind] + 9, &here), LW_SUCCESS);
        CHECK_STATUS(lw_pointer_get_attributes(t->peer, x.memory[kind] + 9, &there), LW_SUCCESS);
        CHECK(there.base == x.memory[kind]);
        CHECK_EQUAL(here.space, spaces[kind]); /* unregistered: its device alone knows it */
        CHECK(spaces[kind] ? here.space == there.space && here.base == there.base && here.size == there.size
                           : !here.base && !here.size);
    }
    CHECK_CALL(elsewhere_free(t, &x));
}

typedef struct taking {
    elsewhere *x;
    elsewhere_kind kind;
    struct stream_gate *gate;
    lw_status status;
} taking;

static lw_status take_away(elsewhere *x, elsewhere_kind kind)
{
    void *memory = x->memory[kind];
    return kind == LOCKED       ? lw_free_host(x->t->peer, memory)
           : kind == REGISTERED ? lw_host_unregister(x->t->peer, memory)
                                : lw_free(x->t->peer, memory);
}

static void *take(void *user)
{
    taking *what = user;
    what->status = take_away(what->x, what->kind);
    return NULL;
}

static void give(elsewhere *x, elsewhere_kind kind)
{
    struct test *t = x->t;
    if (kind == LOCKED)
        CHECK_STATUS(lw_malloc_host(t->peer, (void **)&x->memory[kind], SIZE), LW_SUCCESS);
    else if (kind == MANAGED)
        CHECK_STATUS(lw_malloc_managed(t->peer, (void **)&x->memory[kind], SIZE, LW_ATTACH_GLOBAL), LW_SUCCESS);
    else
        CHECK_STATUS(lw_host_register(t->peer, x->memory[kind], SIZE, 0), LW_SUCCESS);
}

/* A copy that is queued behind a gate is done before the memory goes. On a GPU lw_free_host() waits for the other device itself. */
TEST(row, R20f_memory_goes_after_another_devices_work, .two_devices = true)
{
    static elsewhere x;
    CHECK_CALL(elsewhere_make(t, &x));
    int *own = r_numbers(t, t->device, N, 0);
    CHECK(own != NULL);
    for (int k = 0; k < 3; k++) {
        elsewhere_kind kind = every_devices[k];
        pthread_t thread;
        if (!x.memory[kind])
            continue;
        memset(x.memory[kind], 7 + k, SIZE);
        taking what = {&x, kind, gate_close(t->device, x.stream), LW_ERROR_SYSTEM};
        CHECK(what.gate != NULL);
        CHECK_STATUS(lw_memcpy_async(x.stream, own, x.memory[kind], SIZE, LW_MEMCPY_DEFAULT), LW_SUCCESS);
        CHECK_EQUAL(pthread_create(&thread, NULL, take, &what), 0);
        nanosleep(&(struct timespec){0, 20000000}, NULL);
        gate_open(what.gate);
        pthread_join(thread, NULL);
        CHECK_STATUS(what.status, LW_SUCCESS);
        CHECK_STATUS(lw_stream_synchronize(x.stream), LW_SUCCESS); /* for checked mode: a free orders nothing */
        CHECK_EQUAL(r_read(t, t->device, own + N - 1), 0x01010101 * (7 + k));
        CHECK_CALL(give(&x, kind));
    }
    CHECK_STATUS(lw_free(t->device, own), LW_SUCCESS);
    CHECK_CALL(elsewhere_free(t, &x));
}

/* What is freed on its device is refused on the other, by name; and only its device frees it. */
TEST(row, R20g_memory_that_its_device_has_freed, .two_devices = true)
{
    char refusal[80];
    lw_device_properties peer;
    static elsewhere x;
    CHECK_CALL(elsewhere_make(t, &x));
    CHECK_STATUS(lw_device_get_properties(t->peer, &peer), LW_SUCCESS);
    snprintf(refusal, sizeof refusal, "which belongs to device %s:%d, not to ", peer.kind, peer.ordinal);
    CHECK_STATUS(lw_free_host(t->device, x.memory[LOCKED]), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, refusal);
    CHECK_STATUS(lw_host_unregister(t->device, x.memory[REGISTERED]), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, refusal);
    CHECK_STATUS(lw_stream_write_value32(x.stream, (uint32_t *)(void *)x.memory[PLAIN], 1), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, refusal);
    CHECK_STATUS(lw_memory_prefetch_async(x.stream, x.memory[PLAIN], 1, LW_LOCATION_HOST), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, refusal);
    for (int k = 0; k < 3; k++) {
        char *memory = x.memory[every_devices[k]];
        if (!memory)
            continue;
        CHECK_STATUS(take_away(&x, every_devices[k]), LW_SUCCESS);
        CHECK_STATUS(lw_stream_write_value32(x.stream, (uint32_t *)(void *)memory, 1), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(t->device, every_devices[k] == REGISTERED ? "neither memory of device"
                                                                : "in an allocation of 4096 bytes that was freed");
        CHECK_STATUS(lw_memset_async(x.stream, memory, 1, 1), LW_ERROR_INVALID_VALUE);
        CHECK_STATUS(lw_memory_prefetch_async(x.stream, memory, 1, LW_LOCATION_HOST), LW_ERROR_INVALID_VALUE);
        CHECK_CALL(give(&x, every_devices[k]));
    }
    CHECK_CALL(elsewhere_free(t, &x));
}

/* Memory is page-locked once, by whichever device. */
TEST(row, R20h_memory_is_registered_by_one_device, .two_devices = true)
{
    static elsewhere x;
    CHECK_CALL(elsewhere_make(t, &x));
    CHECK_STATUS(lw_host_register(t->device, x.memory[REGISTERED], SIZE, LW_HOST_PORTABLE), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "registered already");
    CHECK_STATUS(lw_host_register(t->device, x.memory[LOCKED] + 16, 16, 0), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "page-locked already");
    CHECK_STATUS(lw_host_unregister(t->peer, x.memory[REGISTERED]), LW_SUCCESS);
    CHECK_STATUS(lw_host_register(t->device, x.memory[REGISTERED], SIZE, 0), LW_SUCCESS);
    CHECK_STATUS(lw_host_register(t->peer, x.memory[REGISTERED], SIZE, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_host_unregister(t->device, x.memory[REGISTERED]), LW_SUCCESS);
    CHECK_CALL(give(&x, REGISTERED));
    CHECK_CALL(elsewhere_free(t, &x));
}

/* A graph of one device copies and sets memory of the other that is every device's, as often as it is launched. */
TEST(row, R20i_graphs_have_every_devices_memory, .two_devices = true)
{
    static elsewhere x;
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *nodes[3];
    size_t count = 2;
    CHECK_CALL(elsewhere_make(t, &x));
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    lw_graph_node_params params[3] = {lw_graph_memcpy_node(x.own, x.memory[LOCKED], SIZE, LW_MEMCPY_DEFAULT),
                                      lw_graph_memcpy_node(x.memory[REGISTERED], x.own, SIZE, LW_MEMCPY_DEFAULT)};
    if (x.memory[MANAGED])
        params[count++] = lw_graph_memset_node(x.memory[MANAGED], 3, SIZE);
    for (size_t i = 0; i < count; i++)
        CHECK_STATUS(lw_graph_add_node(graph, &nodes[i], i == 1 ? nodes : NULL, i == 1, &params[i]), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    for (int i = 1; i < 4; i++) {
        memset(x.memory[LOCKED], i, SIZE);
        if (count > 2)
            memset(x.memory[MANAGED], 0, SIZE);
        CHECK_STATUS(lw_graph_launch(exec, x.stream), LW_SUCCESS);
        CHECK_STATUS(lw_stream_synchronize(x.stream), LW_SUCCESS);
        CHECK_EQUAL(x.memory[REGISTERED][SIZE - 1], i);
        CHECK(count < 3 || x.memory[MANAGED][SIZE - 1] == 3);
    }
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->peer, x.memory[LOCKED]), LW_SUCCESS);
    if (count > 2) { /* a set of memory that is gone */
        CHECK_STATUS(lw_free(t->peer, x.memory[MANAGED]), LW_SUCCESS);
        CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_ERROR_INVALID_VALUE);
        CHECK_CALL(give(&x, MANAGED));
    }
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_CALL(give(&x, LOCKED));
    CHECK_CALL(elsewhere_free(t, &x));
}

/* A reset frees what its handles have allocated, after the other device's work. */
TEST(row, R20j_a_reset_frees_every_devices_memory, .two_devices = true)
{
    enum { ROUNDS = 10 };
    lw_stream *stream = lw_default_stream(t->device);
    lw_pointer_attributes attributes;
    int *own = r_numbers(t, t->device, N, 0);
    CHECK(own != NULL);
    for (int i = 0; i < ROUNDS; i++) {
        int *pinned;
        CHECK_STATUS(lw_malloc_host(t->peer, (void **)&pinned, SIZE), LW_SUCCESS);
        memset(pinned, i, SIZE);
        for (int j = 0; j < ROUNDS; j++)
            CHECK_STATUS(lw_memcpy_async(stream, own, pinned, SIZE, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
        CHECK_STATUS(lw_device_reset(t->peer), LW_SUCCESS);
        CHECK_STATUS(lw_stream_wait_value32(stream, (uint32_t *)pinned, 0, LW_WAIT_EQUAL), LW_ERROR_INVALID_VALUE);
        CHECK_STATUS(lw_pointer_get_attributes(t->device, pinned, &attributes), LW_SUCCESS);
        CHECK_EQUAL(attributes.space, LW_SPACE_UNREGISTERED);
        CHECK_EQUAL(r_read(t, t->device, own + N - 1), i * 0x01010101);
    }
}

/* So does the close of its last handle. */
TEST(row, R20k_a_close_frees_every_devices_memory, .two_devices = true)
{
    lw_stream *stream = lw_default_stream(t->device);
    lw_device_properties properties;
    char name[32];
    int *own = r_numbers(t, t->device, N, 0), *pinned;
    CHECK(own != NULL);
    CHECK_STATUS(lw_device_get_properties(t->peer, &properties), LW_SUCCESS);
    snprintf(name, sizeof name, "%s:%d", properties.kind, properties.ordinal);
    CHECK_STATUS(lw_malloc_host(t->peer, (void **)&pinned, SIZE), LW_SUCCESS);
    memset(pinned, 6, SIZE);
    CHECK_STATUS(lw_memcpy_async(stream, own, pinned, SIZE, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lw_stream_write_value32(stream, (uint32_t *)pinned, 5), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, own, pinned, sizeof *own, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(t->peer), LW_SUCCESS);
    t->peer = NULL;
    CHECK_EQUAL(r_read(t, t->device, own), 5);
    CHECK_EQUAL(r_read(t, t->device, own + N - 1), 0x06060606);
    CHECK_STATUS(lw_stream_write_value32(stream, (uint32_t *)pinned, 5), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_device_open(&t->peer, name), LW_SUCCESS);
}
