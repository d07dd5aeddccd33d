/* The plate by plain loops: what the ranks' result is compared with, and a rival in the bench. */
#include <math.h>
#include <stdlib.h>

#include "jacobi_mpi.h"

float jacobi_first(int x, int y)
{
    unsigned hash = ((unsigned)x + 2) * 2654435761u ^ ((unsigned)y + 2) * 2246822519u;
    hash ^= hash >> 15;
    return (float)(hash * 3266489917u >> 16) / 65536.0f; /* exact */
}

float *jacobi_serial(int width, int height, int steps, int threads, double *seconds, float *change)
{
    size_t pitch = (size_t)width + 2;
    float *from = jacobi_allocate(pitch * ((size_t)height + 2) * sizeof *from);
    float *to = jacobi_allocate(pitch * ((size_t)height + 2) * sizeof *to);
#pragma omp parallel for num_threads(threads)
    for (int y = -1; y <= height; y++)
        for (int x = -1; x <= width; x++) {
            size_t at = (size_t)(y + 1) * pitch + (size_t)(x + 1);
            from[at] = to[at] = jacobi_first(x, y);
        }
    double start = MPI_Wtime();
    for (int step = 0; step < steps; step++) {
#pragma omp parallel for num_threads(threads)
        for (int y = 0; y < height; y++) {
            const float *row = from + (size_t)(y + 1) * pitch + 1;
            float *result = to + (size_t)(y + 1) * pitch + 1;
            for (int x = 0; x < width; x++)
                result[x] =
                    0.25f * ((row[x - (ptrdiff_t)pitch] + row[x + (ptrdiff_t)pitch]) + (row[x - 1] + row[x + 1]));
        }
        float *swap = from;
        from = to;
        to = swap;
    }
    *seconds = MPI_Wtime() - start;
    *change = 0;
    for (size_t at = 0; at < pitch * ((size_t)height + 2); at++)
        *change = fmaxf(*change, fabsf(from[at] - to[at]));
    free(to);
    return from;
}
