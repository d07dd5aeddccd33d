/* Branches that one thread of a row, of 64 or of 128 takes, among what a warp exchanges, in blocks of many shapes; and indices
 * that wrap around among them. */
#include <tests/harness/arrays.h>
#include "device/lone_thread.h"

enum { MOST = MACHINE_LONE_THREAD_MOST, RESULTS = MACHINE_LONE_THREAD_RESULTS };

static void fill(int *in)
{
    for (int i = 0; i < MOST; i++)
        in[i] = (int)((unsigned)i * 2654435761u >> 16);
}

static bool holds(int which, unsigned x, unsigned i, unsigned k)
{
    const bool condition[RESULTS] = {i % 64 == 0, i % 64 == 37, i % 128 == k,      i % 64 != 3, x == 5,
                                     x == k,      x % 64 == 33, (x + k) % 64 == 0, x % 32 == 7, x != k};
    return condition[which];
}

static void check(struct test *t, lw_dim3 block, unsigned k, const int *in, int *to)
{
    static int out[RESULTS * MOST];
    unsigned threads = block.x * block.y;
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (unsigned i = 0; i < threads; i++)
        for (int r = 0; r < RESULTS; r++) {
            int value = in[i ^ (r % 2 == 0)] + r, wanted = holds(r, i % block.x, i, k) ? value : -1;
            if (out[r * MOST + (int)i] != wanted)
                FAIL("k = %u, block (%u,%u): result %d of thread %u is %d, expected %d", k, block.x, block.y, r, i,
                     out[r * MOST + (int)i], wanted);
        }
}

TEST(machine, lone_thread)
{
    static const lw_dim3 shapes[] = {{256, 1, 1}, {32, 1, 1}, {16, 16, 1}, {32, 8, 1},   {64, 3, 1}, {96, 2, 1},
                                     {48, 2, 1},  {8, 8, 1},  {512, 1, 1}, {1024, 1, 1}, {1, 64, 1}, {160, 1, 1}};
    static const unsigned numbers[] = {0, 1, 31, 32, 63, 64, 95, 127, 128, 250, 1023, 5000, ~0u};
    static int in[MOST];
    fill(in);
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, RESULTS * sizeof in);
    CHECK(from && to);
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
            CHECK_STATUS(lw_memset(t->device, to, 0xff, RESULTS * sizeof in), LW_SUCCESS);
            lw_launch_config config = shape(t, lw_make_dim3(1, 1, 1), shapes[s], 0);
            CHECK_STATUS(lw_launch(machine_lone_thread, config, numbers[n], from, to), LW_SUCCESS);
            CHECK_CALL(check(t, shapes[s], numbers[n], in, to));
        }
}

/* They do so at the start of a strip, within one, between two, and in no thread. */
TEST(machine, index_that_wraps_in_strip)
{
    enum { BLOCKS = 6 };
    static const unsigned sizes[] = {32, 96, 256, 512};
    static const unsigned starts[] = {0, 5, 0x3fffffffu, 0x3fffffe0u, 0x3fffff0fu, 0x3ffffc01u, 0x40000000u - 256};
    static int in[MOST];
    static long long out[BLOCKS * 512];
    fill(in);
    int *from = array_of(t, in, sizeof in);
    long long *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t n = 0; n < sizeof starts / sizeof *starts; n++) {
            CHECK_STATUS(lw_launch(machine_wrapped, line(t, BLOCKS, sizes[s], 0), starts[n], from, to), LW_SUCCESS);
            CHECK_CALL(array_read(t, out, to, sizeof out));
            for (unsigned b = 0; b < BLOCKS; b++)
                for (unsigned x = 0; x < sizes[s]; x++)
                    CHECK_EQUAL(out[b * sizes[s] + x], (int)(b * 0x40000000u + starts[n] + x) + (long long)in[x ^ 1]);
        }
}
