/* Group H: windows of memory that should stay in the L2 cache. They change no result. */
#include "../harness/arrays.h"
#include "device/H_memory.h"

TEST(row, H23_windows_of_the_l2_cache)
{
    enum { COUNT = 1000 };
    lw_device_properties properties;
    lw_stream *stream;
    int numbers[COUNT], *memory;
    const float wrong[] = {-0.1f, 1.1f, __builtin_nanf("")};
    for (int i = 0; i < COUNT; i++)
        numbers[i] = i;
    memory = array_of(t, numbers, sizeof numbers);
    CHECK(memory != NULL);
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    if (!properties.access_policy_max_window_size)
        SKIP("a device before 8.0");
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    lw_access_policy_window window = {memory, sizeof numbers, 0.5f, LW_ACCESS_PERSISTING, LW_ACCESS_STREAMING}, got;
    CHECK_STATUS(lw_stream_get_access_policy_window(stream, &got), LW_SUCCESS);
    CHECK_EQUAL(got.size, 0);
    CHECK_STATUS(lw_stream_set_access_policy_window(stream, &window), LW_SUCCESS);
    CHECK_STATUS(lw_stream_get_access_policy_window(stream, &got), LW_SUCCESS);
    CHECK(got.pointer == memory && got.size == sizeof numbers && got.hit_ratio == 0.5f);
    CHECK(got.hit == LW_ACCESS_PERSISTING && got.miss == LW_ACCESS_STREAMING);
    CHECK_STATUS(lw_launch(h_double, lw_linear(stream, COUNT, 256), memory, COUNT), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_STATUS(lw_device_reset_persisting_l2_cache(t->device), LW_SUCCESS);
    CHECK_CALL(array_read(t, numbers, memory, sizeof numbers));
    for (int i = 0; i < COUNT; i++)
        CHECK_EQUAL(numbers[i], 2 * i);

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        window.hit_ratio = wrong[i];
        CHECK_STATUS(lw_stream_set_access_policy_window(stream, &window), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(t->device, "expected 0 to 1");
    }
    window.hit_ratio = 1;
    window.miss = LW_ACCESS_PERSISTING;
    CHECK_STATUS(lw_stream_set_access_policy_window(stream, &window), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "not LW_ACCESS_PERSISTING for a miss");
    window.miss = LW_ACCESS_NORMAL;
    window.hit = (lw_access_property)7;
    CHECK_STATUS(lw_stream_set_access_policy_window(stream, &window), LW_ERROR_INVALID_VALUE);
    window.hit = LW_ACCESS_NORMAL;
    window.size = properties.access_policy_max_window_size + 1;
    CHECK_STATUS(lw_stream_set_access_policy_window(stream, &window), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "the most is ");
    window.size = 0; /* ends it */
    CHECK_STATUS(lw_stream_set_access_policy_window(stream, &window), LW_SUCCESS);
    CHECK_STATUS(lw_stream_get_access_policy_window(stream, &got), LW_SUCCESS);
    CHECK_EQUAL(got.size, 0);
    CHECK_STATUS(lw_stream_set_access_policy_window(stream, NULL), LW_ERROR_INVALID_VALUE);
}
