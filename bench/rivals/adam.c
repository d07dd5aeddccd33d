/* The loop of kernels/adam.h. */
#include <math.h>

#include "rivals.h"

void rival_adam(size_t n, float rate, float beta1, float beta2, float epsilon, float decay, unsigned step,
                const float *grad, float *mean, float *square, float *param, int threads)
{
    const float size = rate / (1 - powf(beta1, (float)step)), root = 1 / sqrtf(1 - powf(beta2, (float)step));
    const float keep = 1 - rate * decay;
    (void)threads;
#pragma omp parallel for simd num_threads(threads) schedule(static)
    for (size_t i = 0; i < n; i++) {
        float g = grad[i], m = beta1 * mean[i] + (1 - beta1) * g, v = beta2 * square[i] + (1 - beta2) * g * g;
        mean[i] = m;
        square[i] = v;
        param[i] = param[i] * keep - size * m / (sqrtf(v) * root + epsilon);
    }
}
