#include <lanewise/kernel.h>

#include "vector_add.h"

LW_KERNEL(lwk_vector_add, (size_t, n), (const float *, a), (const float *, b), (float *, out))
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] + b[i];
}

lw_status lwk_vector_add_launch(lw_stream *stream, size_t n, const float *a, const float *b, float *out)
{
    const size_t threads = 256, most = threads * 0x7fffffffu; /* that one grid has */
    if (n == 0)
        return LW_SUCCESS;
    if (a == NULL || b == NULL || out == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_vector_add_launch: %s is null",
                        a == NULL   ? "a"
                        : b == NULL ? "b"
                                    : "out");
    if (n > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_vector_add_launch: n is %zu, at most %zu", n, most);
    return lw_launch(lwk_vector_add, lw_linear(stream, n, (unsigned)threads), n, a, b, out);
}
