#include "rival.h"
#include "rivals/rivals.h"

static void openmp(const struct bench_data *data, int threads)
{
    rival_add(data->shape.dimension[0], data->buffer[0], data->buffer[1], data->buffer[2], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival vector_add = {.kernel = "vector_add", .plain = plain, .openmp = openmp, .copies = true};
BENCH_RIVAL(vector_add);
