/* The loops of kernels/cross_entropy.h. */
#include <math.h>

#include "rivals.h"

/* Vectors of glibc's, which has them beside each function; its header names them only for -ffast-math. */
#if defined __GLIBC__ && defined __x86_64__ && defined _OPENMP
#pragma omp declare simd notinbranch
extern float expf(float);
#endif

void rival_cross_entropy(size_t rows, size_t columns, const float *in, const int *labels, int ignore, float *loss,
                         float *log_sum, int threads)
{
    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t r = 0; r < rows; r++) {
        const float *restrict x = in + r * columns;
        float most = -INFINITY, sum = 0;
#pragma omp simd reduction(max : most)
        for (size_t c = 0; c < columns; c++)
            most = x[c] > most ? x[c] : most;
#pragma omp simd reduction(+ : sum)
        for (size_t c = 0; c < columns; c++)
            sum += expf(x[c] - most);
        const float logarithm = logf(sum);
        const int label = labels[r];
        log_sum[r] = most + logarithm;
        loss[r] = label == ignore ? 0 : label < 0 || (size_t)label >= columns ? NAN : logarithm + (most - x[label]);
    }
}

void rival_cross_entropy_backward(size_t rows, size_t columns, const float *in, const int *labels, int ignore,
                                  const float *log_sum, const float *grad_loss, float *grad_in, int threads)
{
    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t r = 0; r < rows; r++) {
        const float *restrict x = in + r * columns;
        float *restrict result = grad_in + r * columns;
        const int label = labels[r];
        const float all = log_sum[r], scale = label < 0 || (size_t)label >= columns ? NAN : grad_loss[r];
        if (label == ignore) {
            for (size_t c = 0; c < columns; c++)
                result[c] = 0;
            continue;
        }
#pragma omp simd
        for (size_t c = 0; c < columns; c++)
            result[c] = scale * expf(x[c] - all);
        if (label >= 0 && (size_t)label < columns)
            result[label] = scale * (expf(x[label] - all) - 1);
    }
}
