#include "rival.h"
#include "rivals/rivals.h"

static void openmp(const struct bench_data *data, int threads)
{
    rival_connected_components(data->shape.dimension[0], data->buffer[0], data->buffer[1], data->buffer[2], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival connected_components = {.kernel = "connected_components", .plain = plain, .openmp = openmp};
BENCH_RIVAL(connected_components);
