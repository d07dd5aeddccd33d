#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

/* A variant's name begins with the number of fields; buffers are the structs, then an array for each field. */
static void openmp(const struct bench_data *data, int threads)
{
    int fields = data->variant[0] - '0';
    size_t n = data->shape.dimension[0];
    void *const *buffer = data->buffer;
    if (data->variant[2] == 'a')
        rival_aos_to_soa(fields, n, buffer[0], buffer[1], buffer[2], buffer[3], buffer[4], threads);
    else
        rival_soa_to_aos(fields, n, buffer[1], buffer[2], buffer[3], buffer[4], buffer[0], threads);
}

static void plain(const struct bench_data *data)
{
    openmp(data, 1);
}

#ifdef LW_HAVE_CUDA
static int twin_apart(const struct bench_data *data, void *stream)
{
    return twin_aos_to_soa_launch(stream, 3, data->shape.dimension[0], data->buffer[0], data->buffer + 1);
}

static int twin_together(const struct bench_data *data, void *stream)
{
    const void *const arrays[] = {data->buffer[1], data->buffer[2], data->buffer[3]};
    return twin_soa_to_aos_launch(stream, 3, data->shape.dimension[0], arrays, data->buffer[0]);
}
#endif

static struct bench_rival aos_soa = {
    .kernel = "aos_soa",
    .plain = plain,
    .openmp = openmp,
    .twin = {{"3_aos_to_soa", BENCH_TWIN(twin_apart)}, {"3_soa_to_aos", BENCH_TWIN(twin_together)}},
    .copies = true};
BENCH_RIVAL(aos_soa);
