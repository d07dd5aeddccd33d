/* Accesses that no thread may make: a status, a report that names the place, and a device that works after a reset. */
#include "fault.h"

#include <stdio.h>

#include "device/memory.h"

#define FILE_NAME "device/memory.c"

TEST(fault, null_write, .isolated = true)
{
    const char *report =
        fault_expect(t, lw_launch(fault_write, line(t, 3, 64, 0), 2, 37, NULL, 8), LW_ERROR_ILLEGAL_ADDRESS);
    if (!report || !on_cpu(t))
        return;
    CHECK_CONTAINS(report, "illegal address: ");
    CHECK_CONTAINS(report, "a null pointer plus 8 bytes");
    CHECK_CONTAINS(report, "kernel fault_write (");
    CHECK_CONTAINS(report, "block (2,0,0), ");
    CHECK_CALL(fault_thread(t, report, "thread (37,0,0)"));
    CHECK_CALL(fault_place(t, report, FILE_NAME, fault_write_line()));
}

TEST(fault, null_read, .isolated = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    const char *report =
        fault_expect(t, lw_launch(fault_read, line(t, 1, 64, 0), 0, 0, NULL, 0, out), LW_ERROR_ILLEGAL_ADDRESS);
    if (!report || !on_cpu(t))
        return;
    CHECK_CONTAINS(report, "a null pointer");
    CHECK_CALL(fault_thread(t, report, "thread (0,0,0)"));
#if defined(__x86_64__)
    CHECK_CONTAINS(report, "read of");
#endif
    CHECK_CALL(fault_place(t, report, FILE_NAME, fault_read_line()));
}

/* An access through a null pointer is undefined in C: the compiler must conclude nothing from that. A GPU may. */
TEST(fault, null_chosen, .cpu_only = true)
{
    int *out = array_of(t, NULL, 65 * sizeof *out);
    CHECK(out);
    CHECK_STATUS(lw_launch(fault_null_chosen, line(t, 1, 64, 0), 0, out), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    const char *report =
        fault_expect(t, lw_launch(fault_null_chosen, line(t, 1, 64, 0), 1, out), LW_ERROR_ILLEGAL_ADDRESS);
    if (!report)
        return;
    CHECK_CONTAINS(report, "a null pointer");
    CHECK_CONTAINS(report, "kernel fault_null_chosen (");
}

TEST(fault, wild_pointer, .cpu_only = true)
{
    SKIP_UNDER_THREAD_SANITIZER();
    static const unsigned long long addresses[] = {0x123456789000ull, 0x8888888888888888ull, 0xffffffffffffff00ull,
                                                   0x10000};
    for (int i = 0; i < 4; i++) {
        const char *report =
            fault_expect(t, lw_launch(fault_write, line(t, 1, 64, 0), 0, 63, NULL, (long long)addresses[i]),
                         LW_ERROR_ILLEGAL_ADDRESS);
        if (!report)
            return;
        CHECK_CALL(fault_thread(t, report, "thread (63,0,0)"));
        CHECK_CALL(fault_place(t, report, FILE_NAME, fault_write_line()));
#if defined(__x86_64__)
        if (i == 1) /* the address is in neither half of the address space, so the processor does not report it */
            CHECK_CONTAINS(report, "a wild pointer, no valid address on this processor, or a misaligned vector access");
#endif
    }
}

TEST(fault, in_function, .cpu_only = true)
{
    const char *report =
        fault_expect(t, lw_launch(fault_in_function, line(t, 1, 64, 0), NULL), LW_ERROR_ILLEGAL_ADDRESS);
    if (!report)
        return;
    CHECK_CONTAINS(report, "kernel fault_in_function (");
    CHECK_CALL(fault_thread(t, report, "thread (7,0,0)"));
    CHECK_CALL(fault_place(t, report, FILE_NAME, fault_in_function_line()));
}

/* The fault itself is in the C library or the emulator: the report names the kernel's line that called it. */
TEST(fault, in_library, .cpu_only = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    const char *report =
        fault_expect(t, lw_launch(fault_memset, line(t, 1, 64, 0), NULL, 100), LW_ERROR_ILLEGAL_ADDRESS);
    if (!report)
        return;
    CHECK_CALL(fault_place(t, report, FILE_NAME, fault_memset_line()));
    out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    report = fault_expect(t, lw_launch(fault_atomic, line(t, 1, 64, 0), NULL, out), LW_ERROR_ILLEGAL_ADDRESS);
    if (!report)
        return;
    CHECK_CALL(fault_place(t, report, FILE_NAME, fault_atomic_line()));
}

/* Atomics whose results nobody uses are combined before they are done. */
TEST(fault, null_counts, .isolated = true)
{
    int *in = array_of(t, NULL, 64 * sizeof *in);
    CHECK(in);
    fault_expect(t, lw_launch(fault_count, line(t, 2, 64, 0), NULL, in), LW_ERROR_ILLEGAL_ADDRESS);
}

/* The launch asks for 1024 ints. */
TEST(fault, beyond_shared, .cpu_only = true)
{
    SKIP_WHERE_CHECKED("memory that is checked has room behind it");
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    const char *report =
        fault_expect(t, lw_launch(fault_shared, line(t, 1, 64, 4096), 1024, out), LW_ERROR_ILLEGAL_ADDRESS);
    if (!report)
        return;
    CHECK_CONTAINS(report, "0 bytes after the block's 4096 bytes of shared memory");
    CHECK_CALL(fault_place(t, report, FILE_NAME, fault_shared_line()));
}

/* After a large allocation lies inaccessible memory, and it is itself inaccessible once freed. */
TEST(fault, beyond_allocation, .cpu_only = true)
{
    SKIP_WHERE_CHECKED("memory that is checked has room behind it");
    enum { SIZE = 4 << 20 };
    int *array = array_of(t, NULL, SIZE);
    CHECK(array);
    const char *report =
        fault_expect(t, lw_launch(fault_write, line(t, 1, 64, 0), 0, 9, array, SIZE), LW_ERROR_ILLEGAL_ADDRESS);
    if (!report)
        return;
    CHECK_CONTAINS(report, "allocation");
    CHECK_CALL(fault_place(t, report, FILE_NAME, fault_write_line()));
}

TEST(fault, freed, .cpu_only = true)
{
    enum { SIZE = 4 << 20 };
    char text[200];
    int *array = array_of(t, NULL, SIZE);
    CHECK(array);
    CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
    const char *report =
        fault_expect(t, lw_launch(fault_write, line(t, 1, 64, 0), 0, 9, array, 4096), LW_ERROR_ILLEGAL_ADDRESS);
    if (!report)
        return;
    snprintf(text, sizeof text, ", which was byte 4096 of the %d-byte allocation at %p, now freed", SIZE,
             (void *)array);
    CHECK_CONTAINS(report, text);
    CHECK_CALL(fault_place(t, report, FILE_NAME, fault_write_line()));
}

TEST(fault, stack_overflow, .cpu_only = true)
{
    for (int round = 0; round < 3; round++) {
        int depth = 0, *out = array_of(t, NULL, sizeof *out);
        CHECK(out);
        CHECK_STATUS(lw_launch(fault_recursion, line(t, 1, 64, 0), 20, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, &depth, out, sizeof depth));
        CHECK_EQUAL(depth, 20);
        const char *report =
            fault_expect(t, lw_launch(fault_recursion, line(t, 1, 64, 0), 1000000, out), LW_ERROR_STACK_OVERFLOW);
        if (!report)
            return;
        CHECK_CONTAINS(report, "stack overflow");
        CHECK_CONTAINS(report, "LANEWISE_STACK_SIZE");
        CHECK_CALL(fault_thread(t, report, "thread (7,0,0)"));
    }
}

/* The stack ends while a signal is to preempt the thread: the frame of the signal, not the thread's, does not fit. */
TEST(fault, stack_overflow_of_a_signal, .cpu_only = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    const char *report =
        fault_expect(t, lw_launch(fault_slow_recursion, line(t, 1, 8, 0), 64 << 10, out), LW_ERROR_STACK_OVERFLOW);
    if (!report)
        return;
    CHECK_CONTAINS(report, "stack overflow");
    CHECK_CALL(fault_thread(t, report, "thread (7,0,0)"));
}

/* A larger stack makes room for a deeper recursion. */
TEST(fault, stack_size, .host = true, .isolated = true)
{
    int depth = 0;
    CHECK_CALL(fault_open(t, "LANEWISE_STACK_SIZE", "8388608"));
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    CHECK_STATUS(lw_launch(fault_recursion, line(t, 1, 64, 0), 4000, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, &depth, out, sizeof depth));
    fault_close(t);
    CHECK_EQUAL(depth, 4000);
}

/* One of many blocks fails: the others stop, and the first failure is reported. */
TEST(fault, one_block_of_many, .cpu_only = true)
{
    for (unsigned block = 1; block < 5000; block = block * 7 + 3) {
        char place[60];
        snprintf(place, sizeof place, "block (%u,0,0), ", block);
        const char *report =
            fault_expect(t, lw_launch(fault_write, line(t, 5000, 32, 0), block, 31, NULL, 0), LW_ERROR_ILLEGAL_ADDRESS);
        if (!report)
            return;
        CHECK_CONTAINS(report, place);
        CHECK_CALL(fault_thread(t, report, "thread (31,0,0)"));
    }
}

/* If blocks of many threads run as one, the report names them all; the failed one is among them. */
TEST(fault, one_lane_of_many_blocks, .cpu_only = true)
{
    enum { BLOCKS = 5000, LANES = 32 };
    for (unsigned block = 0; block < BLOCKS; block = block * 7 + 3) {
        unsigned first = 0, last = 0;
        int *in = array_of(t, NULL, BLOCKS * LANES * sizeof *in),
            *out = array_of(t, NULL, BLOCKS * LANES * sizeof *out);
        CHECK(in && out);
        const char *report =
            fault_expect(t, lw_launch(fault_one_of_many, line(t, BLOCKS, LANES, 0), block * LANES + 20, NULL, in, out),
                         LW_ERROR_ILLEGAL_ADDRESS);
        if (!report)
            return;
        const char *of = strstr(report, "one of the blocks (");
        if (of && sscanf(of, "one of the blocks (%u,0,0) to (%u,0,0), ", &first, &last) == 2)
            CHECK(first < last && first <= block && block <= last && last < BLOCKS);
        else if (sscanf(strstr(report, "block ("), "block (%u,0,0), ", &first) == 1)
            CHECK_EQUAL(first, block);
        else
            FAIL("no block in the report: %s", report);
        CHECK_CALL(fault_thread(t, report, "thread (20,0,0)"));
        CHECK_CALL(fault_place(t, report, FILE_NAME, fault_one_of_many_line()));
    }
}
