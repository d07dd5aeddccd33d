/** @file
 * adam: a step of AdamW (Kingma and Ba, Adam: A Method for Stochastic Optimization, 2015; Loshchilov and Hutter, Decoupled Weight Decay
 * Regularization, 2019). Without decay it is Adam's.
 *
 *     float first = 1 - pow(beta1, step), second = 1 - pow(beta2, step);
 *     for (i = 0; i < n; i++) {
 *         mean[i] = beta1 * mean[i] + (1 - beta1) * grad[i];
 *         square[i] = beta2 * square[i] + (1 - beta2) * grad[i] * grad[i];
 *         param[i] = param[i] * (1 - rate * decay) - rate / first * mean[i] / (sqrt(square[i] / second) + epsilon);
 *     }
 *
 * A step goes through the arrays once: 16 bytes read and 12 written for each parameter. The bits are the same on every device and in every
 * run. In units of 2^-24: mean is at most 2 * (abs(beta1 * mean) + abs((1 - beta1) * grad)) from the exact value, square at most 4 * square, and
 * param 2 * abs(param) + 12 * rate / first * (abs(beta1 * mean) + abs((1 - beta1) * grad)) / (sqrt(square / second) + epsilon), where neither the
 * square of a gradient nor a quotient is below the least normal number. A NaN, or an infinite gradient, makes its parameter NaN; so do a square
 * of 0 with an epsilon of 0, and a negative square.
 */
#ifndef LWK_ADAM_H
#define LWK_ADAM_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What lwk_adam_launch() steps by. */
struct lwk_adam {
    float rate;    /**< the learning rate, finite; 0.001 is usual */
    float beta1;   /**< how much of the mean a step keeps, from 0 to less than 1; 0.9 is usual */
    float beta2;   /**< how much of the mean square a step keeps, from 0 to less than 1; 0.999 is usual */
    float epsilon; /**< added to the root, 0 or more and finite; 1e-8 is usual */
    float decay;   /**< of parameters (weight decay), finite; 0: none; 0.01 is usual */
};

/** A step. Any one-dimensional grid and block; blocks take two elements a thread at a time.
 * @param n elements, any number
 * @param beta1 how much of the mean is kept
 * @param rest1 1 - beta1
 * @param beta2 how much of the mean square is kept
 * @param rest2 1 - beta2
 * @param size rate / (1 - beta1^step)
 * @param root 1 / sqrt(1 - beta2^step)
 * @param epsilon added to the root
 * @param keep 1 - rate * decay
 * @param grad n floats of device memory: gradients
 * @param mean n floats of device memory: means of gradients, which are replaced
 * @param square n floats of device memory: means of squares, none negative, which are replaced
 * @param param n floats of device memory: parameters, which are replaced; no array overlaps another */
LW_DECLARE_KERNEL(lwk_adam, (size_t, n), (float, beta1), (float, rest1), (float, beta2), (float, rest2), (float, size),
                  (float, root), (float, epsilon), (float, keep), (const float *, grad), (float *, mean),
                  (float *, square), (float *, param));

/** Queues a step.
 * @param stream where
 * @param n elements, any number; 0 does nothing
 * @param by rates; read before the function returns
 * @param step this step's number, 1 or more: the first has 1 and finds `mean` and `square` 0
 * @param grad n floats of device memory: gradients
 * @param mean n floats of device memory: means of gradients, which are replaced
 * @param square n floats of device memory: means of squares, none negative, which are replaced
 * @param param n floats of device memory: parameters, which are replaced; no array overlaps another
 * @return LW_ERROR_INVALID_VALUE: a null pointer, step 0, or a value of `by` outside its range; or as lw_launch_kernel()
 *
 * CUDA: none; PyTorch's name is AdamW. */
lw_status lwk_adam_launch(lw_stream *stream, size_t n, const struct lwk_adam *by, uint64_t step, const float *grad,
                          float *mean, float *square, float *param);

#ifdef __cplusplus
}
#endif

#endif
