/* Group G, many threads at once; 16-byte and vector atomics; addresses that no atomic takes. */
#include <math.h>
#include <stdlib.h>

#include <tests/harness/arrays.h>
#include "device/G_crowd.h"
#include "device/G_wide_sm90.h"

enum { BLOCKS = 5, LANES = 256, ALL = BLOCKS * LANES };

static void check_ones(struct test *t, const unsigned *array, int count)
{
    static unsigned seen[ALL];
    array_read(t, seen, array, sizeof(unsigned) * (size_t)count);
    for (int i = 0; i < count && !t->failed; i++)
        CHECK_EQUAL(seen[i], 1);
}

TEST(row, G1_every_old_value_is_returned_once)
{
    g_tickets tickets, *array = array_of(t, NULL, sizeof tickets);
    unsigned *seen = array_of(t, NULL, ALL * sizeof *seen), *wide = array_of(t, NULL, ALL * sizeof *wide);
    unsigned *block = array_of(t, NULL, ALL * sizeof *block);
    CHECK(array && seen && wide && block);
    CHECK_STATUS(lw_launch(g_draw_tickets, line(t, BLOCKS, LANES, 0), array, seen, wide, block), LW_SUCCESS);
    CHECK_CALL(check_ones(t, seen, ALL));
    CHECK_CALL(check_ones(t, wide, ALL));
    CHECK_CALL(check_ones(t, block, ALL));
    CHECK_CALL(array_read(t, &tickets, array, sizeof tickets));
    CHECK_EQUAL(tickets.global, ALL);
    CHECK_EQUAL(tickets.wide, ALL);
    CHECK_EQUAL(tickets.pair_of_shorts, (unsigned)ALL / 2 << 16 | ALL / 2);
}

/* Long enough for blocks to access the words at the same time. */
TEST(row, G1b_no_increment_is_lost)
{
    enum { LAUNCHES = 4, TURNS = 200, MANY = 64, SUM = LAUNCHES * TURNS * MANY * LANES }; /* below 2^24 */
    g_counters counters, *array = array_of(t, NULL, sizeof counters);
    CHECK(array);
    for (int i = 0; i < LAUNCHES; i++)
        CHECK_STATUS(lw_launch(g_count, line(t, MANY, LANES, 0), TURNS, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, &counters, array, sizeof counters));
    CHECK_EQUAL(counters.add, SUM);
    CHECK_EQUAL(counters.wide, SUM);
    CHECK_EQUAL(counters.inc, SUM);
    CHECK(counters.whole == (float)SUM);
}

/* Half of the threads count in x, the others in y, without disturbing each other. Halves count to 2048. */
TEST(row, G4_each_half_of_a_pair_is_atomic_on_its_own)
{
    __half2 pair, *array = array_of(t, NULL, sizeof pair);
    CHECK(array);
    CHECK_STATUS(lw_launch(g_add_halves, line(t, BLOCKS, LANES, 0), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, &pair, array, sizeof pair));
    CHECK(__half2float(__low2half(pair)) == ALL / 2);
    CHECK(__half2float(__high2half(pair)) == ALL / 2);
}

/* Bits are compared: a loop around a NaN ends. */
TEST(row, G12_any_operation_by_cas)
{
    float factors[LANES], expected = 1, one = 1, nan = NAN, product;
    int turns;
    for (int i = 0; i < LANES; i++)
        expected *= factors[i] = i % 3 == 0 ? 2.0f : i % 3 == 1 ? 0.5f : -1.0f;
    float *array = array_of(t, factors, sizeof factors), *word = array_of(t, &one, sizeof one);
    float *nan_word = array_of(t, &nan, sizeof nan);
    int *count = array_of(t, NULL, sizeof *count);
    CHECK(array && word && nan_word && count);
    CHECK_STATUS(lw_launch(g_multiply_by_cas, line(t, 1, LANES, 0), array, word, nan_word, count), LW_SUCCESS);
    CHECK_CALL(array_read(t, &product, word, sizeof product));
    CHECK(product == expected);
    CHECK_CALL(array_read(t, &nan, nan_word, sizeof nan));
    CHECK(isnan(nan));
    CHECK_CALL(array_read(t, &turns, count, sizeof turns));
    CHECK_EQUAL(turns, LANES);
}

/* No order of additions is promised: integers have the same sum in any order, other numbers the same within
 * rounding. */
TEST(row, G16_the_order_of_float_sums_is_open)
{
    static float values[ALL];
    double exact = 0;
    float whole = 0, sum;
    for (int i = 0; i < ALL; i++) {
        values[i] = (float)(i % 100 - 30);
        whole += values[i];
    }
    float *array = array_of(t, values, sizeof values), *word = array_of(t, NULL, sizeof *word);
    CHECK(array && word);
    CHECK_STATUS(lw_launch(g_sum_floats, line(t, BLOCKS, LANES, 0), array, word), LW_SUCCESS);
    CHECK_CALL(array_read(t, &sum, word, sizeof sum));
    CHECK(sum == whole);

    for (int i = 0; i < ALL; i++)
        exact += values[i] = (float)test_random_below(t, 1 << 20) / 7;
    array = array_of(t, values, sizeof values), word = array_of(t, NULL, sizeof *word);
    CHECK(array && word);
    CHECK_STATUS(lw_launch(g_sum_floats, line(t, BLOCKS, LANES, 0), array, word), LW_SUCCESS);
    CHECK_CALL(array_read(t, &sum, word, sizeof sum));
    CHECK(fabs(sum - exact) <= exact * ALL * 0x1p-24); /* half an ULP an addition */
}

TEST(row, G20_a_mutex_of_cas_and_exchange)
{
    enum { TURNS = 3 };
    int *lock = array_of(t, NULL, sizeof *lock), *total = array_of(t, NULL, sizeof *total), sum, state;
    CHECK(lock && total);
    CHECK_STATUS(lw_launch(g_mutex, line(t, 3, 64, 0), TURNS, lock, total), LW_SUCCESS);
    CHECK_CALL(array_read(t, &sum, total, sizeof sum));
    CHECK_CALL(array_read(t, &state, lock, sizeof state));
    CHECK_EQUAL(sum, 3 * 64 * TURNS);
    CHECK_EQUAL(state, 0);
}

/* Each thread of the block sees the others' additions; blocks one after the other do, too. */
TEST(row, G2_block_scope_is_atomic_among_the_lanes_of_a_block)
{
    unsigned *counter = array_of(t, NULL, sizeof *counter), count;
    CHECK(counter);
    for (int turn = 0; turn < 2; turn++)
        CHECK_STATUS(lw_launch(g_count_in_block, line(t, 1, LANES, 0), counter), LW_SUCCESS);
    CHECK_CALL(array_read(t, &count, counter, sizeof count));
    CHECK_EQUAL(count, 2 * 10 * LANES);
}

/* ---- compute capability 9.0 ---- */
TEST(row, G13b_exchange_and_cas_of_16_bytes)
{
    const g_wide start = {1, ~0ull}, values[2] = {{~0ull, 2}, {3, 4}};
    for (int scope = 0; scope < 3; scope++)
        for (int shared = 0; shared < 2; shared++) {
            g_wide old[3], end, *word = array_of(t, &start, sizeof start), *olds = array_of(t, NULL, sizeof old);
            g_wide *array = array_of(t, values, sizeof values);
            CHECK(word && olds && array);
            CHECK_STATUS(lw_launch(g_wide_steps, line(t, 1, 1, 0), scope, shared, array, word, olds), LW_SUCCESS);
            CHECK_CALL(array_read(t, old, olds, sizeof old));
            CHECK_CALL(array_read(t, &end, word, sizeof end));
            CHECK(memcmp(&old[0], &start, sizeof start) == 0);
            CHECK(memcmp(&old[1], &values[0], sizeof start) == 0);
            CHECK(memcmp(&old[2], &values[1], sizeof start) == 0);
            CHECK(memcmp(&end, &values[1], sizeof start) == 0);
        }
}

TEST(row, G13c_cas_of_16_bytes_by_many_lanes)
{
    g_wide end, *word = array_of(t, NULL, sizeof *word);
    CHECK(word);
    CHECK_STATUS(lw_launch(g_wide_count, line(t, BLOCKS, LANES, 0), word), LW_SUCCESS);
    CHECK_CALL(array_read(t, &end, word, sizeof end));
    CHECK_EQUAL(end.low, ALL);
    CHECK_EQUAL(end.high, ALL);
}

TEST(row, G13d_add_of_float_vectors)
{
    const float2 two = {1, 0x1p-149f}, value2 = {0.5f, 0x1p-149f}; /* a denormal in y: flushed, as a float's is */
    const float4 four = {1, 2, 3, 4}, value4 = {10, 20, 30, -4};
    for (int scope = 0; scope < 3; scope++) {
        float2 *word2 = array_of(t, &two, sizeof two), *old2 = array_of(t, NULL, sizeof two), a, b;
        float4 *word4 = array_of(t, &four, sizeof four), *old4 = array_of(t, NULL, sizeof four), c, d;
        CHECK(word2 && old2 && word4 && old4);
        CHECK_STATUS(lw_launch(g_vector_add, line(t, 1, 1, 0), scope, value2, value4, word2, word4, old2, old4),
                     LW_SUCCESS);
        CHECK_CALL(array_read(t, &a, old2, sizeof a));
        CHECK_CALL(array_read(t, &b, word2, sizeof b));
        CHECK_CALL(array_read(t, &c, old4, sizeof c));
        CHECK_CALL(array_read(t, &d, word4, sizeof d));
        CHECK(a.x == 1 && a.y == 0x1p-149f && b.x == 1.5f && b.y == 0);
        CHECK(c.x == 1 && c.y == 2 && c.z == 3 && c.w == 4);
        CHECK(d.x == 11 && d.y == 22 && d.z == 33 && d.w == 0);
    }
    float4 *sum = array_of(t, NULL, sizeof *sum), end;
    CHECK(sum);
    CHECK_STATUS(lw_launch(g_vector_crowd, line(t, BLOCKS, LANES, 0), sum), LW_SUCCESS);
    CHECK_CALL(array_read(t, &end, sum, sizeof end));
    CHECK(end.x == ALL && end.y == 2 * ALL && end.z == 3 * ALL && end.w == 4 * ALL);
}

/* ---- misuse ---- */
TEST(row, G21_an_atomic_off_its_alignment_is_a_fault, .isolated = true)
{
    char *bytes = array_of(t, NULL, 64);
    CHECK(bytes);
    CHECK_STATUS(lw_launch(g_misaligned, line(t, 1, 1, 0), bytes, 2), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_MISALIGNED_ADDRESS);
}

TEST(row, G21b_the_report_of_a_misaligned_atomic, .cpu_only = true)
{
    char *bytes = array_of(t, NULL, 64);
    CHECK(bytes);
    CHECK_STATUS(lw_launch(g_misaligned, line(t, 1, 2, 0), bytes, 3), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_MISALIGNED_ADDRESS);
    CHECK_MESSAGE(t->device, "misaligned address: an atomic of 4 bytes at 0x");
    CHECK_MESSAGE(t->device, "G_crowd.c");
    CHECK_MESSAGE(t->device, "in kernel g_misaligned");
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
    CHECK(bytes = array_of(t, NULL, 64));
    CHECK_STATUS(lw_launch(g_misaligned_array, line(t, 1, 2, 0), (int *)(void *)(bytes + 1)), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_MISALIGNED_ADDRESS);
    CHECK_MESSAGE(t->device, "misaligned address: an atomic of 4 bytes at 0x");
    CHECK_MESSAGE(t->device, "in kernel g_misaligned_array");
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
    CHECK(bytes = array_of(t, NULL, 64));
    CHECK_STATUS(lw_launch(g_misaligned_pair, line(t, 1, 1, 0), (__half *)bytes), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_MISALIGNED_ADDRESS);
    CHECK_MESSAGE(t->device, "misaligned address: an atomic of 4 bytes at 0x");
}

TEST(row, G22_an_atomic_on_local_memory_is_reported, .cpu_only = true)
{
    for (int kept = 0; kept < 2; kept++) {
        int *out = array_of(t, NULL, 2 * sizeof *out);
        CHECK(out);
        CHECK_STATUS(kept ? lw_launch(g_atomic_local_kept, line(t, 1, 64, 0), 2, out)
                          : lw_launch(g_atomic_local, line(t, 1, 1, 0), out),
                     LW_SUCCESS);
        CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_ILLEGAL_ADDRESS);
        CHECK_MESSAGE(t->device, "illegal address: an atomic at 0x");
        CHECK_MESSAGE(t->device, "in local memory; atomics are for global and shared memory");
        CHECK_MESSAGE(t->device, kept ? "in kernel g_atomic_local_kept" : "in kernel g_atomic_local");
        CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
    }
}

TEST(row, G23_a_float_vector_in_shared_memory_is_reported, .cpu_only = true)
{
    float2 *word = array_of(t, NULL, sizeof *word);
    CHECK(word);
    CHECK_STATUS(lw_launch(g_vector_shared, line(t, 1, 1, 0), 0, word), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_launch(g_vector_shared, line(t, 1, 1, 0), 1, word), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_LAUNCH_FAILURE);
    CHECK_MESSAGE(t->device, "atomicAdd of a float2 in shared memory: expected global memory");
}
