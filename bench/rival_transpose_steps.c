#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

static void openmp(const struct bench_data *data, int threads)
{
    size_t width = data->shape.dimension[0], height = data->shape.dimension[1];
    if (!strncmp(data->variant, "copy", 4))
        rival_copy(width * height, data->buffer[0], data->buffer[1], threads);
    else
        rival_transpose_openmp(width, height, data->buffer[0], data->buffer[1], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

#ifdef LW_HAVE_CUDA
static int twin_diagonal(const struct bench_data *data, void *stream)
{
    return twin_transpose_tile32_diagonal_launch(stream, (int)data->shape.dimension[0], (int)data->shape.dimension[1],
                                                 data->buffer[0], data->buffer[1]);
}
#endif

static struct bench_rival transpose_steps = {.kernel = "transpose_steps",
                                             .plain = plain,
                                             .openmp = openmp,
                                             .twin = {{"tile32_diagonal", BENCH_TWIN(twin_diagonal)}},
                                             .copies = true};
BENCH_RIVAL(transpose_steps);
