#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"

enum { KEYS, OUT, WORKSPACE, VALUES, VALUES_OUT }; /* the case's buffers */

static bool is_float(const struct bench_data *data)
{
    return strstr(data->variant, "float") != NULL;
}

static bool has_values(const struct bench_data *data)
{
    return data->variant[0] == 'p';
}

/* What is between two passes is in the workspace, which has room for it. */
static void openmp(const struct bench_data *data, int threads)
{
    void *const *b = data->buffer;
    const size_t n = data->shape.dimension[0];
    uint32_t *between = b[WORKSPACE], *values = has_values(data) ? b[VALUES] : NULL;
    uint32_t *values_out = has_values(data) ? b[VALUES_OUT] : NULL,
             *values_between = has_values(data) ? between + n : NULL;
    if (is_float(data))
        rival_merge_sort_float(n, b[KEYS], values, b[OUT], values_out, (float *)between, values_between, threads);
    else
        rival_merge_sort_int(n, b[KEYS], values, b[OUT], values_out, (int *)between, values_between, threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival merge_sort = {.kernel = "merge_sort", .plain = plain, .openmp = openmp};
BENCH_RIVAL(merge_sort);
