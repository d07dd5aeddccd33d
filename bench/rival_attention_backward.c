#include <math.h>

#include "rival.h"
#include "rivals/rivals.h"

/* As in tests/cases/attention_backward.c. */
static void openmp(const struct bench_data *data, int threads)
{
    void *const *b = data->buffer;
    const uint64_t *d = data->shape.dimension;
    rival_attention_backward((int)d[0], data->variant[0] == 's' ? 2 : 1, (int)(d[1] / 100000), (int)(d[1] % 100000),
                             d[2], data->variant[0] != 'f', 4 / sqrtf((float)d[2]), b[0], b[1], b[2], b[3], b[4], b[5],
                             b[6], b[7], b[8], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static struct bench_rival attention_backward = {.kernel = "attention_backward", .plain = plain, .openmp = openmp};
BENCH_RIVAL(attention_backward);
