#include "rival.h"
#include "rivals/rivals.h"

/* The case's damping; its workspace has room for the shares. */
static void openmp(const struct bench_data *data, int threads)
{
    rival_pagerank_step(data->shape.dimension[0], data->buffer[0], data->buffer[1], data->buffer[2], 0.85f,
                        data->buffer[3], data->buffer[5], data->buffer[4], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival pagerank = {.kernel = "pagerank", .plain = plain, .openmp = openmp};
BENCH_RIVAL(pagerank);
