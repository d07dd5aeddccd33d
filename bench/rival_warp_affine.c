#include <string.h>

#include <kernels/warp_affine.h>

#include "rival.h"
#include "rivals/rivals.h"
#include "twins/twins.h"

enum { FILL = 114 };

/* The maps of the case's two variants. */
static lwk_affine map_of(const struct bench_data *data)
{
    const uint64_t *size = data->shape.dimension;
    if (!strcmp(data->variant, "letterbox"))
        return lwk_letterbox((int)size[0], (int)size[1], (int)size[2], (int)size[2]);
    lwk_affine map = {{0.65f, -0.375f, 0, 0.375f, 0.65f, 0}};
    float across = 0.5f * (float)size[0], down = 0.5f * (float)size[1], middle = 0.5f * (float)size[2];
    map.m[2] = across - (map.m[0] + map.m[1]) * middle;
    map.m[5] = down - (map.m[3] + map.m[4]) * middle;
    return map;
}

static struct rival_image source_of(const struct bench_data *data)
{
    struct rival_image image = {(int)data->shape.dimension[0], (int)data->shape.dimension[1], data->buffer[0]};
    return image;
}

static void plain(const struct bench_data *data)
{
    struct rival_image source = source_of(data);
    int side = (int)data->shape.dimension[2];
    rival_warp_affine(&source, side, side, data->buffer[1], map_of(data).m, FILL);
}

static void openmp(const struct bench_data *data, int threads)
{
    struct rival_image source = source_of(data);
    int side = (int)data->shape.dimension[2];
    rival_warp_affine_openmp(&source, side, side, data->buffer[1], map_of(data).m, FILL, threads);
}

#ifdef LW_HAVE_CUDA
static int twin(const struct bench_data *data, void *stream)
{
    int side = (int)data->shape.dimension[2];
    return twin_warp_affine_launch(stream, data->buffer[0], (int)data->shape.dimension[0],
                                   (int)data->shape.dimension[1], data->buffer[1], side, side, map_of(data).m, FILL);
}
#endif

static struct bench_rival warp_affine = {.kernel = "warp_affine",
                                         .plain = plain,
                                         .openmp = openmp,
                                         .twin = {{"letterbox", BENCH_TWIN(twin)}, {"turned", BENCH_TWIN(twin)}},
                                         .copies = true};
BENCH_RIVAL(warp_affine);
