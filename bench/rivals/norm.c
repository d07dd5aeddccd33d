/* The loops of kernels/norm.h. */
#include <math.h>
#include <string.h>

#include "rivals.h"

void rival_norm(size_t rows, size_t columns, int centred, const float *in, const float *gain, const float *bias,
                float epsilon, float *out, float *mean, float *rstd, int threads)
{
    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t r = 0; r < rows; r++) {
        const float *restrict x = in + r * columns;
        float *restrict y = out + r * columns;
        float centre = 0, squares = 0;
        if (centred) {
#pragma omp simd reduction(+ : centre)
            for (size_t c = 0; c < columns; c++)
                centre += x[c];
            centre /= (float)columns;
            mean[r] = centre;
        }
#pragma omp simd reduction(+ : squares)
        for (size_t c = 0; c < columns; c++)
            squares += (x[c] - centre) * (x[c] - centre);
        const float factor = 1.0f / sqrtf(squares / (float)columns + epsilon);
        rstd[r] = factor;
        if (gain == NULL)
#pragma omp simd
            for (size_t c = 0; c < columns; c++)
                y[c] = (x[c] - centre) * factor;
        else if (bias == NULL)
#pragma omp simd
            for (size_t c = 0; c < columns; c++)
                y[c] = (x[c] - centre) * factor * gain[c];
        else
#pragma omp simd
            for (size_t c = 0; c < columns; c++)
                y[c] = (x[c] - centre) * factor * gain[c] + bias[c];
    }
}

void rival_norm_backward(size_t rows, size_t columns, const float *in, const float *gain, const float *mean,
                         const float *rstd, const float *grad_out, float *grad_in, int threads)
{
    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t r = 0; r < rows; r++) {
        const float *restrict x = in + r * columns, *restrict g = grad_out + r * columns;
        float *restrict result = grad_in + r * columns;
        const float factor = rstd[r];
        if (mean != NULL) { /* layer norm, with gains */
            const float centre = mean[r];
            float terms = 0, products = 0;
#pragma omp simd reduction(+ : terms, products)
            for (size_t c = 0; c < columns; c++) {
                terms += g[c] * gain[c];
                products += g[c] * gain[c] * ((x[c] - centre) * factor);
            }
            terms /= (float)columns;
            products /= (float)columns;
#pragma omp simd
            for (size_t c = 0; c < columns; c++)
                result[c] = factor * (g[c] * gain[c] - terms - (x[c] - centre) * factor * products);
        } else {
            float products = 0;
#pragma omp simd reduction(+ : products)
            for (size_t c = 0; c < columns; c++)
                products += g[c] * (x[c] * factor);
            products /= (float)columns;
#pragma omp simd
            for (size_t c = 0; c < columns; c++)
                result[c] = factor * (g[c] - x[c] * factor * products);
        }
    }
}

void rival_norm_parameters(size_t rows, size_t columns, const float *in, const float *mean, const float *rstd,
                           const float *grad_out, float *grad_gain, float *grad_bias, int threads)
{
    (void)threads;
    memset(grad_gain, 0, columns * sizeof(float));
    memset(grad_bias, 0, columns * sizeof(float));
#pragma omp parallel for num_threads(threads) schedule(static)                                                         \
    reduction(+ : grad_gain[ : columns], grad_bias[ : columns])
    for (size_t r = 0; r < rows; r++) {
        const float *restrict x = in + r * columns, *restrict g = grad_out + r * columns;
        const float centre = mean[r], factor = rstd[r];
#pragma omp simd
        for (size_t c = 0; c < columns; c++) {
            grad_gain[c] += g[c] * ((x[c] - centre) * factor);
            grad_bias[c] += g[c];
        }
    }
}

void rival_rms_norm_parameters(size_t rows, size_t columns, const float *in, const float *rstd, const float *grad_out,
                               float *grad_gain, int threads)
{
    (void)threads;
    memset(grad_gain, 0, columns * sizeof(float));
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : grad_gain[ : columns])
    for (size_t r = 0; r < rows; r++) {
        const float *restrict x = in + r * columns, *restrict g = grad_out + r * columns;
        const float factor = rstd[r];
#pragma omp simd
        for (size_t c = 0; c < columns; c++)
            grad_gain[c] += g[c] * (x[c] * factor);
    }
}
