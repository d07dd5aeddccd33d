/* The GPU for twins: a CUDA stream and events of the bench's own, besides the library's. */
#ifndef BENCH_GPU_H
#define BENCH_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes the device of "cuda:N" current, with a stream and two events. False without a driver, or in a build without
 * CUDA. */
bool bench_gpu_open(const char *name);
void bench_gpu_close(void);

void *bench_gpu_stream(void); /* a cudaStream_t */
bool bench_gpu_start(void);   /* marks the start of a timed section */
double bench_gpu_stop(void);  /* waits; nanoseconds since the start, or -1: an error since */
bool bench_gpu_wait(void);    /* until the stream's work is done */
const char *bench_gpu_error(int error);
bool bench_gpu_copy(void *destination, const void *source, size_t size); /* device to device, queued */

bool bench_gpu_allocate(void **memory, size_t size); /* in the order of the stream, from the default pool */
bool bench_gpu_free(void *memory);

/* A graph of launches, one after another, captured from `launch`, which returns 0 if it did. */
bool bench_gpu_graph(void **made, int (*launch)(void *stream), int count);
bool bench_gpu_graph_launch(void *graph);
void bench_gpu_graph_end(void *graph);

/* cuBLAS, loaded at first use: C = alpha A B + beta C, row-major, in float32 without tensor cores. Returns 0, or -1
 * if there is no cuBLAS (LANEWISE_CUBLAS names a file to try first). */
int bench_cublas_sgemm(void *stream, int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb,
                       float beta, float *c, int ldc);
bool bench_cublas_present(void);

/* A product y = alpha A x + beta y of a sparse matrix of floats with 32-bit indices; arrays of device memory. */
struct bench_sparse {
    enum { BENCH_CSR, BENCH_COO, BENCH_SELL } form;
    int slice;             /* sliced ELLPACK: rows of a slice */
    int64_t rows, columns; /* of A */
    int64_t entries;       /* with those of padding */
    void *offsets;         /* coordinates: row indices */
    void *indices, *values, *x, *y;
    float alpha, beta;
};
/* cuSPARSE, loaded at first use, with its default algorithm. Returns 0, or -1 if there is no cuSPARSE (LANEWISE_CUSPARSE names a
 * file to try first). The descriptors of the last 64 arguments are kept, as a program would keep them. */
int bench_cusparse_spmv(void *stream, const struct bench_sparse *matrix);
bool bench_cusparse_present(void);

#endif
