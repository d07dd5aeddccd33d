#include <lanewise/kernel.h>

#include "saxpy.h"

enum { EACH = 4 }; /* elements of a thread whose loads are on their way together: what bounds this kernel on a GPU */

/* Blocks take tiles of EACH elements a thread, a grid apart: the same kernel serves a grid that covers the elements and one too
 * small for that. */
LW_KERNEL(lwk_saxpy, (size_t, n), (float, a), (const float *, x), (float *, y))
{
    size_t tile = (size_t)blockDim.x * EACH;
    for (size_t first = blockIdx.x * tile; first < n; first += gridDim.x * tile) {
        size_t i = first + threadIdx.x;
        if (n - first >= tile) {
            float p[EACH], q[EACH];
#pragma unroll
            for (unsigned k = 0; k < EACH; k++) {
                p[k] = x[i + k * blockDim.x];
                q[k] = y[i + k * blockDim.x];
            }
#pragma unroll
            for (unsigned k = 0; k < EACH; k++)
                y[i + k * blockDim.x] = fmaf(a, p[k], q[k]);
        } else {
            for (; i < n; i += blockDim.x)
                y[i] = fmaf(a, x[i], y[i]);
        }
    }
}

lw_status lwk_saxpy_launch(lw_stream *stream, size_t n, float a, const float *x, float *y)
{
    const size_t lanes = 256, most = lanes * 0x7fffffffu; /* that one grid has */
    if (n == 0)
        return LW_SUCCESS;
    if (x == NULL || y == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_saxpy_launch: %s is null", x == NULL ? "x" : "y");
    size_t threads = n / EACH + (n % EACH != 0);
    return lw_launch(lwk_saxpy, lw_linear(stream, threads < most ? threads : most, (unsigned)lanes), n, a, x, y);
}
