/* C: the execution model: threads' ids, the order in which they and blocks run, and how they wait for each other. */
#include <tests/fault/fault.h>

#include "device/C_execution.h"

static const lw_dim3 blocks_of[] = {{32, 1, 1},   {4, 2, 8},  {1, 1, 64}, {7, 5, 3},
                                    {1, 1024, 1}, {40, 1, 1}, {1, 1, 1},  {33, 3, 2}};
enum { SHAPES = 8 };

static void run_lanes(struct test *t, lw_dim3 block, execution_lane out[1024])
{
    execution_lane *array = array_of(t, NULL, 1024 * sizeof *array);
    CHECK(array);
    CHECK_STATUS(lw_launch(execution_lanes, shape(t, lw_make_dim3(1, 1, 1), block, 0), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, 1024 * sizeof *array));
    CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
}

/* rank = x + y * Dx + z * Dx * Dy, each once. */
TEST(row, C1_the_rank_of_a_lane_counts_x_then_y_then_z)
{
    static execution_lane out[1024];
    for (int i = 0; i < SHAPES; i++) {
        CHECK_CALL(run_lanes(t, blocks_of[i], out));
        unsigned lanes = blocks_of[i].x * blocks_of[i].y * blocks_of[i].z;
        for (unsigned rank = 0; rank < 1024; rank++)
            CHECK_EQUAL(out[rank].rank, rank < lanes ? rank : 0);
    }
}

TEST(row, C2_limits_of_blocks_and_grids)
{
    static const struct {
        lw_dim3 grid, block;
        lw_status status;
    } cases[] = {
        {{1, 1, 1}, {1024, 1, 1}, LW_SUCCESS},  {{1, 1, 1}, {1025, 1, 1}, LW_ERROR_INVALID_CONFIGURATION},
        {{1, 1, 1}, {1, 1024, 1}, LW_SUCCESS},  {{1, 1, 1}, {1, 1025, 1}, LW_ERROR_INVALID_CONFIGURATION},
        {{1, 1, 1}, {16, 1, 64}, LW_SUCCESS},   {{1, 1, 1}, {1, 1, 65}, LW_ERROR_INVALID_CONFIGURATION},
        {{1, 1, 1}, {32, 32, 1}, LW_SUCCESS},   {{1, 1, 1}, {32, 33, 1}, LW_ERROR_INVALID_CONFIGURATION},
        {{65536, 1, 1}, {1, 1, 1}, LW_SUCCESS}, {{0x80000000u, 1, 1}, {1, 1, 1}, LW_ERROR_INVALID_CONFIGURATION},
        {{1, 65535, 1}, {1, 1, 1}, LW_SUCCESS}, {{1, 65536, 1}, {1, 1, 1}, LW_ERROR_INVALID_CONFIGURATION},
        {{1, 1, 65535}, {1, 1, 1}, LW_SUCCESS}, {{1, 1, 65536}, {1, 1, 1}, LW_ERROR_INVALID_CONFIGURATION},
    };
    unsigned *count = array_of(t, NULL, 65536 * sizeof *count);
    CHECK(count);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lw_dim3 grid = cases[i].grid, block = cases[i].block;
        unsigned lanes = block.x * block.y * block.z, blocks = grid.x * grid.y * grid.z, seen[65536];
        CHECK_STATUS(lw_memset(t->device, count, 0, sizeof seen), LW_SUCCESS);
        CHECK_STATUS(lw_launch(execution_blocks, shape(t, grid, block, 0), lanes, count), cases[i].status);
        CHECK_CALL(array_read(t, seen, count, sizeof seen));
        for (unsigned b = 0; cases[i].status == LW_SUCCESS && b < blocks; b++)
            CHECK_EQUAL(seen[b], 1); /* every block has the requested shape, and runs once */
    }
}

/* No order is promised, only that each runs. */
static void order_of_blocks(struct test *t, lw_dim3 grid, unsigned *order)
{
    unsigned blocks = grid.x * grid.y * grid.z;
    unsigned *next = array_of(t, NULL, sizeof *next), *array = array_of(t, NULL, blocks * sizeof *array);
    CHECK(next && array);
    CHECK_STATUS(lw_launch(execution_order, shape(t, grid, lw_make_dim3(1, 1, 1), 0), next, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, order, array, blocks * sizeof *array));
    bool seen[1000] = {false};
    for (unsigned i = 0; i < blocks; i++) {
        CHECK(order[i] < blocks && !seen[order[i]]);
        seen[order[i]] = true;
    }
}

TEST(row, C3_blocks_run_in_any_order)
{
    unsigned order[1000];
    CHECK_CALL(order_of_blocks(t, lw_make_dim3(1000, 1, 1), order));
    CHECK_CALL(order_of_blocks(t, lw_make_dim3(10, 9, 8), order));
}

static void scheduled_blocks(struct test *t, const char *schedule, unsigned *order)
{
    CHECK(setenv("LANEWISE_WORKERS", "1", 1) == 0);
    CHECK_CALL(fault_open(t, "LANEWISE_SCHEDULE", schedule));
    CHECK_CALL(order_of_blocks(t, lw_make_dim3(10, 5, 20), order));
    fault_close(t);
}

/* The emulator's orders, with one worker: serial, reversed, and shuffled by the seed. */
TEST(row, C24_the_schedule_orders_blocks_too, .host = true, .isolated = true)
{
    unsigned order[1000], again[1000], other[1000];
    CHECK_CALL(scheduled_blocks(t, "round-robin", order));
    for (unsigned i = 0; i < 1000; i++)
        CHECK_EQUAL(order[i], i);
    CHECK_CALL(scheduled_blocks(t, "reverse", order));
    for (unsigned i = 0; i < 1000; i++)
        CHECK_EQUAL(order[i], 999 - i);
    CHECK_CALL(scheduled_blocks(t, "random:1", order));
    CHECK_CALL(scheduled_blocks(t, "random:1", again));
    CHECK_CALL(scheduled_blocks(t, "random:2", other));
    CHECK(memcmp(order, again, sizeof order) == 0);
    CHECK(memcmp(order, other, sizeof order) != 0);
}

TEST(row, C4_warps_are_32_lanes_of_consecutive_rank)
{
    static execution_lane out[1024];
    for (int i = 0; i < SHAPES; i++) {
        CHECK_CALL(run_lanes(t, blocks_of[i], out));
        unsigned lanes = blocks_of[i].x * blocks_of[i].y * blocks_of[i].z;
        for (unsigned rank = 0; rank < lanes; rank++) {
            unsigned first = rank / 32 * 32;
            CHECK_EQUAL(out[rank].least, first);
            CHECK_EQUAL(out[rank].most, first + 31 < lanes ? first + 31 : lanes - 1);
        }
    }
}

TEST(row, C5_lanes_that_the_last_warp_lacks_never_vote)
{
    static execution_lane out[1024];
    for (int i = 0; i < SHAPES; i++) {
        CHECK_CALL(run_lanes(t, blocks_of[i], out));
        unsigned lanes = blocks_of[i].x * blocks_of[i].y * blocks_of[i].z;
        for (unsigned rank = 0; rank < lanes; rank++) {
            unsigned left = lanes - rank / 32 * 32;
            CHECK_EQUAL(out[rank].ballot, left >= 32 ? 0xffffffffu : (1u << left) - 1);
        }
    }
}

TEST(row, C6_lanes_diverge_and_each_goes_its_way)
{
    int out[256], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    CHECK_STATUS(lw_launch(execution_diverge, line(t, 1, 256, 0), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, sizeof out));
    for (int rank = 0; rank < 256; rank++) {
        int steps = rank % 2 ? 1000 : 0;
        for (unsigned n = (unsigned)rank + 1; n != 1; steps++)
            n = n % 2 ? 3 * n + 1 : n / 2;
        CHECK_EQUAL(out[rank], steps);
    }
}

/* Lanes of one warp may wait for each other: for a flag that a later lane sets, and for a lock that each of them
 * takes. */
TEST(row, C7_lanes_of_a_warp_wait_for_each_other, .isolated = true, .seconds = 30)
{
    SKIP_UNDER_THREAD_SANITIZER();
    int got = 0, counted = 0, *word = array_of(t, NULL, sizeof *word), *out = array_of(t, NULL, sizeof *out);
    int *lock = array_of(t, NULL, sizeof *lock), *counter = array_of(t, NULL, sizeof *counter);
    CHECK(word && out && lock && counter);
    CHECK_STATUS(lw_launch(execution_hand_over, line(t, 1, 32, 0), word, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, &got, out, sizeof got));
    CHECK_EQUAL(got, 42);
    CHECK_STATUS(lw_launch(execution_lock, line(t, 1, 96, 0), lock, counter), LW_SUCCESS);
    CHECK_CALL(array_read(t, &counted, counter, sizeof counted));
    CHECK_EQUAL(counted, 96);
}

TEST(row, C9_syncwarp_between_a_write_and_a_read_of_another_lane)
{
    int *errors = array_of(t, NULL, 128 * sizeof *errors);
    CHECK(errors);
    CHECK_STATUS(lw_launch(execution_neighbours, line(t, 1, 128, 128 * sizeof(int)), 1, 20, errors), LW_SUCCESS);
    CHECK_CALL(array_check_zero(t, errors, 128));
}

/* Lanes do not run in lockstep: under each of the emulator's orders, some lane without __syncwarp() reads too early. */
TEST(row, C25_a_missing_syncwarp_shows, .host = true, .isolated = true)
{
    setenv("LANEWISE_ENGINE", "fiber", 1); /* work-item loops may hide it, as a GPU may */
    static const char *const schedules[] = {"round-robin", "reverse", "random:1", "random:2", "random:3"};
    for (int i = 0; i < 5; i++) {
        int errors[32], wrong = 0;
        CHECK_CALL(fault_open(t, "LANEWISE_SCHEDULE", schedules[i]));
        int *array = array_of(t, NULL, sizeof errors);
        CHECK(array);
        CHECK_STATUS(lw_launch(execution_neighbours, line(t, 1, 32, 32 * sizeof(int)), 0, 2, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, errors, array, sizeof errors));
        for (int lane = 0; lane < 32; lane++)
            wrong += errors[lane];
        CHECK(wrong > 0);
        CHECK_STATUS(lw_launch(execution_neighbours, line(t, 1, 32, 32 * sizeof(int)), 1, 20, array), LW_SUCCESS);
        CHECK_CALL(array_check_zero(t, array, 32));
        fault_close(t);
    }
}

TEST(row, C10_calls_in_different_branches_meet, .isolated = true, .seconds = 30)
{
    int out[64], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    CHECK_STATUS(lw_launch(execution_branches, line(t, 1, 64, 0), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, sizeof out));
    for (int rank = 0; rank < 64; rank++)
        CHECK_EQUAL(out[rank], 100 + (rank + 1) % 32);
}

static void ragged(struct test *t, int wrong, int n, int *sum)
{
    int in[100], *array, *out = array_of(t, NULL, sizeof *out);
    for (int i = 0; i < 100; i++)
        in[i] = i + 1;
    array = array_of(t, in, sizeof in);
    CHECK(array && out);
    CHECK_STATUS(lw_launch(execution_ragged, line(t, 1, 32, 0), wrong, n, array, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, sum, out, sizeof *sum));
}

/* A ballot in which all lanes vote is the mask of those with an element left. */
TEST(row, C11_a_ballot_is_the_mask_of_a_ragged_loop)
{
    for (int n = 1; n <= 100; n += 11) {
        int sum = 0;
        CHECK_CALL(ragged(t, 0, n, &sum));
        CHECK_EQUAL(sum, n * (n + 1) / 2);
    }
}

/* __activemask() is not: its value, and with it the sum, depends on the machine. */
TEST(row, C26_an_activemask_is_no_mask_of_a_loop, .host = true, .isolated = true)
{
    int alone = 0, together = 0;
    CHECK_CALL(fault_open(t, "LANEWISE_ACTIVEMASK", "self"));
    CHECK_CALL(ragged(t, 1, 70, &alone));
    fault_close(t);
    CHECK_CALL(fault_open(t, "LANEWISE_ACTIVEMASK", "maximal"));
    CHECK_CALL(ragged(t, 1, 70, &together));
    fault_close(t);
    CHECK_EQUAL(alone, 1 + 33 + 65); /* lane 0's own */
    CHECK_EQUAL(together, 70 * 71 / 2);
}

static void same_address(struct test *t, int seen[32], int old[32])
{
    int *word = array_of(t, NULL, sizeof *word), *counter = array_of(t, NULL, sizeof *counter);
    int *first = array_of(t, NULL, 32 * sizeof(int)), *second = array_of(t, NULL, 32 * sizeof(int));
    CHECK(word && counter && first && second);
    CHECK_STATUS(lw_launch(execution_same_address, line(t, 1, 32, 0), word, counter, first, second), LW_SUCCESS);
    CHECK_CALL(array_read(t, seen, first, 32 * sizeof(int)));
    CHECK_CALL(array_read(t, old, second, 32 * sizeof(int)));
}

TEST(row, C12_of_plain_writes_to_one_word_one_survives)
{
    int seen[32], old[32];
    CHECK_CALL(same_address(t, seen, old));
    CHECK(seen[0] >= 0 && seen[0] < 32);
    for (int lane = 1; lane < 32; lane++)
        CHECK_EQUAL(seen[lane], seen[0]);
}

TEST(row, C13_of_atomics_on_one_word_all_happen)
{
    int seen[32], old[32];
    unsigned values = 0;
    CHECK_CALL(same_address(t, seen, old));
    for (int lane = 0; lane < 32; lane++) {
        CHECK(old[lane] >= 0 && old[lane] < 32);
        values |= 1u << old[lane];
    }
    CHECK_EQUAL(values, 0xffffffffu); /* 0 to 31, in some order */
}
