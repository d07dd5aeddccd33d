/* Coordinates of a thread's index, as in `x = i % width, y = i / width`: loops over threads multiply where a thread divides, and
 * run a row of the picture at a time. Signs, the largest and smallest numbers, widths around a vector, and blocks of all
 * sizes. */
#include <limits.h>

#include "../fault/fault.h"
#include <tests/harness/arrays.h>
#include "device/coordinates.h"

enum { MOST = 6000 };

static const unsigned blocks[] = {1, 7, 31, 32, 33, 64, 100, 256, 1000};

typedef struct outputs {
    int *quotient, *rest;
} outputs;

static outputs make(struct test *t)
{
    return (outputs){array_of(t, NULL, MOST * sizeof(int)), array_of(t, NULL, MOST * sizeof(int))};
}

static unsigned grid_of(int n, unsigned block)
{
    return ((unsigned)n + block - 1) / block;
}

static void check_signed(struct test *t, const outputs *to, int n, unsigned block, int from, int by)
{
    static int quotient[MOST], rest[MOST];
    lw_launch_config config = line(t, grid_of(n, block), block, 0);
    CHECK_STATUS(by == 100 ? lw_launch(machine_coordinates_constant, config, n, from, to->quotient, to->rest)
                           : lw_launch(machine_coordinates_signed, config, n, from, by, to->quotient, to->rest),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, quotient, to->quotient, (size_t)n * sizeof(int)));
    CHECK_CALL(array_read(t, rest, to->rest, (size_t)n * sizeof(int)));
    for (int i = 0; i < n; i++) {
        CHECK_EQUAL(quotient[i], (from + i) / by);
        CHECK_EQUAL(rest[i], (from + i) % by);
    }
}

TEST(machine, coordinates_with_signs)
{
    static const int divisors[] = {1, 2, 3, 31, 32, 33, 64, 100, 1000, 65536, INT_MAX, -1, -2, -33, -1000, INT_MIN};
    static const int starts[] = {0, -1, -500, 1 << 20, INT_MAX - 1100, INT_MIN + 1};
    outputs to = make(t);
    CHECK(to.quotient && to.rest);
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++)
        for (size_t k = 0; k < sizeof divisors / sizeof *divisors; k++)
            for (size_t s = 0; s < sizeof starts / sizeof *starts; s++)
                CHECK_CALL(check_signed(t, &to, blocks[b] == 1 ? 5 : 1050, blocks[b], starts[s], divisors[k]));
}

TEST(machine, coordinates_without_signs)
{
    static const unsigned divisors[] = {1,   2,     3,           7,           31,          32,          33,
                                        641, 65537, 0x7fffffffu, 0x80000000u, 0x80000001u, 0xfffffffeu, 0xffffffffu};
    static const unsigned starts[] = {0, 1 << 20, 0x7ffffff0u, 0xffffff00u};
    static unsigned quotient[1050], rest[1050];
    outputs to = make(t);
    CHECK(to.quotient && to.rest);
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++)
        for (size_t k = 0; k < sizeof divisors / sizeof *divisors; k++)
            for (size_t s = 0; s < sizeof starts / sizeof *starts; s++) { /* sums wrap around */
                int n = blocks[b] == 1 ? 5 : 1050;
                CHECK_STATUS(lw_launch(machine_coordinates_unsigned, line(t, grid_of(n, blocks[b]), blocks[b], 0), n,
                                       starts[s], divisors[k], (unsigned *)to.quotient, (unsigned *)to.rest),
                             LW_SUCCESS);
                CHECK_CALL(array_read(t, quotient, to.quotient, (size_t)n * sizeof(int)));
                CHECK_CALL(array_read(t, rest, to.rest, (size_t)n * sizeof(int)));
                for (unsigned i = 0; i < (unsigned)n; i++) {
                    CHECK_EQUAL(quotient[i], (starts[s] + i) / divisors[k]);
                    CHECK_EQUAL(rest[i], (starts[s] + i) % divisors[k]);
                }
            }
}

static int number(int i)
{
    return (int)((unsigned)i * 2654435761u >> 13 & 7);
}

TEST(machine, coordinates_of_a_torus)
{
    static const int widths[] = {1, 2, 5, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 100, 500};
    static const lw_dim3 shapes[] = {{1, 1, 1},   {33, 1, 1}, {256, 1, 1}, {1000, 1, 1},
                                     {16, 16, 1}, {5, 3, 2},  {32, 8, 1}};
    static int in[MOST], out[MOST];
    for (int i = 0; i < MOST; i++)
        in[i] = number(i);
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
        for (size_t b = 0; b < sizeof shapes / sizeof *shapes; b++) {
            int w = widths[k], h = shapes[b].x == 1 ? 3 : 1100 / w + 1;
            unsigned threads = shapes[b].x * shapes[b].y * shapes[b].z;
            CHECK_STATUS(lw_launch(machine_coordinates_torus,
                                   shape(t, lw_make_dim3(grid_of(w * h, threads), 1, 1), shapes[b], 0), w, h, from, to),
                         LW_SUCCESS);
            CHECK_CALL(array_read(t, out, to, (size_t)(w * h) * sizeof(int)));
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++)
                    CHECK_EQUAL(out[y * w + x], in[y * w + x] + 10 * in[y * w + (x + 1) % w] +
                                                    100 * in[y * w + (w + x - 1) % w] + 1000 * in[(y + 1) % h * w + x] +
                                                    10000 * in[(h + y - 1) % h * w + x]);
        }
}

/* Of negative places, too. */
TEST(machine, coordinates_of_a_table)
{
    static const int divisors[] = {1, 3, 32, 33, 100, 777, -5, -40, INT_MAX, INT_MIN};
    static int in[MOST], out[MOST];
    for (int i = 0; i < MOST; i++)
        in[i] = number(i);
    int *table = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(table && to);
    for (size_t k = 0; k < sizeof divisors / sizeof *divisors; k++)
        for (size_t b = 1; b < sizeof blocks / sizeof *blocks; b++) {
            enum { N = 2500 };
            CHECK_STATUS(lw_launch(machine_coordinates_gather, line(t, grid_of(N, blocks[b]), blocks[b], 0), N,
                                   divisors[k], table + MOST / 2, to),
                         LW_SUCCESS);
            CHECK_CALL(array_read(t, out, to, N * sizeof(int)));
            for (int i = 0; i < N; i++)
                CHECK_EQUAL(out[i], in[MOST / 2 + (i - N / 2) / divisors[k] * 2 + (i - N / 2) % divisors[k]]);
        }
}

TEST(machine, coordinates_by_zero_of_nobody)
{
    int in[64], out[64];
    for (int i = 0; i < 64; i++)
        in[i] = 8;
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    CHECK_STATUS(lw_launch(machine_coordinates_of_one, line(t, 1, 64, 0), 0, from, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (int i = 0; i < 64; i++)
        CHECK_EQUAL(out[i], 1);
}

/* A GPU gives some value instead. */
TEST(machine, coordinates_by_zero_of_one, .cpu_only = true)
{
#if defined(__x86_64__)
    int in[64] = {0};
    in[40] = 7;
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof in);
    CHECK(from && to);
    const char *report =
        fault_expect(t, lw_launch(machine_coordinates_of_one, line(t, 1, 64, 0), 0, from, to), LW_ERROR_LAUNCH_FAILURE);
    if (!report)
        return;
    CHECK_CONTAINS(report, "integer division by zero");
    CHECK_CALL(fault_place(t, report, "device/coordinates.c", machine_coordinates_of_one_line()));
#else
    SKIP("this processor divides by zero without a trap");
#endif
}
