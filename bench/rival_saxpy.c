#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

static const float A = 2.5f;

static void plain(const struct bench_data *data)
{
    rival_saxpy(data->shape.dimension[0], A, data->buffer[0], data->buffer[1]);
}

static void openmp(const struct bench_data *data, int threads)
{
    rival_saxpy_openmp(data->shape.dimension[0], A, data->buffer[0], data->buffer[1], threads);
}

#ifdef LW_HAVE_CUDA
static int twin(const struct bench_data *data, void *stream)
{
    return twin_saxpy_launch(stream, data->shape.dimension[0], A, data->buffer[0], data->buffer[1]);
}
#endif

static struct bench_rival saxpy = {
    .kernel = "saxpy", .plain = plain, .openmp = openmp, .twin = {{"plain", BENCH_TWIN(twin)}}, .copies = true};
BENCH_RIVAL(saxpy);
