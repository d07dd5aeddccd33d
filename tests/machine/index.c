/* Every thread of every block runs once and knows its place, in one to three dimensions. */
#include <stdlib.h>

#include <tests/harness/arrays.h>
#include "device/index.h"

static void check_positions(struct test *t, const machine_position *position, lw_dim3 grid, lw_dim3 block)
{
    const machine_position *next = position;
    unsigned b[3], l[3];
    for (b[2] = 0; b[2] < grid.z; b[2]++)
        for (b[1] = 0; b[1] < grid.y; b[1]++)
            for (b[0] = 0; b[0] < grid.x; b[0]++)
                for (l[2] = 0; l[2] < block.z; l[2]++)
                    for (l[1] = 0; l[1] < block.y; l[1]++)
                        for (l[0] = 0; l[0] < block.x; l[0]++, next++) {
                            CHECK(memcmp(next->thread, l, sizeof l) == 0);
                            CHECK(memcmp(next->block, b, sizeof b) == 0);
                            CHECK(next->block_dim[0] == block.x && next->block_dim[1] == block.y &&
                                  next->block_dim[2] == block.z);
                            CHECK(next->grid_dim[0] == grid.x && next->grid_dim[1] == grid.y &&
                                  next->grid_dim[2] == grid.z);
                            CHECK_EQUAL(next->warp_size, 32);
                        }
}

static void run_positions(struct test *t, lw_dim3 grid, lw_dim3 block)
{
    size_t count = (size_t)grid.x * grid.y * grid.z * block.x * block.y * block.z;
    machine_position *position = malloc(count * sizeof *position);
    CHECK(position);
    memset(position, 0xff, count * sizeof *position);
    machine_position *array = array_of(t, position, count * sizeof *position);
    lw_status status = array ? lw_launch(machine_positions, shape(t, grid, block, 0), array) : LW_SUCCESS;
    if (array && status == LW_SUCCESS)
        array_read(t, position, array, count * sizeof *position);
    if (!t->failed && status == LW_SUCCESS)
        check_positions(t, position, grid, block);
    free(position);
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
}

TEST(machine, index_one_lane)
{
    run_positions(t, lw_make_dim3(1, 1, 1), lw_make_dim3(1, 1, 1));
}

TEST(machine, index_shapes)
{
    static const lw_dim3 shapes[][2] = {
        {{3, 1, 1}, {33, 1, 1}},   {{2, 3, 1}, {5, 7, 1}},    {{2, 3, 4}, {4, 3, 5}},   {{1, 1, 7}, {1, 1, 64}},
        {{1, 5, 1}, {1, 1024, 1}}, {{2, 1, 1}, {1024, 1, 1}}, {{1, 2, 2}, {32, 32, 1}}, {{5, 1, 2}, {16, 1, 64}},
        {{7, 11, 13}, {1, 1, 1}},  {{1, 1, 1}, {31, 33, 1}},  {{2, 2, 2}, {8, 8, 16}},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        CHECK_CALL(run_positions(t, shapes[i][0], shapes[i][1]));
}

/* The same worker runs blocks of other shapes alternately. */
TEST(machine, index_shapes_alternate)
{
    for (unsigned i = 0; i < 20; i++) {
        unsigned x = 1 + (unsigned)test_random_below(t, 16), y = 1 + (unsigned)test_random_below(t, 8);
        unsigned z = 1 + (unsigned)test_random_below(t, 8), blocks = 1 + (unsigned)test_random_below(t, 9);
        CHECK_CALL(run_positions(t, lw_make_dim3(blocks, 1 + i % 3, 1), lw_make_dim3(x, y, z)));
    }
}

TEST(machine, blocks_all_run_once)
{
    enum { BLOCKS = 100000 };
    unsigned *count = array_of(t, NULL, BLOCKS * sizeof *count), *seen = malloc(BLOCKS * sizeof *seen);
    if (count && seen && lw_launch(machine_count_blocks, line(t, BLOCKS, 3, 0), count) == LW_SUCCESS)
        array_read(t, seen, count, BLOCKS * sizeof *seen);
    else
        test_fail(t, __FILE__, __LINE__, "not launched");
    for (unsigned i = 0; i < BLOCKS && !t->failed; i++)
        if (seen[i] != 1 + 2 + 3)
            test_fail(t, __FILE__, __LINE__, "block %u: %u", i, seen[i]);
    free(seen);
}

static void sum_blocks(struct test *t, lw_dim3 grid)
{
    unsigned long long *sum = array_of(t, NULL, sizeof *sum), seen = 0;
    uint64_t blocks = (uint64_t)grid.x * grid.y * grid.z;
    CHECK(sum);
    CHECK_STATUS(lw_launch(machine_sum_blocks, shape(t, grid, lw_make_dim3(1, 1, 1), 0), sum), LW_SUCCESS);
    CHECK_CALL(array_read(t, &seen, sum, sizeof seen));
    CHECK_EQUAL(seen, blocks * (blocks - 1) / 2);
    CHECK_STATUS(lw_free(t->device, sum), LW_SUCCESS);
}

/* Beyond 16 bits in x, at the limits of y and z. */
TEST(machine, blocks_many)
{
    CHECK_CALL(sum_blocks(t, lw_make_dim3(1000003, 1, 1)));
    CHECK_CALL(sum_blocks(t, lw_make_dim3(2, 65535, 1)));
    CHECK_CALL(sum_blocks(t, lw_make_dim3(1, 3, 65535)));
    CHECK_CALL(sum_blocks(t, lw_make_dim3(70001, 3, 2)));
}

/* Neighbours read neighbours, or every second or seventh element, and somewhere among them the index wraps around. */
TEST(machine, index_that_wraps)
{
    static const unsigned sizes[] = {1, 31, 293, 300, 512, 1024}, starts[] = {0, 1, 1023, 1900, 2047, 4000};
    static unsigned seen[1024 * MACHINE_STEPS];
    unsigned *out = array_of(t, NULL, sizeof seen);
    CHECK(out);
    for (int i = 0; i < 36; i++) {
        unsigned size = sizes[i / 6], start = starts[i % 6];
        CHECK_STATUS(lw_launch(machine_rings, line(t, 1, size, 0), start, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, seen, out, size * MACHINE_STEPS * sizeof *seen));
        for (unsigned x = 0; x < size; x++) {
            CHECK_EQUAL(seen[x], (x + start) % MACHINE_RING);
            CHECK_EQUAL(seen[size + x], (2 * x + start) % MACHINE_RING);
            CHECK_EQUAL(seen[2 * size + x], (3 * x + start) % MACHINE_RING);
            CHECK_EQUAL(seen[3 * size + x], (start - x) % MACHINE_RING);
            CHECK_EQUAL(seen[4 * size + x], (x + start) % 256);
        }
    }
    for (int i = 0; i < 6; i++) {
        unsigned size = sizes[i];
        CHECK_STATUS(lw_launch(machine_ring_by_sevens, line(t, 1, size, 0), out), LW_SUCCESS);
        CHECK_CALL(array_read(t, seen, out, size * sizeof *seen));
        for (unsigned x = 0; x < size; x++)
            CHECK_EQUAL(seen[x], 7 * x % MACHINE_RING);
    }
}

/* The numbers wrap around at each place of a row: its first, a vector's border, its last. */
TEST(machine, index_multiples)
{
    enum { MOST = 700 };
    static const unsigned bases[] = {0,
                                     0x55555555u - 300,
                                     0xaaaaaaaau - 300,
                                     0x0aaaaaaau - 300,
                                     0x15555555u - 300,
                                     0x08000000u - 300,
                                     0x10000000u - 300,
                                     0xffffffffu - 300,
                                     0x80000000u - 300,
                                     0x33333333u - 300};
    static const unsigned counts[] = {1, 15, 17, 256, 300, 699};
    static long long seen[3 * MOST];
    long long *out = array_of(t, NULL, sizeof seen);
    CHECK(out);
    for (unsigned base = 0; base < sizeof bases / sizeof *bases; base++)
        for (unsigned n = 0; n < 6 * 9; n++) {
            unsigned start = bases[base] + n / 6 * 37, count = counts[n % 6];
            CHECK_STATUS(lw_launch(machine_multiples, line(t, (count + 255) / 256, 256, 0), start, count, out),
                         LW_SUCCESS);
            CHECK_CALL(array_read(t, seen, out, 3 * count * sizeof *seen));
            for (unsigned i = 0; i < count; i++) {
                CHECK_EQUAL(seen[3 * i], (long long)(3 * (start + i) + 1));
                CHECK_EQUAL(seen[3 * i + 1], (long long)(int)(12 * (start + i) - 5));
                CHECK_EQUAL(seen[3 * i + 2], (int)((start + i) << 4) + (long long)(start * 5 - i));
            }
        }
}

static void check_window(struct test *t, int right, int top, int bottom, bool known)
{
    enum { WIDTH = 96, HEIGHT = 24 };
    static int seen[WIDTH * HEIGHT];
    memset(seen, 0, sizeof seen);
    int *out = array_of(t, seen, sizeof seen);
    CHECK(out);
    lw_launch_config blocks = shape(t, lw_make_dim3(3, 3, 1), lw_make_dim3(32, 8, 1), 0);
    lw_status status = known ? lw_launch(machine_window_known, blocks, right, top, bottom, out)
                             : lw_launch(machine_window, blocks, right, top, bottom, out);
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK_CALL(array_read(t, seen, out, sizeof seen));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            CHECK_EQUAL(seen[y * WIDTH + x], x < right && y >= top && y < bottom ? 1 + y : 0);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
}

/* Borders of a window between blocks, between rows of a block, and within rows. */
TEST(machine, index_borders)
{
    static const int right[] = {96, 64, 33, 1, 0};
    static const int rows[][2] = {{0, 24}, {0, 13}, {8, 16}, {9, 24}, {3, 5}, {5, 5}, {23, 99}};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 7; k++)
            for (int known = 0; known < 2; known++)
                CHECK_CALL(check_window(t, right[i], rows[k][0], rows[k][1], known));
}
