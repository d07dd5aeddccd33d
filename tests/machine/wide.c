/* Blocks whose threads may run as one row with those of their neighbours write the same as each by itself: with rows
 * that are no vectors, a last block that is partly beyond the end, more blocks than run as one, and indices that
 * wrap. */
#include <stdlib.h>

#include <emu/fused/fused.h>
#include <lanewise/descriptor.h>
#include "device/wide.h"
#include <tests/harness/arrays.h>

enum { MOST = 140000 };
static int in[MOST], out[MOST];

static void fill(void)
{
    for (int i = 0; i < MOST; i++)
        in[i] = (int)((unsigned)i * 2654435761u >> 12);
}

/* Of the place by itself; of the thread and its block. */
static int plain(int i, unsigned block, unsigned lane, unsigned rows)
{
    (void)block, (void)lane, (void)rows;
    return 3 * in[i] + i;
}

static int by_thread(int i, unsigned block, unsigned lane, unsigned rows)
{
    return plain(i, block, lane, rows) + (lane == 5 ? 7 : 0);
}

static int by_turn(int i, unsigned block, unsigned lane, unsigned rows)
{
    return plain(i, block, lane, rows) + (i % MACHINE_TURN > 0 ? 1 : 0) + (i % MACHINE_TURN < MACHINE_TURN - 1 ? 2 : 0);
}

static int by_block(int i, unsigned block, unsigned lane, unsigned rows)
{
    return plain(i, block, lane, rows) + (block == 5 ? 7 : 0);
}

static int by_other(int i, unsigned block, unsigned lane, unsigned rows)
{
    return 3 * in[i] + (int)(block * rows + lane);
}

typedef int wanted(int i, unsigned block, unsigned lane, unsigned rows);
static void check_line(struct test *t, unsigned lanes, unsigned rows, int n, wanted *of)
{
    for (int i = 0; i < MOST && !t->failed; i++) {
        int expected = i < n ? of(i, (unsigned)i / lanes, (unsigned)i % lanes, rows) : 0;
        if (out[i] != expected)
            test_fail(t, __FILE__, __LINE__, "%u lanes, %u rows, n = %d: out[%d] is %d, not %d", lanes, rows, n, i,
                      out[i], expected);
    }
}

#define LINE(kernel, number, of)                                                                                       \
    do {                                                                                                               \
        int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);                                   \
        CHECK(from != NULL && to != NULL);                                                                             \
        lw_dim3 grid = lw_make_dim3(((unsigned)n + lanes - 1) / lanes + beyond, 1, 1);                                 \
        lw_launch_config config = shape(t, grid, lw_make_dim3(lanes, rows, 1), 0);                                     \
        CHECK_STATUS(lw_launch(kernel, config, (number)n, from, to), LW_SUCCESS);                                      \
        CHECK_CALL(array_read(t, out, to, sizeof out));                                                                \
        CHECK_CALL(check_line(t, lanes, rows, n, of));                                                                 \
        CHECK_STATUS(lw_free(t->device, from), LW_SUCCESS);                                                            \
        CHECK_STATUS(lw_free(t->device, to), LW_SUCCESS);                                                              \
    } while (0)

TEST(machine, wide_lines)
{
    static const unsigned widths[] = {1, 7, 32, 100, 256, 1000, 1024};
    static const int sizes[] = {1, 100, 1024, 65536, 65537, MOST};
    fill();
    for (int i = 0; i < 7 * 6; i++) {
        unsigned lanes = widths[i / 6], rows = 1, beyond = (unsigned)i % 3;
        int n = sizes[i % 6];
        LINE(machine_wide_int, int, plain);
        LINE(machine_wide_size, size_t, plain);
        LINE(machine_wide_stride, size_t, plain);
        LINE(machine_wide_turns, int, by_turn);
        LINE(machine_wide_thread, int, by_thread);
        LINE(machine_wide_block, int, by_block);
        if (lanes == 1024)
            LINE(machine_wide_known, int, plain);
        if (lanes <= 512) {
            rows = 2;
            LINE(machine_wide_other, int, by_other);
            LINE(machine_wide_int, int, plain);
        }
    }
}

/* Fewer threads than elements: several iterations, the last of them for some threads. */
TEST(machine, wide_stride)
{
    fill();
    for (unsigned blocks = 1; blocks < 300; blocks = 3 * blocks + 1)
        for (unsigned lanes = 1; lanes < 300; lanes = 5 * lanes + 3) {
            size_t n = (size_t)blocks * lanes * 5 / 2 + 3;
            int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
            n = n < MOST ? n : MOST;
            CHECK(from && to);
            CHECK_STATUS(lw_launch(machine_wide_stride, line(t, blocks, lanes, 0), n, from, to), LW_SUCCESS);
            CHECK_CALL(array_read(t, out, to, sizeof out));
            CHECK_CALL(check_line(t, lanes, 1, (int)n, plain));
            CHECK_STATUS(lw_free(t->device, from), LW_SUCCESS);
            CHECK_STATUS(lw_free(t->device, to), LW_SUCCESS);
        }
}

TEST(machine, wide_all)
{
    fill();
    for (unsigned lanes = 1; lanes <= 1000; lanes = 3 * lanes + 1) {
        int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out), n = (int)(MOST / lanes * lanes);
        CHECK(from && to);
        CHECK_STATUS(lw_launch(machine_wide_all, line(t, MOST / lanes, lanes, 0), from, to), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, to, sizeof out));
        CHECK_CALL(check_line(t, lanes, 1, n, plain));
        CHECK_STATUS(lw_free(t->device, from), LW_SUCCESS);
        CHECK_STATUS(lw_free(t->device, to), LW_SUCCESS);
    }
}

static int neighbour(int width, int height, int z, int x, int y)
{
    return x >= 0 && x < width && y >= 0 && y < height ? in[(z * height + y) * width + x] : 1000;
}

static void check_plane(struct test *t, lw_dim3 size)
{
    int width = (int)size.x, height = (int)size.y, depth = (int)size.z;
    for (int i = 0; i < MOST; i++) {
        int x = i % width, y = i / width % height, z = i / width / height, expected = 0;
        if (z < depth)
            expected = neighbour(width, height, z, x - 1, y) + neighbour(width, height, z, x + 1, y) +
                       neighbour(width, height, z, x, y - 1) + neighbour(width, height, z, x, y + 1);
        CHECK_EQUAL(out[i], expected);
    }
}

static void run_plane(struct test *t, lw_dim3 size, lw_dim3 block, bool known)
{
    lw_dim3 grid = lw_make_dim3((size.x + block.x - 1) / block.x, (size.y + block.y - 1) / block.y,
                                (size.z + block.z - 1) / block.z);
    lw_launch_config config = shape(t, grid, block, 0);
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    int width = (int)size.x, height = (int)size.y, depth = (int)size.z;
    CHECK(from && to);
    CHECK_STATUS(known ? lw_launch(machine_wide_plane_known, config, width, height, depth, from, to)
                       : lw_launch(machine_wide_plane, config, width, height, depth, from, to),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    CHECK_CALL(check_plane(t, size));
    CHECK_STATUS(lw_free(t->device, from), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, to), LW_SUCCESS);
}

TEST(machine, wide_planes)
{
    static const lw_dim3 sizes[] = {{100, 30, 7}, {1, 50, 3}, {97, 1, 5}, {256, 64, 4}, {5000, 4, 3}, {31, 33, 20}};
    static const lw_dim3 blocks[] = {{32, 8, 1}, {7, 5, 3}, {1, 16, 4}, {64, 1, 2}, {100, 2, 1}};
    fill();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
            CHECK_CALL(run_plane(t, sizes[i], blocks[k], false));
        CHECK_CALL(run_plane(t, sizes[i], lw_make_dim3(48, 3, 1), true));
    }
}

/* ---- far along a grid, of which only some blocks run ---- */
typedef struct far_arguments {
    unsigned *low;
    int *sign;
    unsigned long long *high;
} far_arguments;

static unsigned low[MACHINE_FAR];
static int sign[MACHINE_FAR];
static unsigned long long high[MACHINE_FAR];

/* The number of work-item loops for so many blocks from the first on. */
static unsigned run_far(const emu_fused_kernel *fused, unsigned first, unsigned count, unsigned lanes)
{
    static emu_coordinates lane[1024][4]; /* 64 bytes apart */
    static uint16_t state[1024];
    static char kept[4096];
    const far_arguments arguments = {low, sign, high};
    emu_place place = {.thread = &lane[0][0], .block = {first, 0, 0}};
    unsigned blocks_begun = 1;
    int failed = 0;
    emu_fused_frame frame = {.arguments = &arguments,
                             .state = state,
                             .uniform = kept,
                             .running = &place.thread,
                             .threads = (const char *)lane,
                             .block = {first, 0, 0},
                             .block_dim = {lanes, 1, 1},
                             .extent = {lanes, 1, 1},
                             .grid_dim = {0x7fffffff, 1, 1},
                             .end = first + count,
                             .blocks_begun = &blocks_begun,
                             .failed = &failed};
    memset(low, 0, sizeof low);
    memset(sign, 0, sizeof sign);
    memset(high, 0, sizeof high);
    unsigned ended = fused->all(&frame, EMU_FUSED_READY(0)), last = first + count - 1;
    return ended == EMU_FUSED_ENDED && frame.block[0] == last && place.block[0] == last ? blocks_begun : 0;
}

static void check_far(struct test *t, unsigned first, unsigned count, unsigned lanes)
{
    unsigned long long begin = (unsigned long long)first * lanes, end = begin + (unsigned long long)count * lanes;
    for (unsigned long long place = begin; place < end; place++) {
        unsigned i = (unsigned)place;
        CHECK_EQUAL(low[i % MACHINE_FAR], i);
        CHECK_EQUAL(sign[i % MACHINE_FAR], (int)i >= 0);
        CHECK_EQUAL(high[place % MACHINE_FAR], place);
    }
}

/* To the end of the longest grid, over the places where 31 and 32 bits end; some blocks at a time, as one. */
TEST(machine, wide_far, .host = true)
{
    const emu_fused_kernel *const *fused = LW_KERNEL_OF(machine_wide_far)->fused;
    int level = 0;
    while (level < LW_CPU_LEVELS && !fused[level])
        level++;
    if (level == LW_CPU_LEVELS || fused[level]->reason)
        SKIP("it is not fused");
    static const unsigned widths[] = {48, 1000, 3}; /* of which 2^31 and 2^32 are no multiples */
    for (int i = 0; i < 3; i++) {
        unsigned lanes = widths[i], count = 200000 / lanes, most = 65536 / lanes;
        const unsigned firsts[] = {0, (unsigned)((1ull << 31) / lanes) - count / 2,
                                   (unsigned)((1ull << 32) / lanes) - count / 2, 0x7fffffff - count};
        for (int k = 0; k < 4; k++) {
            CHECK_EQUAL(run_far(fused[level], firsts[k], count, lanes), (count + most - 1) / most);
            CHECK_CALL(check_far(t, firsts[k], count, lanes));
        }
    }
}
