/* L24 to L27: mistakes with barriers and asynchronous copies, each with the emulator's message; and out of memory. */
#include <stdio.h>

#include <api/test_hook.h>
#include <tests/fault/fault.h>
#include <tests/harness/arrays.h>

#include "device/L_bulk_sm90.h"
#include "device/L_misuse_sm90.h"
#include "device/L_pipeline.h"

typedef struct report {
    lw_status status;
    const char *words;
} report;

static const report reports[L_MISTAKES] = {
    [L_COPY_SIZE] = {LW_ERROR_LAUNCH_FAILURE, "__pipeline_memcpy_async: the size is 12 bytes, not 4, 8 or 16"},
    [L_COPY_ZFILL] = {LW_ERROR_LAUNCH_FAILURE, "__pipeline_memcpy_async: 5 of 4 bytes to fill with zeros"},
    [L_COPY_TO_GLOBAL] = {LW_ERROR_ILLEGAL_ADDRESS, "is not in the block's shared memory"},
    [L_COPY_FROM_SHARED] = {LW_ERROR_ILLEGAL_ADDRESS, "is in shared memory, not in global memory"},
    [L_COPY_FROM_LOCAL] = {LW_ERROR_ILLEGAL_ADDRESS, "is in local memory, not in global memory"},
    [L_COPY_TO_ODD] = {LW_ERROR_MISALIGNED_ADDRESS, "__pipeline_memcpy_async: the destination"},
    [L_COPY_FROM_ODD] = {LW_ERROR_MISALIGNED_ADDRESS, "is not aligned to 4 bytes"},
    [L_COPY_FROM_NULL] = {LW_ERROR_ILLEGAL_ADDRESS, "a null pointer"},
    [L_COPY_PAST_END] = {LW_ERROR_ILLEGAL_ADDRESS, "the destination, 4 bytes at"},
    [L_BARRIER_MISSING] = {LW_ERROR_INVALID_BARRIER, "__mbarrier_arrive: there is no barrier at"},
    [L_BARRIER_INVALID] = {LW_ERROR_INVALID_BARRIER, "not initialised, or invalidated"},
    [L_BARRIER_OVERWRITTEN] = {LW_ERROR_INVALID_BARRIER, "has been overwritten"},
    [L_BARRIER_COUNT_0] = {LW_ERROR_INVALID_BARRIER, "__mbarrier_init: the count is 0; expected 1 to"},
    [L_BARRIER_COUNT_16384] = {LW_ERROR_INVALID_BARRIER,
                               "the count is 16384; expected 1 to __mbarrier_maximum_count(), 16383"},
    [L_BARRIER_TWICE] = {LW_ERROR_INVALID_BARRIER, "already: call __mbarrier_inval() first"},
    [L_BARRIER_GLOBAL] = {LW_ERROR_ILLEGAL_ADDRESS, "__mbarrier_init: the barrier, 8 bytes at"},
    [L_BARRIER_ODD] = {LW_ERROR_MISALIGNED_ADDRESS, "is not aligned to 8 bytes"},
    [L_ARRIVE_ONCE_MORE] = {LW_ERROR_INVALID_BARRIER, "__mbarrier_arrive: 1 arrivals at the barrier"},
    [L_ARRIVE_3_OF_2] = {LW_ERROR_INVALID_BARRIER, "lw_mbarrier_arrive_count: 3 arrivals at the barrier"},
    [L_ARRIVE_AFTER_DROP] = {LW_ERROR_INVALID_BARRIER, "expects no more arrivals: all threads have dropped out"},
    [L_ARRIVE_ON_FULL] = {LW_ERROR_INVALID_BARRIER, "expects 16383 arrivals in this phase: one more is not possible"},
    [L_ARRIVE_ON_DONE] = {LW_ERROR_INVALID_BARRIER, "expects 0 arrivals in this phase: one more is not possible"},
    [L_TOKEN_FOREIGN] = {LW_ERROR_INVALID_BARRIER,
                         "__mbarrier_test_wait: the token is not of an arrival at the barrier"},
    [L_TOKEN_OLD] = {LW_ERROR_INVALID_BARRIER, "the token is 2 phases old"},
    [L_BYTES_TOO_MANY] = {LW_ERROR_INVALID_BARRIER, "lw_mbarrier_expect_tx: 1 more bytes are too many"},
    [L_BYTES_UNEXPECTED] = {LW_ERROR_INVALID_BARRIER, "lw_bulk_copy_to_shared: 32768 bytes arrived at the barrier"},
    [L_BULK_SIZE] = {LW_ERROR_LAUNCH_FAILURE, "lw_bulk_copy_to_shared: the size, 24 bytes, is no multiple of 16"},
    [L_BULK_TO_ODD] = {LW_ERROR_MISALIGNED_ADDRESS, "lw_bulk_copy_to_shared: the destination"},
    [L_BULK_FROM_ODD] = {LW_ERROR_MISALIGNED_ADDRESS, "lw_bulk_copy_to_shared: the source"},
    [L_BULK_FROM_SHARED] = {LW_ERROR_ILLEGAL_ADDRESS, "lw_bulk_copy_to_shared: the source"},
    [L_BULK_TO_SHARED] = {LW_ERROR_ILLEGAL_ADDRESS, "lw_bulk_copy_to_global: the destination"},
    [L_BULK_NO_BARRIER] = {LW_ERROR_INVALID_BARRIER, "lw_bulk_copy_to_shared: there is no barrier at"},
    [L_BULK_BARRIER_GONE] = {LW_ERROR_INVALID_BARRIER, "lw_bulk_copy_to_shared: there is no barrier at"},
    [L_BULK_FROM_WILD] = {LW_ERROR_ILLEGAL_ADDRESS, "illegal address: "},
    [L_REMOTE_RANK] = {LW_ERROR_ILLEGAL_ADDRESS, "shared memory of block 1 of a cluster of 1"},
};

static void mistakes(struct test *t, int first, int end)
{
    for (int i = first; i < end; i++) {
        char *global = array_of(t, NULL, 65536);
        CHECK(global);
        const char *text = fault_expect(t, lw_launch(l_mistakes, line(t, 1, 1, 32768), i, global), reports[i].status);
        if (!text)
            FAIL("mistake %d", i);
        CHECK_CONTAINS(text, reports[i].words);
        CHECK_CONTAINS(text, "in kernel l_mistakes");
        CHECK_CONTAINS(text, "L_misuse_sm90.c");
    }
}

TEST(row, L24_wrong_copies_are_reported, .cpu_only = true)
{
    mistakes(t, L_COPY_SIZE, L_BARRIER_MISSING);
}

TEST(row, L25_wrong_uses_of_barriers_are_reported, .cpu_only = true)
{
    CHECK_CALL(mistakes(t, L_BARRIER_MISSING, L_BYTES_TOO_MANY));
    const char *text;
    if (!getenv("LANEWISE_SCHEDULE")) { /* the order of arrival decides */
        text = fault_expect(t, lw_launch(l_inval_while_waiting, line(t, 1, 2, 0)), LW_ERROR_INVALID_BARRIER);
        if (!text)
            return;
        CHECK_CONTAINS(text, "__mbarrier_inval: thread 0 waits for the barrier");
    }
    text = fault_expect(t, lw_launch(l_barrier_of_another_block, line(t, 2, 1, 0)), LW_ERROR_INVALID_BARRIER);
    if (!text)
        return;
    CHECK_CONTAINS(text, "there is no barrier at");
    CHECK_CONTAINS(text, "block (1,0,0)");
}

TEST(row, L25b_wrong_bulk_copies_are_reported, .cpu_only = true)
{
    CHECK_CALL(mistakes(t, L_BYTES_TOO_MANY, L_BULK_FROM_WILD));
    lw_launch_config two = line(t, 2, 1, 0);
    two.cluster = lw_make_dim3(2, 1, 1);
    const char *text = fault_expect(t, lw_launch(l_bulk_to_ended_block, two), LW_ERROR_ILLEGAL_ADDRESS);
    if (!text)
        return;
    CHECK_CONTAINS(text, "lw_bulk_copy_to_block: the barrier");
    CHECK_CONTAINS(text, "is not in the shared memory of a running block");
}

TEST(row, L25c_a_wild_source_is_reported_where_the_copy_is_issued, .cpu_only = true)
{
    SKIP_UNDER_THREAD_SANITIZER();
    mistakes(t, L_BULK_FROM_WILD, L_MISTAKES);
}

TEST(row, L26_a_deadlock_tells_what_the_barrier_expects, .cpu_only = true)
{
    char *global = array_of(t, NULL, 64), at[100];
    CHECK(global);
    const char *text = fault_expect(t, lw_launch(l_arrival_missing, line(t, 1, 2, 0)), LW_ERROR_DEADLOCK);
    if (!text)
        return;
    snprintf(at, sizeof at, "L_misuse_sm90.c:%d, phase 0: 1 of 3 arrivals to come, 0 bytes to come",
             l_arrival_missing_line());
    CHECK_CONTAINS(text, "2 threads: 0-1 waiting in lw_mbarrier_wait at ");
    CHECK_CONTAINS(text, at);
    CHECK((global = array_of(t, NULL, 64)) != NULL);
    text = fault_expect(t, lw_launch(l_bytes_missing, line(t, 1, 2, 0), global), LW_ERROR_DEADLOCK);
    if (!text)
        return;
    snprintf(at, sizeof at, "L_misuse_sm90.c:%d, phase 0: 0 of 1 arrivals to come, 64 bytes to come",
             l_bytes_missing_line());
    CHECK_CONTAINS(text, "2 threads: 0-1 waiting in lw_mbarrier_wait_parity at ");
    CHECK_CONTAINS(text, at);
}

/* A pipeline and a ring of bulk copies while the `failing`th allocation fails; returns whether that allocation was
 * made. */
static bool in_want(struct test *t, long failing)
{
    enum { LANES = 64, NUMBERS = 4 * L_TILE };
    static int numbers[NUMBERS], through[NUMBERS], added[NUMBERS];
    for (int i = 0; i < NUMBERS; i++)
        numbers[i] = 3 * i;
    lw_device_open(&t->device, "cpu");
    int *in = array_of(t, numbers, sizeof numbers);
    int *a = array_of(t, NULL, sizeof numbers), *b = array_of(t, NULL, sizeof numbers);
    lw_test_fail_allocation(failing);
    lw_status launched = lw_launch(l_pipeline, line(t, 1, LANES, 0), 3, L_BATCHES, in, a);
    if (!launched)
        launched = lw_launch(l_bulk_tiles, line(t, 1, LANES, 0), 2, 4, in, b);
    lw_status status = launched ? launched : lw_device_synchronize(t->device);
    bool had_come = !lw_test_failure_pending();
    lw_test_fail_allocation(0);
    if (status && status != LW_ERROR_OUT_OF_MEMORY)
        test_fail(t, __FILE__, __LINE__, "allocation %ld: %s", failing, lw_last_error_message(t->device));
    if (!status) {
        array_read(t, through, a, sizeof through);
        array_read(t, added, b, sizeof added);
        for (int i = 0; i < NUMBERS && !t->failed; i++)
            if (added[i] != numbers[i] + 1 ||
                (i < L_BATCHES * LANES && through[i] != 2 * numbers[i / LANES * LANES + LANES - 1 - i % LANES]))
                test_fail(t, __FILE__, __LINE__, "allocation %ld: number %d is wrong", failing, i);
    }
    lw_device_close(t->device);
    t->device = NULL;
    return had_come;
}

TEST(row, L27_copies_that_cannot_be_queued_are_done_at_once, .host = true, .isolated = true)
{
    long failing = 1;
    while (in_want(t, failing) && !t->failed)
        failing++;
    CHECK(failing > 3);
}
