#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

static void plain(const struct bench_data *data)
{
    rival_box_blur(data->shape.dimension[0], data->shape.dimension[1], data->buffer[0], data->buffer[1]);
}

static void openmp(const struct bench_data *data, int threads)
{
    rival_box_blur_openmp(data->shape.dimension[0], data->shape.dimension[1], data->buffer[0], data->buffer[1],
                          threads);
}

#ifdef LW_HAVE_CUDA
static int twin_nine(const struct bench_data *data, void *stream)
{
    return twin_box_blur_nine_launch(stream, (int)data->shape.dimension[0], (int)data->shape.dimension[1],
                                     data->buffer[0], data->buffer[1]);
}

static int twin_separable(const struct bench_data *data, void *stream)
{
    return twin_box_blur_separable_launch(stream, (int)data->shape.dimension[0], (int)data->shape.dimension[1],
                                          data->buffer[0], data->buffer[2], data->buffer[1]);
}

static int twin_tiled(const struct bench_data *data, void *stream)
{
    return twin_box_blur_tiled_launch(stream, (int)data->shape.dimension[0], (int)data->shape.dimension[1],
                                      data->buffer[0], data->buffer[1]);
}
#endif

static struct bench_rival box_blur = {.kernel = "box_blur",
                                      .plain = plain,
                                      .openmp = openmp,
                                      .twin = {{"nine", BENCH_TWIN(twin_nine)},
                                               {"separable", BENCH_TWIN(twin_separable)},
                                               {"tiled", BENCH_TWIN(twin_tiled)}},
                                      .copies = true};
BENCH_RIVAL(box_blur);
