#include "launches.h"
#include "parameters.h"

static uint64_t state;

static unsigned pick(unsigned count)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 32) * count >> 32);
}

typedef struct shape {
    unsigned x, y, z;
} shape;

static const shape lines[] = {{32, 1, 1},  {64, 1, 1},  {96, 1, 1},  {128, 1, 1}, {160, 1, 1},
                              {256, 1, 1}, {256, 1, 1}, {256, 1, 1}, {512, 1, 1}, {1024, 1, 1},
                              {1, 1, 1},   {7, 1, 1},   {15, 1, 1},  {17, 1, 1},  {31, 1, 1},
                              {33, 1, 1},  {48, 1, 1},  {65, 1, 1},  {100, 1, 1}, {250, 1, 1}},
                   planes[] = {{16, 16, 1}, {16, 16, 1}, {32, 8, 1},  {32, 4, 1},  {8, 8, 1},
                               {64, 2, 1},  {32, 1, 1},  {32, 32, 1}, {17, 5, 1},  {5, 7, 1},
                               {33, 3, 1},  {1, 9, 1},   {12, 12, 1}, {100, 2, 1}, {31, 3, 1}},
                   boxes[] = {{4, 4, 4},  {8, 4, 2}, {8, 8, 8}, {32, 2, 2},
                              {16, 4, 2}, {5, 3, 2}, {3, 3, 3}, {17, 2, 3}};

static shape choose_block(const differential_program *of)
{
    const shape *from = of->dimensions == 1 ? lines : of->dimensions == 2 ? planes : boxes;
    unsigned count = of->dimensions == 1   ? sizeof lines / sizeof *lines
                     : of->dimensions == 2 ? sizeof planes / sizeof *planes
                                           : sizeof boxes / sizeof *boxes;
    if (of->shape[0])
        return (shape){of->shape[0], of->shape[1], of->shape[2]};
    for (;;) {
        shape s = from[pick(count)];
        unsigned threads = s.x * s.y * s.z;
        if (threads <= of->most_threads && threads % of->multiple == 0)
            return s;
    }
}

/* Around what vectors, warps, the block and the grid hold: 1 .. most. */
static int choose_count(unsigned block, unsigned all, int most)
{
    static const int small[] = {1, 3, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65};
    static const int around[] = {-24, -17, -9, -8, -1, 0, 1, 5};
    unsigned kind = pick(100), which = pick(15), near = pick(8);
    int count = kind < 40   ? small[which]
                : kind < 65 ? (int)block + around[near]
                : kind < 90 ? (int)all + around[near]
                            : (int)pick(all + 1);
    return count < 1 ? 1 : count > most ? most : count;
}

launch make_launch(const differential_program *of, unsigned number)
{
    launch l = {0};
    state = ((uint64_t)of->seed << 8 | number) * 0x9e3779b97f4a7c15u;
    pick(2);
    shape s = choose_block(of);
    unsigned threads = s.x * s.y * s.z;
    l.block[0] = s.x, l.block[1] = s.y, l.block[2] = s.z;
    do {
        l.grid[0] = 1 + pick(4);
        l.grid[1] = of->dimensions > 1 ? 1 + pick(3) : 1;
        l.grid[2] = 1;
    } while (threads * l.grid[0] * l.grid[1] > MOST_THREADS);
    unsigned columns = s.x * l.grid[0], rows = s.y * l.grid[1];
    l.n = choose_count(threads, threads * l.grid[0], MOST_COUNT);
    l.w = choose_count(s.x, columns, (int)columns + 5);
    l.h = choose_count(s.y, rows, (int)rows + 5);
    l.m = (int)pick(MOST_TURNS + 1);
    l.cols = 1 + (int)pick(MOST_COLUMNS);
    l.stride = 1 + (int)pick(MOST_STRIDE);
    l.xs = pick(MOST_OFFSET + 1);
    l.alpha = (float)pick(4096) / 1024 - 2;
    l.beta = (double)pick(4096) / 1024 - 2;
    l.set.count = (int)pick(16);
    l.set.scale = (float)pick(2048) / 1024 - 1;
    l.set.step = (short)pick(100);
    l.set.flag = (unsigned char)pick(256);
    l.set.weight = (double)pick(2048) / 1024;
    for (int i = 0; i < 4; i++)
        l.set.table[i] = (float)pick(4096) / 1024 - 2;
    return l;
}
