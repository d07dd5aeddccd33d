/* L17 to L23: bytes counted by barriers, bulk copies, other blocks' barriers, elect.sync: they need compute
 * capability 9.0 on a GPU. */
#include <stdio.h>

#include <tests/fault/fault.h>
#include <tests/harness/arrays.h>

#include "device/L_bulk_sm90.h"

/* Skips on an older GPU, which has no clusters either. */
static void need_90(struct test *t)
{
    lw_kernel_attributes attributes;
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(l_elect), &attributes), LW_SUCCESS);
    if (attributes.max_cluster_blocks == 1)
        SKIP("needs compute capability 9.0");
}

TEST(row, L6b_tests_and_tries_by_token_and_by_parity)
{
    /* In phase 0; in phase 1, one later; and in phase 2: the token's test, its try, parities 0 and 10 * 1 by both. */
    static const int expected[12] = {0, 0, 10, 10, 1, 1, 1, 1, 1, 1, 10, 10};
    int answers[12], *out = array_of(t, NULL, sizeof answers);
    CHECK_CALL(need_90(t));
    CHECK(out);
    CHECK_STATUS(lw_launch(l_parity, line(t, 1, 1, 0), out), LW_SUCCESS);
    CHECK_CALL(array_read(t, answers, out, sizeof answers));
    for (int i = 0; i < 12; i++)
        CHECK_EQUAL(answers[i], expected[i]);
}

TEST(row, L6c_polling_ends_when_the_others_have_come, .seconds = 30)
{
    int answers[4], *out = array_of(t, NULL, sizeof answers);
    CHECK_CALL(need_90(t));
    CHECK(out);
    CHECK_STATUS(lw_launch(l_poll, line(t, 1, 64, 0), out), LW_SUCCESS);
    CHECK_CALL(array_read(t, answers, out, sizeof answers));
    for (int i = 0; i < 4; i++)
        CHECK_EQUAL(answers[i], 1);
}

TEST(row, L6d_several_arrivals_at_once)
{
    static const unsigned expected[5] = {5, 3, 0, 2, 1};
    unsigned answers[5], *out = array_of(t, NULL, sizeof answers);
    CHECK_CALL(need_90(t));
    CHECK(out);
    CHECK_STATUS(lw_launch(l_arrive_count, line(t, 1, 1, 0), out), LW_SUCCESS);
    CHECK_CALL(array_read(t, answers, out, sizeof answers));
    for (int i = 0; i < 5; i++)
        CHECK_EQUAL(answers[i], expected[i]);
}

/* ---- bytes ---- */
static int numbers[16 * L_TILE], results[16 * L_TILE];
static int *input(struct test *t)
{
    for (int i = 0; i < 16 * L_TILE; i++)
        numbers[i] = (int)test_random_below(t, 1000000);
    return array_of(t, numbers, sizeof numbers);
}

TEST(row, L17_a_phase_is_over_when_its_bytes_have_come_too)
{
    static const int expected[8] = {0, 1, 0, 1, 1, 1, 1, 1};
    int answers[8], *in = input(t), *out = array_of(t, NULL, sizeof answers);
    CHECK_CALL(need_90(t));
    CHECK(in && out);
    CHECK_STATUS(lw_launch(l_transactions, line(t, 1, 1, 0), in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, answers, out, sizeof answers));
    for (int i = 0; i < 8; i++)
        CHECK_EQUAL(answers[i], expected[i]);
    CHECK_STATUS(lw_launch(l_open_while_bytes_are_due, line(t, 1, 1, 0), in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, answers, out, sizeof answers));
    CHECK(answers[0] == 0 && answers[1] == 0 && answers[2] == 1);
}

TEST(row, L18_bulk_copies_of_16_bytes_to_all_of_shared_memory)
{
    static const int sizes[] = {16, 32, 48, 1024, 4080, 16384, 49136};
    static unsigned char bytes[49152], back[49152];
    CHECK_CALL(need_90(t));
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)test_random(t);
    char *in = array_of(t, bytes, sizeof bytes);
    CHECK(in);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char *out = array_of(t, NULL, sizeof bytes);
        CHECK(out);
        CHECK_STATUS(lw_launch(l_bulk_round_trip, line(t, 1, 1, (size_t)sizes[i]), sizes[i], in, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, back, out, sizeof back));
        CHECK(memcmp(back, bytes, (size_t)sizes[i]) == 0);
        for (size_t after = (size_t)sizes[i]; after < sizeof back; after++)
            CHECK_EQUAL(back[after], 0);
        CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
    }
}

static void tiles(struct test *t)
{
    int *in = input(t), *out = array_of(t, NULL, sizeof results);
    CHECK(in && out);
    for (int stages = 1; stages <= 4; stages++) {
        for (int count = 1; count <= 16; count += 5) {
            CHECK_STATUS(lw_launch(l_bulk_tiles, line(t, 1, 64, 0), stages, count, in, out), LW_SUCCESS);
            CHECK_CALL(array_read(t, results, out, sizeof results));
            for (int i = 0; i < count * L_TILE; i++)
                CHECK_EQUAL(results[i], numbers[i] + 1);
        }
    }
}

TEST(row, L18b_tiles_through_a_ring_of_buffers)
{
    CHECK_CALL(need_90(t));
    CHECK_CALL(tiles(t));
}

TEST(row, L19_copies_to_global_memory_are_waited_for_in_batches)
{
    int got[128], seen[16], *out = array_of(t, NULL, sizeof got), *early = array_of(t, NULL, sizeof seen);
    CHECK_CALL(need_90(t));
    CHECK(out && early);
    CHECK_STATUS(lw_launch(l_bulk_read_wait, line(t, 1, 64, 0), out), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, out, sizeof got));
    for (int i = 0; i < 128; i++)
        CHECK_EQUAL(got[i], i / 64 * 100 + i % 64);
    for (int prior = 0; prior <= 4; prior++) {
        CHECK_STATUS(lw_memset(t->device, out, 0, sizeof got), LW_SUCCESS);
        CHECK_STATUS(lw_launch(l_bulk_batches, line(t, 1, 1, 0), prior, out, early), LW_SUCCESS);
        CHECK_CALL(array_read(t, got, out, sizeof got));
        CHECK_CALL(array_read(t, seen, early, sizeof seen));
        for (int i = 0; i < 16; i++) {
            CHECK_EQUAL(got[i], 1 + i);
            CHECK(seen[i] == 1 + i || (i / 4 >= 4 - prior && seen[i] == 0));
        }
    }
}

TEST(row, L18c_the_emulator_does_bulk_copies_late_and_loses_none, .host = true, .isolated = true)
{
    int seen[5], got[32], *in, *out, *early;
    CHECK_CALL(fault_open(t, "LANEWISE_SCHEDULE", "round-robin"));
    CHECK((in = input(t)) && (out = array_of(t, NULL, sizeof got)) && (early = array_of(t, NULL, sizeof seen)));
    CHECK_STATUS(lw_launch(l_bulk_early, line(t, 1, 1, 0), in, early, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, seen, early, sizeof seen));
    CHECK_CALL(array_read(t, got, out, sizeof got));
    CHECK(seen[0] == -1 && seen[1] == -1 && seen[2] == numbers[0] && seen[3] == numbers[16] && seen[4] == 0);
    for (int i = 0; i < 32; i++)
        CHECK_EQUAL(got[i], i == 1 ? 7 : numbers[i]);
    fault_close(t);
}

TEST(row, L18e_the_emulator_does_later_bulk_copies_before_earlier_ones, .host = true, .isolated = true)
{
    int drawn = 0, got[8];
    for (int seed = 0; seed <= 20; seed++) { /* 0: no random schedule */
        char schedule[20];
        snprintf(schedule, sizeof schedule, seed ? "random:%d" : "round-robin", seed);
        CHECK_CALL(fault_open(t, "LANEWISE_SCHEDULE", schedule));
        int *in = input(t), *out = array_of(t, NULL, sizeof got);
        CHECK(in && out);
        CHECK_STATUS(lw_launch(l_bulk_order, line(t, 1, 1, 0), in, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, got, out, sizeof got));
        if (seed == 0)
            CHECK(got[0] == numbers[0] && got[4] == numbers[0]);
        drawn |= 1 << ((got[0] != numbers[0]) + 2 * (got[4] != numbers[0]));
        fault_close(t);
    }
    CHECK_EQUAL(drawn, 15); /* either order, by the barrier and by the wait for the batch */
}

/* ---- other blocks of the cluster ---- */
static lw_launch_config cluster(struct test *t, unsigned blocks, unsigned in_cluster, unsigned lanes)
{
    lw_launch_config config = line(t, blocks, lanes, 0);
    config.cluster = lw_make_dim3(in_cluster, 1, 1);
    return config;
}

static void to_blocks(struct test *t)
{
    int got[8 * 64], *out = array_of(t, NULL, sizeof got);
    CHECK(out);
    for (unsigned size = 1; size <= 8; size *= 2) {
        CHECK_STATUS(lw_launch(l_bulk_to_block, cluster(t, 8, size, 64), out), LW_SUCCESS);
        CHECK_CALL(array_read(t, got, out, sizeof got));
        for (unsigned i = 0; i < 8 * 64; i++) {
            unsigned block = i / 64, first = block / size * size, left = first + (block - first + size - 1) % size;
            CHECK_EQUAL(got[i], 1000 * left + i % 64);
        }
    }
}

TEST(row, L20_bulk_copies_into_another_blocks_shared_memory)
{
    CHECK_CALL(need_90(t));
    CHECK_CALL(to_blocks(t));
}

static void remote_arrivals(struct test *t)
{
    enum { ROUNDS = 6 };
    int got[8 * ROUNDS], *out = array_of(t, NULL, sizeof got);
    CHECK(out);
    for (unsigned size = 2; size <= 8; size *= 2) {
        CHECK_STATUS(lw_launch(l_arrive_remote, cluster(t, size, size, 32), ROUNDS, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, got, out, sizeof got));
        for (unsigned round = 0; round < ROUNDS; round++)
            for (unsigned rank = 1; rank < size; rank++)
                CHECK_EQUAL(got[round * size + rank], 100 * round + rank);
    }
}

TEST(row, L21_arrivals_at_another_blocks_barrier)
{
    CHECK_CALL(need_90(t));
    CHECK_CALL(remote_arrivals(t));
}

TEST(row, L18d_bulk_copies_in_any_order, .host = true, .isolated = true, .seconds = 120)
{
    static const char *const schedules[] = {"reverse", "random:1", "random:2", "random:3", "random:4", "random:5"};
    for (size_t i = 0; i < sizeof schedules / sizeof schedules[0]; i++) {
        CHECK_CALL(fault_open(t, "LANEWISE_SCHEDULE", schedules[i]));
        CHECK_CALL(tiles(t));
        CHECK_CALL(to_blocks(t));
        CHECK_CALL(remote_arrivals(t));
        fault_close(t);
    }
}

TEST(row, L22_one_lane_of_the_mask_is_elected_the_same_each_time)
{
    static const unsigned masks[] = {0xffffffffu, 0xfffffffeu, 0x80000001u, 0x0000ff00u, 0x80000000u, 0xaaaaaaaau, 8};
    enum { MASKS = sizeof masks / sizeof masks[0] };
    unsigned got[32 * MASKS], leader, *out = array_of(t, NULL, sizeof got), *in = array_of(t, masks, sizeof masks);
    CHECK_CALL(need_90(t));
    CHECK(in && out);
    CHECK_STATUS(lw_launch(l_elect, line(t, 1, 32, 0), in, MASKS, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, out, sizeof got));
    for (unsigned i = 0; i < 32 * MASKS; i++) {
        unsigned mask = masks[i / 32], first = (unsigned)__builtin_ctz(mask);
        CHECK_EQUAL(got[i], mask >> i % 32 & 1 ? 1 + first + (i % 32 == first ? 100 : 0) : 0);
    }
    for (unsigned leaving = 0; leaving < 32; leaving += 3) {
        CHECK_STATUS(lw_launch(l_elect_after_exits, line(t, 1, 32, 0), leaving, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, &leader, out, sizeof leader));
        CHECK_EQUAL(leader, 1 + leaving);
    }
}
