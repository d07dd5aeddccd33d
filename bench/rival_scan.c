#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

static int is_inclusive(const struct bench_data *data)
{
    return !strncmp(data->variant, "inclusive", strlen("inclusive"));
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
static int twin_look_back(const struct bench_data *data, void *stream)
{
    return twin_scan_look_back_launch(stream, data->shape.dimension[0], is_inclusive(data), data->buffer[0],
                                      data->buffer[1], data->buffer[2]);
}

static int twin_passes(const struct bench_data *data, void *stream)
{
    return twin_scan_passes_launch(stream, data->shape.dimension[0], is_inclusive(data), data->buffer[0],
                                   data->buffer[1], data->buffer[2]);
}

static int cub(const struct bench_data *data, void *stream)
{
    return cub_scan(stream, data->shape.dimension[0], data->buffer[0], data->buffer[1], is_inclusive(data));
}
#endif

static struct bench_rival scan = {.kernel = "scan",
                                  .plain = plain,
                                  .openmp = openmp,
                                  .twin = {{"inclusive", BENCH_TWIN(twin_look_back)},
                                           {"exclusive", BENCH_TWIN(twin_look_back)},
                                           {"inclusive_look_back", BENCH_TWIN(twin_look_back)},
                                           {"exclusive_look_back", BENCH_TWIN(twin_look_back)},
                                           {"inclusive_passes", BENCH_TWIN(twin_passes)},
                                           {"exclusive_passes", BENCH_TWIN(twin_passes)}},
                                  .cub = BENCH_TWIN(cub),
                                  .copies = true};
BENCH_RIVAL(scan);
