#include <lanewise/kernel.h>

#include "warp_affine.h"

static __device__ __forceinline__ float mix(float a, float b, float t)
{
    return fmaf(t, b - a, a);
}

LW_KERNEL(lwk_warp_affine, (const unsigned char *, in), (int, width), (int, height), (unsigned char *, out),
          (int, out_width), (int, out_height), (lwk_affine, map), (unsigned char, fill))
{
    int u = (int)(blockIdx.x * blockDim.x + threadIdx.x), stride = (int)(gridDim.y * blockDim.y);
    if (u >= out_width)
        return;
    for (int v = (int)(blockIdx.y * blockDim.y + threadIdx.y); v < out_height; v += stride) {
        float x = fmaf(map.m[0], (float)u, fmaf(map.m[1], (float)v, map.m[2]));
        float y = fmaf(map.m[3], (float)u, fmaf(map.m[4], (float)v, map.m[5]));
        unsigned char *pixel = out + ((size_t)v * out_width + u) * 3;
        if (!(x > -1.0f && y > -1.0f && x < (float)width && y < (float)height)) {
            pixel[0] = pixel[1] = pixel[2] = fill;
            continue;
        }
        float left = floorf(x), top = floorf(y), across = x - left, down = y - top;
        int x0 = (int)left, y0 = (int)top;
        bool in_left = x0 >= 0, in_right = x0 + 1 < width, in_top = y0 >= 0, in_bottom = y0 + 1 < height;
        const unsigned char *upper = in + ((ptrdiff_t)y0 * width + x0) * 3, *lower = upper + (size_t)width * 3;
#pragma unroll
        for (int channel = 0; channel < 3; channel++) {
            float a = in_top && in_left ? upper[channel] : fill;
            float b = in_top && in_right ? upper[channel + 3] : fill;
            float c = in_bottom && in_left ? lower[channel] : fill;
            float d = in_bottom && in_right ? lower[channel + 3] : fill;
            pixel[channel] = (unsigned char)(mix(mix(a, b, across), mix(c, d, across), down) + 0.5f);
        }
    }
}

lw_status lwk_warp_affine_launch(lw_stream *stream, const unsigned char *in, int width, int height, unsigned char *out,
                                 int out_width, int out_height, lwk_affine map, unsigned char fill)
{
    const int most = 1 << 24; /* whole numbers that a float holds */
    if (width < 0 || height < 0 || out_width < 0 || out_height < 0 || width > most || height > most ||
        out_width > most || out_height > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_warp_affine_launch: from %d x %d to %d x %d, at most %d", width,
                        height, out_width, out_height, most);
    if (out_width == 0 || out_height == 0)
        return LW_SUCCESS;
    if (out == NULL || (in == NULL && width > 0 && height > 0))
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_warp_affine_launch: %s is null", out == NULL ? "out" : "in");
    if (width == 0 || height == 0)
        width = height = -1; /* no coordinate is inside */
    unsigned columns = ((unsigned)out_width + 31) / 32, rows = ((unsigned)out_height + 7) / 8;
    lw_dim3 grid = {columns, rows < 65535 ? rows : 65535, 1}, block = {32, 8, 1};
    return lw_launch(lwk_warp_affine, lw_grid(stream, grid, block, 0), in, width, height, out, out_width, out_height,
                     map, fill);
}

lwk_affine lwk_affine_inverse(lwk_affine map)
{
    double a = (double)map.m[0], b = (double)map.m[1], c = (double)map.m[2];
    double d = (double)map.m[3], e = (double)map.m[4], f = (double)map.m[5];
    double determinant = a * e - b * d, scale = determinant != 0 ? 1 / determinant : (double)NAN;
    lwk_affine back = {{(float)(e * scale), (float)(-b * scale), (float)((b * f - c * e) * scale), (float)(-d * scale),
                        (float)(a * scale), (float)((c * d - a * f) * scale)}};
    return back;
}

lwk_affine lwk_letterbox(int width, int height, int out_width, int out_height)
{
    double across = (double)width / out_width, down = (double)height / out_height;
    double scale = across > down ? across : down; /* source pixels a destination pixel */
    /* The half-pixel term is in the middles: (size - 1) / 2, not size / 2. */
    double x = (width - 1) / 2.0 - scale * (out_width - 1) / 2.0;
    double y = (height - 1) / 2.0 - scale * (out_height - 1) / 2.0;
    lwk_affine map = {{(float)scale, 0.0f, (float)x, 0.0f, (float)scale, (float)y}};
    return map;
}
