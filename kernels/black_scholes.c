#include <math.h>

#include <lanewise/kernel.h>

#include "black_scholes.h"
#include "device/exponential.h"
#include "device/normal.h"

/* nvcc fuses __fmul_rn() with no addition. */
LW_KERNEL(lwk_black_scholes, LW_LAUNCH_BOUNDS(1024), (size_t, n), (float, rate), (float, volatility),
          (const float *, spot), (const float *, strike), (const float *, years), (float *, call), (float *, put))
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float price = spot[i], exercise = strike[i], time = years[i], root = __fmul_rn(volatility, sqrtf(time));
    const float drift = fmaf(__fmul_rn(0.5f, volatility), volatility, rate);
    const float d1 = fmaf(drift, time, lwk_log(price / exercise)) / root, d2 = d1 - root;
    const float now = __fmul_rn(exercise, lwk_exp(__fmul_rn(-rate, time)));
    float density;
    const float buy1 = lwk_normal(d1, &density), buy2 = lwk_normal(d2, &density);
    const float sell1 = lwk_normal(-d1, &density), sell2 = lwk_normal(-d2, &density);
    call[i] = fmaf(price, buy1, -__fmul_rn(now, buy2));
    put[i] = fmaf(now, sell2, -__fmul_rn(price, sell1));
}

lw_status lwk_black_scholes_launch(lw_stream *stream, size_t n, float rate, float volatility, const float *spot,
                                   const float *strike, const float *years, float *call, float *put)
{
    const char *launcher = "lwk_black_scholes_launch";
    if (n == 0)
        return LW_SUCCESS;
    const char *null = spot == NULL     ? "spot"
                       : strike == NULL ? "strike"
                       : years == NULL  ? "years"
                       : call == NULL   ? "call"
                       : put == NULL    ? "put"
                                        : NULL;
    if (null != NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    if (!isfinite(rate))
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: rate is %g; expected a finite number", launcher, (double)rate);
    if (!(volatility > 0) || !isfinite(volatility))
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: volatility is %g; expected a finite number over 0", launcher,
                        (double)volatility);
    return lw_launch(lwk_black_scholes, lw_linear(stream, n, 256), n, rate, volatility, spot, strike, years, call, put);
}
