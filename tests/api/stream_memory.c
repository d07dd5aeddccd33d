/* Memory of streams that legacy order alone makes free. */
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
