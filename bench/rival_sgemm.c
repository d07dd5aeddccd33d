#include "gpu.h"
#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

/* The case's product at shapes with even n, as its bench shapes are: no gaps, alpha = 1, beta = 0. */
struct problem {
    int m, n, k;
};

static struct problem problem_of(const struct bench_data *data)
{
    struct problem p = {(int)data->shape.dimension[0], (int)data->shape.dimension[1], (int)data->shape.dimension[2]};
    return p;
}

static void plain(const struct bench_data *data)
{
    const uint64_t *size = data->shape.dimension;
    rival_sgemm(size[0], size[1], size[2], 1, data->buffer[0], size[2], data->buffer[1], size[1], 0, data->buffer[2],
                size[1]);
}

static void openmp(const struct bench_data *data, int threads)
{
    const uint64_t *size = data->shape.dimension;
    rival_sgemm_openmp(size[0], size[1], size[2], 1, data->buffer[0], size[2], data->buffer[1], size[1], 0,
                       data->buffer[2], size[1], threads);
}

#ifdef LW_HAVE_CUDA
static int twin_register(const struct bench_data *data, void *stream)
{
    struct problem p = problem_of(data);
    return twin_sgemm_launch(stream, p.m, p.n, p.k, 1, data->buffer[0], p.k, data->buffer[1], p.n, 0, data->buffer[2],
                             p.n);
}

static int twin_tile16(const struct bench_data *data, void *stream)
{
    struct problem p = problem_of(data);
    return twin_sgemm_tile16_launch(stream, p.m, p.n, p.k, 1, data->buffer[0], p.k, data->buffer[1], p.n, 0,
                                    data->buffer[2], p.n);
}
#endif

static int cublas(const struct bench_data *data, void *stream)
{
    struct problem p = problem_of(data);
    return bench_cublas_sgemm(stream, p.m, p.n, p.k, 1, data->buffer[0], p.k, data->buffer[1], p.n, 0, data->buffer[2],
                              p.n);
}

static struct bench_rival sgemm = {
    .kernel = "sgemm",
    .plain = plain,
    .openmp = openmp,
    .twin = {{"register", BENCH_TWIN(twin_register)}, {"tile16", BENCH_TWIN(twin_tile16)}},
    .cublas = cublas};
BENCH_RIVAL(sgemm);
