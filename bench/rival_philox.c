#include "rival.h"
#include "rivals/rivals.h"

/* The case's seed and distribution; n is a multiple of 4, from the first number on. */
static void openmp(const struct bench_data *data, int threads)
{
    rival_philox(data->variant[0], 0x123456789abcdef0, data->shape.dimension[0], 0.5f, 3, data->buffer[0], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival philox = {.kernel = "philox", .plain = plain, .openmp = openmp};
BENCH_RIVAL(philox);
