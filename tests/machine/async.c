/* Asynchronous copies: pipelines of tiles, words with zeros at their end, copies by some threads, copies of a group, and
 * addresses that no such copy takes. */
#include "device/async.h"
#include <tests/fault/fault.h>

enum { MOST = MACHINE_ASYNC_MOST, TILES = 5, BLOCKS = 3 };

static const int thread_counts[] = {1, 7, 16, 31, 32, 33, 64, 100, 256, 320};
enum { COUNTS = sizeof thread_counts / sizeof *thread_counts };

static int number(int i)
{
    return (int)((unsigned)i * 2654435761u >> 8);
}

static void check_tiles(struct test *t, int threads, int tiles, const int *in, int *from, int *to)
{
    int out[BLOCKS * MOST];
    CHECK_STATUS(lw_launch(machine_async_tiles, line(t, BLOCKS, (unsigned)threads, 0), tiles, from, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (int i = 0; i < BLOCKS * threads; i++) {
        const int *block = in + i / threads * tiles * threads;
        unsigned sum = 0;
        for (int k = 0; k < tiles; k++)
            sum += (unsigned)(k + 1) * ((unsigned)block[k * threads + i % threads] +
                                        3 * (unsigned)block[k * threads + threads - 1 - i % threads]);
        CHECK_EQUAL((unsigned)out[i], sum);
    }
}

TEST(machine, async_tiles)
{
    static int in[BLOCKS * TILES * MOST];
    for (int i = 0; i < BLOCKS * TILES * MOST; i++)
        in[i] = number(i);
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, BLOCKS * MOST * sizeof *to);
    CHECK(from && to);
    for (int i = 0; i < COUNTS; i++)
        for (int tiles = 1; tiles <= TILES; tiles++)
            CHECK_CALL(check_tiles(t, thread_counts[i], tiles, in, from, to));
}

TEST(machine, async_zeros)
{
    static char in[32 * MOST], out[28 * MOST];
    static int zeros[MOST];
    for (int i = 0; i < 32 * MOST; i++)
        in[i] = (char)(number(i) | 1);
    for (int i = 0; i < MOST; i++)
        zeros[i] = i < 34 ? i % 17 : number(i) % 18;
    char *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    int *counts = array_of(t, zeros, sizeof zeros);
    CHECK(from && to && counts);
    for (int n = 0; n < COUNTS; n++) {
        int threads = thread_counts[n];
        CHECK_STATUS(lw_launch(machine_async_zeros, line(t, 1, (unsigned)threads, 0), counts, from, to), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, to, sizeof out));
        for (int i = 0; i < 28 * threads; i++) {
            static const int size[] = {4, 8, 16}, begin[] = {0, 4, 12}, source[] = {0, 8, 16};
            int at = i % 28, which = at < 4 ? 0 : at < 12 ? 1 : 2, thread = threads - 1 - i / 28;
            bool kept = at - begin[which] < size[which] - zeros[thread] % (size[which] + 1);
            CHECK_EQUAL(out[i], kept ? in[32 * thread + source[which] + at - begin[which]] : 0);
        }
    }
}

TEST(machine, async_some)
{
    int in[MOST], out[MOST];
    for (int i = 0; i < MOST; i++)
        in[i] = number(i) >> 3;
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    for (int n = 0; n < COUNTS; n++)
        for (int count = 0; count <= thread_counts[n]; count += count % 32 == 1 ? 30 : 1) {
            int threads = thread_counts[n];
            CHECK_STATUS(lw_launch(machine_async_some, line(t, 1, (unsigned)threads, 0), count, from, to), LW_SUCCESS);
            CHECK_CALL(array_read(t, out, to, sizeof out));
            for (int i = 0; i < threads; i++) {
                int right = (i + 1) % threads;
                CHECK_EQUAL(out[i], right < count && in[right] & 1 ? in[right] + 1 : -1);
            }
        }
}

TEST(machine, async_groups)
{
    int in[MOST + 4], out[3 * MOST];
    for (int i = 0; i < MOST + 4; i++)
        in[i] = number(i);
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    for (int n = 0; n < COUNTS; n++)
        for (int count = 0; count <= MOST - 4; count += 79) {
            int threads = thread_counts[n], odd = count % 7, parts = threads / 16;
            CHECK_STATUS(lw_launch(machine_async_groups, line(t, 1, (unsigned)threads, 0), count, odd, from, to),
                         LW_SUCCESS);
            CHECK_CALL(array_read(t, out, to, sizeof out));
            for (int i = 0; i < MOST; i++)
                CHECK_EQUAL(out[i], i < count ? in[i] : 0);
            const char *bytes = (const char *)(out + MOST), *source = (const char *)in + odd;
            for (int i = 0; i < 4 * MOST; i++)
                CHECK_EQUAL(bytes[i], i >= odd % 4 && i < odd % 4 + count ? source[i - odd % 4] : 0);
            for (int i = 0; i < 16 * parts; i++)
                CHECK_EQUAL(out[2 * MOST + i], in[i / 16 * 10 + i % 16 % 10]);
        }
}

TEST(machine, async_mirror)
{
    int in[MOST], out[MOST];
    for (int i = 0; i < MOST; i++)
        in[i] = number(i) >> 3;
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    for (int n = 0; n < COUNTS; n++) {
        CHECK_STATUS(lw_launch(machine_async_mirror, line(t, 1, (unsigned)thread_counts[n], 0), from, to), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, to, sizeof out));
        for (int i = 0; i < thread_counts[n]; i++)
            CHECK_EQUAL(out[i], in[MOST - 1 - i] + in[i]);
    }
}

static void wrong(struct test *t, int first, int step, int where, lw_status status, const char *words)
{
    char *in = array_of(t, NULL, 64 * MOST), *out = array_of(t, NULL, 16 * MOST);
    CHECK(in && out);
    if (!status) {
        CHECK_STATUS(lw_launch(machine_async_wrong, line(t, 1, 64, 0), in + first, step, where, out), LW_SUCCESS);
        CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
        return;
    }
    const char *text =
        fault_expect(t, lw_launch(machine_async_wrong, line(t, 1, 64, 0), in + first, step, where, out), status);
    if (!text)
        return;
    CHECK_CONTAINS(text, words);
    CHECK_CONTAINS(text, "device/async.c");
    CHECK_CONTAINS(text, first || where ? "thread (0,0,0)" : "thread (1,0,0)");
}

TEST(machine, async_wrong_addresses, .cpu_only = true)
{
    static const char odd[] = "__pipeline_memcpy_async: the source";
    CHECK_CALL(wrong(t, 0, 16, 0, LW_SUCCESS, ""));
    CHECK_CALL(wrong(t, 0, 32, 0, LW_SUCCESS, ""));
    CHECK_CALL(wrong(t, 8, 16, 0, LW_ERROR_MISALIGNED_ADDRESS, odd));
    CHECK_CALL(wrong(t, 0, 4, 0, LW_ERROR_MISALIGNED_ADDRESS, odd));
    CHECK_CALL(wrong(t, 0, 16, 1, LW_ERROR_ILLEGAL_ADDRESS, "is not in the block's shared memory"));
}
