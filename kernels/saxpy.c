#include <lanewise/kernel.h>

#include "saxpy.h"

/* A grid-stride loop: the same kernel serves a grid of one lane an element and one too small for that. */
LW_KERNEL(lwk_saxpy, (size_t, n), (float, a), (const float *, x), (float *, y))
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        y[i] = fmaf(a, x[i], y[i]);
}

lw_status lwk_saxpy_launch(lw_stream *stream, size_t n, float a, const float *x, float *y)
{
    const size_t lanes = 256, most = lanes * 0x7fffffffu; /* that one grid has */
    if (n == 0)
        return LW_SUCCESS;
    if (x == NULL || y == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_saxpy_launch: %s is null", x == NULL ? "x" : "y");
    return lw_launch(lwk_saxpy, lw_linear(stream, n < most ? n : most, (unsigned)lanes), n, a, x, y);
}
