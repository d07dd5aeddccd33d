#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

/* Rates, betas, epsilon and decay are those of tests/cases/adam.c. */
static void openmp(const struct bench_data *data, int threads)
{
    void *const *b = data->buffer;
    rival_adam(data->shape.dimension[0], 0.01f, 0.9f, 0.999f, 1e-8f, 0.1f, (unsigned)data->shape.dimension[1], b[0],
               b[1], b[2], b[3], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

#ifdef LW_HAVE_CUDA
static int twin(const struct bench_data *data, void *stream)
{
    void *const *b = data->buffer;
    return twin_adam_launch(stream, data->shape.dimension[0], 0.01f, 0.9f, 0.999f, 1e-8f, 0.1f,
                            (unsigned)data->shape.dimension[1], b[0], b[1], b[2], b[3]);
}
#endif

static struct bench_rival adam = {
    .kernel = "adam", .plain = plain, .openmp = openmp, .twin = {{"adam", BENCH_TWIN(twin)}}, .copies = true};
BENCH_RIVAL(adam);
