/* Group R: what kernels ask of their device, copies that they queue, variables for which they wait. */
#include <pthread.h>
#include <time.h>

#include "../harness/arrays.h"
#include "R_devices.h"
#include "device/R_kernel.h"

enum { MANY = 1 << 20 };

static void rest(void)
{
    nanosleep(&(struct timespec){0, 30000000}, NULL);
}

TEST(row, R17_a_kernel_knows_its_device, .two_devices = true)
{
    lw_device *devices[2] = {t->device, t->peer};
    for (int d = 0; d < 2; d++) {
        lw_device_properties properties;
        int got[10], *out = r_numbers(t, devices[d], 10, -1);
        CHECK(out != NULL);
        CHECK_STATUS(lw_device_get_properties(devices[d], &properties), LW_SUCCESS);
        CHECK_STATUS(lw_launch(r_ask, one_thread(lw_default_stream(devices[d])), out), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(devices[d], got, out, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK(got[0] == 0 && got[2] == 0 && got[4] == 0 && got[5] == 0);
        CHECK_EQUAL(got[1], properties.ordinal);
        CHECK(got[3] >= 2);
        CHECK(got[6] == 32 && got[7] == 32);
        CHECK(got[8] == 101); /* cudaErrorInvalidDevice */
    }
}

static int now_at(const int *word)
{
    return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

static void *open_later(void *open)
{
    rest();
    __atomic_store_n((int *)open, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

TEST(row, R18_a_kernel_queues_a_copy_from_its_peer, .two_devices = true, .cpu_only = true)
{
    int *to, *from, *open, *error; /* the last two in the host's memory */
    lw_stream *stream = lw_default_stream(t->device);
    pthread_t thread;
    CHECK_STATUS(lw_malloc(t->device, (void **)&to, MANY * sizeof *to), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->peer, (void **)&from, MANY * sizeof *from), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->peer, from, 3, MANY * sizeof *from), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&open, sizeof *open), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&error, sizeof *error), LW_SUCCESS);
    *open = 1;
    CHECK_STATUS(lw_launch(r_queue_copy, one_thread(stream), to, from, MANY, open, error), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_EQUAL(*error, 1); /* cudaErrorInvalidValue: it has no access */
    CHECK_STATUS(lw_device_enable_peer_access(t->device, t->peer, 0), LW_SUCCESS);
    CHECK_STATUS(lw_device_disable_peer_access(t->device, t->peer), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_queue_copy, one_thread(stream), to, from, MANY, open, error), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_EQUAL(*error, 1);
    CHECK_STATUS(lw_device_enable_peer_access(t->device, t->peer, 0), LW_SUCCESS);
    /* The peer frees the memory when the copy is queued, and waits for it. */
    *open = 0, *error = -1;
    CHECK_STATUS(lw_launch(r_queue_copy, one_thread(stream), to, from, MANY, open, error), LW_SUCCESS);
    for (int i = 0; i < 500 && now_at(error) == -1; i++)
        rest();
    CHECK_EQUAL(now_at(error), 0);
    CHECK(pthread_create(&thread, NULL, open_later, open) == 0);
    lw_status status = lw_free(t->peer, from);
    bool opened = now_at(open);
    pthread_join(thread, NULL);
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK(opened);
    CHECK_EQUAL(r_read(t, t->device, to + MANY - 1), 0x03030303);
    CHECK_STATUS(lw_launch(r_queue_copy, one_thread(stream), to, from, MANY, open, error), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_EQUAL(*error, 1); /* it is freed */
    CHECK_STATUS(lw_device_disable_peer_access(t->device, t->peer), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, to), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->device, open), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->device, error), LW_SUCCESS);
}

TEST(row, R19_a_kernel_waits_for_a_variable_that_a_copy_sets, .two_devices = true, .cpu_only = true)
{
    SKIP_WITH_ONE_WORKER("the kernel has the only worker");
    lw_device *devices[2] = {t->device, t->peer};
    int none = 0, value;
    for (int round = 0; round < 4;
         round++) { /* the kernel of either device; a copy between devices sets the variable, or none */
        lw_device *here = devices[round % 2], *there = devices[1 - round % 2];
        bool between = round >= 2;
        lw_stream *stream;
        int flag = 10 + round, *theirs = r_numbers(t, there, 1, flag);
        void *address;
        CHECK(theirs != NULL);
        CHECK_STATUS(lw_stream_create_with(here, &stream, LW_STREAM_NON_BLOCKING, 0), LW_SUCCESS);
        CHECK_STATUS(lw_symbol_get_address(here, &address, LW_SYMBOL(r_flag)), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_to_symbol(there, LW_SYMBOL(r_flag), &none, sizeof none, 0), LW_SUCCESS);
        CHECK_STATUS(lw_launch(r_wait_for_flag, one_thread(lw_default_stream(here)), flag), LW_SUCCESS);
        rest();
        CHECK_STATUS(lw_launch(r_pass, one_thread(lw_default_stream(there)), 100 + round), LW_SUCCESS); /* waits */
        lw_status status = between ? lw_memcpy_peer_async(stream, address, here, theirs, there, sizeof flag)
                                   : lw_memcpy_to_symbol_async(stream, LW_SYMBOL(r_flag), &flag, sizeof flag, 0);
        CHECK_STATUS(status, LW_SUCCESS);
        CHECK_STATUS(lw_device_synchronize(here), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_from_symbol(here, &value, LW_SYMBOL(r_passed), sizeof value, 0), LW_SUCCESS);
        CHECK_EQUAL(value, flag);
        CHECK_STATUS(lw_memcpy_from_symbol(there, &value, LW_SYMBOL(r_flag), sizeof value, 0), LW_SUCCESS);
        CHECK_EQUAL(value, 0);
        CHECK_STATUS(lw_device_synchronize(there), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_from_symbol(there, &value, LW_SYMBOL(r_passed), sizeof value, 0), LW_SUCCESS);
        CHECK_EQUAL(value, 100 + round);
    }
}

TEST(row, R19b_copies_of_variables_beside_kernels_of_both, .two_devices = true)
{
    enum { STREAMS = 2, ROUNDS = 30 };
    static int seen[STREAMS][ROUNDS][R_MANY];
    lw_device *devices[STREAMS] = {t->device, t->peer};
    lw_stream *streams[STREAMS];
    for (int d = 0; d < STREAMS; d++)
        CHECK_STATUS(lw_stream_create(devices[d], &streams[d]), LW_SUCCESS);
    for (int i = 0; i < ROUNDS; i++)
        for (int d = 0; d < STREAMS; d++) {
            CHECK_STATUS(lw_launch(r_fill, lw_linear(streams[d], 512, 64), 2 * i + d), LW_SUCCESS);
            CHECK_STATUS(lw_memcpy_from_symbol_async(streams[d], seen[d][i], LW_SYMBOL(r_many), sizeof seen[d][i], 0),
                         LW_SUCCESS);
        }
    for (int d = 0; d < STREAMS; d++) {
        CHECK_STATUS(lw_stream_synchronize(streams[d]), LW_SUCCESS);
        for (int i = 0; i < ROUNDS; i++)
            for (int j = 0; j < R_MANY; j++)
                CHECK_EQUAL(seen[d][i][j], 2 * i + d);
    }
}
