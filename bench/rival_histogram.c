#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

static void plain(const struct bench_data *data)
{
    rival_histogram(data->shape.dimension[0], data->buffer[0], data->buffer[1]);
}

static void openmp(const struct bench_data *data, int threads)
{
    rival_histogram_openmp(data->shape.dimension[0], data->buffer[0], data->buffer[1], threads);
}

#ifdef LW_HAVE_CUDA
static int twin(const struct bench_data *data, void *stream)
{
    return twin_histogram_launch(stream, data->shape.dimension[0], data->buffer[0], data->buffer[1]);
}

static int cub(const struct bench_data *data, void *stream)
{
    return cub_histogram(stream, data->shape.dimension[0], data->buffer[0], data->buffer[1]);
}
#endif

static struct bench_rival histogram = {.kernel = "histogram",
                                       .plain = plain,
                                       .openmp = openmp,
                                       .twin = {{"block_private", BENCH_TWIN(twin)}},
                                       .cub = BENCH_TWIN(cub),
                                       .copies = true};
BENCH_RIVAL(histogram);
