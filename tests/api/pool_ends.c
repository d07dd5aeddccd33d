/* A pool ends with its last memory: its handle is closed while memory is in use, and the memory is freed in a stream while
 * other threads wait for the device. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include <lanewise/ipc.h>
#include "tests/harness/test.h"

enum { WAITERS = 3, EACH = 3 };

struct shared {
    lw_device *device;
    int pools;    /* how many */
    size_t bytes; /* of an allocation: on a GPU so many that its use takes a while */
    atomic_bool ended;
    _Atomic lw_status status;
};

static void *wait_until_ended(void *user)
{
    struct shared *shared = user;
    while (!atomic_load(&shared->ended)) {
        lw_status status = lw_device_synchronize(shared->device);
        if (status)
            atomic_store(&shared->status, status);
    }
    return NULL;
}

static void end_pools(struct test *t, const struct shared *shared, lw_stream *stream)
{
    for (int i = 0; i < shared->pools; i++) {
        lw_memory_pool *pool;
        void *memory[EACH];
        CHECK_STATUS(lw_memory_pool_create(t->device, &pool), LW_SUCCESS);
        for (int j = 0; j < EACH; j++)
            CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &memory[j], shared->bytes), LW_SUCCESS);
        CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
        for (int j = 0; j < EACH; j++)
            CHECK_STATUS(lw_memset_async(stream, memory[j], i, shared->bytes), LW_SUCCESS);
        for (int j = 0; j < EACH; j++)
            CHECK_STATUS(lw_free_async(stream, memory[j]), LW_SUCCESS);
    }
}

/* This process stands for the other one, too. */
static void end_imported_pools(struct test *t, const struct shared *shared, lw_stream *stream)
{
    lw_memory_pool *pool;
    lw_memory_pool_pointer exported;
    lw_memory_pool_properties properties = {.handle_type = LW_MEMORY_HANDLE_FILE_DESCRIPTOR};
    void *memory;
    int descriptor;
    CHECK_STATUS(lw_memory_pool_create_with(t->device, &pool, &properties), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &memory, shared->bytes), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_export(pool, &descriptor), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_export_pointer(t->device, &exported, memory), LW_SUCCESS);
    for (int i = 0; i < shared->pools; i++) {
        lw_memory_pool *imported;
        void *theirs;
        CHECK_STATUS(lw_memory_pool_import(t->device, &imported, descriptor), LW_SUCCESS);
        CHECK_STATUS(lw_memory_pool_import_pointer(imported, &theirs, &exported), LW_SUCCESS);
        CHECK_STATUS(lw_memory_pool_destroy(imported), LW_SUCCESS);
        CHECK_STATUS(lw_memset_async(stream, theirs, i, shared->bytes), LW_SUCCESS);
        CHECK_STATUS(lw_free_async(stream, theirs), LW_SUCCESS);
    }
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    close(descriptor);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
}

static void beside_waits(struct test *t, void (*end)(struct test *t, const struct shared *shared, lw_stream *stream))
{
    struct shared shared = {.device = t->device, .pools = on_cpu(t) ? 100 : 1000, .bytes = on_cpu(t) ? 4096 : 1 << 20};
    pthread_t waiters[WAITERS];
    lw_stream *stream;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    for (int i = 0; i < WAITERS; i++)
        CHECK_EQUAL(pthread_create(&waiters[i], NULL, wait_until_ended, &shared), 0);
    end(t, &shared, stream);
    atomic_store(&shared.ended, true);
    for (int i = 0; i < WAITERS; i++)
        pthread_join(waiters[i], NULL);
    CHECK_STATUS(atomic_load(&shared.status), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
}

TEST(api, pool_ends_beside_waits, .isolated = true)
{
    beside_waits(t, end_pools);
}

TEST(api, imported_pool_ends_beside_waits, .isolated = true)
{
    beside_waits(t, end_imported_pools);
}

/* Another pool may come of what an earlier one was made of. It has nothing of that one's. */
TEST(api, pool_after_another_is_new)
{
    static const struct {
        lw_memory_pool_attribute attribute;
        uint64_t first, set;
    } attributes[] = {{LW_MEMORY_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES, 1, 0},
                      {LW_MEMORY_POOL_REUSE_ALLOW_OPPORTUNISTIC, 1, 0},
                      {LW_MEMORY_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES, 1, 0},
                      {LW_MEMORY_POOL_RELEASE_THRESHOLD, 0, 1 << 20},
                      {LW_MEMORY_POOL_RESERVED_CURRENT, 0, 0},
                      {LW_MEMORY_POOL_RESERVED_HIGH, 0, 0},
                      {LW_MEMORY_POOL_USED_CURRENT, 0, 0},
                      {LW_MEMORY_POOL_USED_HIGH, 0, 0}};
    lw_stream *stream;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    for (int round = 0; round < 3; round++) {
        lw_memory_pool *pool;
        void *memory;
        CHECK_STATUS(lw_memory_pool_create(t->device, &pool), LW_SUCCESS);
        for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
            uint64_t value = 2;
            CHECK_STATUS(lw_memory_pool_get_attribute(pool, attributes[i].attribute, &value), LW_SUCCESS);
            CHECK_EQUAL(value, attributes[i].first);
            if (attributes[i].set != attributes[i].first)
                CHECK_STATUS(lw_memory_pool_set_attribute(pool, attributes[i].attribute, attributes[i].set),
                             LW_SUCCESS);
        }
        for (int each = 0; each < 2; each++) {
            CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &memory, 5000), LW_SUCCESS);
            CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
        }
        CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
        CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
    }
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
}
