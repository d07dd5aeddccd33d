#include "gpu.h"
#include "rival.h"
#include "rivals/rivals.h"

/* The bench's sizes have even numbers of rows: alpha = 1, beta = 0. */
static void openmp(const struct bench_data *data, int threads)
{
    rival_spmv_sell(data->shape.dimension[0], 1, data->buffer[0], data->buffer[1], data->buffer[2], data->buffer[3], 0,
                    data->buffer[4], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static int cusparse(const struct bench_data *data, void *stream)
{
    struct bench_sparse matrix = {.form = BENCH_SELL,
                                  .slice = 32,
                                  .rows = (int64_t)data->shape.dimension[0],
                                  .columns = (int64_t)data->shape.dimension[0],
                                  .entries = (int64_t)(data->bytes[1] / sizeof(int)),
                                  .offsets = data->buffer[0],
                                  .indices = data->buffer[1],
                                  .values = data->buffer[2],
                                  .x = data->buffer[3],
                                  .y = data->buffer[4],
                                  .alpha = 1,
                                  .beta = 0};
    return bench_cusparse_spmv(stream, &matrix);
}

static struct bench_rival spmv_sell = {.kernel = "spmv_sell", .plain = plain, .openmp = openmp, .cusparse = cusparse};
BENCH_RIVAL(spmv_sell);
