/* Group R: kernels, copies and sets of two devices in random order. Each array has an event of its latest use, which the next
 * one waits for; a serial model says what the arrays hold. */
#include "../harness/arrays.h"
#include "R_devices.h"
#include "device/R_peer.h"

enum { DEVICES = 2, STREAMS = 2, ARRAYS = 6, STEPS = 400, N = 500, SIZE = N * sizeof(unsigned) };

struct random_array {
    unsigned *memory, model[N];
    int device;
    lw_event *events[DEVICES], *latest; /* of a stream of each device; null: none yet */
};

struct random_state {
    lw_device *devices[DEVICES];
    lw_stream *streams[DEVICES][STREAMS];
    struct random_array arrays[ARRAYS];
    int launches[DEVICES];
    bool can[DEVICES]; /* whether the device's kernels reach the other's memory */
};

static void use(struct test *t, struct random_array *array, lw_stream *stream)
{
    if (array->latest)
        CHECK_STATUS(lw_stream_wait_event(stream, array->latest), LW_SUCCESS);
}

static void used(struct test *t, struct random_array *array, lw_stream *stream, int device)
{
    CHECK_STATUS(lw_event_record(array->events[device], stream), LW_SUCCESS);
    array->latest = array->events[device];
}

static void mix(struct test *t, struct random_state *state, lw_stream *stream, struct random_array *to,
                const struct random_array *from)
{
    CHECK_STATUS(lw_launch(r_mix, lw_linear(stream, N, 128), N, to->memory, from->memory), LW_SUCCESS);
    state->launches[to->device]++;
    for (int i = 0; i < N; i++)
        to->model[i] = to->model[i] * 5 + from->model[i];
}

static void copy(struct test *t, struct random_state *state, lw_stream *stream, struct random_array *to,
                 const struct random_array *from)
{
    if (test_random_below(t, 2))
        CHECK_STATUS(lw_memcpy_async(stream, to->memory, from->memory, SIZE, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    else
        CHECK_STATUS(lw_memcpy_peer_async(stream, to->memory, state->devices[to->device], from->memory,
                                          state->devices[from->device], SIZE),
                     LW_SUCCESS);
    for (int i = 0; i < N; i++)
        to->model[i] = from->model[i];
}

static void step(struct test *t, struct random_state *state)
{
    int target = (int)test_random_below(t, ARRAYS);
    struct random_array *to = &state->arrays[target],
                        *from = &state->arrays[(target + 1 + (int)test_random_below(t, ARRAYS - 1)) % ARRAYS];
    int device = (int)test_random_below(t, DEVICES);
    bool mixes = test_random_below(t, 2) && (from->device == to->device || state->can[to->device]);
    if (mixes)
        device = to->device;
    lw_stream *stream = state->streams[device][test_random_below(t, STREAMS)];
    CHECK_CALL(use(t, to, stream));
    CHECK_CALL(use(t, from, stream));
    if (mixes)
        CHECK_CALL(mix(t, state, stream, to, from));
    else
        CHECK_CALL(copy(t, state, stream, to, from));
    CHECK_CALL(used(t, to, stream, device));
    CHECK_CALL(used(t, from, stream, device));
}

static void prepare(struct test *t, struct random_state *state)
{
    int zero = 0, can;
    for (int d = 0; d < DEVICES; d++) {
        lw_device *device = state->devices[d], *other = state->devices[1 - d];
        for (int i = 0; i < STREAMS; i++)
            CHECK_STATUS(lw_stream_create(device, &state->streams[d][i]), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_to_symbol(device, LW_SYMBOL(r_counter), &zero, sizeof zero, 0), LW_SUCCESS);
        CHECK_STATUS(lw_device_can_access_peer(device, other, &can), LW_SUCCESS);
        if (can)
            CHECK_STATUS(lw_device_enable_peer_access(device, other, 0), LW_SUCCESS);
        state->can[d] = can;
    }
    for (int i = 0; i < ARRAYS; i++) {
        struct random_array *array = &state->arrays[i];
        array->device = i % DEVICES;
        array->memory = (unsigned *)r_numbers(t, state->devices[array->device], N, 1000 * i);
        CHECK(array->memory != NULL);
        for (int j = 0; j < N; j++)
            array->model[j] = (unsigned)(1000 * i + j);
        for (int d = 0; d < DEVICES; d++)
            CHECK_STATUS(lw_event_create(state->devices[d], &array->events[d]), LW_SUCCESS);
    }
}

TEST(row, R16_random_work_of_two_devices, .two_devices = true)
{
    static struct random_state state;
    static unsigned got[N];
    int count = -1;
    state = (struct random_state){.devices = {t->device, t->peer}};
    CHECK_CALL(prepare(t, &state));
    for (int i = 0; i < STEPS; i++)
        CHECK_CALL(step(t, &state));
    for (int d = 0; d < DEVICES; d++)
        CHECK_STATUS(lw_device_synchronize(state.devices[d]), LW_SUCCESS);
    for (int i = 0; i < ARRAYS; i++) {
        const struct random_array *array = &state.arrays[i];
        CHECK_STATUS(lw_memcpy(state.devices[array->device], got, array->memory, SIZE, LW_MEMCPY_DEVICE_TO_HOST),
                     LW_SUCCESS);
        for (int j = 0; j < N; j++)
            CHECK_EQUAL(got[j], array->model[j]);
    }
    for (int d = 0; d < DEVICES; d++) {
        CHECK_STATUS(lw_memcpy_from_symbol(state.devices[d], &count, LW_SYMBOL(r_counter), sizeof count, 0),
                     LW_SUCCESS);
        CHECK_EQUAL(count, state.launches[d]);
    }
}
