#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

static int is_inclusive(const struct bench_data *data)
{
    return !strcmp(data->variant, "inclusive");
}

static void plain(const struct bench_data *data)
{
    rival_scan(data->shape.dimension[0], data->buffer[0], data->buffer[1], is_inclusive(data));
}

static void openmp(const struct bench_data *data, int threads)
{
    rival_scan_openmp(data->shape.dimension[0], data->buffer[0], data->buffer[1], is_inclusive(data), threads);
}

#ifdef LW_HAVE_CUDA
static int twin_inclusive(const struct bench_data *data, void *stream)
{
    return twin_scan_inclusive_launch(stream, data->shape.dimension[0], data->buffer[0], data->buffer[1],
                                      data->buffer[2]);
}

static int twin_exclusive(const struct bench_data *data, void *stream)
{
    return twin_scan_exclusive_launch(stream, data->shape.dimension[0], data->buffer[0], data->buffer[1],
                                      data->buffer[2]);
}

static int cub(const struct bench_data *data, void *stream)
{
    return cub_scan(stream, data->shape.dimension[0], data->buffer[0], data->buffer[1], is_inclusive(data));
}
#endif

static struct bench_rival scan = {
    .kernel = "scan",
    .plain = plain,
    .openmp = openmp,
    .twin = {{"inclusive", BENCH_TWIN(twin_inclusive)}, {"exclusive", BENCH_TWIN(twin_exclusive)}},
    .cub = BENCH_TWIN(cub),
    .copies = true};
BENCH_RIVAL(scan);
