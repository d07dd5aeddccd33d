#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

/* Buffers, and what variants have gains and biases, as in tests/cases/norm.c; rows have no space between them. */
static const float epsilon = 1e-5f;

static void openmp(const struct bench_data *data, int threads)
{
    void *const *b = data->buffer;
    bool layer = data->variant[0] == 'l', plain = !strcmp(data->variant, "layer_plain");
    rival_norm(data->shape.dimension[0], data->shape.dimension[1], layer, b[0], plain ? NULL : b[1],
               layer && !plain ? b[2] : NULL, epsilon, b[3], b[4], b[5], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static void backward_openmp(const struct bench_data *data, int threads)
{
    void *const *b = data->buffer;
    bool layer = data->variant[0] == 'l';
    rival_norm_backward(data->shape.dimension[0], data->shape.dimension[1], b[0], layer ? b[1] : NULL,
                        layer ? b[2] : NULL, b[3], b[4], b[5], threads);
}

static void backward_plain(const struct bench_data *data)
{
    backward_openmp(data, 1);
}

#ifdef LW_HAVE_CUDA
static int twin(const struct bench_data *data, void *stream)
{
    void *const *b = data->buffer;
    return twin_layer_norm_launch(stream, data->shape.dimension[0], data->shape.dimension[1], b[0], b[1], b[2], epsilon,
                                  b[3], b[4], b[5]);
}
#endif

static struct bench_rival norm = {
    .kernel = "norm", .plain = plain, .openmp = openmp, .twin = {{"layer", BENCH_TWIN(twin)}}, .copies = true};
BENCH_RIVAL(norm);

static struct bench_rival norm_backward = {
    .kernel = "norm_backward", .plain = backward_plain, .openmp = backward_openmp, .copies = true};
BENCH_RIVAL(norm_backward);

/* Buffers as in tests/cases/norm_parameters.c. */
static void parameters_openmp(const struct bench_data *data, int threads)
{
    void *const *b = data->buffer;
    size_t rows = data->shape.dimension[0], columns = data->shape.dimension[1];
    if (data->variant[0] == 'l')
        rival_norm_parameters(rows, columns, b[0], b[1], b[2], b[3], b[4], b[5], threads);
    else
        rival_rms_norm_parameters(rows, columns, b[0], b[2], b[3], b[4], threads);
}

static void parameters_plain(const struct bench_data *data)
{
    parameters_openmp(data, 1);
}

static struct bench_rival norm_parameters = {
    .kernel = "norm_parameters", .plain = parameters_plain, .openmp = parameters_openmp, .copies = true};
BENCH_RIVAL(norm_parameters);
