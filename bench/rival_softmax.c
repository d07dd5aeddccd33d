#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

/* A variant is softmax or log_softmax; rows have no space between them. */
static int is_logarithm(const struct bench_data *data)
{
    return data->variant[0] == 'l';
}

static void openmp(const struct bench_data *data, int threads)
{
    size_t rows = data->shape.dimension[0], columns = data->shape.dimension[1];
    rival_softmax(rows, columns, data->buffer[0], columns, data->buffer[1], columns, is_logarithm(data), threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static void backward_openmp(const struct bench_data *data, int threads)
{
    size_t rows = data->shape.dimension[0], columns = data->shape.dimension[1];
    rival_softmax_backward(rows, columns, data->buffer[0], columns, data->buffer[1], columns, data->buffer[2], columns,
                           is_logarithm(data), threads);
}

static void backward_plain(const struct bench_data *data)
{
    backward_openmp(data, 1);
}

#ifdef LW_HAVE_CUDA
static int twin(const struct bench_data *data, void *stream)
{
    size_t rows = data->shape.dimension[0], columns = data->shape.dimension[1];
    return twin_softmax_launch(stream, rows, columns, data->buffer[0], columns, data->buffer[1], columns);
}
#endif

static struct bench_rival softmax = {
    .kernel = "softmax", .plain = plain, .openmp = openmp, .twin = {{"softmax", BENCH_TWIN(twin)}}, .copies = true};
BENCH_RIVAL(softmax);

static struct bench_rival softmax_backward = {
    .kernel = "softmax_backward", .plain = backward_plain, .openmp = backward_openmp, .copies = true};
BENCH_RIVAL(softmax_backward);
