/* Loops that the first threads of a row, or of a block, iterate more often than the others: these wait behind the loop, and what they
 * have found stays. */
#include <tests/harness/arrays.h>
#include "device/stride_loop.h"

enum { MOST = MACHINE_STRIDE_MOST, ROUNDS = MACHINE_STRIDE_ROUNDS, BLOCKS = 2 };

typedef struct arrays {
    unsigned host[MOST], *in, *out, *total;
} arrays;

/* A block's results, in plain C. */
static void expect(const arrays *a, lw_dim3 block, bool rows, int count, int shift, unsigned *out, unsigned *total)
{
    static unsigned sum[MOST], before[MOST];
    static int last[MOST], steps[MOST];
    int threads = (int)(block.x * block.y * block.z), whole = rows ? (int)block.x : threads,
        stride = whole >> shift ? whole >> shift : 1;
    for (int id = 0; id < threads; id++) {
        sum[id] = 0;
        last[id] = -1;
        steps[id] = 0;
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int id = 0; id < threads; id++)
            for (int i = id % whole; i < count - 5 * round; i += stride) {
                unsigned value = a->host[i];
                sum[id] += value + ((value & 1) && (i & 1) ? 3 * value : 0);
                total[round] += (unsigned)i;
                last[id] = i;
                steps[id]++;
            }
        memcpy(before, sum, sizeof before);
        for (int id = 0; id < threads; id++)
            sum[id] = 5 * before[id] + before[(id + 1) % threads];
    }
    for (int id = 0; id < threads; id++)
        out[id] = sum[id] + 3 * (unsigned)last[id] + 11 * (unsigned)steps[id];
}

static void check(struct test *t, const arrays *a, lw_dim3 block, bool rows, int count, int shift)
{
    static unsigned found[BLOCKS * MOST], wanted[BLOCKS * MOST];
    unsigned total[ROUNDS], all[ROUNDS] = {0};
    memset(wanted, 0, sizeof wanted);
    for (int b = 0; b < BLOCKS; b++)
        expect(a, block, rows, count, shift, wanted + b * MOST, all);
    CHECK_STATUS(lw_memset(t->device, a->out, 0, sizeof found), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, a->total, 0, sizeof total), LW_SUCCESS);
    lw_launch_config config = shape(t, lw_make_dim3(BLOCKS, 1, 1), block, 0);
    lw_status status = rows ? lw_launch(machine_stride_loop_rows, config, count, shift, a->in, a->out, a->total)
                            : lw_launch(machine_stride_loop_block, config, count, shift, a->in, a->out, a->total);
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK_CALL(array_read(t, found, a->out, sizeof found));
    CHECK_CALL(array_read(t, total, a->total, sizeof total));
    for (int i = 0; i < BLOCKS * MOST; i++)
        if (found[i] != wanted[i])
            FAIL("block (%u,%u,%u), strides of a %s / %d, count %d: out[%d] is %u, expected %u", block.x, block.y,
                 block.z, rows ? "row" : "block", 1 << shift, count, i, found[i], wanted[i]);
    for (int i = 0; i < ROUNDS; i++)
        if (total[i] != all[i])
            FAIL("block (%u,%u,%u), strides of a %s / %d, count %d: total[%d] is %u, expected %u", block.x, block.y,
                 block.z, rows ? "row" : "block", 1 << shift, count, i, total[i], all[i]);
}

static void check_shapes(struct test *t, bool rows, int shift)
{
    static const lw_dim3 shapes[] = {{256, 1, 1}, {128, 1, 1}, {37, 1, 1}, {32, 8, 1},
                                     {16, 16, 1}, {5, 7, 1},   {32, 4, 2}, {1, 32, 1}};
    static const int beside[] = {-17, -16, -8, -1, 0, 1, 7, 8, 15, 16, 31, 33};
    static arrays a;
    for (int i = 0; i < MOST; i++)
        a.host[i] = (unsigned)i * 2654435761u >> 12;
    a.in = array_of(t, a.host, sizeof a.host);
    a.out = array_of(t, NULL, sizeof(unsigned) * BLOCKS * MOST);
    a.total = array_of(t, NULL, sizeof(unsigned) * ROUNDS);
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        int stride = rows ? (int)shapes[s].x : (int)(shapes[s].x * shapes[s].y * shapes[s].z);
        for (int whole = 0; whole < 4 * stride && whole < MOST; whole += stride)
            for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
                if (whole + beside[i] >= 0 && whole + beside[i] <= MOST)
                    CHECK_CALL(check(t, &a, shapes[s], rows, whole + beside[i], shift));
    }
    CHECK_STATUS(lw_free(t->device, a.in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, a.out), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, a.total), LW_SUCCESS);
}

TEST(machine, stride_loop_rows)
{
    check_shapes(t, true, 0);
}
TEST(machine, stride_loop_block)
{
    check_shapes(t, false, 0);
}
/* The remaining threads iterate more than once. */
TEST(machine, stride_loop_rows_short_strides)
{
    check_shapes(t, true, 2);
}
TEST(machine, stride_loop_block_short_strides)
{
    check_shapes(t, false, 1);
}

/* The bound may stay, fall by a few threads or many, and rise again: threads that have left do not come back. */
TEST(machine, stride_loop_limits)
{
    enum { STEPS = 9 };
    static const lw_dim3 shapes[] = {{256, 1, 1}, {100, 1, 1}, {32, 8, 1}, {16, 16, 1}, {64, 2, 2}};
    static const int limits[][STEPS] = {{256, 100, 100, 100, 99, 0},      {256, 256, 17, 200, 200, 16, 256, 1, 0},
                                        {64, 40, 33, 32, 31, 9, 8, 7, 0}, {31, 30, 300, 15, 15, 300, 300, 300, 0},
                                        {8, 4, 4, 2, 2, 2, 1, 1, 0},      {0}};
    static unsigned host[MOST], found[BLOCKS * MOST];
    for (int i = 0; i < MOST; i++)
        host[i] = (unsigned)i * 2654435761u >> 12;
    unsigned *in = array_of(t, host, sizeof host), *out = array_of(t, NULL, sizeof found);
    for (size_t l = 0; l < sizeof limits / sizeof *limits; l++) {
        int *limit = array_of(t, limits[l], sizeof limits[l]);
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
            CHECK_STATUS(lw_launch(machine_stride_loop_limits, shape(t, lw_make_dim3(BLOCKS, 1, 1), shapes[s], 0),
                                   limit, in, out),
                         LW_SUCCESS);
            CHECK_CALL(array_read(t, found, out, sizeof found));
            int width = (int)shapes[s].x, threads = width * (int)(shapes[s].y * shapes[s].z);
            for (int i = 0; i < BLOCKS * threads; i++) {
                int x = i % threads % width, step = 0;
                unsigned sum = 0, is = found[i / threads * MOST + i % threads];
                for (; x < limits[l][step]; step++)
                    sum = 3 * sum + host[step + x];
                if (is != sum + (unsigned)step)
                    FAIL("limits %zu, blocks of %u by %u: thread %d has %u, expected %u", l, shapes[s].x, shapes[s].y,
                         i, is, sum + (unsigned)step);
            }
        }
        CHECK_STATUS(lw_free(t->device, limit), LW_SUCCESS);
    }
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
}
