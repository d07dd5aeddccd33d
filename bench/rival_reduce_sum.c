#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

static void plain(const struct bench_data *data)
{
    *(float *)data->buffer[1] = rival_reduce_sum(data->shape.dimension[0], data->buffer[0]);
}

static void openmp(const struct bench_data *data, int threads)
{
    *(float *)data->buffer[1] = rival_reduce_sum_openmp(data->shape.dimension[0], data->buffer[0], threads);
}

#ifdef LW_HAVE_CUDA
static int twin_tree(const struct bench_data *data, void *stream)
{
    return twin_reduce_sum_tree_launch(stream, data->shape.dimension[0], data->buffer[0], data->buffer[1],
                                       data->buffer[2]);
}

static int twin_shuffle(const struct bench_data *data, void *stream)
{
    return twin_reduce_sum_shuffle_launch(stream, data->shape.dimension[0], data->buffer[0], data->buffer[1],
                                          data->buffer[2]);
}

static int twin_last_block(const struct bench_data *data, void *stream)
{
    return twin_reduce_sum_launch(stream, data->shape.dimension[0], data->buffer[0], data->buffer[1], data->buffer[2]);
}

static int cub(const struct bench_data *data, void *stream)
{
    return cub_reduce_sum(stream, data->shape.dimension[0], data->buffer[0], data->buffer[1]);
}
#endif

static struct bench_rival reduce_sum = {.kernel = "reduce_sum",
                                        .plain = plain,
                                        .openmp = openmp,
                                        .twin = {{"tree", BENCH_TWIN(twin_tree)},
                                                 {"shuffle", BENCH_TWIN(twin_shuffle)},
                                                 {"last_block", BENCH_TWIN(twin_last_block)}},
                                        .cub = BENCH_TWIN(cub),
                                        .copies = true};
BENCH_RIVAL(reduce_sum);
