/* Group R: memory of another device's pool, in the order of this device's streams. 32 MiB is a multiple of every device's unit. */
#include "../api/stream_gate.h"
#include "Q_pool.h"
#include "R_devices.h"
#include "device/R_peer.h"

#define PIECE ((size_t)32 << 20)
enum { N = 1000 };

/* A pool of the peer that keeps what is freed, and that t->device reaches. */
static lw_memory_pool *make_pool(struct test *t)
{
    lw_memory_pool *pool = NULL;
    if (lw_memory_pool_create(t->peer, &pool) ||
        lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_RELEASE_THRESHOLD, UINT64_MAX) ||
        lw_memory_pool_set_access(pool, t->device, LW_MEMORY_ACCESS_READ_WRITE)) {
        test_fail(t, __FILE__, __LINE__, "%s", lw_last_error_message(NULL));
        return NULL;
    }
    return pool;
}

TEST(row, R32_a_stream_allocates_from_another_device_s_pool, .two_devices = true)
{
    int *memory, *numbers = r_numbers(t, t->device, N, 5);
    lw_stream *here;
    lw_pointer_attributes attributes;
    if (!r_can(t))
        SKIP("the devices have no peer access");
    lw_memory_pool *pool = make_pool(t);
    CHECK(numbers && pool);
    CHECK_STATUS(lw_stream_create(t->device, &here), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(here, pool, (void **)&memory, PIECE), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_scale, lw_linear(here, N, 128), N, memory, numbers), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(here), LW_SUCCESS);
    r_check(t, t->peer, memory, N, 5, 3);
    CHECK_STATUS(lw_pointer_get_attributes(t->peer, memory, &attributes), LW_SUCCESS);
    CHECK(attributes.base == memory && attributes.size == PIECE);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_USED_CURRENT), PIECE);
    CHECK_STATUS(lw_free_async(here, memory), LW_SUCCESS);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_USED_CURRENT), 0);
    CHECK_STATUS(lw_free_async(here, memory), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_stream_synchronize(here), LW_SUCCESS);
    /* The peer's calls free it, too. */
    CHECK_STATUS(lw_malloc_from_pool_async(here, pool, (void **)&memory, PIECE), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(here), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->peer, memory), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(here), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, numbers), LW_SUCCESS);
}

/* Frees in a stream that a gate holds: its own stream may have the memory at once, the peer's when the gate is open. */
TEST(row, R32b_a_stream_frees_another_device_s_memory, .two_devices = true)
{
    void *memory, *second, *third, *plain;
    lw_stream *here, *there;
    lw_event *event;
    if (!r_can(t))
        SKIP("the devices have no peer access");
    lw_memory_pool *pool = make_pool(t);
    CHECK(pool);
    CHECK_STATUS(lw_stream_create(t->device, &here), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->peer, &there), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->peer, &plain, N), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(there, pool, &memory, PIECE), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(there), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, here);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_free_async(here, memory), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, here), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(there, pool, &second, PIECE), LW_SUCCESS);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_RESERVED_CURRENT), 2 * PIECE);
    CHECK_STATUS(lw_malloc_from_pool_async(here, pool, &third, PIECE), LW_SUCCESS);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_RESERVED_CURRENT), 2 * PIECE);
    CHECK_STATUS(lw_free_async(here, third), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(here, plain), LW_SUCCESS);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(here), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(there, event), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(there, pool, &third, PIECE), LW_SUCCESS);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_RESERVED_CURRENT), 2 * PIECE);
    CHECK_STATUS(lw_free_async(here, second), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(here, third), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(here, plain), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_USED_CURRENT), 0);
    CHECK_STATUS(lw_event_destroy(event), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(there), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(here), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
}
