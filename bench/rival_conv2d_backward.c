#include "rival.h"
#include "rivals/rivals.h"

/* Sizes as in tests/cases/conv.h: kernels/conv2d.h's in their order. */
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
    if (data->variant[0] == 'b')
        rival_conv2d_backward_bias(sizes, b[0], b[1], threads);
    else if (data->variant[0] == 'i')
        rival_conv2d_backward_input(sizes, b[0], b[1], b[2], threads);
    else
        rival_conv2d_backward_weight(sizes, b[0], b[1], b[2], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival conv2d_backward = {.kernel = "conv2d_backward", .plain = plain, .openmp = openmp};
BENCH_RIVAL(conv2d_backward);

static struct bench_rival conv2d_backward_bias = {
    .kernel = "conv2d_backward_bias", .plain = plain, .openmp = openmp, .copies = true};
BENCH_RIVAL(conv2d_backward_bias);
