/* cuBLAS through dlopen, so that the bench starts on a machine without it. */
#include <dlfcn.h>
#include <stdlib.h>

#include "gpu.h"

/* The parts of cuBLAS's interface that are used, as its documentation gives them. */
typedef struct cublasContext *cublas_handle;
enum { OPERATION_N = 0 };

static struct {
    int state; /* 0: not tried, 1: loaded, -1: absent */
    cublas_handle handle;
    int (*set_stream)(cublas_handle handle, void *stream);
    int (*sgemm)(cublas_handle handle, int transa, int transb, int m, int n, int k, const float *alpha, const float *a,
                 int lda, const float *b, int ldb, const float *beta, float *c, int ldc);
} cublas;

static bool load(void)
{
    const char *names[] = {getenv("LANEWISE_CUBLAS"),
                           "libcublas.so.13",
                           "libcublas.so.12",
                           "libcublas.so",
                           "/usr/local/cuda/lib64/libcublas.so.13",
                           "/usr/local/cuda/lib64/libcublas.so"};
    int (*create)(cublas_handle *handle);
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
        if (names[i])
            library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
    *(void **)&create = dlsym(library, "cublasCreate_v2");
    *(void **)&cublas.set_stream = dlsym(library, "cublasSetStream_v2");
    *(void **)&cublas.sgemm = dlsym(library, "cublasSgemm_v2");
    return create && cublas.set_stream && cublas.sgemm && create(&cublas.handle) == 0;
}

bool bench_cublas_present(void)
{
    if (!cublas.state)
        cublas.state = load() ? 1 : -1;
    return cublas.state > 0;
}

int bench_cublas_sgemm(void *stream, int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb,
                       float beta, float *c, int ldc)
{
    if (!bench_cublas_present() || cublas.set_stream(cublas.handle, stream))
        return -1;
    /* cuBLAS is column-major: its C^T = B^T A^T is our C. Its default mode keeps float32 off the tensor cores. */
    return cublas.sgemm(cublas.handle, OPERATION_N, OPERATION_N, n, m, k, &alpha, b, ldb, a, lda, &beta, c, ldc) ? -1
                                                                                                                 : 0;
}
