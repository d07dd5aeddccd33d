/* Waits that never end, and threads that end the launch: the report says where each thread is, and nothing hangs. */
#include "fault.h"

#include <stdio.h>

#include "device/sync.h"

#define FILE_NAME "device/sync.c"

static void check_mentions(struct test *t, const char *report, const char *before, int line)
{
    char text[200];
    snprintf(text, sizeof text, "%s:%d", FILE_NAME, line);
    const char *lanes = strstr(report, before);
    if (!lanes)
        FAIL("expected \"%s\" in the report: %s", before, report);
    const char *end = strchr(lanes, '\n'), *found = strstr(lanes, text);
    if (!found || (end && found > end))
        FAIL("expected %s after \"%s\" in the report: %s", text, before, report);
}

TEST(fault, divergent_barrier, .cpu_only = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    const char *report =
        fault_expect(t, lw_launch(fault_divergent, line(t, 2, 64, 0), out), LW_ERROR_DIVERGENT_BARRIER);
    if (!report)
        return;
    CHECK_CONTAINS(report, "divergent barrier: ");
    CHECK_CONTAINS(report, "kernel fault_divergent (");
    CHECK_CONTAINS(report, " waiting in __syncthreads at ");
    if (getenv("LANEWISE_SCHEDULE"))
        return; /* the order of arrival decides */
    CHECK_CONTAINS(report, "thread (10,0,0)");
    CHECK_CALL(fault_place(t, report, FILE_NAME, fault_divergent_other_line()));
    CHECK_CALL(check_mentions(t, report, "10 threads: 0-9 waiting in __syncthreads", fault_divergent_line()));
    /* threads of a work-item loop arrive together */
    if (!strstr(report, "threads: 11-63 waiting in __syncthreads at "))
        CHECK_CONTAINS(report, "threads: 11-63 not begun");
}

TEST(fault, deadlock, .cpu_only = true)
{
    int *out = array_of(t, NULL, 100 * sizeof *out);
    CHECK(out);
    const char *report = fault_expect(t, lw_launch(fault_deadlock, line(t, 1, 100, 0), out), LW_ERROR_DEADLOCK);
    if (!report)
        return;
    CHECK_CONTAINS(report, "deadlock: ");
    CHECK_CONTAINS(report, "kernel fault_deadlock (");
    CHECK_CALL(check_mentions(t, report, "40 threads: 0-39 waiting in __syncthreads", fault_deadlock_line()));
    CHECK_CALL(check_mentions(t, report, "24 threads: 40-63 waiting in __any_sync", fault_deadlock_other_line()));
    CHECK_CONTAINS(report, "mask 0xffffffff");
    CHECK_CONTAINS(report, "36 threads: 64-99 ended");
}

TEST(fault, masks_differ, .cpu_only = true)
{
    unsigned *out = array_of(t, NULL, 32 * sizeof *out);
    CHECK(out);
    const char *report = fault_expect(t, lw_launch(fault_masks_differ, line(t, 1, 32, 0), out), LW_ERROR_DEADLOCK);
    if (!report)
        return;
    CHECK_CONTAINS(report, "16 threads: 0-15 waiting in __ballot_sync");
    CHECK_CONTAINS(report, "mask 0xffffffff");
    CHECK_CONTAINS(report, "16 threads: 16-31 waiting in __ballot_sync");
    CHECK_CONTAINS(report, "mask 0xfffffffe");
}

TEST(fault, operations_differ, .cpu_only = true)
{
    unsigned *out = array_of(t, NULL, 32 * sizeof *out);
    CHECK(out);
    const char *report = fault_expect(t, lw_launch(fault_operations_differ, line(t, 1, 32, 0), out), LW_ERROR_DEADLOCK);
    if (!report)
        return;
    CHECK_CONTAINS(report, "16 threads: 0-15 waiting in __ballot_sync");
    CHECK_CONTAINS(report, "16 threads: 16-31 waiting in __any_sync");
}

TEST(fault, mask_lacks_caller, .cpu_only = true)
{
    unsigned *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    const char *report =
        fault_expect(t, lw_launch(fault_mask, line(t, 1, 64, 0), 0xffffffdfu, out), LW_ERROR_INVALID_MASK);
    if (!report)
        return;
    CHECK_CONTAINS(report, "invalid mask: __ballot_sync with mask 0xffffffdf");
    CHECK_CONTAINS(report, "thread (5,0,0)");
    CHECK_CALL(fault_place(t, report, FILE_NAME, fault_mask_line()));
}

/* All others have returned, or return later: the mask may name them. */
TEST(fault, mask_names_ended_lanes)
{
    unsigned ballot = 0, *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    CHECK_STATUS(lw_launch(fault_mask, line(t, 1, 64, 0), 0xffffffffu, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, &ballot, out, sizeof ballot));
    CHECK_EQUAL(ballot, 1u << 5);
}

TEST(fault, timeout, .host = true, .isolated = true)
{
    SKIP_UNDER_THREAD_SANITIZER();
    CHECK_CALL(fault_open(t, "LANEWISE_TIMEOUT", "0.3"));
    int *zero = array_of(t, NULL, sizeof *zero);
    CHECK(zero);
    double start = test_seconds();
    const char *report = fault_expect(t, lw_launch(fault_endless, line(t, 1, 64, 0), zero), LW_ERROR_LAUNCH_TIMEOUT);
    if (!report)
        return;
    CHECK(test_seconds() - start >= 0.3);
    CHECK_CONTAINS(report, "timeout: ");
    CHECK_CONTAINS(report, "thread (5,0,0)");
    CHECK_CALL(check_mentions(t, report, "63 threads: 0-4,6-63 waiting in __syncthreads", fault_endless_other_line()));
    CHECK_CONTAINS(report, "thread 5 running at ");
    fault_close(t);
}

TEST(fault, timeout_counting, .host = true, .isolated = true)
{
    SKIP_UNDER_THREAD_SANITIZER();
    CHECK_CALL(fault_open(t, "LANEWISE_TIMEOUT", "0.3"));
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    CHECK_STATUS(lw_launch(fault_endless_count, line(t, 1, 64, 0), 2, out), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    const char *report =
        fault_expect(t, lw_launch(fault_endless_count, line(t, 1, 64, 0), 1, out), LW_ERROR_LAUNCH_TIMEOUT);
    if (!report)
        return;
    CHECK_CONTAINS(report, "timeout: ");
    CHECK_CONTAINS(report, "kernel fault_endless_count (");
    fault_close(t);
}

/* A block that only waits, in each of the ways to wait. */
TEST(fault, timeout_waiting, .host = true, .isolated = true)
{
    CHECK_CALL(fault_open(t, "LANEWISE_TIMEOUT", "0.2"));
    for (int kind = 0; kind < 5; kind++) {
        for (unsigned lanes = 1; lanes <= 64; lanes += 63) {
            int *zero = array_of(t, NULL, sizeof *zero), *word = array_of(t, NULL, sizeof *word);
            CHECK(zero && word);
            const char *report = fault_expect(t, lw_launch(fault_endless_wait, line(t, 1, lanes, 0), kind, zero, word),
                                              LW_ERROR_LAUNCH_TIMEOUT);
            if (!report)
                return;
        }
    }
    fault_close(t);
}

/* What an ended kernel leaves on its threads' stacks, and the records of where its threads were, appear in no later
 * report. */
TEST(fault, after_timeout, .host = true, .isolated = true)
{
    SKIP_UNDER_THREAD_SANITIZER();
    CHECK(setenv("LANEWISE_WORKERS", "1", 1) == 0);
    CHECK_CALL(fault_open(t, "LANEWISE_TIMEOUT", "0.3"));
    int *zero = array_of(t, NULL, sizeof *zero);
    CHECK(zero);
    /* Nothing runs between these two: both are on the same stack. */
    CHECK_STATUS(lw_launch(fault_endless_deep, line(t, 1, 1, 0), 200, zero), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_LAUNCH_TIMEOUT);
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
    const char *report =
        fault_expect(t, lw_launch(fault_print, line(t, 1, 1, 0), (const char *)16), LW_ERROR_ILLEGAL_ADDRESS);
    if (!report)
        return;
    CHECK_CALL(fault_place(t, report, FILE_NAME, fault_print_line()));

    int *word = array_of(t, NULL, sizeof *word);
    zero = array_of(t, NULL, sizeof *zero);
    CHECK(zero && word);
    report = fault_expect(t, lw_launch(fault_endless_wait, line(t, 1, 64, 0), 1, zero, word), LW_ERROR_LAUNCH_TIMEOUT);
    if (!report)
        return;
    word = array_of(t, NULL, sizeof *word);
    CHECK(word);
    report = fault_expect(t, lw_launch(fault_divergent_later, line(t, 1, 64, 0), word), LW_ERROR_DIVERGENT_BARRIER);
    if (!report)
        return;
    if (strstr(report, "fault_endless_wait"))
        FAIL("an older kernel is in the report: %s", report);
    fault_close(t);
}

/* Long before the time limit: a block that waits for a failed one ends with it. */
TEST(fault, waiting_for_failed_block, .host = true, .isolated = true, .seconds = 30)
{
    SKIP_UNDER_THREAD_SANITIZER();
    CHECK(setenv("LANEWISE_WORKERS", "2", 1) == 0);
    CHECK_CALL(fault_open(t, "LANEWISE_TIMEOUT", "25"));
    for (int round = 0; round < 10; round++) {
        int *zero = array_of(t, NULL, sizeof *zero);
        CHECK(zero);
        const char *report =
            fault_expect(t, lw_launch(fault_one_of_two, line(t, 2, 4, 0), zero), LW_ERROR_LAUNCH_FAILURE);
        if (!report)
            return;
        CHECK_CONTAINS(report, "trap");
        CHECK_CONTAINS(report, "block (1,0,0), thread (");
    }
    fault_close(t);
}

TEST(fault, trap, .isolated = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    const char *report = fault_expect(t, lw_launch(fault_trap, line(t, 1, 64, 0), out), LW_ERROR_LAUNCH_FAILURE);
    if (!report || !on_cpu(t))
        return;
    CHECK_CONTAINS(report, "trap");
    CHECK_CONTAINS(report, "thread (7,0,0)");
    CHECK_CALL(fault_place(t, report, FILE_NAME, fault_trap_line()));
}

TEST(fault, assertion, .isolated = true)
{
    CHECK_STATUS(lw_launch(fault_assert, line(t, 1, 64, 0), 64), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    const char *report = fault_expect(t, lw_launch(fault_assert, line(t, 1, 64, 0), 63), LW_ERROR_ASSERT);
    if (!report || !on_cpu(t))
        return;
    CHECK_CONTAINS(report, "assertion `(int)threadIdx.x < lanes' failed");
    CHECK_CONTAINS(report, "thread (63,0,0)");
    CHECK_CALL(fault_place(t, report, FILE_NAME, fault_assert_line()));
}

/* A GPU gives some value instead. */
TEST(fault, division_by_zero, .cpu_only = true)
{
#if defined(__x86_64__)
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    const char *report = fault_expect(t, lw_launch(fault_division, line(t, 1, 64, 0), 0, out), LW_ERROR_LAUNCH_FAILURE);
    if (!report)
        return;
    CHECK_CONTAINS(report, "integer division by zero");
    CHECK_CALL(fault_thread(t, report, "thread (7,0,0)"));
    CHECK_CALL(fault_place(t, report, FILE_NAME, fault_division_line()));
#else
    SKIP("this processor divides by zero without a trap");
#endif
}
