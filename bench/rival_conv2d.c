#include "rival.h"
#include "rivals/rivals.h"

/* Sizes as in tests/cases/conv2d.c: kernels/conv2d.h's in their order. */
static void openmp(const struct bench_data *data, int threads)
{
    void *const *b = data->buffer;
    const uint64_t *d = data->shape.dimension;
    int sizes[14] = {(int)(d[0] / 100000000), (int)(d[0] / 10000 % 10000), (int)(d[1] / 1000), (int)(d[1] % 1000),
                     (int)(d[0] % 10000)};
    uint64_t digits = d[2];
    for (int i = 13; i >= 5; i--, digits /= 10)
        sizes[i] = (int)(digits % 10);
    if (sizes[13] == 0)
        sizes[13] = sizes[1];
    rival_conv2d(sizes, b[0], b[1], data->variant[0] == 'b' ? b[2] : NULL, b[3], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival conv2d = {.kernel = "conv2d", .plain = plain, .openmp = openmp};
BENCH_RIVAL(conv2d);
