/* Quotients and remainders, by numbers that all threads share, under conditions of each thread: work-item loops
 * compute them once for all, invisibly, and for none if the divisor is 0. */
#include <limits.h>

#include "../fault/fault.h"
#include <tests/harness/arrays.h>
#include "device/quotient.h"

enum { BLOCKS = 3, MOST = 1024, TABLE = MACHINE_QUOTIENT_TABLE };

enum way { OF_BLOCK, OF_ROW, IN_A_LOOP, OF_SHARED, IN_A_WARP, IN_BOUNDS, WAYS };

typedef struct arrays {
    int *in, *table, *out, numbers[MOST];
} arrays;

static int entry(unsigned i)
{
    return (int)(i * 7919 % 100003);
}

static int number(unsigned lane)
{
    return (int)(lane * 2654435761u >> 13 & 15);
}

static arrays make(struct test *t)
{
    arrays made = {0};
    int table[TABLE];
    for (unsigned i = 0; i < TABLE; i++)
        table[i] = entry(i);
    for (unsigned i = 0; i < MOST; i++)
        made.numbers[i] = number(i);
    made.in = array_of(t, made.numbers, sizeof made.numbers);
    made.table = array_of(t, table, sizeof table);
    made.out = array_of(t, NULL, sizeof made.numbers);
    return made;
}

static int expected(enum way way, unsigned i, unsigned lanes, unsigned width, unsigned by)
{
    int sum = 0;
    switch (way) {
    case OF_BLOCK: return number(i) & 1 ? entry((i / lanes + 900) / by) + entry((i / lanes + 900) % by) : 0;
    case OF_ROW: {
        unsigned row = i % lanes / width;
        return number(i) & 1 ? entry((row + 900) / by) + entry((row + 900) % by) : 0;
    }
    case IN_A_LOOP:
        for (unsigned turn = 0; turn < 4; turn++)
            sum += number(i) >> turn & 1 ? entry((turn + 700) / by) + entry((turn + 700) % by) : 0;
        return sum;
    case OF_SHARED: return number(i) & 1 ? entry(lanes / by) + entry(lanes % by) : 0;
    case IN_A_WARP: return number(i) & 1 ? entry(1000 / by) + entry(1000 % by) : 0;
    case IN_BOUNDS: return i < BLOCKS * lanes - 5 && i > 2 ? entry(BLOCKS * lanes / by % TABLE) + (int)i : 0;
    default: return 0;
    }
}

static void check(struct test *t, enum way way, const arrays *of, lw_dim3 block, unsigned by)
{
    lw_launch_config config = shape(t, lw_make_dim3(BLOCKS, 1, 1), block, 0);
    unsigned lanes = block.x * block.y;
    int out[MOST];
    CHECK_STATUS(lw_memset(t->device, of->out, 0, sizeof out), LW_SUCCESS);
    CHECK_STATUS(way == OF_BLOCK    ? lw_launch(machine_quotient_of_block, config, by, of->in, of->table, of->out)
                 : way == OF_ROW    ? lw_launch(machine_quotient_of_row, config, by, of->in, of->table, of->out)
                 : way == IN_A_LOOP ? lw_launch(machine_quotient_in_a_loop, config, (int)by, of->in, of->table, of->out)
                 : way == OF_SHARED ? lw_launch(machine_quotient_of_shared, config, by, of->in, of->table, of->out)
                 : way == IN_A_WARP ? lw_launch(machine_quotient_in_a_warp, config, by, of->in, of->table, of->out)
                                    : lw_launch(machine_quotient_in_bounds, config, by, of->table, of->out),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, out, of->out, sizeof out));
    for (unsigned i = 0; i < BLOCKS * lanes; i++)
        CHECK_EQUAL(out[i], expected(way, i, lanes, block.x, by));
}

TEST(machine, quotients)
{
    static const lw_dim3 blocks[] = {{32, 1, 1},  {64, 1, 1}, {96, 1, 1}, {256, 1, 1},
                                     {16, 16, 1}, {32, 8, 1}, {33, 3, 1}};
    static const unsigned divisors[] = {1, 2, 3, 7, 16, 899};
    arrays of = make(t);
    CHECK(of.in && of.table && of.out);
    for (enum way way = OF_BLOCK; way < WAYS; way++)
        for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
            for (size_t k = 0; k < sizeof divisors / sizeof *divisors; k++)
                if ((blocks[i].y > 1) == (way == OF_ROW))
                    CHECK_CALL(check(t, way, &of, blocks[i], divisors[k]));
}

static int sum_of_strides(int lane, int lanes, int count, int by)
{
    int sum = 0;
    for (int i = lane, k = by; i < count; i += lanes, k--)
        sum += k ? i / k + i % k : 1000;
    return sum;
}

/* The divisor is 0 in an iteration of a loop that some threads have left. */
TEST(machine, quotients_in_strides)
{
    enum { COUNT = 500 };
    static const int lanes[] = {32, 48, 64, 100, 128, 256};
    int *out = array_of(t, NULL, MOST * sizeof *out), found[MOST];
    CHECK(out);
    for (size_t s = 0; s < sizeof lanes / sizeof *lanes; s++)
        for (int by = 0; by <= COUNT / lanes[s] + 1; by++) {
            CHECK_STATUS(lw_launch(machine_quotient_in_strides, line(t, BLOCKS, (unsigned)lanes[s], 0), COUNT, by, out),
                         LW_SUCCESS);
            CHECK_CALL(array_read(t, found, out, sizeof found));
            for (int i = 0; i < BLOCKS * lanes[s]; i++)
                CHECK_EQUAL(found[i], sum_of_strides(i % lanes[s], lanes[s], COUNT, by));
        }
}

TEST(machine, quotients_with_signs)
{
    static const struct {
        int dividend, by, sum;
    } cases[] = {{7, 2, 4},
                 {-7, 2, -4},
                 {7, -2, -2},
                 {-7, -2, 2},
                 {-7, 1, -7},
                 {-7, -1, 7},
                 {INT_MIN, -1, INT_MIN},
                 {INT_MIN, 1, INT_MIN},
                 {INT_MIN, INT_MIN, 1},
                 {5, INT_MIN, 5}};
    arrays of = make(t);
    int out[256];
    CHECK(of.in && of.out);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        CHECK_STATUS(lw_memset(t->device, of.out, 0, sizeof out), LW_SUCCESS);
        CHECK_STATUS(
            lw_launch(machine_quotient_signed, line(t, 2, 128, 0), cases[c].dividend, cases[c].by, of.in, of.out),
            LW_SUCCESS);
        CHECK_CALL(array_read(t, out, of.out, sizeof out));
        for (unsigned i = 0; i < 256; i++)
            CHECK_EQUAL(out[i], number(i) & 1 ? cases[c].sum : 0);
    }
}

/* No thread divides by it. */
/* By divisors so small that rows are not split by them, and larger ones. */
TEST(machine, quotients_compared)
{
    int *counts = array_of(t, NULL, sizeof(int)), *to = array_of(t, NULL, MOST * sizeof(int)), out[MOST];
    CHECK(counts && to);
    for (int threads = 32; threads <= MOST / BLOCKS; threads += 36)
        for (int by = 1; by < 70; by += 3)
            for (int most = 0; most < 80; most += 11) {
                int count, wanted = 0;
                CHECK_STATUS(lw_memset(t->device, counts, 0, sizeof count), LW_SUCCESS);
                CHECK_STATUS(lw_memset(t->device, to, 0, sizeof out), LW_SUCCESS);
                CHECK_STATUS(lw_launch(machine_quotient_compared, line(t, BLOCKS, (unsigned)threads, 0), by, most, to),
                             LW_SUCCESS);
                CHECK_STATUS(
                    lw_launch(machine_quotient_counted, line(t, BLOCKS, (unsigned)threads, 0), by, most, counts),
                    LW_SUCCESS);
                CHECK_CALL(array_read(t, &count, counts, sizeof count));
                CHECK_CALL(array_read(t, out, to, sizeof out));
                for (int i = 0; i < BLOCKS * threads; i++) {
                    int is_counted = i / by <= most && i > 0;
                    wanted += is_counted;
                    if (out[i] != (is_counted && i % by <= by / 2))
                        FAIL("%d threads, by %d, at most %d: out[%d] is %d", threads, by, most, i, out[i]);
                }
                if (count != wanted)
                    FAIL("%d threads, by %d, at most %d: %d are counted, expected %d", threads, by, most, count,
                         wanted);
            }
    CHECK_STATUS(lw_free(t->device, counts), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, to), LW_SUCCESS);
}

TEST(machine, quotient_by_zero_of_nobody)
{
    int *out = array_of(t, NULL, 64 * sizeof *out), found[64];
    CHECK(out);
    CHECK_STATUS(lw_launch(machine_quotient_of_one, line(t, 1, 64, 0), 64, 0, 0, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, found, out, sizeof found));
    for (int i = 0; i < 64; i++)
        CHECK_EQUAL(found[i], 1);
    CHECK_STATUS(lw_launch(machine_quotient_of_one, line(t, 1, 64, 0), 37, 10, 0, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, found, out, sizeof found));
    for (int i = 0; i < 64; i++)
        CHECK_EQUAL(found[i], (i ^ 5) == 37 ? 11 : 1);
}

/* A GPU gives some value instead. */
TEST(machine, quotient_by_zero_of_one, .cpu_only = true)
{
#if defined(__x86_64__)
    int *out = array_of(t, NULL, 64 * sizeof *out);
    CHECK(out);
    const char *report =
        fault_expect(t, lw_launch(machine_quotient_of_one, line(t, 1, 64, 0), 37, 0, 10, out), LW_ERROR_LAUNCH_FAILURE);
    if (!report)
        return;
    CHECK_CONTAINS(report, "integer division by zero");
    CHECK_CALL(fault_place(t, report, "device/quotient.c", machine_quotient_of_one_line()));
#else
    SKIP("this processor divides by zero without a trap");
#endif
}
