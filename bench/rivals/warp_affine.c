#include "rivals.h"

#include <math.h>

static inline float sample(const struct rival_image *in, int x, int y, int channel, float fill)
{
    if (x < 0 || y < 0 || x >= in->width || y >= in->height)
        return fill;
    return in->pixels[3 * ((size_t)y * (size_t)in->width + (size_t)x) + (size_t)channel];
}

static inline void warp_row(const struct rival_image *in, int out_width, uint8_t *restrict out, const float map[6],
                            uint8_t fill, int v)
{
    for (int u = 0; u < out_width; u++) {
        float x = map[0] * (float)u + map[1] * (float)v + map[2], y = map[3] * (float)u + map[4] * (float)v + map[5];
        if (!(x > -1 && y > -1 && x < (float)in->width && y < (float)in->height)) {
            for (int channel = 0; channel < 3; channel++)
                out[3 * u + channel] = fill;
            continue;
        }
        int left = (int)floorf(x), top = (int)floorf(y);
        float right = x - (float)left, below = y - (float)top;
        for (int channel = 0; channel < 3; channel++) {
            float upper =
                (1 - right) * sample(in, left, top, channel, fill) + right * sample(in, left + 1, top, channel, fill);
            float lower = (1 - right) * sample(in, left, top + 1, channel, fill) +
                          right * sample(in, left + 1, top + 1, channel, fill);
            out[3 * u + channel] = (uint8_t)((1 - below) * upper + below * lower + 0.5f);
        }
    }
}

void rival_warp_affine(const struct rival_image *in, int out_width, int out_height, uint8_t *out, const float map[6],
                       uint8_t fill)
{
    for (int v = 0; v < out_height; v++)
        warp_row(in, out_width, out + 3 * (size_t)v * (size_t)out_width, map, fill, v);
}

void rival_warp_affine_openmp(const struct rival_image *in, int out_width, int out_height, uint8_t *out,
                              const float map[6], uint8_t fill, int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int v = 0; v < out_height; v++)
        warp_row(in, out_width, out + 3 * (size_t)v * (size_t)out_width, map, fill, v);
}
