/* Tiles of 2 to 16 threads, all of a warp's at once and only some of them, in blocks of many shapes. */
#include <tests/harness/arrays.h>
#include "device/small_tile.h"

enum { MOST = MACHINE_SMALL_TILE_MOST, RESULTS = MACHINE_SMALL_TILE_RESULTS };

static const lw_dim3 shapes[] = {{256, 1, 1}, {16, 16, 1}, {32, 8, 1}, {8, 4, 1},  {4, 8, 2},   {64, 1, 3},
                                 {32, 1, 1},  {96, 2, 1},  {48, 1, 1}, {16, 1, 1}, {1024, 1, 1}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* The value for the tile's thread `me`, from the tile's numbers. */
static void expect(int size, const int *in, int me, int *result)
{
    unsigned ballot = 0, least = ~0u, greatest = 0;
    int any = 0, all = 1, sum = 0, low = 0, high = -1000, and = -1, or = 0, xor = 0;
    for (int i = 0; i < size; i++) {
        unsigned shifted = (unsigned)in[i] << 24;
        ballot |= (unsigned)(in[i] & 1) << i;
        any |= in[i] % 5 == 0;
        all &= in[i] % 5 != 0;
        sum += in[i];
        low = -in[i] < low ? -in[i] : low;
        high = in[i] - 100 > high ? in[i] - 100 : high;
        least = shifted < least ? shifted : least;
        greatest = shifted > greatest ? shifted : greatest;
        and &= in[i], or |= in[i], xor ^= in[i];
    }
    const int wanted[RESULTS] = {in[size / 2],
                                 in[in[me] & (size - 1)],
                                 in[me > 0 ? me - 1 : me],
                                 in[me + size / 2 < size ? me + size / 2 : me],
                                 in[me ^ (size - 1)],
                                 any,
                                 all,
                                 (int)ballot,
                                 sum,
                                 low,
                                 high,
                                 (int)least,
                                 (int)greatest,
                                     and,
                                 or
                                 , xor};
    memcpy(result, wanted, sizeof wanted);
}

static void check(struct test *t, int size, int some, lw_dim3 block, const int *in, int *to)
{
    static int out[RESULTS * MOST];
    int threads = (int)(block.x * block.y * block.z), wanted[RESULTS];
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (int i = 0; i < threads; i++) {
        int first = i / size * size;
        expect(size, in + first, i - first, wanted);
        for (int r = 0; r < RESULTS; r++) {
            bool is_left_out = some && i / size % some == 0;
            if (out[r * MOST + i] != (is_left_out ? 0 : wanted[r]))
                FAIL(
                    "tiles of %d, all but multiples of %d, block (%u,%u,%u): result %d of thread %d is %d, expected %d",
                    size, some, block.x, block.y, block.z, r, i, out[r * MOST + i], is_left_out ? 0 : wanted[r]);
        }
    }
    CHECK_STATUS(lw_memset(t->device, to, 0, sizeof out), LW_SUCCESS);
}

static void fill(int *in)
{
    for (int i = 0; i < MOST; i++)
        in[i] = (int)((unsigned)i * 2654435761u >> 24) + 1;
}

TEST(machine, small_tile)
{
    static int in[MOST];
    fill(in);
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, RESULTS * sizeof in);
    CHECK(from && to);
    for (int s = 0; s < SHAPES; s++)
        for (int size = 2; size <= 16; size *= 2)
            for (int some = 0; some <= 3; some++) {
                lw_launch_config config = shape(t, lw_make_dim3(1, 1, 1), shapes[s], 0);
                CHECK_STATUS(lw_launch(machine_small_tile, config, size, some, from, to), LW_SUCCESS);
                CHECK_CALL(check(t, size, some, shapes[s], in, to));
            }
}

TEST(machine, mask_of_tile)
{
    static int in[MOST];
    fill(in);
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, RESULTS * sizeof in);
    CHECK(from && to);
    for (int s = 0; s < SHAPES; s++)
        for (int some = 0; some <= 3 && shapes[s].z == 1; some++) {
            lw_launch_config config = shape(t, lw_make_dim3(1, 1, 1), shapes[s], 0);
            CHECK_STATUS(lw_launch(machine_mask_of_tile, config, some, from, to), LW_SUCCESS);
            CHECK_CALL(check(t, 8, some, shapes[s], in, to));
        }
}
