#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

#define RUN(name, type)                                                                                                \
    if (!strcmp(data->variant, #name "_" #type)) {                                                                     \
        const type *in = data->buffer[0];                                                                              \
        size_t at = rival_arg##name##_##type(data->shape.dimension[0], in, threads);                                   \
        *(type *)data->buffer[1] = in[at];                                                                             \
        *(size_t *)data->buffer[2] = at;                                                                               \
    }

static void openmp(const struct bench_data *data, int threads)
{
    RUN(min, float)
    RUN(min, double)
    RUN(min, int)
    RUN(max, float)
    RUN(max, double)
    RUN(max, int)
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

#ifdef LW_HAVE_CUDA
static int cub(const struct bench_data *data, void *stream)
{
    return cub_argmin(stream, data->variant, data->shape.dimension[0], data->buffer[0], data->buffer[1],
                      data->buffer[2]);
}
#endif

static struct bench_rival argmin = {.kernel = "argmin", .plain = plain, .openmp = openmp, .cub = BENCH_TWIN(cub)};
BENCH_RIVAL(argmin);
