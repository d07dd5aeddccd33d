/* M16, M17: collective copies of a group, and their waits. */
#include <tests/fault/fault.h>

#include "device/M_copy.h"

enum { BYTES = M_COPY_MOST * 16 };
static unsigned char in[BYTES], seen[4 * BYTES];

/* Random bytes, none of them 255, which filled shared memory before. */
static unsigned char *input(struct test *t)
{
    for (int i = 0; i < BYTES; i++)
        in[i] = (unsigned char)test_random_below(t, 255);
    return array_of(t, in, sizeof in);
}

static void check_bytes(struct test *t, const unsigned char *bytes, int at, int from, int count, int all)
{
    for (int i = 0; i < all; i++)
        if (bytes[i] != (i >= at && i < at + count ? in[from + i - at] : 255))
            FAIL("byte %d of %d at %d from %d is %d", i, count, at, from, bytes[i]);
}

TEST(row, M16_a_block_copies_elements_of_any_type)
{
    static const int counts[] = {0, 1, 3, 95, 96, 97, 500, M_COPY_MOST};
    static const int sizes[] = {4, 16, 2, 1};
    unsigned char *from = input(t), *out = array_of(t, NULL, sizeof seen);
    CHECK(from && out);
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        CHECK_STATUS(lw_launch(m_copy_types, line(t, 1, M_COPY_LANES, 0), counts[i], from, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, seen, out, sizeof seen));
        for (int type = 0; type < 4; type++)
            CHECK_CALL(check_bytes(t, seen + type * BYTES, 0, 0, counts[i] * sizes[type], BYTES));
    }
}

/* Untyped copies at any address, as long as both addresses are equally far from a multiple of 4, or both even. CUDA
 * copies in pairs if the addresses differ by 2 from a multiple of 4, so an odd byte at the end is not copied. */
TEST(row, M16b_a_block_copies_bytes_wherever_they_lie)
{
    enum { ALL = M_COPY_MOST / 16 * 16 };
    unsigned char *from = input(t), *out = array_of(t, NULL, ALL);
    CHECK(from && out);
    for (int i = 0; i < 400; i++) {
        int to = (int)test_random_below(t, 32), source = (int)test_random_below(t, 32);
        int size = (int)test_random_below(t, 300), differ = (to ^ source) & 3;
        if (differ == 2) { /* by pairs, which need even addresses */
            to &= ~1;
            source &= ~1;
        }
        int copied = differ == 2 && size >= 2 ? size & ~1 : size;
        CHECK_STATUS(lw_launch(m_copy_bytes, line(t, 1, M_COPY_LANES, 0), source, to, size, from, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, seen, out, ALL));
        CHECK_CALL(check_bytes(t, seen, to, source, copied, ALL));
    }
}

TEST(row, M16c_the_lesser_count_of_elements_is_copied)
{
    unsigned char *from = input(t), *out = array_of(t, NULL, M_COPY_MOST * sizeof(int));
    CHECK(from && out);
    for (int i = 0; i < 20; i++) {
        int there = (int)test_random_below(t, M_COPY_MOST), here = (int)test_random_below(t, M_COPY_MOST);
        CHECK_STATUS(lw_launch(m_copy_elements, line(t, 1, M_COPY_LANES, 0), there, here, (int *)(void *)from,
                               (int *)(void *)out),
                     LW_SUCCESS);
        CHECK_CALL(array_read(t, seen, out, M_COPY_MOST * sizeof(int)));
        CHECK_CALL(check_bytes(t, seen, 0, 0, 4 * (here < there ? here : there), 4 * M_COPY_MOST));
    }
}

TEST(row, M16d_tiles_and_coalesced_groups_copy_for_themselves)
{
    enum { TILES = M_COPY_LANES / 16 };
    int *numbers = (int *)(void *)in, *results = (int *)(void *)seen;
    int *from = (int *)(void *)input(t), *out = array_of(t, NULL, 2 * M_COPY_MOST * sizeof *out);
    CHECK(from && out);
    CHECK_STATUS(lw_launch(m_copy_groups, line(t, 1, M_COPY_LANES, 0), from, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, results, out, 2 * M_COPY_MOST * sizeof *out));
    for (int i = 0; i < 10 * TILES; i++)
        CHECK_EQUAL(results[i], numbers[i]);
    for (int i = 0; i < 7 * 2 * TILES; i++)
        CHECK_EQUAL(results[M_COPY_MOST + i], numbers[i]);
}

TEST(row, M16e_copies_to_and_from_other_memory_are_plain_ones)
{
    int *numbers = (int *)(void *)in, *results = (int *)(void *)seen;
    int *from = (int *)(void *)input(t), *out = array_of(t, NULL, 2 * M_COPY_LANES * sizeof *out);
    CHECK(from && out);
    CHECK_STATUS(lw_launch(m_copy_elsewhere, line(t, 1, M_COPY_LANES, 0), from, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, results, out, 2 * M_COPY_LANES * sizeof *out));
    for (int i = 0; i < M_COPY_LANES; i++) {
        CHECK_EQUAL(results[i], i + 7);
        CHECK_EQUAL(results[M_COPY_LANES + i], numbers[i]);
    }
}

TEST(row, M17_a_wait_may_leave_the_latest_copies_out)
{
    int *numbers = (int *)(void *)in, *results = (int *)(void *)seen;
    int *from = (int *)(void *)input(t), *out = array_of(t, NULL, M_COPY_STAGES * M_COPY_LANES * sizeof *out);
    CHECK(from && out);
    for (int lanes = 1; lanes <= M_COPY_LANES; lanes += 19) {
        CHECK_STATUS(lw_launch(m_copy_stages, line(t, 1, (unsigned)lanes, 0), from, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, results, out, M_COPY_STAGES * M_COPY_LANES * sizeof *out));
        for (int i = 0; i < M_COPY_STAGES * lanes; i++)
            CHECK_EQUAL(results[i], numbers[i / lanes * lanes + lanes - 1 - i % lanes]);
    }
}

/* A race on a GPU; the emulator copies late, so that it shows. */
TEST(row, M17b_a_read_before_the_wait_sees_the_old_bytes, .host = true, .isolated = true)
{
    fault_open_no_fused();
    CHECK_CALL(fault_open(t, "LANEWISE_SCHEDULE", "round-robin"));
    int *numbers = (int *)(void *)in, *results = (int *)(void *)seen;
    int *from = (int *)(void *)input(t), *out = array_of(t, NULL, 2 * M_COPY_LANES * sizeof *out);
    CHECK(from && out);
    CHECK_STATUS(lw_launch(m_copy_early, line(t, 1, M_COPY_LANES, 0), from, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, results, out, 2 * M_COPY_LANES * sizeof *out));
    for (int i = 0; i < M_COPY_LANES; i++) {
        CHECK_EQUAL(results[2 * i], -1);
        CHECK_EQUAL(results[2 * i + 1], numbers[i]);
    }
    fault_close(t);
}
