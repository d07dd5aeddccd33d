/* Group Q: pools with a greatest size. */
#include <lanewise/ipc.h>

#include "../api/stream_gate.h"
#include "Q_pool.h"
#include "tests/harness/test.h"

enum { PIECE = 32 << 20, PIECES = 4 };

static lw_memory_pool *make_pool(struct test *t, size_t most)
{
    lw_memory_pool *pool = NULL;
    const lw_memory_pool_properties properties = {.max_size = most};
    test_check_status(t, __FILE__, __LINE__, "lw_memory_pool_create_with",
                      lw_memory_pool_create_with(t->device, &pool, &properties), LW_SUCCESS);
    return pool;
}

/* A GPU may take more from the system for a piece than the piece has, so fewer may fit. */
TEST(row, Q13_a_pool_has_a_greatest_size)
{
    enum { MOST = PIECES * PIECE };
    void *memory[PIECES + 1], *other, *untouched = t;
    unsigned count = 0;
    lw_stream *stream;
    lw_status status;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    lw_memory_pool *pool = make_pool(t, MOST);
    CHECK(pool != NULL);
    do
        status = lw_malloc_from_pool_async(stream, pool, &memory[count], PIECE);
    while (!status && ++count <= PIECES);
    CHECK_STATUS(status, LW_ERROR_OUT_OF_MEMORY);
    CHECK_MESSAGE(t->device, "lw_malloc_from_pool_async: ");
    CHECK(count >= 1 && count <= PIECES && (count == PIECES || !on_cpu(t)));
    CHECK(pool_attribute(t, pool, LW_MEMORY_POOL_RESERVED_CURRENT) <= MOST);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_USED_CURRENT), (size_t)count * PIECE);
    /* It is the pool that is full, not the device. */
    CHECK_STATUS(lw_malloc_async(stream, &other, PIECE), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, other), LW_SUCCESS);
    /* What the stream frees it gets again. */
    CHECK_STATUS(lw_free_async(stream, memory[0]), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &memory[0], PIECE), LW_SUCCESS);
    /* Free pieces make room for a larger allocation. */
    for (unsigned i = 0; i < count; i++)
        CHECK_STATUS(lw_free_async(stream, memory[i]), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &memory[0], (size_t)(count - 1) * PIECE + PIECE / 2),
                 LW_SUCCESS);
    CHECK(pool_attribute(t, pool, LW_MEMORY_POOL_RESERVED_CURRENT) <= MOST);
    CHECK_STATUS(lw_free_async(stream, memory[0]), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &untouched, 2 * MOST), LW_ERROR_OUT_OF_MEMORY);
    CHECK(untouched == t);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
    /* The next pool has a size of its own. */
    pool = make_pool(t, 0);
    CHECK(pool != NULL);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &other, 2 * MOST), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, other), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
}

TEST(row, Q13b_a_stream_waits_for_memory_of_a_full_pool, .cpu_only = true)
{
    void *memory, *again = NULL;
    lw_stream *held, *other;
    CHECK_STATUS(lw_stream_create(t->device, &held), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    lw_memory_pool *pool = make_pool(t, PIECE);
    CHECK(pool != NULL);
    CHECK_STATUS(lw_malloc_from_pool_async(held, pool, &memory, PIECE), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, held);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_free_async(held, memory), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES, 0), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(other, pool, &again, PIECE), LW_ERROR_OUT_OF_MEMORY);
    CHECK_MESSAGE(t->device, "no 33554432 bytes are left in the pool, which has at most 33554432");
    CHECK(again == NULL);
    CHECK_STATUS(lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES, 1), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(other, pool, &again, PIECE), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(other), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(other), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(other, again), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(other), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(held), LW_SUCCESS);
}
