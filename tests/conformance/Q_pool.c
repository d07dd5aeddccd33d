/* Group Q: memory allocated and freed in the order of streams. */
#include <time.h>

#include "../api/device/stream.h"
#include "../api/stream_gate.h"
#include "../harness/arrays.h"
#include "Q_pool.h"
#include "device/Q_pool.h"

static void sleep_a_while(void *unused)
{
    (void)unused;
    nanosleep(&(struct timespec){0, 50000000}, NULL);
}

TEST(row, Q1_memory_lives_in_the_order_of_its_stream)
{
    enum { N = 5000, ROUNDS = 20 };
    lw_stream *stream, *other;
    lw_event *event;
    int *memory, errors = -1, *count = array_of(t, NULL, sizeof errors);
    CHECK(count != NULL);
    CHECK_CALL(pool_load_kernels(t));
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    for (int i = 0; i < ROUNDS; i++) { /* nothing has run when the last call returns */
        CHECK_STATUS(lw_malloc_async(stream, (void **)&memory, N * sizeof *memory), LW_SUCCESS);
        CHECK(memory != NULL && (uintptr_t)memory % 256 == 0);
        CHECK_STATUS(lw_launch(q_fill, lw_linear(stream, N, 128), N, memory, i), LW_SUCCESS);
        CHECK_STATUS(lw_launch(q_compare, lw_linear(stream, N, 128), N, memory, i, count), LW_SUCCESS);
        CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
    }
    /* Another stream uses the memory after an event, and frees it. */
    CHECK_STATUS(lw_malloc_async(stream, (void **)&memory, N * sizeof *memory), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(stream, memory, 1, N * sizeof *memory), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(other, event), LW_SUCCESS);
    CHECK_STATUS(lw_launch(q_compare, lw_linear(other, N, 128), N, memory, 0x01010101, count), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(other, memory), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(stream), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(other), LW_SUCCESS);
    CHECK_CALL(array_read(t, &errors, count, sizeof errors));
    CHECK_EQUAL(errors, 0);
}

TEST(row, Q1b_Q12_what_cannot_be_allocated_or_freed)
{
    lw_stream *stream = lw_default_stream(t->device);
    lw_device_properties properties;
    void *memory = stream, *pinned;
    int local = 0;
    char *bytes;
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    CHECK_EQUAL(properties.memory_pools, 1);
    CHECK_STATUS(lw_malloc_async(stream, &memory, 0), LW_SUCCESS);
    CHECK(memory == NULL);
    CHECK_STATUS(lw_free_async(stream, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(stream, NULL, 4), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_malloc_async: pointer is null");
    static const size_t enormous[] = {SIZE_MAX, SIZE_MAX / 2, (size_t)1 << 60, (size_t)1 << 46};
    for (size_t i = 0; i < sizeof enormous / sizeof enormous[0]; i++) {
        CHECK_STATUS(lw_malloc_async(stream, &memory, enormous[i]), LW_ERROR_OUT_OF_MEMORY);
        CHECK_MESSAGE(t->device, "lw_malloc_async: ");
        CHECK(memory == NULL);
    }
    CHECK_STATUS(lw_malloc_async(stream, (void **)&bytes, 1000), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, &pinned, 100), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, bytes + 16), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_free_async: pointer is ");
    CHECK_MESSAGE(t->device, "16 bytes into the 1000-byte allocation");
    CHECK_STATUS(lw_free_async(stream, &local), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_free_async(stream, pinned), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "pinned host memory, which lw_free_host() frees");
    CHECK_STATUS(lw_memset_async(stream, bytes, 3, 1001), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memset_async(stream, bytes, 3, 1000), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, bytes), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, bytes), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "in an allocation of 1000 bytes that was freed");
    CHECK_STATUS(lw_free(t->device, bytes), LW_ERROR_INVALID_VALUE);
    for (int kind = LW_MEMCPY_HOST_TO_HOST; kind <= LW_MEMCPY_DEFAULT; kind++) /* also while it is not yet free */
        CHECK_STATUS(lw_memcpy(t->device, &local, bytes, sizeof local, (lw_memcpy_kind)kind), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memset(t->device, bytes, 0, 8), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_free_host(t->device, pinned), LW_SUCCESS);
}

/* lw_free_async() of memory of lw_malloc(): the stream's earlier work still has it. lw_free() of stream-ordered memory does
 * not wait: the program has. */
TEST(row, Q2_the_two_ways_of_freeing_mix)
{
    enum { N = 4096 };
    lw_stream *stream, *held;
    int *plain, *ordered, errors = -1, *count = array_of(t, NULL, sizeof errors);
    CHECK(count != NULL);
    CHECK_CALL(pool_load_kernels(t));
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &held), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&plain, N * sizeof *plain), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_launch(q_fill, lw_linear(stream, N, 128), N, plain, 5), LW_SUCCESS);
    CHECK_STATUS(lw_launch(q_compare, lw_linear(stream, N, 128), N, plain, 5, count), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, plain), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, plain), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_stream_query(stream), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);

    CHECK_STATUS(lw_malloc_async(stream, (void **)&ordered, N * sizeof *ordered), LW_SUCCESS);
    CHECK_STATUS(lw_launch(q_fill, lw_linear(stream, N, 128), N, ordered, 6), LW_SUCCESS);
    CHECK_STATUS(lw_launch(q_compare, lw_linear(stream, N, 128), N, ordered, 6, count), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    gate = gate_close(t->device, held);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_free(t->device, ordered), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(held), LW_ERROR_NOT_READY);
    CHECK_STATUS(lw_free(t->device, ordered), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "that was freed");
    gate_open(gate);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_CALL(array_read(t, &errors, count, sizeof errors));
    CHECK_EQUAL(errors, 0);
}

TEST(row, Q3_a_plain_free_waits)
{
    lw_stream *stream;
    void *memory;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &memory, 1000), LW_SUCCESS);
    CHECK_STATUS(lw_launch_host_function(stream, sleep_a_while, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(stream), LW_SUCCESS);
}

/* A device has a default and a current pool, which its handles share. */
TEST(row, Q4_pools_of_a_device)
{
    lw_device *second;
    lw_memory_pool *first, *again, *pool, *current;
    lw_stream *stream;
    void *memory, *more;
    CHECK_STATUS(lw_device_open(&second, t->device_name), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_default_memory_pool(t->device, &first), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_default_memory_pool(second, &again), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_memory_pool(second, &current), LW_SUCCESS);
    CHECK(first == again && first == current);
    CHECK_STATUS(lw_memory_pool_create(t->device, &pool), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(second, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_device_set_memory_pool(t->device, pool), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_memory_pool(second, &current), LW_SUCCESS);
    CHECK(current == pool);
    CHECK_STATUS(lw_malloc_async(stream, &memory, 1000), LW_SUCCESS);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_USED_CURRENT), 1000);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, first, &more, 500), LW_SUCCESS);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_USED_CURRENT), 1000);
    CHECK_STATUS(lw_free_async(stream, more), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(first), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "pool is the default pool of device ");

    /* The allocation outlives its pool's handle. */
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_memory_pool(second, &current), LW_SUCCESS);
    CHECK(current == first);
    CHECK_STATUS(lw_memory_pool_trim(pool, 0), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_memset_async(stream, memory, 1, 1000), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);

    /* A handle's pools and memory end with it, the device's current pool too. */
    CHECK_STATUS(lw_memory_pool_create(second, &pool), LW_SUCCESS);
    CHECK_STATUS(lw_device_set_memory_pool(second, pool), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(lw_default_stream(t->device), &memory, 1000), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(second), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_memory_pool(t->device, &current), LW_SUCCESS);
    CHECK(current == first);
    CHECK_STATUS(lw_memset(t->device, memory, 1, 1000), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(lw_default_stream(t->device), memory), LW_SUCCESS);
}

TEST(row, Q6_the_figures_of_a_pool)
{
    lw_memory_pool *pool;
    lw_stream *stream = lw_default_stream(t->device);
    void *one, *two;
    uint64_t value;
    CHECK_STATUS(lw_memory_pool_create(t->device, &pool), LW_SUCCESS);
    for (int policy = LW_MEMORY_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES; policy < LW_MEMORY_POOL_RELEASE_THRESHOLD;
         policy++) {
        CHECK_EQUAL(pool_attribute(t, pool, (lw_memory_pool_attribute)policy), 1);
        CHECK_STATUS(lw_memory_pool_set_attribute(pool, (lw_memory_pool_attribute)policy, 0), LW_SUCCESS);
        CHECK_EQUAL(pool_attribute(t, pool, (lw_memory_pool_attribute)policy), 0);
        CHECK_STATUS(lw_memory_pool_set_attribute(pool, (lw_memory_pool_attribute)policy, 5), LW_SUCCESS);
        CHECK_EQUAL(pool_attribute(t, pool, (lw_memory_pool_attribute)policy), 1);
    }
    for (int figure = LW_MEMORY_POOL_RELEASE_THRESHOLD; figure <= LW_MEMORY_POOL_USED_HIGH; figure++)
        CHECK_EQUAL(pool_attribute(t, pool, (lw_memory_pool_attribute)figure), 0);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &one, 1000), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &two, 1), LW_SUCCESS);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_USED_CURRENT), 1001);
    CHECK(pool_attribute(t, pool, LW_MEMORY_POOL_RESERVED_CURRENT) >= 1001);
    CHECK_STATUS(lw_free_async(stream, one), LW_SUCCESS); /* counts at once */
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_USED_CURRENT), 1);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_USED_HIGH), 1001);
    CHECK_STATUS(lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_USED_HIGH, 0), LW_SUCCESS);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_USED_HIGH), 1);
    CHECK_STATUS(lw_free_async(stream, two), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_RESERVED_CURRENT), 0);
    CHECK(pool_attribute(t, pool, LW_MEMORY_POOL_RESERVED_HIGH) >= 1001);
    CHECK_STATUS(lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_RESERVED_HIGH, 0), LW_SUCCESS);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_RESERVED_HIGH), 0);

    CHECK_STATUS(lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_USED_HIGH, 1), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "value is 1; the most that a pool had can only be set to 0");
    CHECK_STATUS(lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_USED_CURRENT, 0), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "LW_MEMORY_POOL_USED_CURRENT, which can only be read");
    CHECK_STATUS(lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_RESERVED_CURRENT, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_set_attribute(pool, (lw_memory_pool_attribute)77, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memory_pool_get_attribute(pool, (lw_memory_pool_attribute)0, &value), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "attribute is 0, which is no lw_memory_pool_attribute");
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
}

/* A reset frees stream-ordered memory; pools stay. */
TEST(row, Q8_a_reset_frees_the_memory_of_pools)
{
    lw_memory_pool *pool;
    lw_stream *stream = lw_default_stream(t->device);
    void *memory;
    CHECK_STATUS(lw_memory_pool_create(t->device, &pool), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_RELEASE_THRESHOLD, UINT64_MAX), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &memory, 1000), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(stream, memory, 0, 1000), LW_SUCCESS);
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, memory), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &memory, 2000), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(stream, memory, 0, 2000), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
}

/* A fault stops what is queued. After a reset that ends it, the memory is free and pools can be used. */
TEST(row, Q8b_a_fault_and_the_memory_of_pools, .isolated = true)
{
    lw_memory_pool *pool, *other;
    lw_stream *stream;
    void *memory, *more;
    uint64_t value;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_create(t->device, &pool), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &memory, 100000), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(stream, &more, 100000), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream); /* else the fault may come before the free */
    CHECK(gate != NULL);
    CHECK_STATUS(lw_launch(stream_trap, one_thread(stream)), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, more), LW_SUCCESS);
    gate_open(gate);
    lw_status fault = lw_device_synchronize(t->device);
    CHECK(LW_ERROR_IS_STICKY(fault));
    CHECK_STATUS(lw_malloc_async(stream, &more, 100), fault);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &more, 100), fault);
    CHECK_STATUS(lw_free_async(stream, memory), fault);
    CHECK_STATUS(lw_memory_pool_create(t->device, &other), fault);
    CHECK_STATUS(lw_memory_pool_get_attribute(pool, LW_MEMORY_POOL_USED_CURRENT, &value), fault);
    if (lw_device_reset(t->device) != LW_SUCCESS)
        return; /* only a new process ends this device's fault */
    CHECK_STATUS(lw_free_async(stream, memory), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &memory, 1000), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(stream, memory, 0, 1000), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_USED_CURRENT), 0);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_RESERVED_CURRENT), 0);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
}

TEST(row, Q10_who_reaches_a_pools_memory)
{
    lw_memory_pool *pool;
    lw_memory_access access = LW_MEMORY_ACCESS_NONE;
    CHECK_STATUS(lw_memory_pool_create(t->device, &pool), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_get_access(pool, t->device, &access), LW_SUCCESS);
    CHECK_EQUAL(access, LW_MEMORY_ACCESS_READ_WRITE);
    CHECK_STATUS(lw_memory_pool_set_access(pool, t->device, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_set_access(pool, t->device, LW_MEMORY_ACCESS_NONE), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "a device always reaches its own pools");
    CHECK_STATUS(lw_memory_pool_set_access(pool, t->device, LW_MEMORY_ACCESS_READ), LW_ERROR_NOT_SUPPORTED);
    CHECK_STATUS(lw_memory_pool_set_access(pool, t->device, (lw_memory_access)2), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "access is 2, which is no lw_memory_access");
    CHECK_STATUS(lw_memory_pool_get_access(pool, t->device, NULL), LW_ERROR_INVALID_VALUE);
    lw_device *cpu;
    CHECK_STATUS(lw_device_open(&cpu, "cpu"), LW_SUCCESS);
    if (!on_cpu(t)) { /* the CPU does not reach a GPU's memory */
        CHECK_STATUS(lw_memory_pool_set_access(pool, cpu, LW_MEMORY_ACCESS_READ_WRITE), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(t->device, "device cpu does not reach memory of device cuda:");
        CHECK_STATUS(lw_memory_pool_get_access(pool, cpu, &access), LW_SUCCESS);
        CHECK_EQUAL(access, LW_MEMORY_ACCESS_NONE);
    }
    CHECK_STATUS(lw_device_close(cpu), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
}
