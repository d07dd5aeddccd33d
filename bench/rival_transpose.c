#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

static void plain(const struct bench_data *data)
{
    rival_transpose(data->shape.dimension[0], data->shape.dimension[1], data->buffer[0], data->buffer[1]);
}

static void openmp(const struct bench_data *data, int threads)
{
    rival_transpose_openmp(data->shape.dimension[0], data->shape.dimension[1], data->buffer[0], data->buffer[1],
                           threads);
}

#ifdef LW_HAVE_CUDA
static int twin_naive(const struct bench_data *data, void *stream)
{
    return twin_transpose_naive_launch(stream, (int)data->shape.dimension[0], (int)data->shape.dimension[1],
                                       data->buffer[0], data->buffer[1]);
}

static int twin_tiled(const struct bench_data *data, void *stream)
{
    return twin_transpose_launch(stream, (int)data->shape.dimension[0], (int)data->shape.dimension[1], data->buffer[0],
                                 data->buffer[1]);
}

static int twin_tile32(const struct bench_data *data, void *stream)
{
    return twin_transpose_tile32_launch(stream, (int)data->shape.dimension[0], (int)data->shape.dimension[1],
                                        data->buffer[0], data->buffer[1]);
}
#endif

static struct bench_rival transpose = {
    .kernel = "transpose",
    .plain = plain,
    .openmp = openmp,
    .twin = {{"naive", BENCH_TWIN(twin_naive)}, {"tiled", BENCH_TWIN(twin_tiled)}, {"tile32", BENCH_TWIN(twin_tile32)}},
    .copies = true};
BENCH_RIVAL(transpose);
