#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

/* A variant's name begins with the order, as digits. */
static void openmp(const struct bench_data *data, int threads)
{
    const size_t size[] = {data->shape.dimension[0], data->shape.dimension[1], data->shape.dimension[2]};
    const int order[] = {data->variant[0] - '0', data->variant[1] - '0', data->variant[2] - '0'};
    rival_permute(size, order, data->buffer[0], data->buffer[1], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

#ifdef LW_HAVE_CUDA
static int twin_batched(const struct bench_data *data, void *stream)
{
    return twin_transpose_batched_launch(stream, 4, data->shape.dimension[0], data->shape.dimension[2],
                                         data->shape.dimension[1], data->buffer[0], data->buffer[1]);
}
#endif

static struct bench_rival permute = {
    .kernel = "permute",
    .plain = plain,
    .openmp = openmp,
    .twin = {{"021", BENCH_TWIN(twin_batched)}, {"021_batched", BENCH_TWIN(twin_batched)}},
    .copies = true};
BENCH_RIVAL(permute);
