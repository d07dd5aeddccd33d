/* The loop of kernels/philox.h: four numbers an iteration. `kind`: w, words; u, uniform; n, normal. */
#include <math.h>

#include "rivals.h"

/* Vectors of glibc's, which has them beside each function; its header names them only for -ffast-math. */
#if defined __GLIBC__ && defined __x86_64__ && defined _OPENMP
#pragma omp declare simd notinbranch
extern float logf(float);
#pragma omp declare simd notinbranch
extern float sinf(float);
#pragma omp declare simd notinbranch
extern float cosf(float);
#endif

struct words {
    uint32_t word[4];
};

static inline struct words philox(uint64_t counter, uint64_t seed)
{
    uint32_t a = (uint32_t)counter, b = (uint32_t)(counter >> 32), c = 0, d = 0, k0 = (uint32_t)seed,
             k1 = (uint32_t)(seed >> 32);
    for (int round = 0; round < 10; round++) {
        const uint64_t even = 0xd2511f53ull * a, odd = 0xcd9e8d57ull * c;
        a = (uint32_t)(odd >> 32) ^ b ^ k0;
        b = (uint32_t)odd;
        c = (uint32_t)(even >> 32) ^ d ^ k1;
        d = (uint32_t)even;
        k0 += 0x9e3779b9;
        k1 += 0xbb67ae85;
    }
    const struct words w = {{a, b, c, d}};
    return w;
}

static inline float uniform(uint32_t word)
{
    return ((float)(int)(word >> 9) + 0.5f) * 0x1p-23f;
}

void rival_philox(char kind, uint64_t seed, size_t n, float mean, float deviation, void *out, int threads)
{
    uint32_t *words = out;
    float *numbers = out;
    (void)threads; /* without OpenMP */
    if (kind == 'w') {
#pragma omp parallel for simd num_threads(threads) schedule(static)
        for (size_t i = 0; i < n / 4; i++) {
            const struct words w = philox(i, seed);
            words[4 * i] = w.word[0];
            words[4 * i + 1] = w.word[1];
            words[4 * i + 2] = w.word[2];
            words[4 * i + 3] = w.word[3];
        }
    } else if (kind == 'u') {
#pragma omp parallel for simd num_threads(threads) schedule(static)
        for (size_t i = 0; i < n / 4; i++) {
            const struct words w = philox(i, seed);
            numbers[4 * i] = uniform(w.word[0]);
            numbers[4 * i + 1] = uniform(w.word[1]);
            numbers[4 * i + 2] = uniform(w.word[2]);
            numbers[4 * i + 3] = uniform(w.word[3]);
        }
    } else {
        const float turn = 6.28318531f;
#pragma omp parallel for simd num_threads(threads) schedule(static)
        for (size_t i = 0; i < n / 4; i++) {
            const struct words w = philox(i, seed);
            const float r = deviation * sqrtf(-2 * logf(uniform(w.word[0]))), a = turn * uniform(w.word[1]);
            const float s = deviation * sqrtf(-2 * logf(uniform(w.word[2]))), b = turn * uniform(w.word[3]);
            numbers[4 * i] = mean + r * cosf(a);
            numbers[4 * i + 1] = mean + r * sinf(a);
            numbers[4 * i + 2] = mean + s * cosf(b);
            numbers[4 * i + 3] = mean + s * sinf(b);
        }
    }
}
