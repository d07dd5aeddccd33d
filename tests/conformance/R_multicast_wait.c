/* Group R: calls on multicast objects that wait until all devices are added. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#include "../harness/arrays.h"
#include "R_team.h"
#include "device/R_multicast_sm90.h"

enum call { BIND_MEMORY, BIND_ADDRESS, MAP, CALLS };

struct waiting {
    enum call call;
    lw_device *device;
    lw_multicast *object;
    lw_physical_memory *memory;
    char *own, *all;
    size_t unit;
    pthread_t thread;
    atomic_bool over;
    lw_status status;
    char message[300];
};

static void *call_it(void *user)
{
    struct waiting *w = user;
    switch (w->call) {
    case BIND_MEMORY: w->status = lw_multicast_bind_memory(w->object, 0, w->memory, 0, w->unit); break;
    case BIND_ADDRESS: w->status = lw_multicast_bind_address(w->object, 0, w->device, w->own, w->unit); break;
    default: w->status = lw_multicast_map(w->device, w->all, w->unit, w->object, 0); break;
    }
    snprintf(w->message, sizeof w->message, "%s", lw_last_error_message(w->device));
    atomic_store(&w->over, true);
    return NULL;
}

/* An object of two devices, of which one is added; its memory, and addresses. */
static void prepare(struct test *t, struct waiting *w)
{
    lw_multicast_properties properties = {.device_count = 2};
    CHECK_STATUS(lw_multicast_granularity(w->device, &properties, LW_MEMORY_GRANULARITY_MINIMUM, &w->unit), LW_SUCCESS);
    properties.size = w->unit;
    CHECK_STATUS(lw_multicast_create(w->device, &w->object, &properties), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_add_device(w->object, w->device), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_create(w->device, &w->memory, w->unit, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_reserve(w->device, (void **)&w->own, 2 * w->unit, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_map(w->own, w->unit, w->memory, 0), LW_SUCCESS);
    w->all = w->own + w->unit;
}

static void start(struct test *t, struct waiting *w)
{
    CHECK_CALL(prepare(t, w));
    CHECK_EQUAL(pthread_create(&w->thread, NULL, call_it, w), 0);
    for (int i = 0; i < 5 && !atomic_load(&w->over); i++)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
}

TEST(row, R31g_calls_wait_until_all_devices_are_added, .two_devices = true, .cpu_only = true)
{
    for (int call = 0; call < CALLS; call++) {
        struct waiting w = {.call = (enum call)call, .device = t->device};
        CHECK_CALL(start(t, &w));
        bool waited = !atomic_load(&w.over);
        lw_status added = lw_multicast_add_device(w.object, t->peer);
        pthread_join(w.thread, NULL);
        CHECK(waited);
        CHECK_STATUS(added, LW_SUCCESS);
        CHECK_STATUS(w.status, LW_SUCCESS);
        if (call == MAP)
            CHECK_STATUS(lw_virtual_memory_unmap(t->device, w.all, w.unit), LW_SUCCESS);
        else
            CHECK_STATUS(lw_multicast_unbind(w.object, t->device, 0, w.unit), LW_SUCCESS);
        CHECK_STATUS(lw_virtual_memory_unmap(t->device, w.own, w.unit), LW_SUCCESS);
        CHECK_STATUS(lw_virtual_memory_free(t->device, w.own, 2 * w.unit), LW_SUCCESS);
        CHECK_STATUS(lw_physical_memory_release(w.memory), LW_SUCCESS);
        CHECK_STATUS(lw_multicast_release(w.object), LW_SUCCESS);
    }
}

static void no_compare(struct test *t)
{
    const char *engine = getenv("LANEWISE_ENGINE");
    if (engine && strcmp(engine, "compare") == 0)
        SKIP("only one device can compare engines");
}

TEST(row, R31h_a_wait_for_devices_ends_with_a_message, .host = true, .isolated = true)
{
    static const char *const names[CALLS] = {"lw_multicast_bind_memory", "lw_multicast_bind_address",
                                             "lw_multicast_map"};
    lw_device *device;
    CHECK_CALL(no_compare(t));
    setenv("LANEWISE_CPU_DEVICES", "2", 1);
    setenv("LANEWISE_TIMEOUT", "0.125", 1);
    CHECK_STATUS(lw_device_open(&device, "cpu:0"), LW_SUCCESS);
    for (int call = 0; call < CALLS; call++) {
        struct waiting w = {.call = (enum call)call, .device = device};
        CHECK_CALL(prepare(t, &w));
        call_it(&w);
        CHECK_STATUS(w.status, LW_ERROR_INVALID_VALUE);
        CHECK_CONTAINS(w.message, names[call]);
        CHECK_CONTAINS(w.message, ": multicast has 1 of 2 devices after 0.125 seconds (LANEWISE_TIMEOUT)");
    }
    CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
}

/* Without a limit. */
TEST(row, R31i_a_fault_ends_a_wait_for_devices, .host = true, .isolated = true)
{
    enum { RELAXED = 0, SYSTEM = 4 };
    lw_device *device;
    CHECK_CALL(no_compare(t));
    setenv("LANEWISE_CPU_DEVICES", "2", 1);
    setenv("LANEWISE_TIMEOUT", "0", 1);
    CHECK_STATUS(lw_device_open(&device, "cpu:0"), LW_SUCCESS);
    struct waiting w = {.call = BIND_MEMORY, .device = device};
    CHECK_CALL(start(t, &w));
    bool waited = !atomic_load(&w.over);
    lw_launch_config config = one_thread(lw_default_stream(device));
    lw_status launched = lw_launch(r_mc_store, config, (int *)w.own, RELAXED, SYSTEM); /* of no multicast address */
    pthread_join(w.thread, NULL);
    CHECK_STATUS(launched, LW_SUCCESS);
    CHECK(waited);
    CHECK_STATUS(w.status, LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_STATUS(lw_device_close(device), LW_ERROR_ILLEGAL_ADDRESS);
}
