#include "rival.h"
#include "rivals/rivals.h"

/* Buffers as in tests/cases/embedding.c; rows have no space between them. */
static void openmp(const struct bench_data *data, int threads)
{
    void *const *b = data->buffer;
    const uint64_t *d = data->shape.dimension;
    rival_embedding(d[0], d[2], d[1], b[0], b[1], b[2], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

static void backward_openmp(const struct bench_data *data, int threads)
{
    void *const *b = data->buffer;
    const uint64_t *d = data->shape.dimension;
    rival_embedding_backward(d[0], d[2], d[1], b[0], data->variant[0] == 'a' ? NULL : b[1], b[2], b[3], threads);
}

static void backward_plain(const struct bench_data *data)
{
    backward_openmp(data, 1);
}

static struct bench_rival embedding = {.kernel = "embedding", .plain = plain, .openmp = openmp, .copies = true};
BENCH_RIVAL(embedding);

static struct bench_rival embedding_backward = {
    .kernel = "embedding_backward", .plain = backward_plain, .openmp = backward_openmp, .copies = true};
BENCH_RIVAL(embedding_backward);
