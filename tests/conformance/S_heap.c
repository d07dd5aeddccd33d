/* malloc() and free() in kernels; memcpy() and memset() there. */
#include "device/S_heap.h"
#include "tests/fault/fault.h"
#include <tests/harness/arrays.h>

TEST(row, S10_H24_heap_gives_each_lane_its_own_memory)
{
    enum { LANES = 96 };
    static const size_t sizes[] = {1, 15, 16, 17, 100, 4096, 20000};
    int *errors = array_of(t, NULL, LANES * sizeof(int));
    CHECK(errors);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        CHECK_STATUS(lw_launch(s_heap_each, line(t, 1, LANES, 0), sizes[i], errors), LW_SUCCESS);
        CHECK_CALL(array_check_zero(t, errors, LANES));
    }
}

TEST(row, S10b_heap_memory_outlives_its_kernel)
{
    enum { LANES = 256 };
    int sum = 0, *total = array_of(t, NULL, sizeof sum);
    void **kept = array_of(t, NULL, LANES * sizeof *kept);
    CHECK(total && kept);
    CHECK_STATUS(lw_launch(s_heap_keep, line(t, 1, LANES, 0), kept), LW_SUCCESS);
    CHECK_STATUS(lw_launch(s_heap_use, line(t, 1, LANES, 0), kept, total), LW_SUCCESS);
    CHECK_CALL(array_read(t, &sum, total, sizeof sum));
    CHECK_EQUAL(sum, LANES * (LANES - 1) / 2);
}

TEST(row, S10c_heap_alignment)
{
    size_t *rest = array_of(t, NULL, sizeof *rest), value;
    CHECK(rest);
    for (size_t alignment = 1; alignment <= 4096; alignment *= 2) {
        CHECK_STATUS(lw_launch(s_heap_aligned, line(t, 1, 1, 0), 100, alignment, rest), LW_SUCCESS);
        CHECK_CALL(array_read(t, &value, rest, sizeof value));
        CHECK_EQUAL(value, 0);
    }
}

/* malloc(0) returns an address, too; a size beyond any heap returns null. */
TEST(row, S10d_heap_answers_null_for_too_much)
{
    int answer[3], *answers = array_of(t, NULL, sizeof answer);
    CHECK(answers);
    CHECK_STATUS(lw_launch(s_heap_none, line(t, 1, 1, 0), answers), LW_SUCCESS);
    CHECK_CALL(array_read(t, answer, answers, sizeof answer));
    for (int i = 0; i < 3; i++)
        CHECK_EQUAL(answer[i], 1);
}

/* Of 8 MiB, less the heap's own records, in pieces of 4 KiB; and of 16 MiB. */
TEST(row, S10e_heap_is_as_large_as_its_limit, .isolated = true)
{
    enum { PIECE = 4096 };
    int got[2], *count = array_of(t, NULL, sizeof got);
    size_t limit;
    CHECK(count);
    CHECK_STATUS(lw_device_get_limit(t->device, LW_LIMIT_MALLOC_HEAP_SIZE, &limit), LW_SUCCESS);
    CHECK_EQUAL(limit, 8 << 20);
    CHECK_STATUS(lw_device_set_limit(t->device, LW_LIMIT_MALLOC_HEAP_SIZE, 16 << 20), LW_SUCCESS);
    CHECK_STATUS(lw_launch(s_heap_fill, line(t, 1, 1, 0), PIECE, count), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, count, sizeof got));
    CHECK(got[0] > (14 << 20) / PIECE && got[0] <= (16 << 20) / PIECE);
    CHECK_EQUAL(got[1], 1);
    /* After a kernel has used the heap, its size is fixed. */
    CHECK_STATUS(lw_device_set_limit(t->device, LW_LIMIT_MALLOC_HEAP_SIZE, 8 << 20), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_device_set_limit: ");
    CHECK_STATUS(lw_device_get_limit(t->device, LW_LIMIT_MALLOC_HEAP_SIZE, &limit), LW_SUCCESS);
    CHECK_EQUAL(limit, 16 << 20);
}

/* An H200's pieces have some bytes more; CUDA does not say how many. */
TEST(row, S10e_heap_is_8_MiB_unless_told, .isolated = true)
{
    enum { PIECE = 4096 };
    int got[2], *count = array_of(t, NULL, sizeof got);
    CHECK(count);
    CHECK_STATUS(lw_launch(s_heap_fill, line(t, 1, 1, 0), PIECE, count), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, count, sizeof got));
    CHECK(got[0] > (on_cpu(t) ? 7 << 20 : 4 << 20) / PIECE);
    if (on_cpu(t))
        CHECK(got[0] <= (8 << 20) / PIECE);
    CHECK_EQUAL(got[1], 1);
}

TEST(row, S10f_heap_takes_back_what_is_freed)
{
    int failures = 0, *failed = array_of(t, NULL, sizeof failures);
    CHECK(failed);
    CHECK_STATUS(lw_launch(s_heap_cycle, line(t, 8, 128, 0), 100, failed), LW_SUCCESS);
    CHECK_CALL(array_read(t, &failures, failed, sizeof failures));
    CHECK_EQUAL(failures, 0);
}

/* The host reaches it only through kernels. */
TEST(row, S10g_heap_memory_is_not_the_hosts, .isolated = true)
{
    void *pointer, **kept = array_of(t, NULL, sizeof *kept);
    int value;
    lw_pointer_attributes attributes;
    CHECK(kept);
    CHECK_STATUS(lw_launch(s_heap_keep, line(t, 1, 1, 0), kept), LW_SUCCESS);
    CHECK_CALL(array_read(t, &pointer, kept, sizeof pointer));
    CHECK_STATUS(lw_free(t->device, pointer), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_free: ");
    CHECK_STATUS(lw_memcpy(t->device, &value, pointer, sizeof value, LW_MEMCPY_DEVICE_TO_HOST), LW_ERROR_INVALID_VALUE);
    if (on_cpu(t)) /* a GPU takes an unknown address for the host's */
        CHECK_STATUS(lw_memcpy(t->device, &value, pointer, sizeof value, LW_MEMCPY_DEFAULT), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_memset(t->device, pointer, 0, sizeof value), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_pointer_get_attributes(t->device, pointer, &attributes), LW_SUCCESS);
    CHECK(attributes.space == LW_SPACE_UNREGISTERED);
}

TEST(row, S10h_heap_second_free_is_reported, .cpu_only = true)
{
    const char *report = fault_expect(t, lw_launch(s_heap_free, line(t, 1, 1, 0), NULL, 0, 2), LW_ERROR_LAUNCH_FAILURE);
    if (!report)
        return;
    CHECK_CONTAINS(report, "invalid free");
    CHECK_CONTAINS(report, "it has been freed already");
    CHECK_CALL(fault_place(t, report, "S_heap.c", s_heap_free_line()));
}

TEST(row, S10j_heap_second_free_is_seen_among_neighbours, .cpu_only = true)
{
    for (int which = 0; which < 4; which++) {
        const char *report =
            fault_expect(t, lw_launch(s_heap_free_twice, line(t, 1, 1, 0), which), LW_ERROR_LAUNCH_FAILURE);
        if (!report)
            return;
        CHECK_CONTAINS(report, "it has been freed already");
    }
}

TEST(row, S10i_heap_free_of_other_memory_is_reported, .cpu_only = true)
{
    char *memory = array_of(t, NULL, 64);
    CHECK(memory);
    const char *report =
        fault_expect(t, lw_launch(s_heap_free, line(t, 1, 1, 0), NULL, 16, 1), LW_ERROR_LAUNCH_FAILURE);
    if (!report)
        return;
    CHECK_CONTAINS(report, "which lies inside an allocation");
    memory = array_of(t, NULL, 64);
    report = fault_expect(t, lw_launch(s_heap_free, line(t, 1, 1, 0), memory, 0, 1), LW_ERROR_ILLEGAL_ADDRESS);
    if (!report)
        return;
    CHECK_CONTAINS(report, "which malloc() of device code never returned");
}

TEST(row, B18_memcpy_and_memset_in_kernels)
{
    enum { SIZE = 300 };
    char in[SIZE], got[2 * SIZE + 64];
    for (int i = 0; i < SIZE; i++)
        in[i] = (char)(i * 7);
    char *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof got);
    CHECK(from && to);
    CHECK_STATUS(lw_launch(s_copy_and_set, line(t, 1, 32, 0), from, to, SIZE), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, to, sizeof got));
    CHECK(memcmp(got, in, SIZE) == 0);
    for (int i = 0; i < SIZE; i++)
        CHECK_EQUAL(got[SIZE + i], 0x5a);
    for (int i = 0; i < 64; i++)
        CHECK_EQUAL(got[2 * SIZE + i], 1);
}
