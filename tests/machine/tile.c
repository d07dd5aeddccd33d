/* Tiles that span warps: what they compute together, and their barriers where only some tiles come, or come more often. */
#include <tests/harness/arrays.h>
#include "device/tile.h"

enum { MOST = MACHINE_TILE_MOST };

static int number(int i)
{
    return (int)((unsigned)i * 2654435761u >> 24);
}

static void check_results(struct test *t, int size, int threads, int *from, int *to, const int *in)
{
    static int out[MACHINE_TILE_RESULTS * MOST];
    CHECK_STATUS(lw_launch(machine_tile_results, line(t, 1, (unsigned)threads, 0), size, from, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (int first = 0; first < threads; first += size) {
        int sum = 0, any = 0, all = 1;
        for (int i = first; i < first + size; i++) {
            CHECK_EQUAL(out[2 * MOST + i], sum);
            sum += in[i];
            any |= in[i] % 7 == 0;
            all &= in[i] > 3;
            CHECK_EQUAL(out[MOST + i], sum);
            CHECK_EQUAL(out[3 * MOST + i], in[first + (in[0] & (size - 1))]);
        }
        for (int i = first; i < first + size; i++) {
            CHECK_EQUAL(out[i], sum);
            CHECK_EQUAL(out[4 * MOST + i], any);
            CHECK_EQUAL(out[5 * MOST + i], all);
        }
    }
}

TEST(machine, tile_results)
{
    static int in[MOST];
    int *from = array_of(t, NULL, sizeof in), *to = array_of(t, NULL, MACHINE_TILE_RESULTS * sizeof in);
    CHECK(from && to);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < MOST; i++)
            in[i] = round < 2 ? number(i + 37 * round) : 8 + 7 * (number(i) % 9) - (round == 3 && i % 64 == 63);
        CHECK_STATUS(lw_memcpy(t->device, from, in, sizeof in, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
        for (int size = 64; size <= 512; size *= 2)
            for (int threads = size; threads <= MOST; threads += size)
                CHECK_CALL(check_results(t, size, threads, from, to, in));
    }
}

TEST(machine, tile_some)
{
    int in[MOST / 64], out[MOST];
    int *from = array_of(t, NULL, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    for (int round = 0; round < 6; round++)
        for (int threads = 64; threads <= MOST; threads += 192) {
            for (int i = 0; i < MOST / 64; i++)
                in[i] = round == 0 ? 3 : round == 1 ? 2 : number(i + 16 * round) % 6;
            CHECK_STATUS(lw_memcpy(t->device, from, in, sizeof in, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
            CHECK_STATUS(lw_launch(machine_tile_some, line(t, 1, (unsigned)threads, 0), from, to), LW_SUCCESS);
            CHECK_CALL(array_read(t, out, to, sizeof out));
            int sum[MOST], before[MOST];
            for (int i = 0; i < threads; i++)
                sum[i] = i;
            for (int k = 1; k < 6; k++) {
                memcpy(before, sum, sizeof before);
                for (int i = 0; i < threads; i++)
                    sum[i] += in[i / 64] % 2 && k <= in[i / 64] ? k * before[i ^ 33] : 0;
            }
            for (int i = 0; i < threads; i++)
                CHECK_EQUAL(out[i], sum[i]);
        }
}

TEST(machine, tile_threads)
{
    int in[MOST / 128], out[MOST];
    int *from = array_of(t, NULL, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    for (int round = 0; round < 6; round++)
        for (int threads = 128; threads <= MOST; threads += 128) {
            for (int i = 0; i < MOST / 128; i++)
                in[i] = round == 0 ? 128 : number(i + 8 * round) % 140;
            CHECK_STATUS(lw_memcpy(t->device, from, in, sizeof in, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
            CHECK_STATUS(lw_launch(machine_tile_threads, line(t, 1, (unsigned)threads, 0), from, to), LW_SUCCESS);
            CHECK_CALL(array_read(t, out, to, sizeof out));
            int sum[MOST], shared[MOST] = {0};
            for (int i = 0; i < threads; i++)
                sum[i] = i + 1;
            for (int k = 0; k < 5; k++) {
                for (int i = 0; i < threads; i++)
                    shared[i] = k < in[i / 128] % 5 && i % 128 < in[i / 128] ? sum[i] : shared[i];
                for (int i = 0; i < threads; i++)
                    sum[i] += k < in[i / 128] % 5 ? shared[i ^ 65] : 0;
            }
            for (int i = 0; i < threads; i++)
                CHECK_EQUAL(out[i], sum[(i + 128) % threads]);
        }
}

TEST(machine, tile_nested)
{
    static const lw_dim3 shapes[] = {{256, 1, 1}, {1024, 1, 1}, {16, 16, 1}, {8, 8, 8}, {32, 8, 4}, {4, 64, 2}};
    int in[MOST], out[MOST];
    for (int i = 0; i < MOST; i++)
        in[i] = number(i);
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        int threads = (int)(shapes[s].x * shapes[s].y * shapes[s].z);
        CHECK_STATUS(lw_launch(machine_tile_nested, shape(t, lw_make_dim3(1, 1, 1), shapes[s], 0), 3, from, to),
                     LW_SUCCESS);
        CHECK_CALL(array_read(t, out, to, sizeof out));
        int sum[MOST], before[MOST];
        memcpy(sum, in, sizeof sum);
        for (int step = 0; step < 3; step++) {
            memcpy(before, sum, sizeof before);
            for (int i = 0; i < threads; i++)
                sum[i] = (int)((unsigned)before[i] * 3 + (unsigned)before[i ^ 63]);
            memcpy(before, sum, sizeof before);
            for (int i = 0; i < threads; i++)
                sum[i] = (int)((unsigned)before[i] * 5 + (unsigned)before[i ^ 255]);
        }
        for (int i = 0; i < threads; i++)
            CHECK_EQUAL(out[i], sum[i]);
    }
}
