/* The loop of kernels/attention.h: a query's scores are stored, then their powers, then the sum of values. */
#include <math.h>
#include <stdlib.h>

#include "rivals.h"

/* Vectors of glibc's, which has them beside each function; its header names them only for -ffast-math. */
#if defined __GLIBC__ && defined __x86_64__ && defined _OPENMP
#pragma omp declare simd notinbranch
extern float expf(float);
#endif

static void row(const float *restrict query, const float *restrict key, const float *restrict value, int seen,
                size_t size, float scale, float *restrict score, float *restrict out, float *log_sum)
{
    float most = -INFINITY, sum = 0;
    for (int j = 0; j < seen; j++) {
        float dot = 0;
#pragma omp simd reduction(+ : dot)
        for (size_t c = 0; c < size; c++)
            dot += query[c] * key[(size_t)j * size + c];
        score[j] = scale * dot;
        most = score[j] > most ? score[j] : most;
    }
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < seen; j++) {
        score[j] = expf(score[j] - most);
        sum += score[j];
    }
    for (size_t c = 0; c < size; c++)
        out[c] = 0;
    for (int j = 0; j < seen; j++) {
        const float weight = score[j];
#pragma omp simd
        for (size_t c = 0; c < size; c++)
            out[c] += weight * value[(size_t)j * size + c];
    }
    for (size_t c = 0; c < size && seen > 0; c++)
        out[c] /= sum;
    *log_sum = most + logf(sum);
}

void rival_attention(int heads, int group, int queries, int keys, size_t size, int causal, float scale,
                     const float *query, const float *key, const float *value, float *out, float *log_sum, int threads)
{
    (void)threads;
#pragma omp parallel num_threads(threads)
    {
        float *score = malloc(((size_t)keys + 1) * sizeof *score);
        if (score == NULL)
            abort();
#pragma omp for collapse(2) schedule(dynamic, 16)
        for (int head = 0; head < heads; head++)
            for (int i = 0; i < queries; i++) {
                const size_t at = (size_t)head * (size_t)queries + (size_t)i;
                const size_t first = (size_t)(head / group) * (size_t)keys * size;
                row(query + at * size, key + first, value + first, causal ? i + 1 + keys - queries : keys, size, scale,
                    score, out + at * size, &log_sum[at]);
            }
        free(score);
    }
}
