/* Atomics on few words in loops that all threads run together. The fused engine combines them over many iterations; a
 * thread's own loads and stores of these words are in the program's order all the same. */
#include <tests/harness/arrays.h>
#include "device/kept_table.h"

enum { SIZE = 8192, MOST_BINS = 1000, MOST_THREADS = 256, OWN = 4, STEPS = 9 };

static int host[SIZE];

static int *input(struct test *t)
{
    for (int i = 0; i < SIZE; i++)
        host[i] = (int)((unsigned)i * 2654435761u >> 12);
    return array_of(t, host, sizeof host);
}

static void expect(struct test *t, const int *array, const int *expected, int words, int threads, int count)
{
    static int found[SIZE];
    CHECK_CALL(array_read(t, found, array, sizeof(int) * (size_t)words));
    for (int w = 0; w < words; w++)
        if (found[w] != expected[w])
            FAIL("blocks of %d, count %d: word %d is %d, expected %d", threads, count, w, found[w], expected[w]);
}

static void check_bins(struct test *t, const int *in, int *bin, int threads, int count, int bins)
{
    int expected[MOST_BINS] = {0};
    CHECK_STATUS(lw_memset(t->device, bin, 0, sizeof expected), LW_SUCCESS);
    for (int i = 0; i < count; i++)
        expected[host[i] % bins] += i + 1;
    CHECK_STATUS(lw_launch(machine_kept_bins, line(t, 3, (unsigned)threads, 0), count, bins, in, bin), LW_SUCCESS);
    CHECK_CALL(expect(t, bin, expected, bins, threads, count));
}

TEST(machine, kept_table_bins)
{
    static const int sizes[] = {1, 7, 32, 64, 100, 256}, bins[] = {1, 3, 64, 256, MOST_BINS};
    int *in = input(t), *bin = array_of(t, NULL, sizeof(int) * MOST_BINS);
    CHECK(in && bin);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (size_t b = 0; b < sizeof bins / sizeof *bins; b++)
            for (int count = 0; count <= SIZE; count += count < 3 * sizes[k] ? sizes[k] / 2 + 1 : SIZE / 3)
                CHECK_CALL(check_bins(t, in, bin, sizes[k], count, bins[b]));
}

/* Each thread's words after its steps, and what it read before each. */
static void run(int threads, bool stores, int *word, int *out)
{
    memset(word, 0, sizeof(int) * OWN * (size_t)threads);
    for (int at = 0; at < STEPS * threads; at++) {
        int *own = word + OWN * (at % threads), x = host[at];
        if (stores)
            own[(x >> 2) & 3] = x;
        else
            out[at] = own[(x >> 2) & 3];
        own[x & 3] += at / threads + 1;
    }
}

static void check_own(struct test *t, bool stores)
{
    static const int sizes[] = {1, 7, 32, 64, 100, MOST_THREADS};
    static int words[OWN * MOST_THREADS], read[STEPS * MOST_THREADS];
    int *in = input(t), *word = array_of(t, NULL, sizeof words), *out = array_of(t, NULL, sizeof read);
    CHECK(in && word && out);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int threads = sizes[k];
        run(threads, stores, words, read);
        lw_launch_config config = line(t, 1, (unsigned)threads, 0);
        CHECK_STATUS(lw_memset(t->device, word, 0, sizeof words), LW_SUCCESS);
        CHECK_STATUS(stores ? lw_launch(machine_kept_store, config, (int)STEPS, in, word, word)
                            : lw_launch(machine_kept_own, config, (int)STEPS, in, word, word, out),
                     LW_SUCCESS);
        CHECK_CALL(expect(t, word, words, OWN * threads, threads, STEPS));
        if (!stores)
            CHECK_CALL(expect(t, out, read, STEPS * threads, threads, STEPS));
    }
}

TEST(machine, kept_table_own_loads)
{
    check_own(t, false);
}

TEST(machine, kept_table_own_stores)
{
    check_own(t, true);
}
