#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

static void openmp(const struct bench_data *data, int threads)
{
    rival_add(data->shape.dimension[0] * data->shape.dimension[1], data->buffer[0], data->buffer[1], data->buffer[2],
              threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

#ifdef LW_HAVE_CUDA
static int twin(const struct bench_data *data, void *stream)
{
    return twin_matrix_add_launch(stream, (int)data->shape.dimension[0], (int)data->shape.dimension[1], data->buffer[0],
                                  data->buffer[1], data->buffer[2]);
}
#endif

static struct bench_rival matrix_add = {
    .kernel = "matrix_add", .plain = plain, .openmp = openmp, .twin = {{"plain", BENCH_TWIN(twin)}}, .copies = true};
BENCH_RIVAL(matrix_add);
