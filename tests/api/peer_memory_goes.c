/* One thread allocates and frees page-locked and managed memory of a device, and registers memory with it, while other threads use it
 * on another device. Each use is done before the memory goes, or is refused. For the sanitizers, too. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include <lanewise/managed.h>

#include "tests/harness/test.h"

enum { USERS = 2, SIZE = 8192, WAYS = 10 };

struct shared {
    lw_device *device;               /* that uses the memory */
    _Atomic(char *) pinned, managed; /* of the latter each user has a part */
    char *registered;                /* the program's own: always there, and page-locked at times */
    atomic_bool ended;
    atomic_uint done, refused;
};

struct user {
    struct shared *shared;
    pthread_t thread;
    unsigned number;
    char *own; /* memory of the device */
    _Atomic lw_status wrong;
    char message[200];
};

static lw_status use_some_way(struct user *own, lw_stream *stream, unsigned way)
{
    struct shared *shared = own->shared;
    char *pinned = atomic_load(&shared->pinned), *managed = atomic_load(&shared->managed), *all = managed;
    int value;
    void *pointer;
    managed = managed ? managed + own->number * SIZE : NULL;
    switch (way % WAYS) {
    case 0: return lw_stream_write_value32(stream, (uint32_t *)(void *)pinned, way);
    case 1: return lw_stream_wait_value64(stream, (uint64_t *)(void *)pinned + 1, 0, LW_WAIT_EQUAL);
    case 2: return lw_host_get_device_pointer(shared->device, &pointer, pinned + 3);
    case 3: return managed ? lw_memset_async(stream, managed, 1, SIZE) : LW_SUCCESS;
    case 4: return managed ? lw_memcpy_async(stream, own->own, managed, SIZE, LW_MEMCPY_DEVICE_TO_DEVICE) : LW_SUCCESS;
    case 5: return managed ? lw_memory_prefetch_async(stream, managed, SIZE, LW_LOCATION_DEVICE) : LW_SUCCESS;
    case 6:
        return managed ? lw_memory_advise(shared->device, managed, SIZE, LW_ADVISE_SET_ACCESSED_BY, LW_LOCATION_DEVICE)
                       : LW_SUCCESS;
    case 7:
        return managed
                   ? lw_memory_range_get_attribute(shared->device, managed, SIZE, LW_MEMORY_RANGE_ACCESSED_BY, &value)
                   : LW_SUCCESS;
    case 8: return all ? lw_stream_attach_memory(stream, all, 0, LW_ATTACH_GLOBAL) : LW_SUCCESS;
    default: return lw_memcpy_async(stream, own->own, shared->registered, SIZE, LW_MEMCPY_HOST_TO_DEVICE);
    }
}

static void *use_until_ended(void *user)
{
    struct user *own = user;
    struct shared *shared = own->shared;
    lw_stream *stream;
    own->wrong = lw_stream_create(shared->device, &stream);
    if (own->wrong)
        return NULL;
    for (unsigned i = 0; !own->wrong && !atomic_load(&shared->ended); i++) {
        lw_status status = use_some_way(own, stream, i);
        atomic_fetch_add(status ? &shared->refused : &shared->done, 1);
        if (status && status != LW_ERROR_INVALID_VALUE) {
            own->wrong = status;
            snprintf(own->message, sizeof own->message, "%s", lw_last_error_message(shared->device));
        }
        if (i % 16 == 0 && !own->wrong)
            own->wrong = lw_stream_synchronize(stream);
    }
    lw_status status = lw_stream_synchronize(stream);
    if (!own->wrong)
        own->wrong = status;
    lw_stream_destroy(stream);
    return NULL;
}

/* Allocates, lets the users at it, frees. */
static void go_round(struct test *t, struct shared *shared, unsigned round, bool has_managed)
{
    char *pinned, *managed = NULL;
    CHECK_STATUS(lw_malloc_host(t->peer, (void **)&pinned, SIZE), LW_SUCCESS);
    __atomic_store_n((uint64_t *)(void *)pinned + 1, 0,
                     __ATOMIC_RELEASE); /* a user may wait for it, which had these addresses before */
    if (has_managed)
        CHECK_STATUS(lw_malloc_managed(t->peer, (void **)&managed, USERS * SIZE, LW_ATTACH_GLOBAL), LW_SUCCESS);
    CHECK_STATUS(lw_host_register(t->peer, shared->registered, SIZE, 0), LW_SUCCESS);
    atomic_store(&shared->managed, managed);
    atomic_store(&shared->pinned, pinned);
    unsigned before = atomic_load(&shared->done);
    for (int i = 0; i < 1000000 && atomic_load(&shared->done) - before < round % 8; i++)
        ;
    CHECK_STATUS(lw_host_unregister(t->peer, shared->registered), LW_SUCCESS);
    if (round % 10 == 9) {
        CHECK_STATUS(lw_device_reset(t->peer), LW_SUCCESS);
        return;
    }
    CHECK_STATUS(lw_free_host(t->peer, pinned), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->peer, managed), LW_SUCCESS);
}

TEST(api, peer_memory_goes, .two_devices = true, .isolated = true)
{
    enum { ROUNDS = 300 };
    static struct user users[USERS];
    static struct shared shared;
    lw_device_properties properties;
    shared.device = t->device;
    CHECK_STATUS(lw_device_get_properties(t->peer, &properties), LW_SUCCESS);
    CHECK(posix_memalign((void **)&shared.registered, 4096, SIZE) == 0);
    memset(shared.registered, 0, SIZE);
    CHECK_STATUS(lw_malloc_host(t->peer, (void **)&shared.pinned, SIZE), LW_SUCCESS);
    for (int i = 0; i < USERS; i++) {
        users[i].shared = &shared;
        users[i].number = (unsigned)i;
        CHECK_STATUS(lw_malloc(t->device, (void **)&users[i].own, SIZE), LW_SUCCESS);
    }
    memset(shared.pinned, 0, SIZE);
    for (int i = 0; i < USERS; i++)
        CHECK_EQUAL(pthread_create(&users[i].thread, NULL, use_until_ended, &users[i]), 0);
    for (unsigned round = 0; round < ROUNDS && !t->failed; round++)
        go_round(t, &shared, round, properties.concurrent_managed_access);
    atomic_store(&shared.ended, true);
    for (int i = 0; i < USERS; i++)
        pthread_join(users[i].thread, NULL);
    for (int i = 0; i < USERS; i++)
        if (users[i].wrong)
            FAIL("user %d: %s: %s", i, lw_status_string(users[i].wrong), users[i].message);
    CHECK(atomic_load(&shared.done) && atomic_load(&shared.refused));
    free(shared.registered);
}
