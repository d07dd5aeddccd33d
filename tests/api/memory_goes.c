/* One thread frees memory, or resets the device, while others copy and set. Each copy or set is done before the
 * free, or refused; nothing else may happen. There are thousands of both, so copies run at each step of freeing. For
 * the sanitizers, too. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/conformance/device/N_launch.h"
#include "device/kernels.h"
#include "tests/harness/test.h"
#include "stream_gate.h"

enum { COPIERS = 3, BLOCKS = 2 * COPIERS, SIZE = 16 << 10, ROW = 256, ROUNDS = 20 };

struct shared {
    lw_device *device;
    _Atomic(char *) blocks[BLOCKS]; /* device memory, which may be freed at any time; two for each copier */
    atomic_bool ended;
    atomic_uint done, refused;
};

struct copier {
    struct shared *shared;
    pthread_t thread;
    unsigned number;
    _Atomic lw_status wrong; /* a status that is neither of the two expected */
    char message[200];
    char host[SIZE];
};

static lw_status copy_some_way(struct copier *own, lw_stream *stream, unsigned way, char *block)
{
    lw_device *device = own->shared->device;
    lw_pitched box = {block, ROW, ROW, SIZE / ROW}, mine = {own->host, ROW, ROW, SIZE / ROW};
    lw_copy_3d boxes = {.destination = mine, .source = box, .extent = {ROW, SIZE / ROW, 1}, .kind = LW_MEMCPY_DEFAULT};
    switch (way % 8) {
    case 0: return lw_memcpy(device, own->host, block, SIZE, LW_MEMCPY_DEFAULT);
    case 1: return lw_memcpy_async(stream, block, own->host, SIZE, LW_MEMCPY_DEFAULT);
    case 2: return lw_memcpy(device, own->host, block, SIZE, LW_MEMCPY_DEVICE_TO_HOST);
    case 3:
        return lw_memcpy_2d_async(stream, own->host, ROW, block, 2 * ROW, ROW, SIZE / ROW / 2,
                                  LW_MEMCPY_DEVICE_TO_HOST);
    case 4: return lw_memset_async(stream, block, 1, SIZE);
    case 5: return lw_memset_2d(device, block, 2 * ROW, 2, ROW, SIZE / ROW / 2);
    case 6: return lw_memcpy_3d_async(stream, &boxes);
    default: return lw_memcpy_from_symbol_async(stream, block, LW_SYMBOL(api_increment), sizeof(int), 0);
    }
}

static void *copy_until_ended(void *user)
{
    struct copier *own = user;
    struct shared *shared = own->shared;
    lw_stream *stream;
    own->wrong = lw_stream_create(shared->device, &stream);
    if (own->wrong)
        return NULL;
    for (unsigned i = 0; !own->wrong && !atomic_load(&shared->ended); i++) {
        unsigned block = own->number + i % 2 * COPIERS;
        char *pointer = atomic_load(&shared->blocks[block]);
        if (!pointer)
            continue;
        lw_status status = copy_some_way(own, stream, i / 2, pointer);
        if (status == LW_SUCCESS) /* the next copy may use another stream */
            status = lw_stream_synchronize(stream);
        atomic_fetch_add(status ? &shared->refused : &shared->done, 1);
        if (status &&
            (status != LW_ERROR_INVALID_VALUE || !strstr(lw_last_error_message(shared->device), "was freed"))) {
            own->wrong = status;
            snprintf(own->message, sizeof own->message, "%s", lw_last_error_message(shared->device));
        }
    }
    lw_status status = lw_stream_synchronize(stream); /* the copies write to this thread's memory */
    if (!own->wrong)
        own->wrong = status;
    lw_stream_destroy(stream);
    return NULL;
}

static lw_status free_each(lw_device *device, struct shared *shared)
{
    lw_status status = LW_SUCCESS;
    for (unsigned i = 0; !status && i < BLOCKS; i++)
        status = lw_free(device, shared->blocks[i]);
    return status;
}

static lw_status reset(lw_device *device, struct shared *shared)
{
    (void)shared;
    return lw_device_reset(device);
}

static lw_status close_owner(lw_device *device, struct shared *shared)
{
    (void)shared;
    return lw_device_close(device);
}

/* `owned`: the memory belongs to a handle of its own, which `take_away` closes. */
static void run(struct test *t, lw_status (*take_away)(lw_device *device, struct shared *shared), unsigned rounds,
                bool owned)
{
    static struct copier copiers[COPIERS];
    static struct shared shared;
    shared.device = t->device;
    for (unsigned i = 0; i < COPIERS; i++) {
        copiers[i].shared = &shared;
        copiers[i].number = i;
        CHECK_EQUAL(pthread_create(&copiers[i].thread, NULL, copy_until_ended, &copiers[i]), 0);
    }
    lw_status status = LW_SUCCESS;
    for (unsigned round = 0; !status && round < rounds; round++) {
        lw_device *owner = t->device;
        if (owned)
            status = lw_device_open(&owner, t->device_name);
        for (unsigned i = 0; !status && i < BLOCKS; i++) {
            void *made = NULL;
            status = lw_malloc(owner, &made, SIZE);
            if (!status)
                status = lw_memset(owner, made, 0, SIZE);
            atomic_store(&shared.blocks[i], made);
        }
        unsigned before = atomic_load(&shared.done);
        while (!status && atomic_load(&shared.done) - before < round % 8) {
            for (unsigned i = 0; i < COPIERS; i++)
                if (copiers[i].wrong)
                    status = LW_ERROR_SYSTEM;
        }
        if (!status)
            status = take_away(owner, &shared);
    }
    atomic_store(&shared.ended, true);
    for (unsigned i = 0; i < COPIERS; i++)
        pthread_join(copiers[i].thread, NULL);
    for (unsigned i = 0; i < COPIERS; i++)
        if (copiers[i].wrong)
            FAIL("copier %u: %s: %s", i, lw_status_string(copiers[i].wrong), copiers[i].message);
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK(shared.done > 0);
    CHECK(shared.refused > 0);
}

TEST(api, free_beside_copies, .isolated = true)
{
    run(t, free_each, ROUNDS, false);
}

TEST(api, reset_beside_copies, .isolated = true)
{
    run(t, reset, ROUNDS, false);
}

TEST(api, close_beside_copies, .isolated = true)
{
    run(t, close_owner, ROUNDS, true);
}

/* ---- a free that waits, while others copy ---- */
enum ending { FREE, FREE_PINNED, UNREGISTER };

struct freeing {
    lw_device *device;
    void *memory;
    enum ending ending;
    lw_status status;
    atomic_bool over;
};

static void *free_it(void *user)
{
    struct freeing *f = user;
    f->status = f->ending == FREE          ? lw_free(f->device, f->memory)
                : f->ending == FREE_PINNED ? lw_free_host(f->device, f->memory)
                                           : lw_host_unregister(f->device, f->memory);
    atomic_store(&f->over, true);
    return NULL;
}

static lw_status make(struct freeing *f)
{
    static _Alignas(4096) char own[SIZE];
    if (f->ending == FREE)
        return lw_malloc(f->device, &f->memory, SIZE);
    if (f->ending == FREE_PINNED)
        return lw_malloc_host(f->device, &f->memory, SIZE);
    f->memory = own;
    return lw_host_register(f->device, own, SIZE, 0);
}

/* The memory counts as freed, or as unregistered, from the moment that the call begins: no later copy is queued. */
static void copy_beside_free(struct test *t, enum ending ending)
{
    struct freeing f = {.device = t->device, .ending = ending};
    bool pinned = ending != FREE;
    lw_stream *held, *other;
    lw_pointer_attributes attributes;
    void *side; /* of the copies: CUDA queues only those between the device and page-locked memory */
    int *errors, error[6] = {0};
    pthread_t thread;
    CHECK_STATUS(lw_malloc(t->device, (void **)&errors, sizeof error), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &held), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(make(&f), LW_SUCCESS);
    CHECK_STATUS(pinned ? lw_malloc(t->device, &side, SIZE) : lw_malloc_host(t->device, &side, SIZE), LW_SUCCESS);
    memset(pinned ? f.memory : side, 0, SIZE);
    CHECK_STATUS(lw_memset(t->device, pinned ? side : f.memory, 0, SIZE), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, held);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_memcpy_async(held, side, f.memory, SIZE, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_EQUAL(pthread_create(&thread, NULL, free_it, &f), 0);
    lw_status status;
    do
        status = lw_pointer_get_attributes(t->device, f.memory, &attributes);
    while (!status && attributes.space != LW_SPACE_UNREGISTERED);
    lw_status behind = lw_memcpy_async(held, side, f.memory, SIZE, LW_MEMCPY_DEFAULT);
    bool said =
        strstr(lw_last_error_message(t->device), ending == UNREGISTER ? "another thread unregisters" : "was freed");
    lw_status beside = lw_memcpy_async(other, f.memory, side, SIZE, LW_MEMCPY_DEFAULT);
    /* A kernel asks for one, which would be queued after what the free waits for. On a GPU that is undefined. */
    bool asks = !pinned && on_cpu(t);
    lw_status asked = LW_SUCCESS, answered = lw_stream_synchronize(other);
    /* It may get what it asks for until the free has retired the memory, a moment after the host's calls refuse it. */
    for (int tries = 0; asks && !error[0] && !asked && !answered && tries < 1000; tries++) {
        if (tries)
            nanosleep(&(struct timespec){.tv_nsec = 10 * 1000 * 1000}, NULL);
        asked = lw_launch(n11_transfers, lw_linear(other, 1, 1), f.memory, errors);
        answered = lw_memcpy_async(other, error, errors, sizeof error, LW_MEMCPY_DEVICE_TO_HOST);
        answered = answered ? answered : lw_stream_synchronize(other);
    }
    bool waited = !atomic_load(&f.over); /* for the copy before it */
    gate_open(gate);
    pthread_join(thread, NULL);
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK_STATUS(behind, LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(beside, LW_ERROR_INVALID_VALUE);
    CHECK(said);
    CHECK(waited);
    CHECK_STATUS(f.status, LW_SUCCESS);
    CHECK_STATUS(asked, LW_SUCCESS);
    CHECK_STATUS(answered, LW_SUCCESS);
    CHECK_EQUAL(error[0], asks); /* cudaErrorInvalidValue */
    CHECK_EQUAL(error[1], asks);
    CHECK_STATUS(lw_free(t->device, errors), LW_SUCCESS);
    CHECK_STATUS(pinned ? lw_free(t->device, side) : lw_free_host(t->device, side), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(held), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(other), LW_SUCCESS);
}

TEST(api, copy_beside_free, .isolated = true)
{
    copy_beside_free(t, FREE);
}

TEST(api, copy_beside_free_of_pinned, .isolated = true)
{
    copy_beside_free(t, FREE_PINNED);
}

TEST(api, copy_beside_unregistering, .isolated = true)
{
    copy_beside_free(t, UNREGISTER);
}
