#include <lanewise/kernel.h>

#include "gather.h"

/* Grid-stride loops: the same kernels serve a grid of one thread an element and one too small for that. A negative index becomes one above
 * any count. */
#define EACH(i, n)                                                                                                     \
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)

#define GATHER(kernel, type, index_type)                                                                               \
    LW_KERNEL(kernel, (size_t, n), (size_t, count), (const void *, in), (const index_type *, indices), (void *, out))  \
    {                                                                                                                  \
        EACH(i, n)                                                                                                     \
        {                                                                                                              \
            size_t from = (size_t)indices[i];                                                                          \
            ((type *)out)[i] = from < count ? __ldg((const type *)in + from) : 0;                                      \
        }                                                                                                              \
    }
GATHER(lwk_gather_4, unsigned, int)
GATHER(lwk_gather_8, unsigned long long, int)
GATHER(lwk_gather_int64_4, unsigned, int64_t)
GATHER(lwk_gather_int64_8, unsigned long long, int64_t)

#define SCATTER(kernel, type, index_type)                                                                              \
    LW_KERNEL(kernel, (size_t, n), (size_t, count), (const void *, in), (const index_type *, indices), (void *, out))  \
    {                                                                                                                  \
        EACH(i, n)                                                                                                     \
        {                                                                                                              \
            size_t to = (size_t)indices[i];                                                                            \
            if (to < count)                                                                                            \
                ((type *)out)[to] = ((const type *)in)[i];                                                             \
        }                                                                                                              \
    }
SCATTER(lwk_scatter_4, unsigned, int)
SCATTER(lwk_scatter_8, unsigned long long, int)
SCATTER(lwk_scatter_int64_4, unsigned, int64_t)
SCATTER(lwk_scatter_int64_8, unsigned long long, int64_t)

/* ---- the host's side ---- */
static lw_launch_config cover(lw_stream *stream, size_t n)
{
    const size_t threads = 256, most = threads * 0x7fffffff; /* that one grid has */
    return lw_linear(stream, n < most ? n : most, (unsigned)threads);
}

/* `reads`, `writes`: whether in and out have elements. */
static lw_status check(const char *launcher, size_t element_size, bool reads, bool writes, const void *in,
                       const void *indices, const void *out)
{
    const char *null = reads && in == NULL ? "in" : indices == NULL ? "indices" : writes && out == NULL ? "out" : NULL;
    if (element_size != 4 && element_size != 8)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: element_size is %zu; expected 4 or 8", launcher, element_size);
    if (null != NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    if ((uintptr_t)in % element_size != 0 || (uintptr_t)out % element_size != 0)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is not aligned to its elements of %zu bytes", launcher,
                        (uintptr_t)in % element_size != 0 ? "in" : "out", element_size);
    return LW_SUCCESS;
}

#define LAUNCHER(name, index_type, reads, writes)                                                                      \
    lw_status name##_launch(lw_stream *stream, size_t element_size, size_t n, size_t count, const void *in,            \
                            const index_type *indices, void *out)                                                      \
    {                                                                                                                  \
        if (n == 0)                                                                                                    \
            return LW_SUCCESS;                                                                                         \
        lw_status status = check(#name "_launch", element_size, reads, writes, in, indices, out);                      \
        if (status != LW_SUCCESS)                                                                                      \
            return status;                                                                                             \
        return element_size == 4 ? lw_launch(name##_4, cover(stream, n), n, count, in, indices, out)                   \
                                 : lw_launch(name##_8, cover(stream, n), n, count, in, indices, out);                  \
    }
LAUNCHER(lwk_gather, int, count > 0, true)
LAUNCHER(lwk_gather_int64, int64_t, count > 0, true)
LAUNCHER(lwk_scatter, int, true, count > 0)
LAUNCHER(lwk_scatter_int64, int64_t, true, count > 0)
