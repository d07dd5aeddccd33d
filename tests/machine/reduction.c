/* Atomics of many threads on one word or few, whose results nobody uses. On the fused engine they are done after the
 * threads, all at once: at counts around a strip, a warp and a block; in the order that the thread itself can see. */
#include <tests/harness/arrays.h>
#include "device/reduction.h"

enum { SIZE = 8192, BINS = MACHINE_REDUCTION_BINS, WORDS = MACHINE_REDUCTION_WORDS };

static int host[SIZE];

static int *input(struct test *t)
{
    for (int i = 0; i < SIZE; i++)
        host[i] = (int)((unsigned)i * 2654435761u >> 12);
    return array_of(t, host, sizeof host);
}

static void expect(struct test *t, const int *array, const int *expected, int words, int threads, int count)
{
    int found[1024];
    CHECK_CALL(array_read(t, found, array, sizeof(int) * (size_t)words));
    for (int w = 0; w < words; w++)
        if (found[w] != expected[w])
            FAIL("blocks of %d, count %d: word %d is %d, expected %d", threads, count, w, found[w], expected[w]);
}

/* Block sizes, and every count around the last block. */
typedef void one_count(struct test *t, const int *in, int threads, int count);

static void check_counts(struct test *t, one_count *check)
{
    static const int sizes[] = {1, 7, 32, 48, 64, 100, 256, 1024};
    int *in = input(t);
    CHECK(in);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int step = sizes[k] < 100 ? 1 : sizes[k] / 32 - 1;
        for (int count = 0; count <= 3 * sizes[k]; count += step)
            CHECK_CALL(check(t, in, sizes[k], count));
    }
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
}

static void check_int(struct test *t, const int *in, int threads, int count)
{
    static const int begin[WORDS] = {1, -5, 1 << 30, 0, 3, -1, 0, 9};
    int expected[WORDS], *word = array_of(t, begin, sizeof begin);
    memcpy(expected, begin, sizeof begin);
    CHECK(word);
    for (int i = 0; i < count; i++) {
        expected[0] = (int)((unsigned)expected[0] + (unsigned)host[i]);
        expected[1] = host[i] > expected[1] ? host[i] : expected[1];
        expected[2] = host[i] < expected[2] ? host[i] : expected[2];
        expected[3] |= host[i] & 1 ? host[i] : 0;
        expected[4] ^= host[i];
        expected[5] &= host[i];
        expected[6] = (int)((unsigned)expected[6] - (unsigned)host[i]);
    }
    CHECK_STATUS(lw_launch(machine_reduction_int, line(t, 3, (unsigned)threads, 0), count, in, word), LW_SUCCESS);
    CHECK_CALL(expect(t, word, expected, WORDS, threads, count));
    CHECK_STATUS(lw_free(t->device, word), LW_SUCCESS);
}

TEST(machine, reduction_int)
{
    check_counts(t, check_int);
}

typedef struct wide_words {
    unsigned long long sum;
    long long most;
    double twice;
    float single;
} wide_words;

static void check_wide(struct test *t, const int *in, int threads, int count)
{
    wide_words expected = {7, -1, 0.5, 2}, found, *word = array_of(t, &expected, sizeof expected);
    CHECK(word);
    for (int i = 0; i < count; i++) {
        long long value = (long long)host[i] << 20;
        expected.sum += (unsigned long long)value;
        expected.most = value > expected.most ? value : expected.most;
        expected.single += (float)(host[i] & 15);
        expected.twice += host[i] & 2 ? (double)host[i] : 0;
    }
    CHECK_STATUS(lw_launch(machine_reduction_wide, line(t, 3, (unsigned)threads, 0), count, in, &word->sum, &word->most,
                           &word->single, &word->twice),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, &found, word, sizeof found));
    if (found.sum != expected.sum || found.most != expected.most || found.single != expected.single ||
        found.twice != expected.twice)
        FAIL("blocks of %d, count %d: %llu %lld %g %g, expected %llu %lld %g %g", threads, count, found.sum, found.most,
             (double)found.single, found.twice, expected.sum, expected.most, (double)expected.single, expected.twice);
    CHECK_STATUS(lw_free(t->device, word), LW_SUCCESS);
}

TEST(machine, reduction_wide)
{
    check_counts(t, check_wide);
}

TEST(machine, reduction_shape)
{
    static const lw_dim3 blocks[] = {{16, 16, 1}, {32, 4, 1}, {5, 7, 3},  {33, 2, 2},
                                     {8, 8, 8},   {1, 64, 1}, {257, 1, 1}};
    int *in = input(t), *word = array_of(t, NULL, sizeof(int) * WORDS);
    CHECK(in && word);
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
        for (int missing = 0; missing < 40; missing += 13) {
            int threads = (int)(blocks[k].x * blocks[k].y * blocks[k].z), count = 4 * threads - missing,
                expected[WORDS] = {0};
            for (int i = 0; i < count; i++) {
                expected[0] = (int)((unsigned)expected[0] + (unsigned)host[i] * (unsigned)(host[i] % 5));
                expected[1] += host[i] & 1;
            }
            CHECK_STATUS(lw_memset(t->device, word, 0, sizeof(int) * WORDS), LW_SUCCESS);
            CHECK_STATUS(
                lw_launch(machine_reduction_shape, shape(t, lw_make_dim3(2, 1, 2), blocks[k], 0), count, in, word),
                LW_SUCCESS);
            CHECK_CALL(expect(t, word, expected, WORDS, threads, count));
        }
}

/* The only thread at a word reads its own results there; its stores stay. */
TEST(machine, reduction_own)
{
    enum { STEPS = 6 };
    int *word = array_of(t, NULL, sizeof(int)), *out = array_of(t, NULL, STEPS * sizeof(int));
    CHECK(word && out);
    for (int which = 0; which < 64; which += 21)
        for (int kernel = 0; kernel < 3; kernel++) {
            int expected[STEPS], value = 0;
            CHECK_STATUS(lw_memset(t->device, word, 0, sizeof(int)), LW_SUCCESS);
            for (int step = 0; step < STEPS; step++) {
                value += kernel == 2 ? 3 : step;
                expected[step] = value;
                value = kernel == 2 && value < 60 - 10 * step ? 60 - 10 * step : value;
            }
            value = kernel == 1 ? 7 : value;
            lw_launch_config config = line(t, 1, 64, 0);
            CHECK_STATUS(kernel == 0   ? lw_launch(machine_reduction_own, config, which, (int)STEPS, word, word, out)
                         : kernel == 1 ? lw_launch(machine_reduction_store, config, which, word, word)
                                       : lw_launch(machine_reduction_turns, config, which, (int)STEPS, word, word),
                         LW_SUCCESS);
            CHECK_CALL(expect(t, word, &value, 1, 64, which));
            if (kernel == 0)
                CHECK_CALL(expect(t, out, expected, STEPS, 64, which));
        }
}

static void check_bins(struct test *t, const int *in, bool three, int threads, int count, int bins, int stride)
{
    enum { MOST = 512 };
    static int bin[MOST], least[MOST], expected_bin[MOST], expected_least[MOST];
    static float weight[MOST], expected_weight[MOST];
    for (int b = 0; b < MOST; b++)
        bin[b] = expected_bin[b] = 0, weight[b] = expected_weight[b] = 0, least[b] = expected_least[b] = SIZE;
    for (int i = 0; i < count; i++) {
        int at = host[i] % bins * stride;
        expected_bin[at] += i;
        expected_weight[at] += 1;
        expected_least[at] = three && i < expected_least[at] ? i : expected_least[at];
    }
    int *bins_there = array_of(t, bin, sizeof bin), *least_there = array_of(t, least, sizeof least);
    float *weight_there = array_of(t, weight, sizeof weight);
    CHECK(bins_there && least_there && weight_there);
    lw_launch_config config = line(t, 5, (unsigned)threads, 0);
    if (three)
        CHECK_STATUS(
            lw_launch(machine_reduction_three, config, count, bins, stride, in, bins_there, weight_there, least_there),
            LW_SUCCESS);
    else
        CHECK_STATUS(lw_launch(machine_reduction_bins, config, count, bins, stride, in, bins_there), LW_SUCCESS);
    if (!three)
        CHECK_STATUS(lw_launch(machine_reduction_weights, config, count, bins, stride, in, weight_there), LW_SUCCESS);
    CHECK_CALL(array_read(t, bin, bins_there, sizeof bin));
    CHECK_CALL(array_read(t, weight, weight_there, sizeof weight));
    CHECK_CALL(array_read(t, least, least_there, sizeof least));
    for (int b = 0; b < MOST; b++)
        if (bin[b] != expected_bin[b] || weight[b] != expected_weight[b] || least[b] != expected_least[b])
            FAIL("blocks of %d, count %d, %d bins by %d: [%d] is %d %g %d, expected %d %g %d", threads, count, bins,
                 stride, b, bin[b], (double)weight[b], least[b], expected_bin[b], (double)expected_weight[b],
                 expected_least[b]);
    CHECK_STATUS(lw_free(t->device, bins_there), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, weight_there), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, least_there), LW_SUCCESS);
}

/* Few bins; more than a table has places; bins that share one place. */
TEST(machine, reduction_bins)
{
    static const struct {
        int bins, stride;
    } cases[] = {{1, 1}, {16, 1}, {16, 16}, {2, 256}, {7, 64}, {500, 1}};
    int *in = input(t);
    CHECK(in);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int threads = 32; threads <= 1024; threads *= 2)
            for (int missing = 0; missing < 35; missing += 17)
                for (int three = 0; three < 2; three++)
                    CHECK_CALL(
                        check_bins(t, in, three, threads, 5 * threads - missing, cases[k].bins, cases[k].stride));
}

static void check_counts_up(struct test *t, const int *in, int threads, int count)
{
    static const int begin[] = {-2, 2, 3};
    int expected[3] = {-2, 2, 3}, *word = array_of(t, begin, sizeof begin);
    CHECK(word);
    for (int i = 0; i < count; i++)
        if (host[i] & 1) {
            expected[0]++;
            expected[1]--;
            expected[2] = (expected[2] + 1) % 10;
        }
    CHECK_STATUS(lw_launch(machine_reduction_counts, line(t, 3, (unsigned)threads, 0), count, in, (unsigned *)word),
                 LW_SUCCESS);
    CHECK_CALL(expect(t, word, expected, 3, threads, count));
    CHECK_STATUS(lw_free(t->device, word), LW_SUCCESS);
}

TEST(machine, reduction_counts)
{
    check_counts(t, check_counts_up);
}

/* Two kinds on one word, one after the other: more words than a table has places. */
TEST(machine, reduction_pair)
{
    enum { WIDE = 1000 };
    int at[WIDE], zeros[WIDE] = {0}, expected[WIDE];
    for (int threads = 32; threads <= 256; threads *= 2)
        for (int kernel = 0; kernel < 2; kernel++) {
            for (int i = 0; i < WIDE; i++) {
                at[i] = (i * 7 + 1 + threads) % WIDE;
                expected[at[i]] = 7; /* 12, if the greater one came first */
            }
            int *at_there = array_of(t, at, sizeof at), *word = array_of(t, zeros, sizeof zeros);
            CHECK(at_there && word);
            lw_launch_config config = line(t, (WIDE + (unsigned)threads - 1) / (unsigned)threads, (unsigned)threads, 0);
            CHECK_STATUS(kernel == 0 ? lw_launch(machine_reduction_pair, config, (int)WIDE, at_there, word, word)
                                     : lw_launch(machine_reduction_first, config, (int)WIDE, at_there, word, word),
                         LW_SUCCESS);
            CHECK_CALL(expect(t, word, expected, WIDE, threads, kernel));
            CHECK_STATUS(lw_free(t->device, at_there), LW_SUCCESS);
            CHECK_STATUS(lw_free(t->device, word), LW_SUCCESS);
        }
}

static void check_shared(struct test *t, const int *in, int threads, int count)
{
    static const int nothing[BINS];
    int expected[BINS] = {0}, *bin = array_of(t, nothing, sizeof nothing);
    float weights[BINS], weight[BINS] = {0}, *weight_there = array_of(t, nothing, sizeof nothing);
    CHECK(bin && weight_there);
    for (int i = 0; i < count; i++) {
        expected[host[i] % BINS] += i;
        weight[host[i] % BINS] += 2;
    }
    CHECK_STATUS(lw_launch(machine_reduction_shared, line(t, 2, (unsigned)threads, 0), count, in, bin, weight_there),
                 LW_SUCCESS);
    CHECK_CALL(expect(t, bin, expected, BINS, threads, count));
    CHECK_CALL(array_read(t, weights, weight_there, sizeof weights));
    CHECK(memcmp(weights, weight, sizeof weight) == 0);
    CHECK_STATUS(lw_free(t->device, bin), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, weight_there), LW_SUCCESS);
}

TEST(machine, reduction_shared)
{
    check_counts(t, check_shared);
}

static void check_fence(struct test *t, const int *in, int threads, int count)
{
    int *words = array_of(t, NULL, 3 * sizeof(int)), expected = 0;
    CHECK(words);
    for (int i = 0; i < count; i++)
        expected = (int)((unsigned)expected + (unsigned)host[i]);
    CHECK_STATUS(lw_launch(machine_reduction_fence, line(t, 3, (unsigned)threads, 0), count, in, &words[0],
                           (unsigned *)&words[1], &words[2]),
                 LW_SUCCESS);
    CHECK_CALL(expect(t, &words[2], &expected, 1, threads, count));
    CHECK_STATUS(lw_free(t->device, words), LW_SUCCESS);
}

TEST(machine, reduction_fence)
{
    check_counts(t, check_fence);
}

static void check_none(struct test *t, const int *in, int threads, int count)
{
    CHECK_STATUS(
        lw_launch(machine_reduction_none, line(t, 3, (unsigned)threads, 0), count, in, (int *)NULL, (float *)NULL),
        LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
}

TEST(machine, reduction_none)
{
    check_counts(t, check_none);
}

static void check_warps(struct test *t, const int *in, int threads, int count)
{
    enum { BLOCKS = 3 };
    static int expected[BLOCKS * 1024];
    int sum = 0, *word = array_of(t, NULL, sizeof(int)), *out = array_of(t, NULL, sizeof expected);
    CHECK(word && out);
    for (int block = 0; block < BLOCKS && threads % 32 == 0; block++) {
        int counter = 0;
        for (int warp = block * threads; warp < (block + 1) * threads; warp += 32) {
            int value = 0;
            for (int i = warp; i < warp + 32 && i < count; i++)
                value += host[i] & 255;
            sum += 32 * value;
            counter += value & 4 ? 32 * value : 0;
        }
        for (int i = block * threads; i < (block + 1) * threads; i++)
            expected[i] = counter;
    }
    if (threads % 32 == 0) {
        CHECK_STATUS(lw_launch(machine_reduction_warps, line(t, BLOCKS, (unsigned)threads, 0), count, in, word, out),
                     LW_SUCCESS);
        CHECK_CALL(expect(t, word, &sum, 1, threads, count));
        CHECK_CALL(expect(t, out, expected, threads, threads, count));
        CHECK_CALL(expect(t, out + 2 * threads, expected + 2 * threads, threads, threads, count));
    }
    CHECK_STATUS(lw_free(t->device, word), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
}

TEST(machine, reduction_warps)
{
    check_counts(t, check_warps);
}

TEST(machine, reduction_denormal)
{
    float sums[2], *there = array_of(t, NULL, sizeof sums), unit = 0x1p-128f;
    CHECK(there);
    CHECK_STATUS(lw_launch(machine_reduction_denormal, line(t, 1, 256, 0), 3 * unit, &there[0], &there[1]), LW_SUCCESS);
    CHECK_CALL(array_read(t, sums, there, sizeof sums));
    CHECK(sums[0] == 0 && sums[1] == 768 * unit);
}

static void check_groups(struct test *t, const int *in, int threads, int count)
{
    static int found[4096];
    static bool missing[SIZE];
    int kept = 0, length, *out = array_of(t, NULL, sizeof found), *words = array_of(t, NULL, 2 * sizeof(int));
    CHECK(out && words);
    for (int i = 0; i < count; i++)
        kept += missing[i] = host[i] & 1;
    CHECK_STATUS(lw_launch(machine_reduction_groups, line(t, 3, (unsigned)threads, 0), count, in, out,
                           (unsigned *)&words[0], &words[1]),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, &length, words, sizeof length));
    CHECK_CALL(array_check_zero(t, &words[1], 1));
    CHECK_CALL(array_read(t, found, out, sizeof found));
    CHECK(length == kept);
    for (int k = 0; k < kept; k++) {
        int i = 0;
        while (i < count && !(missing[i] && host[i] == found[k]))
            i++;
        if (i == count)
            FAIL("blocks of %d, count %d: element %d is %d", threads, count, k, found[k]);
        missing[i] = false;
    }
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, words), LW_SUCCESS);
}

TEST(machine, reduction_groups)
{
    static const int sizes[] = {1, 32, 48, 100, 256};
    int *in = input(t);
    CHECK(in);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int missing = 0; missing <= sizes[k] && missing < 40; missing += 13)
            CHECK_CALL(check_groups(t, in, sizes[k], 3 * sizes[k] - missing));
}
