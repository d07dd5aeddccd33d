/* A stencil with conditions at the borders of tile and picture (as Rodinia's srad): 16 x 16 threads, tile in shared memory. */
#include "idiom.h"

IDIOM(srad, (const float *, in), (float *, out))
{
    LW_SHARED(float, tile, [16][16]);
    LW_SHARED(float, north, [16]);
    LW_SHARED(float, south, [16]);
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    tile[ty][tx] = in[y * n + x];
    if (ty == 0)
        north[tx] = in[(y == 0 ? 0 : y - 1) * n + x];
    else if (ty == 15)
        south[tx] = in[(y == n - 1 ? n - 1 : y + 1) * n + x];
    __syncthreads();
    float here = tile[ty][tx], n_, s_, w_, e_;
    if (ty == 0) {
        n_ = north[tx] - here;
        s_ = tile[ty + 1][tx] - here;
    } else if (ty == 15) {
        n_ = tile[ty - 1][tx] - here;
        s_ = south[tx] - here;
    } else {
        n_ = tile[ty - 1][tx] - here;
        s_ = tile[ty + 1][tx] - here;
    }
    w_ = (tx > 0 ? tile[ty][tx - 1] : in[y * n + (x == 0 ? 0 : x - 1)]) - here;
    e_ = (tx < 15 ? tile[ty][tx + 1] : in[y * n + (x == n - 1 ? n - 1 : x + 1)]) - here;
    float g = (n_ * n_ + s_ * s_ + w_ * w_ + e_ * e_) / (here * here + 1);
    float c = 1 / (1 + g);
    if (c < 0)
        c = 0;
    else if (c > 1)
        c = 1;
    out[y * n + x] = here + 0.25f * c * (n_ + s_ + w_ + e_);
}
