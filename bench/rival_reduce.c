#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

#define RUN(operation, type)                                                                                           \
    if (!strcmp(data->variant, #operation "_" #type))                                                                  \
    *(type *)data->buffer[1] = rival_reduce_##operation##_##type(data->shape.dimension[0], data->buffer[0], threads)

static void openmp(const struct bench_data *data, int threads)
{
    RUN(sum, float);
    RUN(sum, double);
    RUN(sum, int);
    RUN(min, float);
    RUN(min, double);
    RUN(min, int);
    RUN(max, float);
    RUN(max, double);
    RUN(max, int);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

#ifdef LW_HAVE_CUDA
static int twin_sum_float(const struct bench_data *data, void *stream)
{
    return twin_reduce_sum_float_launch(stream, data->shape.dimension[0], data->buffer[0], data->buffer[1],
                                        data->buffer[2]);
}

static int cub(const struct bench_data *data, void *stream)
{
    return cub_reduce(stream, data->variant, data->shape.dimension[0], data->buffer[0], data->buffer[1]);
}
#endif

static struct bench_rival reduce = {.kernel = "reduce",
                                    .plain = plain,
                                    .openmp = openmp,
                                    .twin = {{"sum_float", BENCH_TWIN(twin_sum_float)}},
                                    .cub = BENCH_TWIN(cub)};
BENCH_RIVAL(reduce);
