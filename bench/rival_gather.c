#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

static void openmp(const struct bench_data *data, int threads)
{
    size_t n = data->shape.dimension[0], count = data->shape.dimension[1];
    const void *in = data->buffer[0], *indices = data->buffer[1];
    void *out = data->buffer[2];
    const char *name = data->variant;
    if (!strcmp(name, "gather_4"))
        rival_gather_4(n, count, in, indices, out, threads);
    else if (!strcmp(name, "gather_8"))
        rival_gather_8(n, count, in, indices, out, threads);
    else if (!strcmp(name, "gather_int64_4"))
        rival_gather_int64_4(n, count, in, indices, out, threads);
    else if (!strcmp(name, "gather_int64_8"))
        rival_gather_int64_8(n, count, in, indices, out, threads);
    else if (!strcmp(name, "scatter_4"))
        rival_scatter_4(n, count, in, indices, out, threads);
    else if (!strcmp(name, "scatter_8"))
        rival_scatter_8(n, count, in, indices, out, threads);
    else if (!strcmp(name, "scatter_int64_4"))
        rival_scatter_int64_4(n, count, in, indices, out, threads);
    else
        rival_scatter_int64_8(n, count, in, indices, out, threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

#ifdef LW_HAVE_CUDA
static int twin_gather(const struct bench_data *data, void *stream)
{
    return twin_gather_launch(stream, 4, data->shape.dimension[0], data->shape.dimension[1], data->buffer[0],
                              data->buffer[1], data->buffer[2]);
}
#endif

static struct bench_rival gather = {
    .kernel = "gather", .plain = plain, .openmp = openmp, .twin = {{"gather_4", BENCH_TWIN(twin_gather)}}};
BENCH_RIVAL(gather);
