/* Memory of streams that legacy order alone makes free. */
#include <malloc.h>

#include "stream_gate.h"
#include "tests/harness/test.h"

enum { BYTES = 4096 };

/* `first` uses memory behind a gate and frees it; `second`, which comes after it in the legacy order, allocates as much. When
 * `second` has nothing to do, nothing may use the memory any more. */
static void allocate_after(struct test *t, lw_stream *first, lw_stream *second)
{
    unsigned char got[BYTES], *old, *memory;
    struct stream_gate *gate = gate_close(t->device, first);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_malloc_async(first, (void **)&old, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(first, old, 1, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(first, old), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(second, (void **)&memory, BYTES), LW_SUCCESS);
    bool ready = lw_stream_query(second) == LW_SUCCESS;
    if (ready) /* in the default stream, which is in no order with the two */
        CHECK_STATUS(lw_memset(t->device, memory, 2, BYTES), LW_SUCCESS);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(second), LW_SUCCESS);
    if (!ready)
        CHECK_STATUS(lw_memset(t->device, memory, 2, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, got, memory, BYTES, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (int i = 0; i < BYTES; i++)
        CHECK_EQUAL(got[i], 2);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
}

TEST(api, allocation_in_legacy_order)
{
    lw_stream *legacy, *blocking;
    CHECK_STATUS(lw_legacy_stream(t->device, &legacy), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create_with(t->device, &blocking, LW_STREAM_BLOCKING, 0), LW_SUCCESS);
    CHECK_CALL(allocate_after(t, legacy, blocking));
    CHECK_CALL(allocate_after(t, blocking, legacy));
}

/* The table of ranges keeps what a stream has freed only until its next change. Sanitizers' allocators have no figures. */
TEST(api, memory_freed_in_a_stream_leaves_nothing, .cpu_only = true)
{
    enum { PAIRS = 10000, MOST_BYTES = 1 << 16 };
    lw_stream *stream = lw_default_stream(t->device);
    size_t before = 0;
    void *memory;
    for (int i = 0; i < 2 * PAIRS; i++) {
        if (i == PAIRS)
            before = mallinfo2().uordblks;
        CHECK_STATUS(lw_malloc_async(stream, &memory, 1000), LW_SUCCESS);
        CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
        if (i % 100 == 0)
            CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    }
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    size_t after = mallinfo2().uordblks;
    if (after > before + MOST_BYTES)
        FAIL("%zu bytes more in use after %d allocations that were freed", after - before, PAIRS);
}
