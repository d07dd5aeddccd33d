#include "rivals.h"

void rival_aos_to_soa(int fields, size_t n, const float *restrict structs, float *restrict x, float *restrict y,
                      float *restrict z, float *restrict w, int threads)
{
    (void)threads; /* without OpenMP */
    if (fields == 2) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (size_t i = 0; i < n; i++) {
            x[i] = structs[2 * i];
            y[i] = structs[2 * i + 1];
        }
    } else if (fields == 3) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (size_t i = 0; i < n; i++) {
            x[i] = structs[3 * i];
            y[i] = structs[3 * i + 1];
            z[i] = structs[3 * i + 2];
        }
    } else {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (size_t i = 0; i < n; i++) {
            x[i] = structs[4 * i];
            y[i] = structs[4 * i + 1];
            z[i] = structs[4 * i + 2];
            w[i] = structs[4 * i + 3];
        }
    }
}

void rival_soa_to_aos(int fields, size_t n, const float *restrict x, const float *restrict y, const float *restrict z,
                      const float *restrict w, float *restrict structs, int threads)
{
    (void)threads;
    if (fields == 2) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (size_t i = 0; i < n; i++) {
            structs[2 * i] = x[i];
            structs[2 * i + 1] = y[i];
        }
    } else if (fields == 3) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (size_t i = 0; i < n; i++) {
            structs[3 * i] = x[i];
            structs[3 * i + 1] = y[i];
            structs[3 * i + 2] = z[i];
        }
    } else {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (size_t i = 0; i < n; i++) {
            structs[4 * i] = x[i];
            structs[4 * i + 1] = y[i];
            structs[4 * i + 2] = z[i];
            structs[4 * i + 3] = w[i];
        }
    }
}
