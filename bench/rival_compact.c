#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

enum { FLAGS, IN, OUT, LENGTHS, COUNT, WORKSPACE }; /* the case's buffers */

static bool is_variant_of(const struct bench_data *data, const char *name)
{
    return !strncmp(data->variant, name, strlen(name));
}

static void openmp(const struct bench_data *data, int threads)
{
    size_t n = data->shape.dimension[0], *count = data->buffer[COUNT];
    const uint32_t *in = data->buffer[IN];
    uint32_t *out = data->buffer[OUT];
    if (is_variant_of(data, "select"))
        *count = rival_select(n, data->buffer[FLAGS], in, out, threads);
    else if (is_variant_of(data, "partition"))
        *count = rival_partition(n, data->buffer[FLAGS], in, out, threads);
    else if (is_variant_of(data, "unique"))
        *count = rival_unique(n, in, out, threads);
    else
        *count = rival_run_lengths(n, in, out, data->buffer[LENGTHS], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

#ifdef LW_HAVE_CUDA
static int twin_look_back(const struct bench_data *data, void *stream)
{
    return twin_select_look_back_launch(stream, data->shape.dimension[0], data->buffer[FLAGS], data->buffer[IN],
                                        data->buffer[OUT], data->buffer[COUNT], data->buffer[WORKSPACE]);
}

static int twin_passes(const struct bench_data *data, void *stream)
{
    return twin_select_passes_launch(stream, data->shape.dimension[0], data->buffer[FLAGS], data->buffer[IN],
                                     data->buffer[OUT], data->buffer[COUNT], data->buffer[WORKSPACE]);
}

/* CUB's partition turns the order of the others round: it is no rival. */
static int cub(const struct bench_data *data, void *stream)
{
    size_t n = data->shape.dimension[0], *count = data->buffer[COUNT];
    if (is_variant_of(data, "select"))
        return cub_select(stream, n, data->buffer[FLAGS], data->buffer[IN], data->buffer[OUT], count);
    if (is_variant_of(data, "unique"))
        return cub_unique(stream, n, data->buffer[IN], data->buffer[OUT], count);
    if (is_variant_of(data, "run_lengths"))
        return cub_run_lengths(stream, n, data->buffer[IN], data->buffer[OUT], data->buffer[LENGTHS], count);
    return -1;
}
#endif

static struct bench_rival compact = {.kernel = "compact",
                                     .plain = plain,
                                     .openmp = openmp,
                                     .twin = {{"select", BENCH_TWIN(twin_look_back)},
                                              {"select_look_back", BENCH_TWIN(twin_look_back)},
                                              {"select_passes", BENCH_TWIN(twin_passes)}},
                                     .cub = BENCH_TWIN(cub)};
BENCH_RIVAL(compact);
