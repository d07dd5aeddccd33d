#include "rival.h"
#include "rivals/rivals.h"

static void openmp(const struct bench_data *data, int threads)
{
    rival_median3(data->shape.dimension[0], data->shape.dimension[1], data->buffer[0], data->buffer[1], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival median = {.kernel = "median", .plain = plain, .openmp = openmp, .copies = true};
BENCH_RIVAL(median);
