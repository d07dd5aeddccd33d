/* The loops of kernels/softmax.h. */
#include <math.h>

#include "rivals.h"

/* Vectors of glibc's, which has them beside each function; its header names them only for -ffast-math. */
#if defined __GLIBC__ && defined __x86_64__ && defined _OPENMP
#pragma omp declare simd notinbranch
extern float expf(float);
#endif

void rival_softmax(size_t rows, size_t columns, const float *in, size_t ld_in, float *out, size_t ld_out, int logarithm,
                   int threads)
{
    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t r = 0; r < rows; r++) {
        const float *restrict x = in + r * ld_in;
        float *restrict y = out + r * ld_out;
        float most = -INFINITY, sum = 0;
#pragma omp simd reduction(max : most)
        for (size_t c = 0; c < columns; c++)
            most = x[c] > most ? x[c] : most;
        if (logarithm) {
#pragma omp simd reduction(+ : sum)
            for (size_t c = 0; c < columns; c++)
                sum += expf(x[c] - most);
            sum = logf(sum);
#pragma omp simd
            for (size_t c = 0; c < columns; c++)
                y[c] = x[c] - most - sum;
        } else {
#pragma omp simd reduction(+ : sum)
            for (size_t c = 0; c < columns; c++) {
                float power = expf(x[c] - most);
                y[c] = power;
                sum += power;
            }
            sum = 1.0f / sum;
#pragma omp simd
            for (size_t c = 0; c < columns; c++)
                y[c] *= sum;
        }
    }
}

void rival_softmax_backward(size_t rows, size_t columns, const float *out, size_t ld_out, const float *grad_out,
                            size_t ld_grad_out, float *grad_in, size_t ld_grad_in, int logarithm, int threads)
{
    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t r = 0; r < rows; r++) {
        const float *restrict y = out + r * ld_out, *restrict g = grad_out + r * ld_grad_out;
        float *restrict result = grad_in + r * ld_grad_in, sum = 0;
        if (logarithm) {
#pragma omp simd reduction(+ : sum)
            for (size_t c = 0; c < columns; c++)
                sum += g[c];
#pragma omp simd
            for (size_t c = 0; c < columns; c++)
                result[c] = g[c] - expf(y[c]) * sum;
        } else {
#pragma omp simd reduction(+ : sum)
            for (size_t c = 0; c < columns; c++)
                sum += y[c] * g[c];
#pragma omp simd
            for (size_t c = 0; c < columns; c++)
                result[c] = y[c] * (g[c] - sum);
        }
    }
}
