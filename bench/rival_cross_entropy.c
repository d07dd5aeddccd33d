#include "rival.h"
#include "rivals/rivals.h"

/* Buffers as in tests/cases/cross_entropy.c; rows have no space between them. */
static const int ignore = -100;

static void openmp(const struct bench_data *data, int threads)
{
    void *const *b = data->buffer;
    rival_cross_entropy(data->shape.dimension[0], data->shape.dimension[1], b[0], b[1], ignore, b[2], b[3], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static void backward_openmp(const struct bench_data *data, int threads)
{
    void *const *b = data->buffer;
    rival_cross_entropy_backward(data->shape.dimension[0], data->shape.dimension[1], b[0], b[1], ignore, b[2], b[3],
                                 b[4], threads);
}

static void backward_plain(const struct bench_data *data)
{
    backward_openmp(data, 1);
}

static struct bench_rival cross_entropy = {.kernel = "cross_entropy", .plain = plain, .openmp = openmp, .copies = true};
BENCH_RIVAL(cross_entropy);

static struct bench_rival cross_entropy_backward = {
    .kernel = "cross_entropy_backward", .plain = backward_plain, .openmp = backward_openmp, .copies = true};
BENCH_RIVAL(cross_entropy_backward);
