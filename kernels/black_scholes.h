/** @file
 * black_scholes: prices of European options by the formula of Black and Scholes (The Pricing of Options and Corporate Liabilities, 1973).
 *
 *     for (size_t i = 0; i < n; i++) {
 *         float root = volatility * sqrtf(years[i]);
 *         float d1 = (logf(spot[i] / strike[i]) + (rate + volatility * volatility / 2) * years[i]) / root, d2 = d1 - root;
 *         float now = strike[i] * expf(-rate * years[i]);
 *         call[i] = spot[i] * N(d1) - now * N(d2); // N: the normal distribution's function
 *         put[i] = now * N(-d2) - spot[i] * N(-d1);
 *     }
 *
 * The bits are the same on every device. A price is within (16 + 2 |d1|) 2^-24 (spot + strike e^(-rate years)) of the exact one, where |d1| is at most 8.
 */
#ifndef LWK_BLACK_SCHOLES_H
#define LWK_BLACK_SCHOLES_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One thread an option. Any one-dimensional block; the grid covers the options.
 * @param n options, any number
 * @param rate the riskless interest rate a year, compounded continuously
 * @param volatility the standard deviation of the logarithm of the price a year, more than 0
 * @param spot n floats of device memory: today's prices, more than 0
 * @param strike n floats of device memory: prices of the options' exercise, more than 0
 * @param years n floats of device memory: times to it in years, more than 0
 * @param call n floats of device memory: prices of options to buy
 * @param put n floats of device memory: prices of options to sell. `call` and `put` overlap nothing */
LW_DECLARE_KERNEL(lwk_black_scholes, (size_t, n), (float, rate), (float, volatility), (const float *, spot),
                  (const float *, strike), (const float *, years), (float *, call), (float *, put));

/** Queues lwk_black_scholes.
 * @param stream where
 * @param n options; 0 does nothing
 * @param rate the riskless interest rate a year, compounded continuously
 * @param volatility the standard deviation of the logarithm of the price a year, more than 0
 * @param spot n floats of device memory: today's prices, more than 0 and normal numbers, as is spot / strike
 * @param strike n floats of device memory: prices of the options' exercise, more than 0
 * @param years n floats of device memory: times to it in years, more than 0; -rate * years is at most 64
 * @param call n floats of device memory: prices of options to buy
 * @param put n floats of device memory: prices of options to sell. `call` and `put` overlap nothing
 * @return LW_ERROR_INVALID_VALUE: a null pointer, a rate that is not finite, or a volatility that is not finite and more than 0; or as lw_launch_kernel() */
lw_status lwk_black_scholes_launch(lw_stream *stream, size_t n, float rate, float volatility, const float *spot,
                                   const float *strike, const float *years, float *call, float *put);

#ifdef __cplusplus
}
#endif

#endif
