#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

enum { FLAGS, IN, OUT, LENGTHS, COUNT, WORKSPACE }; /* the case's buffers */

static void openmp(const struct bench_data *data, int threads)
{
    size_t n = data->shape.dimension[0], *count = data->buffer[COUNT];
    const uint32_t *in = data->buffer[IN];
    uint32_t *out = data->buffer[OUT];
    if (!strcmp(data->variant, "select"))
        *count = rival_select(n, data->buffer[FLAGS], in, out, threads);
    else if (!strcmp(data->variant, "partition"))
        *count = rival_partition(n, data->buffer[FLAGS], in, out, threads);
    else if (!strcmp(data->variant, "unique"))
        *count = rival_unique(n, in, out, threads);
    else
        *count = rival_run_lengths(n, in, out, data->buffer[LENGTHS], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

#ifdef LW_HAVE_CUDA
static int twin_select(const struct bench_data *data, void *stream)
{
    return twin_select_launch(stream, data->shape.dimension[0], data->buffer[FLAGS], data->buffer[IN],
                              data->buffer[OUT], data->buffer[COUNT], data->buffer[WORKSPACE]);
}

/* CUB's partition turns the order of the others round: it is no rival. */
static int cub(const struct bench_data *data, void *stream)
{
    size_t n = data->shape.dimension[0], *count = data->buffer[COUNT];
    if (!strcmp(data->variant, "select"))
        return cub_select(stream, n, data->buffer[FLAGS], data->buffer[IN], data->buffer[OUT], count);
    if (!strcmp(data->variant, "unique"))
        return cub_unique(stream, n, data->buffer[IN], data->buffer[OUT], count);
    if (!strcmp(data->variant, "run_lengths"))
        return cub_run_lengths(stream, n, data->buffer[IN], data->buffer[OUT], data->buffer[LENGTHS], count);
    return -1;
}
#endif

static struct bench_rival compact = {.kernel = "compact",
                                     .plain = plain,
                                     .openmp = openmp,
                                     .twin = {{"select", BENCH_TWIN(twin_select)}},
                                     .cub = BENCH_TWIN(cub)};
BENCH_RIVAL(compact);
