/* Group Q: allocations, uses, frees and waits of several streams in random order. Each allocation is filled at first; before
 * it is freed, and now and then before that, a kernel looks whether it still holds what it was filled with. Memory of an exported
 * pool is looked at by its other address, too. */
#include <unistd.h>

#include "../harness/arrays.h"
#include "Q_pool.h"

enum { STREAMS = 4, PLACES = 24, STEPS = 1200, MOST = 20000 };

struct piece {
    int *memory, n, value;
    int stream; /* which may use it now */
    bool exported;
};

struct pools {
    lw_memory_pool *pool[2];
    lw_memory_pool *imported; /* null, or the second one */
};

static void look(struct test *t, lw_stream *const *streams, const struct piece *piece, int *errors)
{
    CHECK_STATUS(lw_launch(q_compare, lw_linear(streams[piece->stream], (unsigned)piece->n, 128), piece->n,
                           piece->memory, piece->value, errors),
                 LW_SUCCESS);
}

/* Imports the memory, looks at it, and frees it at its other address. */
static void look_elsewhere(struct test *t, lw_stream *const *streams, lw_memory_pool *imported,
                           const struct piece *piece, int *errors)
{
    struct piece other = *piece;
    lw_memory_pool_pointer exported;
    CHECK_STATUS(lw_memory_pool_export_pointer(t->device, &exported, piece->memory), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_import_pointer(imported, (void **)&other.memory, &exported), LW_SUCCESS);
    CHECK_CALL(look(t, streams, &other, errors));
    CHECK_STATUS(lw_free_async(streams[piece->stream], other.memory), LW_SUCCESS);
}

/* One step with a place: allocates, hands over to another stream, looks, or frees. */
static void step(struct test *t, lw_stream *const *streams, lw_event *event, const struct pools *pools,
                 struct piece *piece, int *errors, int number)
{
    lw_stream *stream = streams[piece->stream];
    if (!piece->memory) {
        piece->stream = (int)test_random_below(t, STREAMS);
        stream = streams[piece->stream];
        piece->n = 1 + (int)test_random_below(t, test_random_below(t, 2) ? 500 : MOST);
        piece->value = number;
        uint64_t pool = test_random_below(t, 2);
        piece->exported = pools->imported && pool == 1;
        CHECK_STATUS(lw_malloc_from_pool_async(stream, pools->pool[pool], (void **)&piece->memory,
                                               (size_t)piece->n * sizeof(int)),
                     LW_SUCCESS);
        CHECK_STATUS(lw_launch(q_fill, lw_linear(stream, (unsigned)piece->n, 128), piece->n, piece->memory, number),
                     LW_SUCCESS);
        return;
    }
    switch (test_random_below(t, piece->exported ? 5 : 4)) {
    case 0:
        piece->stream = (int)test_random_below(t, STREAMS);
        CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
        CHECK_STATUS(lw_stream_wait_event(streams[piece->stream], event), LW_SUCCESS);
        break;
    case 1: CHECK_CALL(look(t, streams, piece, errors)); break;
    case 4: CHECK_CALL(look_elsewhere(t, streams, pools->imported, piece, errors)); break;
    default:
        CHECK_CALL(look(t, streams, piece, errors));
        CHECK_STATUS(lw_free_async(stream, piece->memory), LW_SUCCESS);
        piece->memory = NULL;
    }
}

static void run_steps(struct test *t, const struct pools *pools)
{
    lw_stream *streams[STREAMS];
    lw_event *event;
    struct piece pieces[PLACES] = {0};
    int got = -1, *errors = array_of(t, NULL, sizeof got);
    CHECK(errors != NULL);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    for (int i = 0; i < STREAMS; i++)
        CHECK_STATUS(
            lw_stream_create_with(t->device, &streams[i], i % 2 ? LW_STREAM_BLOCKING : LW_STREAM_NON_BLOCKING, -i),
            LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_set_attribute(pools->pool[0], LW_MEMORY_POOL_RELEASE_THRESHOLD, UINT64_MAX),
                 LW_SUCCESS);
    CHECK_STATUS(lw_legacy_stream(t->device, &streams[0]), LW_SUCCESS);
    for (int i = 0; i < STEPS; i++) {
        CHECK_CALL(step(t, streams, event, pools, &pieces[test_random_below(t, PLACES)], errors, i));
        if (test_random_below(t, 40) == 0)
            CHECK_STATUS(lw_stream_synchronize(streams[test_random_below(t, STREAMS)]), LW_SUCCESS);
        if (test_random_below(t, 100) == 0)
            CHECK_STATUS(lw_memory_pool_trim(pools->pool[0], test_random_below(t, 1 << 20)), LW_SUCCESS);
    }
    for (int i = 0; i < PLACES; i++)
        if (pieces[i].memory)
            CHECK_STATUS(lw_free_async(streams[pieces[i].stream], pieces[i].memory), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_CALL(array_read(t, &got, errors, sizeof got));
    CHECK_EQUAL(got, 0);
    for (int i = 0; i < 2; i++) {
        CHECK_EQUAL(pool_attribute(t, pools->pool[i], LW_MEMORY_POOL_USED_CURRENT), 0);
        CHECK_STATUS(lw_memory_pool_trim(pools->pool[i], 0), LW_SUCCESS);
        CHECK_EQUAL(pool_attribute(t, pools->pool[i], LW_MEMORY_POOL_RESERVED_CURRENT), 0);
        CHECK_STATUS(lw_memory_pool_destroy(pools->pool[i]), LW_SUCCESS);
    }
}

TEST(row, Q9_many_allocations_in_many_streams)
{
    struct pools pools = {.imported = NULL};
    for (int i = 0; i < 2; i++)
        CHECK_STATUS(lw_memory_pool_create(t->device, &pools.pool[i]), LW_SUCCESS);
    run_steps(t, &pools);
}

TEST(row, Q11d_many_allocations_are_exported)
{
    const lw_memory_pool_properties exportable = {.handle_type = LW_MEMORY_HANDLE_FILE_DESCRIPTOR};
    lw_device_properties properties;
    struct pools pools;
    int descriptor;
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    if (!properties.file_descriptor_handles)
        SKIP("the device has no pools for other processes");
    CHECK_STATUS(lw_memory_pool_create(t->device, &pools.pool[0]), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_create_with(t->device, &pools.pool[1], &exportable), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_export(pools.pool[1], &descriptor), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_import(t->device, &pools.imported, descriptor), LW_SUCCESS);
    close(descriptor);
    CHECK_CALL(run_steps(t, &pools));
    CHECK_STATUS(lw_memory_pool_destroy(pools.imported), LW_SUCCESS);
}
