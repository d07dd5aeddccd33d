#include <math.h>

#include <lanewise/kernel.h>

#include "adam.h"
#include "device/product.h"

enum { EACH = 2 }; /* elements of a thread whose loads are on their way together */

struct rates {
    float beta1, rest1, beta2, rest2, size, root, epsilon, keep;
};

static __device__ __forceinline__ void step_of(const struct rates *by, float grad, float *mean, float *square,
                                               float *param)
{
    const float m = fmaf(by->beta1, *mean, LWK_PRODUCT(by->rest1, grad));
    const float v = fmaf(by->beta2, *square, LWK_PRODUCT(LWK_PRODUCT(by->rest2, grad), grad));
    *mean = m;
    *square = v;
    *param = fmaf(-by->size, m / fmaf(sqrtf(v), by->root, by->epsilon), LWK_PRODUCT(by->keep, *param));
}

/* Blocks take tiles of EACH elements a thread, a grid apart: the same kernel serves a grid that covers the elements and one too small for that. */
LW_KERNEL(lwk_adam, (size_t, n), (float, beta1), (float, rest1), (float, beta2), (float, rest2), (float, size),
          (float, root), (float, epsilon), (float, keep), (const float *, grad), (float *, mean), (float *, square),
          (float *, param))
{
    const struct rates by = {beta1, rest1, beta2, rest2, size, root, epsilon, keep};
    const size_t tile = (size_t)blockDim.x * EACH;
    for (size_t first = blockIdx.x * tile; first < n; first += gridDim.x * tile) {
        size_t i = first + threadIdx.x;
        if (n - first >= tile) {
            float g[EACH], m[EACH], v[EACH], p[EACH];
            _Pragma("unroll") for (unsigned k = 0; k < EACH; k++)
            {
                g[k] = grad[i + k * blockDim.x];
                m[k] = mean[i + k * blockDim.x];
                v[k] = square[i + k * blockDim.x];
                p[k] = param[i + k * blockDim.x];
            }
            _Pragma("unroll") for (unsigned k = 0; k < EACH; k++)
            {
                step_of(&by, g[k], &m[k], &v[k], &p[k]);
                mean[i + k * blockDim.x] = m[k];
                square[i + k * blockDim.x] = v[k];
                param[i + k * blockDim.x] = p[k];
            }
        } else {
            for (; i < n; i += blockDim.x)
                step_of(&by, grad[i], &mean[i], &square[i], &param[i]);
        }
    }
}

/* ---- the host's side ---- */
static lw_status not_in_range(const char *name, float value, const char *range)
{
    return lw_error(LW_ERROR_INVALID_VALUE, "lwk_adam_launch: %s is %g; expected %s", name, (double)value, range);
}

static lw_status check(const struct lwk_adam *by, uint64_t step)
{
    if (by == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_adam_launch: by is null");
    if (step == 0)
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_adam_launch: step is 0; the first step is 1");
    if (!isfinite(by->rate))
        return not_in_range("by->rate", by->rate, "a finite number");
    if (!(by->beta1 >= 0.0f && by->beta1 < 1.0f))
        return not_in_range("by->beta1", by->beta1, "from 0 to less than 1");
    if (!(by->beta2 >= 0.0f && by->beta2 < 1.0f))
        return not_in_range("by->beta2", by->beta2, "from 0 to less than 1");
    if (!(by->epsilon >= 0.0f && isfinite(by->epsilon)))
        return not_in_range("by->epsilon", by->epsilon, "0 or more, and finite");
    if (!isfinite(by->decay))
        return not_in_range("by->decay", by->decay, "a finite number");
    return LW_SUCCESS;
}

/* By products alone: the same bits with every C library. */
static double power(double base, uint64_t exponent)
{
    double result = 1;
    for (; exponent != 0; exponent /= 2, base *= base)
        if (exponent % 2 != 0)
            result *= base;
    return result;
}

lw_status lwk_adam_launch(lw_stream *stream, size_t n, const struct lwk_adam *by, uint64_t step, const float *grad,
                          float *mean, float *square, float *param)
{
    const size_t block = 256, most = block * 0x7fffffffu; /* that one grid has */
    const size_t threads = n / EACH + (n % EACH != 0);
    if (n == 0)
        return LW_SUCCESS;
    lw_status status = check(by, step);
    if (status != LW_SUCCESS)
        return status;
    const char *null = grad == NULL     ? "grad"
                       : mean == NULL   ? "mean"
                       : square == NULL ? "square"
                       : param == NULL  ? "param"
                                        : NULL;
    if (null != NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "lwk_adam_launch: %s is null", null);
    const double rate = (double)by->rate;
    const float size = (float)(rate / (1 - power((double)by->beta1, step)));
    const float root = (float)(1 / sqrt(1 - power((double)by->beta2, step)));
    const float keep = (float)(1 - rate * (double)by->decay), rest1 = 1.0f - by->beta1, rest2 = 1.0f - by->beta2;
    return lw_launch(lwk_adam, lw_linear(stream, threads < most ? threads : most, (unsigned)block), n, by->beta1, rest1,
                     by->beta2, rest2, size, root, by->epsilon, keep, grad, mean, square, param);
}
