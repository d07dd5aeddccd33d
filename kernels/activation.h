/** @file
 * activation: ReLU, SiLU and GELU of each element, and their gradients.
 *
 *     for (i = 0; i < n; i++) out[i] = f(in[i]);
 *     for (i = 0; i < n; i++) grad_in[i] = grad_out[i] * f'(in[i]);
 *
 * | activation | f(x) |
 * |---|---|
 * | LWK_RELU | x > 0 ? x : 0 (Nair and Hinton, 2010); the derivative at 0 is 0 |
 * | LWK_SILU | x / (1 + e^-x), also called swish (Elfwing, Uchibe and Doya, 2018) |
 * | LWK_GELU | x Phi(x), where Phi(x) = (1 + erf(x / sqrt 2)) / 2 (Hendrycks and Gimpel, 2016) |
 * | LWK_GELU_TANH | x (1 + tanh u) / 2, where u = sqrt(2 / pi) (x + 0.044715 x^3): an approximation of GELU, from the same paper |
 *
 * Powers of e are made of products and sums: the bits are the same on every device and in every run. ReLU is exact. Other results y of x are
 * at most (12 + x^2 / 8) * 2^-24 * abs(y) from the exact ones, of GELU_TANH (12 + 12 * abs(u)) * 2^-24 * abs(y), or 2^-118; gradients
 * 32 * 2^-24 * abs(grad_out), or 2^-118. NaN gives NaN; -infinity gives NaN except for ReLU, as -infinity times 0 is.
 */
#ifndef LWK_ACTIVATION_H
#define LWK_ACTIVATION_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The functions. */
enum lwk_activation {
    LWK_RELU,     /**< the positive part */
    LWK_SILU,     /**< x times the logistic function of x */
    LWK_GELU,     /**< x times the normal distribution's function of x */
    LWK_GELU_TANH /**< GELU by tanh */
};

/** out[i] = max(in[i], 0). Any one-dimensional grid and block; blocks take four elements a thread at a time.
 * @param n elements, any number
 * @param in n floats of device memory
 * @param out n floats of device memory; the same array as `in`, or not overlapping it */
LW_DECLARE_KERNEL(lwk_activation_relu, (size_t, n), (const float *, in), (float *, out));
/** The same, of SiLU.
 * @param n,in,out as lwk_activation_relu()'s */
LW_DECLARE_KERNEL(lwk_activation_silu, (size_t, n), (const float *, in), (float *, out));
/** The same, of GELU.
 * @param n,in,out as lwk_activation_relu()'s */
LW_DECLARE_KERNEL(lwk_activation_gelu, (size_t, n), (const float *, in), (float *, out));
/** The same, of GELU by tanh.
 * @param n,in,out as lwk_activation_relu()'s */
LW_DECLARE_KERNEL(lwk_activation_gelu_tanh, (size_t, n), (const float *, in), (float *, out));

/** grad_in[i] = grad_out[i] times ReLU's derivative at in[i]. Grids and blocks as lwk_activation_relu()'s.
 * @param n elements, any number
 * @param in n floats of device memory
 * @param grad_out n floats of device memory
 * @param grad_in n floats of device memory; the same array as `in` or `grad_out`, or not overlapping them */
LW_DECLARE_KERNEL(lwk_activation_backward_relu, (size_t, n), (const float *, in), (const float *, grad_out),
                  (float *, grad_in));
/** The same, of SiLU.
 * @param n,in,grad_out,grad_in as lwk_activation_backward_relu()'s */
LW_DECLARE_KERNEL(lwk_activation_backward_silu, (size_t, n), (const float *, in), (const float *, grad_out),
                  (float *, grad_in));
/** The same, of GELU.
 * @param n,in,grad_out,grad_in as lwk_activation_backward_relu()'s */
LW_DECLARE_KERNEL(lwk_activation_backward_gelu, (size_t, n), (const float *, in), (const float *, grad_out),
                  (float *, grad_in));
/** The same, of GELU by tanh.
 * @param n,in,grad_out,grad_in as lwk_activation_backward_relu()'s */
LW_DECLARE_KERNEL(lwk_activation_backward_gelu_tanh, (size_t, n), (const float *, in), (const float *, grad_out),
                  (float *, grad_in));

/** Queues an activation.
 * @param stream where
 * @param activation which
 * @param n elements, any number; 0 does nothing
 * @param in n floats of device memory
 * @param out n floats of device memory; the same array as `in`, or not overlapping it
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or no such activation; or as lw_launch_kernel()
 *
 * CUDA: cudnnActivationForward. */
lw_status lwk_activation_launch(lw_stream *stream, enum lwk_activation activation, size_t n, const float *in,
                                float *out);
/** Queues the gradient with respect to the elements that lwk_activation_launch() was given.
 * @param stream,activation,n,in as lwk_activation_launch()'s
 * @param grad_out n floats of device memory: the gradient with respect to `out`
 * @param grad_in n floats of device memory; the same array as `in` or `grad_out`, or not overlapping them
 * @return as lwk_activation_launch()
 *
 * CUDA: cudnnActivationBackward. */
lw_status lwk_activation_backward_launch(lw_stream *stream, enum lwk_activation activation, size_t n, const float *in,
                                         const float *grad_out, float *grad_in);

#ifdef __cplusplus
}
#endif

#endif
