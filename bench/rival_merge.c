#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"

enum { A, B, OUT, WORKSPACE, VALUES_A, VALUES_B, VALUES_OUT }; /* the case's buffers */

static bool is_float(const struct bench_data *data)
{
    return strstr(data->variant, "float") != NULL;
}

static bool has_values(const struct bench_data *data)
{
    return data->variant[0] == 'p';
}

static void openmp(const struct bench_data *data, int threads)
{
    void *const *b = data->buffer;
    const uint64_t *d = data->shape.dimension;
    const uint32_t *values_a = has_values(data) ? b[VALUES_A] : NULL, *values_b = has_values(data) ? b[VALUES_B] : NULL;
    uint32_t *values_out = has_values(data) ? b[VALUES_OUT] : NULL;
    if (is_float(data))
        rival_merge_float(d[0], b[A], values_a, d[1], b[B], values_b, b[OUT], values_out, threads);
    else
        rival_merge_int(d[0], b[A], values_a, d[1], b[B], values_b, b[OUT], values_out, threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival merge = {.kernel = "merge", .plain = plain, .openmp = openmp, .copies = true};
BENCH_RIVAL(merge);
