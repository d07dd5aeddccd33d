#include "twins.h"

struct affine {
    float m[6];
};

__device__ float mix(float a, float b, float t)
{
    return fmaf(t, b - a, a);
}

extern "C" __global__ void twin_warp_affine(const unsigned char *in, int width, int height, unsigned char *out,
                                            int out_width, int out_height, affine map, unsigned char fill)
{
    int u = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.y * blockDim.y;
    if (u >= out_width)
        return;
    for (int v = blockIdx.y * blockDim.y + threadIdx.y; v < out_height; v += stride) {
        float x = fmaf(map.m[0], (float)u, fmaf(map.m[1], (float)v, map.m[2]));
        float y = fmaf(map.m[3], (float)u, fmaf(map.m[4], (float)v, map.m[5]));
        unsigned char *pixel = out + ((size_t)v * out_width + u) * 3;
        if (!(x > -1 && y > -1 && x < width && y < height)) {
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

int twin_warp_affine_launch(void *stream, const unsigned char *in, int width, int height, unsigned char *out,
                            int out_width, int out_height, const float map[6], unsigned char fill)
{
    int rows = (out_height + 7) / 8;
    dim3 grid((out_width + 31) / 32, rows < 65535 ? rows : 65535), block(32, 8);
    affine by_value;
    for (int i = 0; i < 6; i++)
        by_value.m[i] = map[i];
    twin_warp_affine<<<grid, block, 0, static_cast<cudaStream_t>(stream)>>>(in, width, height, out, out_width,
                                                                             out_height, by_value, fill);
    return cudaGetLastError();
}
