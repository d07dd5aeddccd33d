/* Trees and stencils in shared memory, of which some threads do each step: against plain C, for rows of every length around
 * a strip, a warp and a block, and shapes that copies are made for. */
#include <tests/harness/arrays.h>
#include "device/tree.h"

enum { BLOCKS = 3, MOST = 1024, SIZE = BLOCKS * MOST };

typedef struct arrays {
    int host[SIZE], wanted[SIZE], *in, *out;
} arrays;

static const int lengths[] = {1,  2,  3,   7,   8,   15,  16,  17,  31,  32,  33,   63,  64,
                              65, 96, 100, 127, 128, 129, 255, 256, 257, 512, 1000, 1024};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static void begin(struct test *t, arrays *a)
{
    for (int i = 0; i < SIZE; i++)
        a->host[i] = (int)((unsigned)i * 2654435761u >> 20);
    a->in = array_of(t, a->host, sizeof a->host);
    a->out = array_of(t, NULL, sizeof a->host);
}

static void end(struct test *t, arrays *a)
{
    CHECK_STATUS(lw_free(t->device, a->in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, a->out), LW_SUCCESS);
}

static void compare(struct test *t, arrays *a, int count, const char *what, int number)
{
    static int out[SIZE];
    CHECK_CALL(array_read(t, out, a->out, sizeof out));
    for (int i = 0; i < count; i++)
        if (out[i] != a->wanted[i])
            FAIL("%s, %d: out[%d] is %d, expected %d", what, number, i, out[i], a->wanted[i]);
}

static void multiples(struct test *t, arrays *a, lw_dim3 shape_of)
{
    int length = (int)shape_of.x, rows = (int)(shape_of.y * shape_of.z), all = BLOCKS * length * rows;
    memcpy(a->wanted, a->host, sizeof a->wanted);
    for (int *row = a->wanted; row < a->wanted + all; row += length)
        for (int s = 1; s < length; s *= 2)
            for (int x = 0; x + s < length; x += 2 * s)
                row[x] = (int)((unsigned)row[x] + 3u * (unsigned)row[x + s]); // as CPU copies: without overflow
    lw_launch_config config = shape(t, lw_make_dim3(BLOCKS, 1, 1), shape_of, (size_t)(length * rows) * sizeof(int));
    CHECK_STATUS(lw_launch(machine_tree_of_multiples, config, a->in, a->out), LW_SUCCESS);
    CHECK_CALL(compare(t, a, all, "multiples of rows of", length));
}

TEST(machine, tree_of_multiples)
{
    static arrays a;
    CHECK_CALL(begin(t, &a));
    for (int i = 0; i < LENGTHS; i++)
        CHECK_CALL(multiples(t, &a, lw_make_dim3((unsigned)lengths[i], 1, 1)));
    CHECK_CALL(multiples(t, &a, lw_make_dim3(16, 16, 1)));
    CHECK_CALL(multiples(t, &a, lw_make_dim3(32, 8, 1)));
    CHECK_CALL(multiples(t, &a, lw_make_dim3(33, 3, 5)));
    CHECK_CALL(multiples(t, &a, lw_make_dim3(4, 4, 4)));
    CHECK_CALL(end(t, &a));
}

static void scan(struct test *t, arrays *a, int length)
{
    int distance = 1;
    memcpy(a->wanted, a->host, sizeof a->wanted);
    for (int *block = a->wanted; block < a->wanted + BLOCKS * length; block += length) {
        for (distance = 1; distance < length; distance *= 2)
            for (int x = 2 * distance - 1; x < length; x += 2 * distance)
                block[x] += block[x - distance];
        for (distance /= 2; distance > 0; distance /= 2)
            for (int x = 2 * distance - 1; x + distance < length; x += 2 * distance)
                block[x + distance] += block[x];
    }
    lw_launch_config config = line(t, BLOCKS, (unsigned)length, (size_t)length * sizeof(int));
    CHECK_STATUS(lw_launch(machine_tree_of_scan, config, a->in, a->out), LW_SUCCESS);
    CHECK_CALL(compare(t, a, BLOCKS * length, "scan of", length));
}

TEST(machine, tree_of_scan)
{
    static arrays a;
    CHECK_CALL(begin(t, &a));
    for (int i = 0; i < LENGTHS; i++)
        CHECK_CALL(scan(t, &a, lengths[i]));
    CHECK_CALL(end(t, &a));
}

static void remainders(struct test *t, arrays *a, int length, int step, unsigned mask, unsigned rest)
{
    static int value[MOST + 1], old[MOST + 1];
    for (int block = 0; block < BLOCKS; block++) {
        memcpy(value, a->host + block * length, (size_t)length * sizeof(int));
        value[length] = 5;
        memcpy(old, value, sizeof old);
        for (int x = 0; x < length; x += step)
            value[x] += step > 1 ? old[x + 1] : 1;
        memcpy(old, value, sizeof old);
        for (int x = 0; x < length; x++)
            if (((unsigned)x & mask) == rest)
                value[x] = old[x] * 3 + (mask & 1 ? old[x + 1] : 1);
        for (int x = 0; x < length; x++) {
            int counts = ((unsigned)x + rest) % (unsigned)(step + 1) == 0;
            a->wanted[block * length + x] = value[x] + counts * 1000 + (counts << 24);
        }
    }
    lw_launch_config config = line(t, BLOCKS, (unsigned)length, 0);
    CHECK_STATUS(lw_launch(machine_tree_of_remainders, config, step, mask, rest, a->in, a->out), LW_SUCCESS);
    CHECK_CALL(
        compare(t, a, BLOCKS * length, "remainders by step, mask, rest", step * 10000 + (int)(mask * 100 + rest)));
}

TEST(machine, tree_of_remainders)
{
    static arrays a;
    static const unsigned masks[][2] = {{0, 0}, {1, 0}, {1, 1}, {3, 2},   {31, 31},
                                        {5, 5}, {6, 2}, {3, 4}, {~0u, 9}, {1023, 77}};
    CHECK_CALL(begin(t, &a));
    for (int i = 0; i < LENGTHS; i++)
        for (int k = 0; k < 10; k++)
            CHECK_CALL(remainders(t, &a, lengths[i], 1 + k * k, masks[k][0], masks[k][1]));
    CHECK_CALL(end(t, &a));
}

static void paths(struct test *t, arrays *a, int length, int low, int high, int steps)
{
    static int before[MOST], after[MOST];
    for (int block = 0; block < BLOCKS; block++) {
        const int *in = a->host + block * length;
        memcpy(before, in, (size_t)length * sizeof(int));
        for (int x = 0; x < length; x++)
            a->wanted[block * length + x] = -before[x];
        for (int i = 0; i < steps; i++) {
            for (int x = 0; x < length; x++) {
                if (x < i + 1 || x > MACHINE_TREE_EDGE - i || x > length - 2 || x < low || x > high)
                    continue;
                int west = x - 1 > low ? x - 1 : low, east = x + 1 < high ? x + 1 : high, least = before[x];
                least = before[west] < least ? before[west] : least;
                least = before[east] < least ? before[east] : least;
                after[x] = least + in[length - 1 - x] + i;
            }
            for (int x = 0; x < length; x++) {
                bool computed = x >= i + 1 && x <= MACHINE_TREE_EDGE - i && x <= length - 2 && x >= low && x <= high;
                if (computed && i < steps - 1)
                    before[x] = after[x];
                a->wanted[block * length + x] = computed ? after[x] : -before[x];
            }
        }
    }
    lw_launch_config config = line(t, BLOCKS, (unsigned)length, 0);
    CHECK_STATUS(lw_launch(machine_tree_of_paths, config, low, high, steps, a->in, a->out), LW_SUCCESS);
    CHECK_CALL(compare(t, a, BLOCKS * length, "paths by length, steps", length * 100 + steps));
}

TEST(machine, tree_of_paths)
{
    static arrays a;
    CHECK_CALL(begin(t, &a));
    for (int i = 0; i < LENGTHS; i++)
        for (int steps = 0; steps <= MACHINE_TREE_STEPS; steps += 4) {
            int length = lengths[i];
            CHECK_CALL(paths(t, &a, length, 0, length - 1, steps));
            CHECK_CALL(paths(t, &a, length, length / 5, length - 1 - length / 7, steps));
            CHECK_CALL(paths(t, &a, length, length / 2, length / 2, steps + 1));
        }
    CHECK_CALL(end(t, &a));
}

static void places(struct test *t, arrays *a, int length, int count, int steps)
{
    static int value[MOST], place[MOST], before[MOST], sum[MOST];
    for (int block = 0; block < BLOCKS; block++) {
        for (int x = 0; x < length; x++) {
            value[x] = a->host[block * length + x];
            place[x] = x;
            before[x] = -1;
            sum[x] = 0;
        }
        for (int i = 0; i < steps; i++) {
            for (int x = 0; x < length; x++) {
                int now = place[x];
                sum[x] += now < count ? value[now] - before[x] : 0;
                place[x] = now + 1 + i < length - 1 ? now + 1 + i : length - 1;
                before[x] = now + place[x];
            }
            for (int x = 0; x < length; x++)
                value[x] += x < count - i ? i : 0;
        }
        for (int x = 0; x < length; x++)
            a->wanted[block * length + x] = sum[x] * 3 + place[x] + before[x];
    }
    lw_launch_config config = line(t, BLOCKS, (unsigned)length, 0);
    CHECK_STATUS(lw_launch(machine_tree_of_places, config, count, steps, a->in, a->out), LW_SUCCESS);
    CHECK_CALL(compare(t, a, BLOCKS * length, "places by length, count", length * 10000 + count));
}

TEST(machine, tree_of_places)
{
    static arrays a;
    CHECK_CALL(begin(t, &a));
    for (int i = 0; i < LENGTHS; i++)
        for (int part = 0; part <= 3; part++)
            CHECK_CALL(places(t, &a, lengths[i], lengths[i] * part / 3, 3 * part + 1));
    CHECK_CALL(end(t, &a));
}

static void few(struct test *t, arrays *a, int length, int count)
{
    memset(a->wanted, 0, sizeof a->wanted);
    for (int block = 0; block < BLOCKS; block++) {
        int *sums = a->wanted + block * length;
        memcpy(sums, a->host + block * length, (size_t)count * sizeof(int));
        for (int s = 1; s < length; s *= 2)
            for (int x = 0; x + s < count; x += 2 * s)
                sums[x] += sums[x + s];
        for (int x = 0; x < count; x++)
            sums[x] += x % 20;
    }
    lw_launch_config config = line(t, BLOCKS, (unsigned)length, (size_t)count * sizeof(int));
    CHECK_STATUS(lw_launch(machine_tree_of_few, config, count, a->in, a->out), LW_SUCCESS);
    CHECK_CALL(compare(t, a, BLOCKS * length, "few of a block of", length));
}

TEST(machine, tree_of_few)
{
    static arrays a;
    CHECK_CALL(begin(t, &a));
    for (int i = 0; i < LENGTHS; i++)
        for (int part = 0; part <= 4; part++)
            CHECK_CALL(few(t, &a, lengths[i], lengths[i] * part / 4));
    CHECK_CALL(few(t, &a, 256, 1));
    CHECK_CALL(few(t, &a, 256, 241));
    CHECK_CALL(end(t, &a));
}

TEST(machine, tree_of_indices)
{
    enum { THREADS = 256 };
    static arrays a;
    CHECK_CALL(begin(t, &a));
    for (int block = 0; block < BLOCKS; block++) {
        int *sums = a.wanted + block * THREADS;
        for (int x = 0; x < THREADS; x++)
            sums[x] = a.host[5];
        for (int s = THREADS / 2; s > 0; s /= 2)
            for (int x = 0; x < s; x++)
                sums[x] += sums[x + s];
    }
    CHECK_STATUS(lw_launch(machine_tree_of_indices, line(t, BLOCKS, THREADS, 0), a.in, a.out), LW_SUCCESS);
    CHECK_CALL(compare(t, &a, BLOCKS * THREADS, "indices of a block of", THREADS));
    CHECK_CALL(end(t, &a));
}
