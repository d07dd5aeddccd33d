#include <string.h>

#include "gpu.h"
#include "rival.h"
#include "rivals/rivals.h"

/* The bench's sizes have even numbers of rows: alpha = 1, beta = 0. */
static void openmp(const struct bench_data *data, int threads)
{
    if (!strncmp(data->variant, "coo", 3))
        rival_spmv_coo(data->shape.dimension[0], data->bytes[1] / sizeof(int), 1, data->buffer[6], data->buffer[1],
                       data->buffer[2], data->buffer[3], 0, data->buffer[4], threads);
    else
        rival_spmv(data->shape.dimension[0], 1, data->buffer[0], data->buffer[1], data->buffer[2], data->buffer[3], 0,
                   data->buffer[4], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static int cusparse(const struct bench_data *data, void *stream)
{
    bool is_coo = !strncmp(data->variant, "coo", 3);
    struct bench_sparse matrix = {.form = is_coo ? BENCH_COO : BENCH_CSR,
                                  .rows = (int64_t)data->shape.dimension[0],
                                  .columns = (int64_t)data->shape.dimension[0],
                                  .entries = (int64_t)(data->bytes[1] / sizeof(int)),
                                  .offsets = data->buffer[is_coo ? 6 : 0],
                                  .indices = data->buffer[1],
                                  .values = data->buffer[2],
                                  .x = data->buffer[3],
                                  .y = data->buffer[4],
                                  .alpha = 1,
                                  .beta = 0};
    return bench_cusparse_spmv(stream, &matrix);
}

static struct bench_rival spmv = {.kernel = "spmv", .plain = plain, .openmp = openmp, .cusparse = cusparse};
BENCH_RIVAL(spmv);
