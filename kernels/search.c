#include <lanewise/kernel.h>

#include "search.h"

/* All threads take the same number of steps, and none branches on an element. The place is `base` or up to `left` elements after it. */
#define SEARCH(type)                                                                                                   \
    LW_KERNEL(lwk_search_##type, (size_t, n), (const type *, in), (size_t, needles), (const type *, needle),           \
              (int, equal), (size_t *, out))                                                                           \
    {                                                                                                                  \
        size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;                                                      \
        if (i >= needles)                                                                                              \
            return;                                                                                                    \
        type own = needle[i];                                                                                          \
        size_t base = 0;                                                                                               \
        for (size_t left = n; left > 0;) {                                                                             \
            size_t half = left - left / 2;                                                                             \
            type found = in[base + half - 1];                                                                          \
            bool is_beyond = equal ? found <= own : found < own;                                                       \
            base += is_beyond ? half : 0;                                                                              \
            left /= 2;                                                                                                 \
        }                                                                                                              \
        out[i] = base;                                                                                                 \
    }

SEARCH(float)
SEARCH(int)

#define LAUNCHER(bound, type, equal)                                                                                   \
    lw_status lwk_search_##bound##_##type##_launch(lw_stream *stream, size_t n, const type *in, size_t needles,        \
                                                   const type *needle, size_t *out)                                    \
    {                                                                                                                  \
        const char *null = n > 0 && in == NULL ? "in" : needle == NULL ? "needle" : out == NULL ? "out" : NULL;        \
        if (needles == 0)                                                                                              \
            return LW_SUCCESS;                                                                                         \
        if (null != NULL)                                                                                              \
            return lw_error(LW_ERROR_INVALID_VALUE, "lwk_search_" #bound "_" #type "_launch: %s is null", null);       \
        return lw_launch(lwk_search_##type, lw_linear(stream, needles, 256), n, in, needles, needle, equal, out);      \
    }

LAUNCHER(lower, float, 0)
LAUNCHER(upper, float, 1)
LAUNCHER(lower, int, 0)
LAUNCHER(upper, int, 1)
