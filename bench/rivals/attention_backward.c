/* The loop of kernels/attention_backward.h: a thread has the heads that share keys; a query's weights and factors are stored, then the rows that they multiply
 * are added. */
#include <math.h>
#include <stdlib.h>

#include "rivals.h"

/* Vectors of glibc's, which has them beside each function; its header names them only for -ffast-math. */
#if defined __GLIBC__ && defined __x86_64__ && defined _OPENMP
#pragma omp declare simd notinbranch
extern float expf(float);
#endif

static float dot(const float *restrict a, const float *restrict b, size_t size)
{
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (size_t c = 0; c < size; c++)
        sum += a[c] * b[c];
    return sum;
}

static void add(float *restrict to, const float *restrict from, float factor, size_t size)
{
#pragma omp simd
    for (size_t c = 0; c < size; c++)
        to[c] += factor * from[c];
}

void rival_attention_backward(int heads, int group, int queries, int keys, size_t size, int causal, float scale,
                              const float *query, const float *key, const float *value, const float *out,
                              const float *log_sum, const float *grad_out, float *grad_query, float *grad_key,
                              float *grad_value, int threads)
{
    (void)threads;
#pragma omp parallel num_threads(threads)
    {
        float *weight = malloc(2 * ((size_t)keys + 1) * sizeof *weight), *factor = weight + keys;
        if (weight == NULL)
            abort();
#pragma omp for schedule(static)
        for (int g = 0; g < heads / group; g++) {
            const size_t first = (size_t)g * (size_t)keys * size;
            for (size_t i = 0; i < (size_t)keys * size; i++)
                grad_key[first + i] = grad_value[first + i] = 0;
            for (size_t row = (size_t)(g * group) * (size_t)queries; row < (size_t)((g + 1) * group) * (size_t)queries;
                 row++) {
                const int i = (int)(row % (size_t)queries), most = i + 1 + keys - queries;
                const int seen = !causal || most > keys ? keys : most;
                const float *grad = grad_out + row * size, own = dot(grad, out + row * size, size), log = log_sum[row];
                for (int j = 0; j < seen; j++) {
                    weight[j] = scale * dot(query + row * size, key + first + (size_t)j * size, size);
                    factor[j] = dot(grad, value + first + (size_t)j * size, size);
                }
#pragma omp simd
                for (int j = 0; j < seen; j++) {
                    weight[j] = expf(weight[j] - log);
                    factor[j] = scale * weight[j] * (factor[j] - own);
                }
                for (size_t c = 0; c < size; c++)
                    grad_query[row * size + c] = 0;
                for (int j = 0; j < seen; j++) {
                    const size_t at = first + (size_t)j * size;
                    add(grad_query + row * size, key + at, factor[j], size);
                    add(grad_key + at, query + row * size, factor[j], size);
                    add(grad_value + at, grad, weight[j], size);
                }
            }
        }
        free(weight);
    }
}
