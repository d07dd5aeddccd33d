/* One device, one stream, many threads: each call whole, nothing lost. For ThreadSanitizer too. */
#include <pthread.h>
#include <string.h>

#include "tests/device/api_kernels.h"
#include "tests/harness/test.h"

enum { THREADS = 4, ROUNDS = 40, LANES = 32 };

struct shared {
    const char *device_name;
    lw_device *device;
    lw_stream *stream;
    int *sum;
};

struct own {
    struct shared *shared;
    pthread_t thread;
    int number;
    int line; /* of the first step that went wrong */
};

#define STEP(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            own->line = __LINE__;                                                                                      \
            return NULL;                                                                                               \
        }                                                                                                              \
    } while (0)

static void *work(void *user)
{
    struct own *own = user;
    struct shared *s = own->shared;
    int got[LANES], *memory;
    for (int round = 0; round < ROUNDS; round++) {
        lw_stream *stream;
        lw_event *event;
        int value = own->number * 1000 + round;
        STEP(lw_stream_create(s->device, &stream) == LW_SUCCESS);
        STEP(lw_event_create(s->device, &event) == LW_SUCCESS);
        STEP(lw_malloc(s->device, (void **)&memory, sizeof got) == LW_SUCCESS);
        STEP(lw_launch(api_fill, lw_linear(stream, LANES, LANES), memory, value, LANES) == LW_SUCCESS);
        STEP(lw_launch(api_add, lw_linear(s->stream, LANES, LANES), s->sum, 1) == LW_SUCCESS);
        STEP(lw_event_record(event, stream) == LW_SUCCESS);
        STEP(lw_memcpy_async(stream, got, memory, sizeof got, LW_MEMCPY_DEFAULT) == LW_SUCCESS);
        STEP(lw_stream_synchronize(stream) == LW_SUCCESS);
        STEP(lw_event_query(event) == LW_SUCCESS);
        for (int i = 0; i < LANES; i++)
            STEP(got[i] == value);
        STEP(lw_free(s->device, (char *)memory + 4) == LW_ERROR_INVALID_VALUE);
        STEP(strstr(lw_last_error_message(s->device), "4 bytes into the 128-byte allocation"));
        STEP(lw_free(s->device, memory) == LW_SUCCESS);
        STEP(lw_event_destroy(event) == LW_SUCCESS);
        STEP(lw_stream_destroy(stream) == LW_SUCCESS);
        STEP(lw_stream_query(stream) == LW_ERROR_INVALID_HANDLE);
        if (round % 10 == 0) {
            lw_device *device;
            lw_kernel_attributes attributes;
            STEP(lw_device_open(&device, s->device_name) == LW_SUCCESS);
            STEP(lw_kernel_get_attributes(device, LW_KERNEL_OF(api_shared), &attributes) == LW_SUCCESS);
            STEP(lw_malloc(device, (void **)&memory, 64) == LW_SUCCESS);
            STEP(lw_device_close(device) == LW_SUCCESS);
        }
    }
    return NULL;
}

TEST(api, threads)
{
    struct shared shared = {t->device_name, t->device, lw_default_stream(t->device), NULL};
    struct own owns[THREADS];
    CHECK_STATUS(lw_malloc(t->device, (void **)&shared.sum, sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, shared.sum, 0, sizeof(int)), LW_SUCCESS);
    for (int i = 0; i < THREADS; i++) {
        owns[i] = (struct own){.shared = &shared, .number = i};
        CHECK_EQUAL(pthread_create(&owns[i].thread, NULL, work, &owns[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(owns[i].thread, NULL);
    for (int i = 0; i < THREADS; i++)
        if (owns[i].line)
            FAIL("thread %d failed in line %d", i, owns[i].line);
    int sum = 0;
    CHECK_STATUS(lw_memcpy(t->device, &sum, shared.sum, sizeof sum, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_EQUAL(sum, THREADS * ROUNDS * LANES);
    CHECK_STATUS(lw_free(t->device, shared.sum), LW_SUCCESS);
}
