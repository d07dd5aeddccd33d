#include <lanewise/kernel.h>

#include "vector_add.h"

/* A thread loads all its elements before it stores the first: on a GPU what bounds a sum of vectors is how many bytes are on
 * their way, and one element a thread are too few. */
LW_KERNEL(lwk_vector_add, (size_t, n), (const float *, a), (const float *, b), (float *, out))
{
    size_t first = (size_t)blockIdx.x * blockDim.x * LWK_VECTOR_ADD_EACH, i = first + threadIdx.x;
    if (n >= first + blockDim.x * LWK_VECTOR_ADD_EACH) {
        float x[LWK_VECTOR_ADD_EACH], y[LWK_VECTOR_ADD_EACH];
#pragma unroll
        for (unsigned k = 0; k < LWK_VECTOR_ADD_EACH; k++) {
            x[k] = a[i + k * blockDim.x];
            y[k] = b[i + k * blockDim.x];
        }
#pragma unroll
        for (unsigned k = 0; k < LWK_VECTOR_ADD_EACH; k++)
            out[i + k * blockDim.x] = x[k] + y[k];
    } else {
        for (; i < n; i += blockDim.x)
            out[i] = a[i] + b[i];
    }
}

lw_status lwk_vector_add_launch(lw_stream *stream, size_t n, const float *a, const float *b, float *out)
{
    const size_t threads = 256, most = threads * 0x7fffffffu; /* that one grid has, with an element a thread */
    if (n == 0)
        return LW_SUCCESS;
    if (a == NULL || b == NULL || out == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_vector_add_launch: %s is null",
                        a == NULL   ? "a"
                        : b == NULL ? "b"
                                    : "out");
    if (n > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_vector_add_launch: n is %zu, at most %zu", n, most);
    size_t lanes = n / LWK_VECTOR_ADD_EACH + (n % LWK_VECTOR_ADD_EACH != 0);
    return lw_launch(lwk_vector_add, lw_linear(stream, lanes, (unsigned)threads), n, a, b, out);
}
