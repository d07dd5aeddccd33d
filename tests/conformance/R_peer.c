/* Group R: access to a peer's memory, copies between devices, variables of each device. */
#include <stdio.h>

#include "../api/stream_gate.h"
#include "../harness/arrays.h"
#include "R_devices.h"
#include "device/R_peer.h"

enum { N = 3000, SIZE = N * sizeof(int) };

TEST(row, R7_access_to_a_peer_is_given_and_taken, .two_devices = true)
{
    int can = -1, value = -1;
    CHECK_STATUS(lw_device_can_access_peer(t->device, t->device, &can), LW_SUCCESS);
    CHECK_EQUAL(can, 0);
    CHECK_STATUS(lw_device_can_access_peer(t->device, t->peer, &can), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_peer_attribute(t->device, t->peer, LW_PEER_ACCESS_SUPPORTED, &value), LW_SUCCESS);
    CHECK_EQUAL(value, can);
    CHECK_STATUS(lw_device_get_peer_attribute(t->device, t->peer, (lw_peer_attribute)0, &value),
                 LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_device_enable_peer_access(t->device, t->device, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_device_disable_peer_access(t->device, t->peer), LW_ERROR_PEER_ACCESS_NOT_ENABLED);
    CHECK_STATUS(lw_device_enable_peer_access(t->device, t->peer, 1), LW_ERROR_INVALID_VALUE);
    if (!can) {
        CHECK_STATUS(lw_device_enable_peer_access(t->device, t->peer, 0), LW_ERROR_PEER_ACCESS_UNSUPPORTED);
        return;
    }
    CHECK_STATUS(lw_device_enable_peer_access(t->device, t->peer, 0), LW_SUCCESS);
    CHECK_STATUS(lw_device_enable_peer_access(t->device, t->peer, 0), LW_ERROR_PEER_ACCESS_ALREADY_ENABLED);
    CHECK_STATUS(lw_device_disable_peer_access(t->peer, t->device), LW_ERROR_PEER_ACCESS_NOT_ENABLED);
    CHECK_STATUS(lw_device_disable_peer_access(t->device, t->peer), LW_SUCCESS);
    CHECK_STATUS(lw_device_disable_peer_access(t->device, t->peer), LW_ERROR_PEER_ACCESS_NOT_ENABLED);
    CHECK_STATUS(lw_device_enable_peer_access(t->device, t->peer, 0), LW_SUCCESS);
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS); /* ends it */
    CHECK_STATUS(lw_device_disable_peer_access(t->device, t->peer), LW_ERROR_PEER_ACCESS_NOT_ENABLED);
}

static void check_no_access(struct test *t, lw_memory_pool *pool)
{
    lw_memory_access access;
    CHECK_STATUS(lw_memory_pool_get_access(pool, t->peer, &access), LW_SUCCESS);
    CHECK_EQUAL(access, LW_MEMORY_ACCESS_NONE);
    CHECK_STATUS(lw_device_enable_peer_access(t->device, t->peer, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_set_access(pool, t->peer, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
}

TEST(row, R7b_access_ends_with_either_device, .two_devices = true, .cpu_only = true)
{
    lw_device_properties properties;
    lw_memory_pool *pool;
    char name[32];
    if (!r_can(t))
        SKIP("the devices have no peer access");
    CHECK_STATUS(lw_device_get_properties(t->peer, &properties), LW_SUCCESS);
    snprintf(name, sizeof name, "%s:%d", properties.kind, properties.ordinal);
    CHECK_STATUS(lw_memory_pool_create(t->device, &pool), LW_SUCCESS);
    check_no_access(t, pool);
    CHECK_STATUS(lw_device_reset(t->peer), LW_SUCCESS);
    check_no_access(t, pool);
    CHECK_STATUS(lw_device_close(t->peer), LW_SUCCESS);
    CHECK_STATUS(lw_device_open(&t->peer, name), LW_SUCCESS);
    check_no_access(t, pool);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
    CHECK_STATUS(lw_device_disable_peer_access(t->device, t->peer), LW_SUCCESS);
}

TEST(row, R8_a_kernel_reaches_its_peer_s_memory, .two_devices = true)
{
    lw_stream *stream = lw_default_stream(t->device);
    if (!r_can(t))
        SKIP("the devices have no peer access");
    int *early = r_numbers(t, t->peer, N, 1);
    CHECK_STATUS(lw_device_enable_peer_access(t->device, t->peer, 0), LW_SUCCESS);
    int *late = r_numbers(t, t->peer, N, 0), *own = r_numbers(t, t->device, N, 0); /* allocated before and after */
    CHECK(early && late && own);
    CHECK_STATUS(lw_launch(r_scale, lw_linear(stream, N, 128), N, own, early), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_scale, lw_linear(stream, N, 128), N, late, own), LW_SUCCESS);
    r_check(t, t->device, own, N, 1, 3);
    r_check(t, t->peer, late, N, 1, 9);
    CHECK_STATUS(lw_device_disable_peer_access(t->device, t->peer), LW_SUCCESS);
}

TEST(row, R9_copies_between_devices, .two_devices = true)
{
    enum { PITCH = 64, WIDTH = 40, HEIGHT = 10 };
    int *a = r_numbers(t, t->device, N, 1), *b = r_numbers(t, t->peer, N, 0);
    lw_stream *stream = lw_default_stream(t->device), *there = lw_default_stream(t->peer);
    CHECK(a && b);
    CHECK_STATUS(lw_memcpy_peer(b, t->peer, a, t->device, SIZE), LW_SUCCESS);
    r_check(t, t->peer, b, N, 1, 1);
    CHECK_STATUS(lw_memset(t->device, a, 0, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_peer_async(stream, a, t->device, b, t->peer, SIZE), LW_SUCCESS); /* in either's stream */
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    r_check(t, t->device, a, N, 1, 1);
    CHECK_STATUS(lw_memcpy_peer(a, t->device, a + 1, t->device, sizeof *a), LW_SUCCESS); /* the same device */
    CHECK_EQUAL(r_read(t, t->device, a), 2);
    /* By the pointers alone. */
    CHECK_STATUS(lw_memset(t->peer, b, 0, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, b + 1, a + 1, SIZE - sizeof *a, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    r_check(t, t->peer, b + 1, N - 1, 2, 1);
    CHECK_STATUS(lw_memcpy_async(there, a, b, SIZE, LW_MEMCPY_DEVICE_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(there), LW_SUCCESS);
    CHECK_EQUAL(r_read(t, t->device, a), 0);
    CHECK_EQUAL(r_read(t, t->device, b + 7), 8); /* from the host, through the other device */
    CHECK_STATUS(lw_memcpy_2d(t->device, b, PITCH, a + 1, PITCH, WIDTH, HEIGHT, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_EQUAL(r_read(t, t->peer, b), 2);
    CHECK_EQUAL(r_read(t, t->peer, b + WIDTH / (int)sizeof *b), 1 + WIDTH / (int)sizeof *b); /* between the rows */
    CHECK_EQUAL(r_read(t, t->peer, b + PITCH / (int)sizeof *b), 2 + PITCH / (int)sizeof *b);
}

TEST(row, R9b_copies_between_devices_that_are_refused, .two_devices = true)
{
    int *a = r_numbers(t, t->device, N, 1), *b = r_numbers(t, t->peer, N, 0), host = 0;
    CHECK(a && b);
    CHECK_STATUS(lw_memcpy_peer(a, t->peer, b, t->device, SIZE), LW_ERROR_INVALID_VALUE); /* the wrong way round */
    CHECK_STATUS(lw_memcpy_peer(b, t->peer, a, t->device, SIZE + 1), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "end 1 past the");
    CHECK_STATUS(lw_memcpy_peer(b, t->peer, &host, t->device, sizeof host), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memcpy_peer(NULL, t->peer, a, t->device, 4), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memcpy_peer(NULL, t->peer, NULL, t->device, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, b, a, SIZE + 4, LW_MEMCPY_DEFAULT), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memcpy(t->device, b, &host, 4, LW_MEMCPY_DEVICE_TO_HOST), LW_ERROR_INVALID_VALUE);
    CHECK_EQUAL(r_read(t, t->peer, b), 0);
    CHECK_STATUS(lw_free(t->peer, b), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_peer(b, t->peer, a, t->device, 4), LW_ERROR_INVALID_VALUE);
}

TEST(row, R10_a_box_between_devices, .two_devices = true)
{
    enum { PITCH = 16, HEIGHT = 4, DEPTH = 3 };
    int *a = r_numbers(t, t->device, N, 0), *b = r_numbers(t, t->peer, N, 0);
    CHECK(a && b);
    CHECK_STATUS(lw_memset(t->peer, b, 0xff, SIZE), LW_SUCCESS);
    lw_copy_3d_peer copy = {.destination = {b, PITCH * 4, PITCH * 4, HEIGHT},
                            .destination_device = t->peer,
                            .source = {a, PITCH * 4, PITCH * 4, HEIGHT},
                            .source_device = t->device,
                            .source_at = {4, 1, 1},
                            .extent = {8, 2, 2}};
    CHECK_STATUS(lw_memcpy_3d_peer(&copy), LW_SUCCESS);
    CHECK_EQUAL(r_read(t, t->peer, b), PITCH * HEIGHT + PITCH + 1);
    CHECK_EQUAL(r_read(t, t->peer, b + 1), PITCH * HEIGHT + PITCH + 2);
    CHECK_EQUAL(r_read(t, t->peer, b + 2), -1);
    CHECK_EQUAL(r_read(t, t->peer, b + PITCH * HEIGHT + PITCH), 2 * PITCH * HEIGHT + 2 * PITCH + 1);
    copy.extent.depth = DEPTH * 100;
    CHECK_STATUS(lw_memcpy_3d_peer_async(lw_default_stream(t->peer), &copy), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memcpy_3d_peer(NULL), LW_ERROR_INVALID_VALUE);
    copy.extent.depth = 0;
    CHECK_STATUS(lw_memcpy_3d_peer_async(lw_default_stream(t->peer), &copy), LW_SUCCESS);
}

TEST(row, R11_a_peer_copy_waits_for_both_devices, .two_devices = true)
{
    lw_stream *here, *there;
    int *a = r_numbers(t, t->device, N, 1), *b = r_numbers(t, t->peer, N, 0), *c = r_numbers(t, t->device, N, 0);
    CHECK(a && b && c);
    CHECK_STATUS(lw_stream_create(t->device, &here), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->peer, &there), LW_SUCCESS);
    for (int i = 0; i < 20; i++) { /* work in other streams of both devices comes before it */
        CHECK_STATUS(lw_launch(r_scale, lw_linear(here, N, 128), N, c, a), LW_SUCCESS);
        CHECK_STATUS(lw_memset_async(there, b, 0, SIZE), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_peer(b, t->peer, c, t->device, SIZE), LW_SUCCESS);
        r_check(t, t->peer, b, N, 1, 3);
        CHECK_STATUS(lw_memset(t->device, c, 0, SIZE), LW_SUCCESS);
    }
}

TEST(row, R12_each_device_has_its_variables, .two_devices = true)
{
    enum { THREADS = 96, ROUNDS = 10, VALUE = 40 };
    lw_device *devices[2] = {t->device, t->peer};
    lw_stream *streams[4];
    int before[2], after, factor = 7, out[2], *look[2];
    void *address[2];
    for (int d = 0; d < 2; d++) {
        look[d] = r_numbers(t, devices[d], N, 0);
        CHECK(look[d] != NULL);
        CHECK_STATUS(lw_symbol_get_address(devices[d], &address[d], LW_SYMBOL(r_counter)), LW_SUCCESS);
        before[d] = VALUE * (d + 1);
        CHECK_STATUS(lw_memcpy_to_symbol(devices[d], LW_SYMBOL(r_counter), &before[d], sizeof before[d], 0),
                     LW_SUCCESS);
    }
    CHECK_STATUS(lw_memcpy_to_symbol(t->peer, LW_SYMBOL(r_factor), &factor, sizeof factor, 0), LW_SUCCESS);
    for (int i = 0; i < 4; i++)
        CHECK_STATUS(lw_stream_create(devices[i % 2], &streams[i]), LW_SUCCESS);
    for (int i = 0; i < 4 * ROUNDS; i++)
        CHECK_STATUS(lw_launch(r_count, lw_linear(streams[i % 4], THREADS, 32), i % 2 + 1), LW_SUCCESS);
    for (int d = 0; d < 2; d++)
        CHECK_STATUS(lw_device_synchronize(devices[d]), LW_SUCCESS);
    for (int d = 0; d < 2; d++) {
        int expected = before[d] + 2 * ROUNDS * THREADS * (d + 1);
        CHECK_STATUS(lw_memcpy_from_symbol(devices[d], &after, LW_SYMBOL(r_counter), sizeof after, 0), LW_SUCCESS);
        CHECK_EQUAL(after, expected);
        CHECK_STATUS(lw_launch(r_look, one_thread(lw_default_stream(devices[d])), look[d], address[d]), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(devices[d], out, look[d], sizeof out, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK(out[0] == expected && out[1] == expected);
        /* By its address, as any device memory. */
        CHECK_STATUS(lw_memset(devices[d], address[d], 0, sizeof after), LW_SUCCESS);
        CHECK_EQUAL(r_read(t, devices[d], address[d]), 0);
    }
    CHECK_STATUS(lw_memcpy_peer(address[1], t->peer, look[0], t->device, sizeof after), LW_SUCCESS);
    CHECK_EQUAL(r_read(t, t->peer, address[1]), before[0] + 2 * ROUNDS * THREADS);
    CHECK_STATUS(lw_memcpy_peer(address[0], t->device, address[1], t->peer, sizeof after), LW_SUCCESS);
    CHECK_EQUAL(r_read(t, t->device, address[0]), before[0] + 2 * ROUNDS * THREADS);
    /* The constant is another on each. */
    for (int d = 0; d < 2; d++) {
        int *from = r_numbers(t, devices[d], N, 1);
        CHECK(from != NULL);
        CHECK_STATUS(lw_launch(r_scale, lw_linear(streams[d], N, 128), N, look[d], from), LW_SUCCESS);
        CHECK_STATUS(lw_stream_synchronize(streams[d]), LW_SUCCESS);
        r_check(t, devices[d], look[d], N, 1, d ? 7 : 3);
    }
    factor = 3; /* a GPU keeps the value for later cases */
    CHECK_STATUS(lw_memcpy_to_symbol(t->peer, LW_SYMBOL(r_factor), &factor, sizeof factor, 0), LW_SUCCESS);
}

TEST(row, R12b_a_closed_device_keeps_its_variables, .two_devices = true)
{
    enum { VALUE = 77 };
    lw_device_properties properties;
    char name[32];
    int value = VALUE;
    CHECK_STATUS(lw_device_get_properties(t->peer, &properties), LW_SUCCESS);
    snprintf(name, sizeof name, "%s:%d", properties.kind, properties.ordinal);
    CHECK_STATUS(lw_memcpy_to_symbol(t->peer, LW_SYMBOL(r_counter), &value, sizeof value, 0), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(t->peer), LW_SUCCESS);
    CHECK_STATUS(lw_device_open(&t->peer, name), LW_SUCCESS);
    value = 0;
    CHECK_STATUS(lw_memcpy_from_symbol(t->peer, &value, LW_SYMBOL(r_counter), sizeof value, 0), LW_SUCCESS);
    CHECK_EQUAL(value, VALUE);
}

TEST(row, R13_managed_and_pinned_memory_are_reached_by_both, .two_devices = true)
{
    enum { THREADS = 640 };
    lw_device_properties here, there;
    int *managed, *pinned;
    CHECK_STATUS(lw_device_get_properties(t->device, &here), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_properties(t->peer, &there), LW_SUCCESS);
    if (!here.concurrent_managed_access || !there.concurrent_managed_access)
        SKIP("no concurrent access to managed memory");
    CHECK_STATUS(lw_malloc_managed(t->device, (void **)&managed, sizeof *managed, LW_ATTACH_GLOBAL), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->peer, (void **)&pinned, sizeof *pinned), LW_SUCCESS);
    *managed = *pinned = 1;
    for (int i = 0; i < 2; i++) {
        lw_stream *stream = lw_default_stream(i ? t->peer : t->device);
        CHECK_STATUS(lw_launch(r_add, lw_linear(stream, THREADS, 64), managed), LW_SUCCESS);
        CHECK_STATUS(lw_launch(r_add, lw_linear(stream, THREADS, 64), pinned), LW_SUCCESS);
        CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    }
    CHECK_EQUAL(*managed, 1 + 2 * THREADS);
    CHECK_EQUAL(*pinned, 1 + 2 * THREADS);
    CHECK_STATUS(lw_free(t->device, managed), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->peer, pinned), LW_SUCCESS);
}

TEST(row, R14_a_pool_has_access_of_its_own, .two_devices = true)
{
    lw_memory_pool *pool;
    lw_memory_access access;
    int *memory, *to = r_numbers(t, t->device, N, 0), *from = r_numbers(t, t->peer, N, 4);
    if (!r_can(t))
        SKIP("the devices have no peer access");
    CHECK(to && from);
    CHECK_STATUS(lw_memory_pool_create(t->peer, &pool), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_get_access(pool, t->device, &access), LW_SUCCESS);
    CHECK_EQUAL(access, LW_MEMORY_ACCESS_NONE);
    CHECK_STATUS(lw_memory_pool_set_access(pool, t->device, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_get_access(pool, t->device, &access), LW_SUCCESS);
    CHECK_EQUAL(access, LW_MEMORY_ACCESS_READ_WRITE);
    lw_stream *there = lw_default_stream(t->peer);
    CHECK_STATUS(lw_malloc_from_pool_async(there, pool, (void **)&memory, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(there, memory, from, SIZE, LW_MEMCPY_DEVICE_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(there), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_scale, lw_linear(lw_default_stream(t->device), N, 128), N, to, memory), LW_SUCCESS);
    r_check(t, t->device, to, N, 4, 3);
    CHECK_STATUS(lw_free_async(there, memory), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_set_access(pool, t->device, LW_MEMORY_ACCESS_NONE), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_get_access(pool, t->device, &access), LW_SUCCESS);
    CHECK_EQUAL(access, LW_MEMORY_ACCESS_NONE);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
}

/* To the pool and back. A driver's copies have rows of less than 2^31 bytes, so on a GPU there are more. */
static void copy_there_and_back(struct test *t, lw_memory_pool *pool, char *from, char *to, size_t size)
{
    lw_stream *there = lw_default_stream(t->peer);
    char *memory;
    memset(to, 0, size);
    CHECK_STATUS(lw_malloc_from_pool_async(there, pool, (void **)&memory, size), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(there), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, memory, from, size, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(lw_default_stream(t->device), to, memory, size, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(there, memory), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(there), LW_SUCCESS);
    CHECK(memcmp(from, to, size) == 0);
}

TEST(row, R14b_host_copies_of_a_pool_of_another_device, .two_devices = true)
{
    const size_t size = on_cpu(t) ? 40000 : ((size_t)1 << 31) + 40000;
    lw_memory_pool *pool;
    char *from, *to;
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&from, size), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&to, size), LW_SUCCESS);
    for (size_t i = 0; i < size / sizeof(uint64_t); i++)
        ((uint64_t *)(void *)from)[i] = i * 0x9e3779b97f4a7c15;
    CHECK_STATUS(lw_memory_pool_create(t->peer, &pool), LW_SUCCESS);
    CHECK_CALL(copy_there_and_back(t, pool, from, to, size));
    if (r_can(t)) {
        CHECK_STATUS(lw_memory_pool_set_access(pool, t->device, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
        CHECK_CALL(copy_there_and_back(t, pool, from, to, 40000));
    }
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->device, from), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->device, to), LW_SUCCESS);
}

TEST(row, R15_a_sum_over_two_devices, .two_devices = true)
{
    int *first = r_numbers(t, t->device, N, 0), *second = r_numbers(t, t->peer, N, N);
    int *sum = r_numbers(t, t->device, 2, 0), *part = r_numbers(t, t->peer, 1, 0);
    lw_stream *here = lw_default_stream(t->device), *there = lw_default_stream(t->peer);
    lw_event *done;
    CHECK(first && second && sum && part);
    CHECK_STATUS(lw_memset(t->device, sum, 0, 2 * sizeof *sum), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->peer, &done), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_sum, lw_linear(here, N, 128), N, sum, first), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_sum, lw_linear(there, N, 128), N, part, second), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_peer_async(there, sum + 1, t->device, part, t->peer, sizeof *sum), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(done, there), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(here, done), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_sum, one_thread(here), 1, sum, sum + 1), LW_SUCCESS);
    CHECK_EQUAL(r_read(t, t->device, sum), N * (2 * N - 1));
}
