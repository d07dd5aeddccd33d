#include "rival.h"
#include "rivals/rivals.h"

static void openmp(const struct bench_data *data, int threads)
{
    rival_bfs(data->shape.dimension[0], data->buffer[0], data->buffer[1], data->shape.dimension[0] / 2, data->buffer[2],
              data->buffer[3], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival bfs = {.kernel = "bfs", .plain = plain, .openmp = openmp};
BENCH_RIVAL(bfs);
