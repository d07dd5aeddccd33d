#include "rival.h"
#include "rivals/rivals.h"

/* The case's relaxation and force. */
static void openmp(const struct bench_data *data, int threads)
{
    rival_lattice_boltzmann(data->shape.dimension[0], data->shape.dimension[1], 1.3f, 0.01f, -0.02f,
                            data->variant[0] == 'o' ? NULL : data->buffer[0], data->buffer[1], data->buffer[2],
                            threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival lattice_boltzmann = {
    .kernel = "lattice_boltzmann", .plain = plain, .openmp = openmp, .copies = true};
BENCH_RIVAL(lattice_boltzmann);
