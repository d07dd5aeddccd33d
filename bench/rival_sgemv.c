#include "rival.h"
#include "rivals/rivals.h"

/* Without space between rows, alpha = 1 and beta = 0. */
static void openmp(const struct bench_data *data, int threads)
{
    rival_sgemv(data->variant[0] == 't', data->shape.dimension[0], data->shape.dimension[1], data->buffer[0],
                data->buffer[1], data->buffer[2], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival sgemv = {.kernel = "sgemv", .plain = plain, .openmp = openmp, .copies = true};
BENCH_RIVAL(sgemv);
