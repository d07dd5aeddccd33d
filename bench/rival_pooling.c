#include "rival.h"
#include "rivals/rivals.h"

/* Sizes as in tests/cases/pooling.c: kernels/pooling.h's in their order. */
static void sizes_of(const struct bench_data *data, int sizes[8])
{
    int digits = (int)data->shape.dimension[2];
    sizes[0] = (int)data->shape.dimension[1] / 1000;
    sizes[1] = (int)data->shape.dimension[1] % 1000;
    for (int i = 7; i >= 2; i--, digits /= 10)
        sizes[i] = digits % 10;
}

static void openmp(const struct bench_data *data, int threads)
{
    void *const *b = data->buffer;
    int sizes[8];
    sizes_of(data, sizes);
    if (data->variant[0] == 'm')
        rival_max_pool(data->shape.dimension[0], sizes, b[0], b[1], b[2], threads);
    else
        rival_average_pool(data->shape.dimension[0], sizes, data->variant[0] == 'p', b[0], b[1], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static void backward_openmp(const struct bench_data *data, int threads)
{
    void *const *b = data->buffer;
    int sizes[8];
    sizes_of(data, sizes);
    if (data->variant[0] == 'm')
        rival_max_pool_backward(data->shape.dimension[0], sizes, b[0], b[1], b[2], threads);
    else
        rival_average_pool_backward(data->shape.dimension[0], sizes, data->variant[0] == 'p', b[0], b[1], threads);
}

static void backward_plain(const struct bench_data *data)
{
    backward_openmp(data, 1);
}

static struct bench_rival pooling = {.kernel = "pooling", .plain = plain, .openmp = openmp, .copies = true};
BENCH_RIVAL(pooling);

static struct bench_rival pooling_backward = {
    .kernel = "pooling_backward", .plain = backward_plain, .openmp = backward_openmp, .copies = true};
BENCH_RIVAL(pooling_backward);
