/* Loops over neighbours, at every width around a strip and a warp: whole strips are within bounds, or some of their threads are
 * not. */
#include <tests/harness/arrays.h>
#include "device/halo.h"

enum { WIDEST = 100, HIGHEST = 9, SIZE = WIDEST * HIGHEST };

static int within(int at, int length)
{
    return at < 0 ? 0 : at >= length ? length - 1 : at;
}

static int nearest(const int *in, int width, int height, int radius, int x, int y)
{
    int sum = 0;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++)
            sum += (dx + 2 * dy + 5) * in[within(y + dy, height) * width + within(x + dx, width)];
    return sum;
}

static void fill(int *host)
{
    for (int i = 0; i < SIZE; i++)
        host[i] = (int)((unsigned)i * 2654435761u >> 22);
}

TEST(machine, halo_nearest)
{
    static const lw_dim3 blocks[] = {{32, 4, 1}, {16, 16, 1}, {64, 1, 1}, {8, 8, 1}};
    static int host[SIZE], out[SIZE];
    fill(host);
    int *in = array_of(t, host, sizeof host), *array = array_of(t, NULL, sizeof out);
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++)
        for (int width = 1; width <= WIDEST; width += 1 + (width > 66))
            for (int radius = 0, height = 1 + width % HIGHEST; radius < 4; radius++) {
                lw_dim3 block = blocks[b], grid = lw_make_dim3(((unsigned)width + block.x - 1) / block.x,
                                                               ((unsigned)height + block.y - 1) / block.y, 1);
                CHECK_STATUS(
                    lw_launch(machine_halo_nearest, shape(t, grid, block, 0), width, height, radius, in, array),
                    LW_SUCCESS);
                CHECK_CALL(array_read(t, out, array, sizeof(int) * (size_t)(width * height)));
                for (int i = 0; i < width * height; i++) {
                    int wanted = nearest(host, width, height, radius, i % width, i / width);
                    if (out[i] != wanted)
                        FAIL("%d by %d, radius %d, block (%u,%u,1): out[%d] is %d, expected %d", width, height, radius,
                             block.x, block.y, i, out[i], wanted);
                }
            }
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
}

TEST(machine, halo_tested)
{
    static int host[SIZE], out[SIZE];
    fill(host);
    int *in = array_of(t, host, sizeof host), *array = array_of(t, NULL, sizeof out);
    for (unsigned threads = 32; threads <= 256; threads *= 2)
        for (unsigned count = 1; count < 300; count += 1 + (count > 70 ? 6 : 0))
            for (unsigned radius = 0; radius < 40; radius = 3 * radius + 1) {
                CHECK_STATUS(lw_launch(machine_halo_tested, line(t, (count + threads - 1) / threads, threads, 0), count,
                                       radius, in, array),
                             LW_SUCCESS);
                CHECK_CALL(array_read(t, out, array, sizeof(int) * count));
                for (unsigned i = 0; i < count; i++) {
                    int wanted = 0;
                    for (unsigned k = 0; k <= 2 * radius; k++)
                        wanted += i + k >= radius && i + k - radius < count ? (int)(k + 3) * host[i + k - radius] : 0;
                    if (out[i] != wanted)
                        FAIL("%u elements, radius %u, blocks of %u: out[%u] is %d, expected %d", count, radius, threads,
                             i, out[i], wanted);
                }
            }
    CHECK_STATUS(lw_free(t->device, in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
}

TEST(machine, halo_wrapped)
{
    static const unsigned edges[] = {0, 1000, 1u << 31};
    enum { COUNT = 200, STEPS = 40 };
    long long out[COUNT], *array = array_of(t, NULL, sizeof out);
    for (size_t e = 0; e < sizeof edges / sizeof *edges; e++)
        for (unsigned before = 0; before < 300; before += 7) {
            unsigned start = edges[e] - before;
            CHECK_STATUS(lw_launch(machine_halo_wrapped, line(t, 2, 128, 0), start, COUNT, STEPS, array), LW_SUCCESS);
            CHECK_CALL(array_read(t, out, array, sizeof out));
            for (unsigned i = 0; i < COUNT; i++) {
                long long wanted = 0;
                for (unsigned k = 0; k < STEPS; k++) {
                    unsigned number = start + i + k;
                    wanted += (long long)number + 3 * ((long long)number - (number >> 31 ? 1ll << 32 : 0));
                }
                if (out[i] != wanted)
                    FAIL("start %u: out[%u] is %lld, expected %lld", start, i, out[i], wanted);
            }
        }
    CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
}
