#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

enum { KEYS, KEYS_OUT, VALUES, VALUES_OUT, WORKSPACE }; /* the case's buffers */

static bool has_values(const struct bench_data *data)
{
    return !strncmp(data->variant, "pairs", strlen("pairs"));
}

/* What is between two passes is in the workspace, which has room for it. */
static void openmp(const struct bench_data *data, int threads)
{
    size_t n = data->shape.dimension[0];
    uint32_t *between = data->buffer[WORKSPACE];
    bool values = has_values(data);
    rival_radix_sort(n, data->buffer[KEYS], data->buffer[KEYS_OUT], between, values ? data->buffer[VALUES] : NULL,
                     data->buffer[VALUES_OUT], between + n, threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

#ifdef LW_HAVE_CUDA
static int cub(const struct bench_data *data, void *stream)
{
    size_t n = data->shape.dimension[0];
    return has_values(data) ? cub_sort_pairs(stream, n, data->buffer[KEYS], data->buffer[KEYS_OUT],
                                             data->buffer[VALUES], data->buffer[VALUES_OUT])
                            : cub_sort_keys(stream, n, data->buffer[KEYS], data->buffer[KEYS_OUT]);
}
#endif

static struct bench_rival radix_sort = {
    .kernel = "radix_sort", .plain = plain, .openmp = openmp, .cub = BENCH_TWIN(cub)};
BENCH_RIVAL(radix_sort);
