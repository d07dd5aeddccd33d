#include "rival.h"
#include "rivals/rivals.h"

static void openmp(const struct bench_data *data, int threads)
{
    rival_activation(data->variant, data->shape.dimension[0], data->buffer[0], data->buffer[1], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static void backward_openmp(const struct bench_data *data, int threads)
{
    rival_activation_backward(data->variant, data->shape.dimension[0], data->buffer[0], data->buffer[1],
                              data->buffer[2], threads);
}

static void backward_plain(const struct bench_data *data)
{
    backward_openmp(data, 1);
}

static struct bench_rival activation = {.kernel = "activation", .plain = plain, .openmp = openmp, .copies = true};
BENCH_RIVAL(activation);

static struct bench_rival activation_backward = {
    .kernel = "activation_backward", .plain = backward_plain, .openmp = backward_openmp, .copies = true};
BENCH_RIVAL(activation_backward);
