#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"

/* The case's factors. */
static void openmp(const struct bench_data *data, int threads)
{
    const uint64_t *size = data->shape.dimension;
    if (strstr(data->variant, "27") != NULL)
        rival_stencil27(size[0], size[1], size[2], 0.4f, 0.1f, -0.03f, 0.07f, data->buffer[0], data->buffer[1],
                        threads);
    else
        rival_stencil7(size[0], size[1], size[2], 0.4f, 0.1f, data->buffer[0], data->buffer[1], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival stencil3d = {.kernel = "stencil3d", .plain = plain, .openmp = openmp, .copies = true};
BENCH_RIVAL(stencil3d);
