#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"

/* The case's product at even n: no gaps, alpha = 1, beta = 0. */
static void openmp(const struct bench_data *data, int threads)
{
    const uint64_t *size = data->shape.dimension;
    rival_ssyrk(size[0], size[1], data->variant[0] == 'c', strstr(data->variant, "lower") != NULL, data->buffer[0],
                data->buffer[1], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival ssyrk = {.kernel = "ssyrk", .plain = plain, .openmp = openmp};
BENCH_RIVAL(ssyrk);
