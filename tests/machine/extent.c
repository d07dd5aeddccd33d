/* Blocks of which some threads have ended: the others go on as a smaller block would, at every size of it. */
#include <tests/harness/arrays.h>
#include "device/extent.h"

enum { MOST = MACHINE_EXTENT_MOST, STEPS = MACHINE_EXTENT_STEPS, BLOCKS = 3 };

typedef struct extent {
    int x, y, z;
} extent;

static unsigned first_sum(const int *in, lw_dim3 block, int id)
{
    unsigned sum = 0;
    for (int step = 0; step < STEPS; step++)
        sum += (unsigned)in[id + step] * (block.x + (unsigned)step);
    return sum;
}

/* A block's sums, in plain C. */
static void expect(const int *in, lw_dim3 block, extent all, int fewer, unsigned *out)
{
    static unsigned sums[MOST], next[MOST];
    int odd = 1000, width = (int)block.x, few = all.x - fewer;
    for (int row = 0; row < all.y + (int)block.y * (all.z - 1); row++)
        for (int x = 0; x < all.x && row % (int)block.y < all.y; x++)
            odd += (sums[row * width + x] = first_sum(in, block, row * width + x)) & 1;
    for (int row = 0; row < all.y + (int)block.y * (all.z - 1); row++) {
        unsigned *mine = sums + row * width;
        if (row % (int)block.y >= all.y)
            continue;
        for (int x = 0; x < all.x; x++)
            out[row * width + x] = (next[x] = mine[x] + mine[(x + 1) % all.x]) + (unsigned)odd;
        for (int step = 0; step < STEPS; step++) {
            memcpy(mine, next, sizeof *mine * (size_t)all.x);
            for (int x = 0; x < few; x++)
                next[x] = mine[x] * 5 + mine[(x ^ 1) % few];
        }
        for (int x = 0; x < few; x++)
            out[row * width + x] = next[x] + (unsigned)odd + block.y;
    }
}

static void check(struct test *t, const int *host, int *in, int *out, lw_dim3 block, extent some, int fewer)
{
    static unsigned found[BLOCKS * MOST], wanted[BLOCKS * MOST];
    const extent whole = {(int)block.x, (int)block.y, (int)block.z};
    memset(wanted, 0, sizeof wanted);
    for (int b = 0; b < BLOCKS; b++)
        expect(host, block, b == 1 ? whole : some, fewer, wanted + b * MOST);
    CHECK_STATUS(lw_memset(t->device, out, 0, sizeof found), LW_SUCCESS);
    CHECK_STATUS(lw_launch(machine_extent, shape(t, lw_make_dim3(BLOCKS, 1, 1), block, 0), some.x, some.y, some.z,
                           fewer, in, out),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, found, out, sizeof found));
    for (int i = 0; i < BLOCKS * MOST; i++)
        if (found[i] != wanted[i])
            FAIL("block (%u,%u,%u), threads within (%d,%d,%d), %d fewer: out[%d] is %u, expected %u", block.x, block.y,
                 block.z, some.x, some.y, some.z, fewer, i, found[i], wanted[i]);
}

TEST(machine, extent)
{
    static const lw_dim3 shapes[] = {{256, 1, 1}, {37, 1, 1}, {32, 8, 1}, {16, 16, 1},
                                     {5, 7, 1},   {32, 4, 4}, {8, 4, 3}};
    static int host[MOST + STEPS];
    for (int i = 0; i < MOST + STEPS; i++)
        host[i] = (int)((unsigned)i * 2654435761u >> 22);
    int *in = array_of(t, host, sizeof host), *out = array_of(t, NULL, sizeof(int) * BLOCKS * MOST);
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        lw_dim3 block = shapes[s];
        int step = block.x > 64 ? 7 : 3; /* odd: whole strips and warps among them */
        for (int x = (int)block.x; x > 0; x -= step)
            for (int y = (int)block.y; y > 0; y -= 3)
                for (int z = (int)block.z; z > 0; z -= 2)
                    for (int fewer = 0; fewer < x; fewer = 2 * fewer + 1 + 15 * (step == 7))
                        CHECK_CALL(check(t, host, in, out, block, (extent){x, y, z}, fewer));
    }
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
}

static unsigned shuffle_source(int kind, unsigned lane, unsigned operand)
{
    const unsigned source[] = {operand, lane >= operand ? lane - operand : lane,
                               lane + operand < 32 ? lane + operand : lane, lane ^ operand};
    return source[kind];
}

/* machine_extent_shuffle's block, in plain C. */
static void expect_shuffles(const int *in, int first, int end, int kind, int operand, unsigned *out)
{
    unsigned before[256], value[256], odd = 0;
    for (int i = first; i < end; i++)
        value[i] = (unsigned)in[i];
    for (int step = 0; step < 4; step++) {
        memcpy(before, value, sizeof before);
        for (int i = first; i < end; i++) {
            int from = (i & ~31) + (int)shuffle_source(kind, (unsigned)i % 32, (unsigned)operand);
            value[i] += from >= first && from < end ? before[from] : before[i];
        }
    }
    for (int i = first; i < end; i++)
        odd += value[i] & 1;
    for (int i = first; i < end; i++) {
        unsigned ballot = 0;
        for (int k = i & ~31; k < (i & ~31) + 16; k++)
            ballot |= (unsigned)(k >= first && k < end && ((value[k] + odd) & 1)) << k % 32;
        out[i] = value[i] + odd + ballot;
    }
}

static void check_shuffles(struct test *t, const int *host, int *in, int *out, int first, int end)
{
    static const int operands[] = {0, 1, 4, 8, 13, 16, 31};
    static const lw_dim3 blocks[] = {{256, 1, 1}, {16, 16, 1}};
    unsigned found[256], wanted[256] = {0};
    for (size_t i = 0; i < 2 * 4 * sizeof operands / sizeof *operands; i++) {
        int kind = (int)(i / 2) % 4, operand = operands[i / 8];
        expect_shuffles(host, first, end, kind, operand, wanted);
        CHECK_STATUS(lw_memset(t->device, out, 0, sizeof found), LW_SUCCESS);
        CHECK_STATUS(lw_launch(machine_extent_shuffle, shape(t, lw_make_dim3(1, 1, 1), blocks[i % 2], 0), first, end,
                               kind, operand, in, out),
                     LW_SUCCESS);
        CHECK_CALL(array_read(t, found, out, sizeof found));
        for (int k = 0; k < 256; k++)
            if (found[k] != wanted[k])
                FAIL("block (%u,%u), threads %d to %d, kind %d by %d: out[%d] is %u, expected %u", blocks[i % 2].x,
                     blocks[i % 2].y, first, end - 1, kind, operand, k, found[k], wanted[k]);
    }
}

/* The remaining threads are part of a warp, or of several. */
TEST(machine, extent_shuffles)
{
    static const int parts[][2] = {{0, 16},    {0, 1},     {0, 8},     {0, 31},  {0, 32}, {0, 33},
                                   {0, 100},   {0, 255},   {0, 256},   {16, 32}, {5, 9},  {30, 40},
                                   {224, 256}, {255, 256}, {100, 200}, {64, 96}, {8, 24}};
    int host[256];
    for (int i = 0; i < 256; i++)
        host[i] = (int)((unsigned)i * 2654435761u >> 22);
    int *in = array_of(t, host, sizeof host), *out = array_of(t, NULL, sizeof host);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        CHECK_CALL(check_shuffles(t, host, in, out, parts[i][0], parts[i][1]));
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
}

/* The sums of machine_extent_full_mask, and whether each is defined. */
static void expect_full_mask(const int *in, int end, unsigned *out, bool *defined)
{
    static const int by[] = {1, 8, 4};
    unsigned value[256], before[256];
    bool known[256], was_known[256];
    for (int i = 0; i < 256; i++) {
        value[i] = (unsigned)in[i];
        known[i] = i < end;
    }
    for (int step = 0; step < 3; step++) {
        memcpy(before, value, sizeof before);
        memcpy(was_known, known, sizeof known);
        for (int i = 0; i < 256; i++) {
            int from = i % 32 + by[step] < 32 ? i + by[step] : i;
            value[i] += before[from];
            known[i] = was_known[i] && was_known[from];
            out[256 * step + i] = value[i];
            defined[256 * step + i] = known[i];
        }
    }
}

/* A strip of which some threads have ended goes on with the others. */
TEST(machine, extent_full_mask)
{
    static const int ends[] = {16, 1, 8, 15, 17, 32, 40, 48, 100, 128, 240, 255, 256};
    static const lw_dim3 blocks[] = {{256, 1, 1}, {16, 16, 1}, {32, 8, 1}};
    int host[256];
    unsigned found[768], wanted[768];
    bool defined[768];
    for (int i = 0; i < 256; i++)
        host[i] = (int)((unsigned)i * 2654435761u >> 22);
    int *in = array_of(t, host, sizeof host), *out = array_of(t, NULL, sizeof found);
    for (size_t i = 0; i < 3 * sizeof ends / sizeof *ends; i++) {
        int end = ends[i / 3];
        expect_full_mask(host, end, wanted, defined);
        CHECK_STATUS(
            lw_launch(machine_extent_full_mask, shape(t, lw_make_dim3(1, 1, 1), blocks[i % 3], 0), end, in, out),
            LW_SUCCESS);
        CHECK_CALL(array_read(t, found, out, sizeof found));
        for (int k = 0; k < 768; k++)
            if (defined[k] && found[k] != wanted[k])
                FAIL("block (%u,%u), %d threads: out[%d] is %u, expected %u", blocks[i % 3].x, blocks[i % 3].y, end, k,
                     found[k], wanted[k]);
    }
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
}
