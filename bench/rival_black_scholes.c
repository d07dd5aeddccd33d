#include "rival.h"
#include "rivals/rivals.h"

/* The case's rate and volatility. */
static void openmp(const struct bench_data *data, int threads)
{
    rival_black_scholes(data->shape.dimension[0], 0.02f, 0.3f, data->buffer[0], data->buffer[1], data->buffer[2],
                        data->buffer[3], data->buffer[4], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival black_scholes = {.kernel = "black_scholes", .plain = plain, .openmp = openmp, .copies = true};
BENCH_RIVAL(black_scholes);
