#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

#define RUN(operation, type)                                                                                           \
    if (!strcmp(data->variant, #operation "_" #type))                                                                  \
    rival_segments_##operation##_##type(data->shape.dimension[0], data->buffer[0], data->buffer[1], data->buffer[2],   \
                                        threads)

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
static int cub(const struct bench_data *data, void *stream)
{
    return cub_segments(stream, data->variant, data->shape.dimension[0], data->buffer[0], data->buffer[1],
                        data->buffer[2]);
}
#endif

static struct bench_rival reduce_segments = {
    .kernel = "reduce_segments", .plain = plain, .openmp = openmp, .cub = BENCH_TWIN(cub)};
BENCH_RIVAL(reduce_segments);
