/* What lw_last_error_message() returns, for which device and thread. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <lanewise/user_object.h>

#include "api/test_hook.h"
#include "device/kernels.h"
#include "tests/harness/test.h"

static void *read_message(void *user)
{
    char *text = user;
    strncpy(text, lw_last_error_message(NULL), 255);
    return NULL;
}

TEST(api, message_of_the_thread)
{
    char theirs[256] = "unread";
    pthread_t thread;
    CHECK_STATUS(lw_malloc(t->device, NULL, 1), LW_ERROR_INVALID_VALUE);
    CHECK_EQUAL(pthread_create(&thread, NULL, read_message, theirs), 0);
    pthread_join(thread, NULL);
    CHECK(theirs[0] == 0);
    CHECK_MESSAGE(t->device, "lw_malloc: pointer is null");
    CHECK_MESSAGE(NULL, "lw_malloc: pointer is null");
    /* A success changes nothing; the next failure does. */
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_MESSAGE(t->device, "lw_malloc: pointer is null");
    CHECK_STATUS(lw_event_create(t->device, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_event_create: event is null");
}

TEST(api, message_of_a_new_device)
{
    lw_device *device;
    CHECK_STATUS(lw_malloc(t->device, NULL, 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_device_open(&device, t->device_name), LW_SUCCESS);
    CHECK_MESSAGE(device, "lw_malloc: pointer is null"); /* the same device */
    CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
}

/* One device's failures do not show on another's. */
TEST(api, message_of_the_device, .cuda_only = true)
{
    lw_device *cpu;
    CHECK_STATUS(lw_device_open(&cpu, "cpu"), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, NULL, 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_event_create(cpu, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_malloc: ");
    CHECK_MESSAGE(cpu, "lw_event_create: ");
    CHECK_MESSAGE(NULL, "lw_event_create: ");
    CHECK_STATUS(lw_device_close(cpu), LW_SUCCESS);
}

enum { THREADS = 40, ROUNDS = 200 };

struct failing {
    struct test *t;
    lw_device *device;
    pthread_barrier_t *barrier;
    unsigned number;
    bool good;
};

/* More threads than static records; each finds its own message. */
static void *fail_often(void *user)
{
    struct failing *f = user;
    char expected[64];
    snprintf(expected, sizeof expected, "lw_launch: block.x is %u, the limit is 1024", 2000 + f->number);
    f->good = true;
    pthread_barrier_wait(f->barrier);
    for (int i = 0; i < ROUNDS; i++) {
        lw_launch_config config = lw_linear(lw_default_stream(f->device), 1, 2000 + f->number);
        f->good = f->good && lw_launch(api_nothing, config) == LW_ERROR_INVALID_CONFIGURATION &&
                  strcmp(lw_last_error_message(f->device), expected) == 0;
    }
    pthread_barrier_wait(f->barrier);
    return NULL;
}

TEST(api, message_of_many_threads)
{
    pthread_barrier_t barrier;
    pthread_t threads[THREADS];
    struct failing failing[THREADS];
    for (int repeat = 0; repeat < 3; repeat++) {
        pthread_barrier_init(&barrier, NULL, THREADS);
        for (unsigned i = 0; i < THREADS; i++) {
            failing[i] = (struct failing){t, t->device, &barrier, i, false};
            CHECK_EQUAL(pthread_create(&threads[i], NULL, fail_often, &failing[i]), 0);
        }
        for (int i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
        pthread_barrier_destroy(&barrier);
        for (int i = 0; i < THREADS; i++)
            CHECK(failing[i].good);
    }
}

static void nothing(void *user)
{
    (void)user;
}

/* What several calls check in one place names the call, and its own argument. */
TEST(api, shared_checks_name_the_call)
{
    lw_graph *graph;
    lw_graph_node *node;
    lw_user_object *object = NULL;
    lw_memory_pool *pool;
    int clusters, value = 1, n = 1, *memory = NULL;
    const void *arguments[] = {&memory, &value, &n};
    lw_launch_config config = lw_linear(NULL, 64, 64);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_user_object_create(t->device, &object, NULL, nothing, 0, LW_USER_OBJECT_NO_DESTRUCTOR_SYNC),
                 LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_user_object_create: references is 0; expected at least 1");
    CHECK_STATUS(lw_user_object_create(t->device, &object, NULL, nothing, 1, LW_USER_OBJECT_NO_DESTRUCTOR_SYNC),
                 LW_SUCCESS);
    CHECK_STATUS(lw_user_object_retain(object, 0), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_user_object_retain: count is 0; expected at least 1");
    CHECK_STATUS(lw_user_object_release(object, 1), LW_SUCCESS);
    config.cluster = lw_make_dim3(1000, 1, 1);
    lw_status status = lw_occupancy_max_active_clusters(t->device, LW_KERNEL_OF(api_fill), config, &clusters);
    CHECK(status == LW_ERROR_INVALID_CLUSTER_SIZE || status == LW_ERROR_NOT_SUPPORTED);
    CHECK_MESSAGE(t->device, "lw_occupancy_max_active_clusters: ");
    lw_graph_node_params params = lw_graph_kernel_node(LW_KERNEL_OF(api_fill), lw_linear(NULL, 1, 2000), arguments);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_CONFIGURATION);
    CHECK_MESSAGE(t->device, "lw_graph_add_node: block.x is 2000");
    lw_test_fail_allocation(1);
    status = lw_memory_pool_create_with(t->device, &pool, NULL);
    lw_test_fail_allocation(0);
    CHECK(status == LW_ERROR_OUT_OF_MEMORY || status == LW_ERROR_NOT_SUPPORTED);
    CHECK_MESSAGE(t->device, "lw_memory_pool_create_with: ");
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
}
