/* Group I: managed memory. */
#include "../harness/arrays.h"
#include "device/I_managed.h"

enum { N = 5000, PAGE = 4096, PAGES = 4 };

static int *managed(struct test *t, size_t size)
{
    void *memory = NULL;
    if (lw_malloc_managed(t->device, &memory, size, LW_ATTACH_GLOBAL) != LW_SUCCESS)
        test_fail(t, __FILE__, __LINE__, "%s", lw_last_error_message(t->device));
    return memory;
}

static void add(struct test *t, int n, int *memory, int term)
{
    CHECK_STATUS(lw_launch(i_add, line(t, 8, 128, 0), n, memory, term), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
}

TEST(row, I1_I3_the_host_and_kernels_use_managed_memory)
{
    int *memory = managed(t, N * sizeof *memory);
    CHECK(memory != NULL && (uintptr_t)memory % 256 == 0);
    for (int i = 0; i < N; i++)
        memory[i] = i;
    for (int round = 1; round <= 3; round++) {
        CHECK_CALL(add(t, N, memory, 10));
        for (int i = 0; i < N; i++)
            CHECK_EQUAL(memory[i]++, i + 11 * round - 1);
    }
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, memory), LW_ERROR_INVALID_VALUE);
}

TEST(row, I2_what_cannot_be_managed)
{
    void *memory = &memory, *pointer;
    static const unsigned wrong[] = {0, 3, LW_ATTACH_SINGLE, 8};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK_STATUS(lw_malloc_managed(t->device, &memory, 64, wrong[i]), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(t->device, "expected LW_ATTACH_GLOBAL or LW_ATTACH_HOST");
    }
    CHECK(memory == &memory);
    CHECK_STATUS(lw_malloc_managed(t->device, NULL, 64, LW_ATTACH_GLOBAL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_malloc_managed(t->device, &memory, SIZE_MAX, LW_ATTACH_GLOBAL), LW_ERROR_OUT_OF_MEMORY);
    CHECK_STATUS(lw_malloc_managed(t->device, &memory, 0, LW_ATTACH_GLOBAL), LW_SUCCESS);
    CHECK(memory == NULL);
    CHECK_STATUS(lw_malloc_managed(t->device, &memory, 2 * PAGE, LW_ATTACH_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->device, memory), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "in managed memory, which lw_free() frees");
    CHECK_STATUS(lw_free_async(lw_default_stream(t->device), memory), LW_ERROR_NOT_SUPPORTED);
    CHECK_STATUS(lw_host_register(t->device, memory, PAGE, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_host_get_device_pointer(t->device, &pointer, memory), LW_ERROR_INVALID_VALUE);
    *(int *)memory = 1; /* nothing has changed */
    CHECK_CALL(add(t, 1, memory, 1));
    CHECK_EQUAL(*(int *)memory, 2);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
}

TEST(row, I4_attaching_to_a_stream_or_the_host)
{
    lw_stream *stream, *legacy;
    int *memory = managed(t, 2 * PAGE), local, *device = array_of(t, NULL, PAGE);
    CHECK(memory != NULL && device != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_legacy_stream(t->device, &legacy), LW_SUCCESS);
    CHECK_STATUS(lw_stream_attach_memory(stream, memory, 0, LW_ATTACH_SINGLE), LW_SUCCESS);
    memory[0] = 3;
    CHECK_STATUS(lw_launch(i_add, one_thread(stream), 1, memory, 4), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_EQUAL(memory[0], 7);
    CHECK_STATUS(lw_stream_attach_memory(stream, memory, 2 * PAGE, LW_ATTACH_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_stream_attach_memory(legacy, memory, 0, LW_ATTACH_GLOBAL), LW_SUCCESS);
    CHECK_STATUS(lw_stream_attach_memory(stream, memory, PAGE, LW_ATTACH_HOST), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "size is 4096; expected 0 or the allocation's 8192 bytes");
    CHECK_STATUS(lw_stream_attach_memory(stream, memory + 1, 0, LW_ATTACH_HOST), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_stream_attach_memory(stream, &local, 0, LW_ATTACH_HOST), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_stream_attach_memory(stream, device, 0, LW_ATTACH_HOST), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "which is not the start of memory of lw_malloc_managed()");
    CHECK_STATUS(lw_stream_attach_memory(stream, memory, 0, 3), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_stream_attach_memory(legacy, memory, 0, LW_ATTACH_SINGLE), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "stream is a legacy stream");
    CHECK_STATUS(lw_stream_attach_memory(stream, memory, 0, LW_ATTACH_SINGLE), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS); /* every stream may use it */
    CHECK_CALL(add(t, 1, memory, 1));
    CHECK_EQUAL(memory[0], 8);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
}

TEST(row, I5_copies_of_every_kind_take_managed_memory)
{
    int from[4] = {1, 2, 3, 4}, to[4], *memory = managed(t, 64), *device = array_of(t, from, sizeof from);
    CHECK(memory != NULL && device != NULL);
    for (int kind = LW_MEMCPY_HOST_TO_HOST; kind <= LW_MEMCPY_DEFAULT; kind++) {
        bool in = kind != LW_MEMCPY_DEVICE_TO_HOST && kind != LW_MEMCPY_DEVICE_TO_DEVICE;
        bool out = kind != LW_MEMCPY_HOST_TO_DEVICE && kind != LW_MEMCPY_DEVICE_TO_DEVICE;
        CHECK_STATUS(lw_memset(t->device, memory, 0, 64), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, memory, in ? from : device, sizeof from, (lw_memcpy_kind)kind), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, memory + 8, memory, sizeof from, (lw_memcpy_kind)kind), LW_SUCCESS);
        memset(to, 0, sizeof to);
        CHECK_STATUS(lw_memcpy(t->device, out ? to : device, memory + 8, sizeof to, (lw_memcpy_kind)kind), LW_SUCCESS);
        if (!out)
            CHECK_CALL(array_read(t, to, device, sizeof to));
        for (int i = 0; i < 4; i++)
            CHECK(memory[i] == from[i] && to[i] == from[i]);
    }
    CHECK_STATUS(lw_memcpy(t->device, memory + 15, from, sizeof from, LW_MEMCPY_DEFAULT), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "end 12 past the 64-byte allocation");
    CHECK_STATUS(lw_memcpy_2d(t->device, memory, 16, from, 8, 8, 2, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK(memory[0] == 1 && memory[1] == 2 && memory[4] == 3 && memory[5] == 4);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
}

/* An attribute of the first `pages` pages; -1, with the test failed, if that failed. */
static int attribute(struct test *t, const void *memory, size_t size, lw_memory_range_attribute which)
{
    int value = -1;
    if (lw_memory_range_get_attribute(t->device, memory, size, which, &value) != LW_SUCCESS)
        test_fail(t, __FILE__, __LINE__, "%s", lw_last_error_message(t->device));
    return value;
}

TEST(row, I6_prefetches_and_where_memory_was_moved)
{
    lw_stream *stream = lw_default_stream(t->device);
    int *memory = managed(t, PAGES * PAGE), local;
    CHECK(memory != NULL);
    memory[0] = 1;
    CHECK_EQUAL(attribute(t, memory, PAGE, LW_MEMORY_RANGE_LAST_PREFETCH_LOCATION), LW_LOCATION_NONE);
    CHECK_STATUS(lw_memory_prefetch_async(stream, memory, PAGE, LW_LOCATION_DEVICE), LW_SUCCESS);
    CHECK_CALL(add(t, 1, memory, 1));
    CHECK_EQUAL(attribute(t, memory, PAGE, LW_MEMORY_RANGE_LAST_PREFETCH_LOCATION), LW_LOCATION_DEVICE);
    CHECK_EQUAL(attribute(t, memory, 2 * PAGE, LW_MEMORY_RANGE_LAST_PREFETCH_LOCATION), LW_LOCATION_NONE);
    CHECK_STATUS(lw_memory_prefetch_async(stream, memory, PAGES * PAGE, LW_LOCATION_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_EQUAL(memory[0], 2);
    CHECK_EQUAL(attribute(t, memory, PAGES * PAGE, LW_MEMORY_RANGE_LAST_PREFETCH_LOCATION), LW_LOCATION_HOST);
    CHECK_STATUS(lw_memory_prefetch_async(stream, memory + 25, 100, LW_LOCATION_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memory_prefetch_async(stream, memory, 0, LW_LOCATION_DEVICE), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "size is 0");
    CHECK_STATUS(lw_memory_prefetch_async(stream, memory, PAGES * PAGE + 1, LW_LOCATION_DEVICE),
                 LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "end 1 past the 16384-byte allocation");
    CHECK_STATUS(lw_memory_prefetch_async(stream, &local, 4, LW_LOCATION_DEVICE), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "which is not managed memory");
    CHECK_STATUS(lw_memory_prefetch_async(stream, memory, 4, LW_LOCATION_NONE), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "location is 0; expected LW_LOCATION_DEVICE or LW_LOCATION_HOST");
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
}

TEST(row, I7_advice_is_kept_by_pages)
{
    char *memory = (char *)managed(t, PAGES * PAGE);
    lw_device *device = t->device;
    int value;
    CHECK(memory != NULL);
    for (int which = LW_MEMORY_RANGE_READ_MOSTLY; which <= LW_MEMORY_RANGE_LAST_PREFETCH_LOCATION; which++)
        CHECK_EQUAL(attribute(t, memory, PAGES * PAGE, (lw_memory_range_attribute)which), 0);
    CHECK_STATUS(lw_memory_advise(device, memory, PAGE, LW_ADVISE_SET_READ_MOSTLY, LW_LOCATION_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memory_advise(device, memory + PAGE + 100, 10, LW_ADVISE_SET_PREFERRED_LOCATION, LW_LOCATION_HOST),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memory_advise(device, memory, 2 * PAGE, LW_ADVISE_SET_ACCESSED_BY, LW_LOCATION_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memory_advise(device, memory, PAGE, LW_ADVISE_SET_ACCESSED_BY, LW_LOCATION_HOST), LW_SUCCESS);
    CHECK_EQUAL(attribute(t, memory, 1, LW_MEMORY_RANGE_READ_MOSTLY), 1);
    CHECK_EQUAL(attribute(t, memory, PAGE, LW_MEMORY_RANGE_READ_MOSTLY), 1);
    CHECK_EQUAL(attribute(t, memory, PAGE + 1, LW_MEMORY_RANGE_READ_MOSTLY), 0);
    CHECK_EQUAL(attribute(t, memory + PAGE, PAGE, LW_MEMORY_RANGE_PREFERRED_LOCATION), LW_LOCATION_HOST);
    CHECK_EQUAL(attribute(t, memory, 2 * PAGE, LW_MEMORY_RANGE_PREFERRED_LOCATION), LW_LOCATION_NONE);
    CHECK_EQUAL(attribute(t, memory, PAGE, LW_MEMORY_RANGE_ACCESSED_BY), LW_LOCATION_DEVICE | LW_LOCATION_HOST);
    CHECK_EQUAL(attribute(t, memory, 2 * PAGE, LW_MEMORY_RANGE_ACCESSED_BY), LW_LOCATION_DEVICE);
    CHECK_EQUAL(attribute(t, memory, PAGES * PAGE, LW_MEMORY_RANGE_ACCESSED_BY), LW_LOCATION_NONE);
    CHECK_STATUS(lw_memory_advise(device, memory, PAGE, LW_ADVISE_UNSET_READ_MOSTLY, LW_LOCATION_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_memory_advise(device, memory, 2 * PAGE, LW_ADVISE_UNSET_PREFERRED_LOCATION, LW_LOCATION_DEVICE),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memory_advise(device, memory, PAGE, LW_ADVISE_UNSET_ACCESSED_BY, LW_LOCATION_DEVICE), LW_SUCCESS);
    CHECK_EQUAL(attribute(t, memory, PAGE, LW_MEMORY_RANGE_READ_MOSTLY), 0);
    CHECK_EQUAL(attribute(t, memory + PAGE, PAGE, LW_MEMORY_RANGE_PREFERRED_LOCATION), LW_LOCATION_NONE);
    CHECK_EQUAL(attribute(t, memory, PAGE, LW_MEMORY_RANGE_ACCESSED_BY), LW_LOCATION_HOST);

    CHECK_STATUS(lw_memory_advise(device, memory, 1, (lw_memory_advice)0, LW_LOCATION_DEVICE), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(device, "advice is 0, which is no lw_memory_advice");
    CHECK_STATUS(lw_memory_advise(device, memory, 1, (lw_memory_advice)7, LW_LOCATION_DEVICE), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_advise(device, memory, 1, LW_ADVISE_SET_READ_MOSTLY, LW_LOCATION_NONE),
                 LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_advise(device, memory, 0, LW_ADVISE_SET_READ_MOSTLY, LW_LOCATION_HOST),
                 LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_range_get_attribute(device, memory, 1, (lw_memory_range_attribute)9, &value),
                 LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(device, "attribute is 9, which is no lw_memory_range_attribute");
    CHECK_STATUS(lw_memory_range_get_attribute(device, memory, 1, LW_MEMORY_RANGE_READ_MOSTLY, NULL),
                 LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_free(device, memory), LW_SUCCESS);
}

TEST(row, G18_the_host_and_kernels_add_to_managed_memory_at_once)
{
    enum { TIMES = 200, BLOCKS = 4, THREADS = 64 };
    lw_device_properties properties;
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    if (!properties.concurrent_managed_access)
        SKIP("the host may not use managed memory while kernels run");
    int *sum = managed(t, sizeof *sum), hosts = 0;
    CHECK(sum != NULL);
    *sum = 0;
    lw_launch_config config = line(t, BLOCKS, THREADS, 0);
    CHECK_STATUS(lw_launch(i_count, config, TIMES, sum), LW_SUCCESS);
    while (lw_stream_query(config.stream) == LW_ERROR_NOT_READY || hosts < TIMES) {
        __atomic_fetch_add(sum, 1, __ATOMIC_SEQ_CST);
        hosts++;
    }
    CHECK_STATUS(lw_stream_synchronize(config.stream), LW_SUCCESS);
    CHECK_EQUAL(*sum, BLOCKS * THREADS * TIMES + hosts);
    CHECK_STATUS(lw_free(t->device, sum), LW_SUCCESS);
}

TEST(row, I8_managed_memory_is_known)
{
    lw_pointer_attributes attributes;
    lw_device_properties properties;
    char *memory = (char *)managed(t, 1000);
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    CHECK_EQUAL(properties.managed_memory, 1);
    CHECK_EQUAL(properties.concurrent_managed_access, 1);
    CHECK_STATUS(lw_pointer_get_attributes(t->device, memory + 5, &attributes), LW_SUCCESS);
    CHECK(attributes.space == LW_SPACE_MANAGED && attributes.base == memory && attributes.size == 1000);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
    CHECK_STATUS(lw_pointer_get_attributes(t->device, memory, &attributes), LW_SUCCESS);
    CHECK(attributes.space == LW_SPACE_UNREGISTERED);
}

TEST(row, A15_I9_a_managed_variable_is_the_hosts_too)
{
    int *table, *number, value = 0, to[4];
    lw_pointer_attributes attributes;
    CHECK_STATUS(lw_symbol_get_address(t->device, (void **)&table, LW_SYMBOL(i_table)), LW_SUCCESS);
    CHECK_STATUS(lw_symbol_get_address(t->device, (void **)&number, LW_SYMBOL(i_number)), LW_SUCCESS);
    CHECK_EQUAL(*number, 7);
    for (int i = 0; i < I_TABLE; i++)
        table[i] = i;
    *number = 5;
    CHECK_STATUS(lw_launch(i_add_to_table, line(t, 1, 32, 0), 0), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    for (int i = 0; i < I_TABLE; i++)
        CHECK_EQUAL(table[i], i + 5);
    value = 7;
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(i_number), &value, sizeof value, 0), LW_SUCCESS);
    CHECK_EQUAL(*number, 7);
    CHECK_STATUS(lw_pointer_get_attributes(t->device, table + 1, &attributes), LW_SUCCESS);
    CHECK(attributes.space == LW_SPACE_MANAGED && attributes.base == table &&
          attributes.size == I_TABLE * sizeof *table);
    for (int kind = LW_MEMCPY_HOST_TO_HOST; kind <= LW_MEMCPY_DEFAULT; kind++)
        if (kind != LW_MEMCPY_HOST_TO_DEVICE && kind != LW_MEMCPY_DEVICE_TO_DEVICE)
            CHECK_STATUS(lw_memcpy(t->device, to, table, sizeof to, (lw_memcpy_kind)kind), LW_SUCCESS);
    CHECK_EQUAL(to[3], 8);
    CHECK_STATUS(lw_memory_advise(t->device, table, sizeof to, LW_ADVISE_SET_READ_MOSTLY, LW_LOCATION_DEVICE),
                 LW_SUCCESS);
    CHECK_EQUAL(attribute(t, table, sizeof to, LW_MEMORY_RANGE_READ_MOSTLY), 1);
    CHECK_STATUS(lw_memory_advise(t->device, table, sizeof to, LW_ADVISE_UNSET_READ_MOSTLY, LW_LOCATION_DEVICE),
                 LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, table), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "in a symbol, which is never freed");
}

/* A GPU moves pages in and out; the CPU has them all, whatever its device memory. */
TEST(row, I10_more_managed_memory_than_the_device_has, .host = true, .isolated = true)
{
    enum { SIZE = 64 << 20, WORDS = SIZE / (int)sizeof(int) };
    void *device_memory;
    CHECK(setenv("LANEWISE_MEMORY", "16M", 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &device_memory, SIZE), LW_ERROR_OUT_OF_MEMORY);
    int *first = managed(t, SIZE), *second = managed(t, SIZE), *all[] = {first, second};
    CHECK(first && second);
    CHECK_STATUS(lw_memset(t->device, first, 0, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, second, first, SIZE, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    for (int i = 0; i < 2; i++) {
        CHECK_CALL(add(t, N, all[i], 1 + i));
        CHECK_CALL(add(t, N, all[i] + WORDS - N, 3 + i));
    }
    for (int i = 0; i < 2; i++) {
        CHECK(all[i][0] == 1 + i && all[i][N - 1] == 1 + i && all[i][N] == 0);
        CHECK(all[i][WORDS - N - 1] == 0 && all[i][WORDS - N] == 3 + i && all[i][WORDS - 1] == 3 + i);
        CHECK_STATUS(lw_free(t->device, all[i]), LW_SUCCESS);
    }
}
