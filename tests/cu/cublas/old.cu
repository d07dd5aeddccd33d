// cuBLAS's older interface.
//
// > vectors: 1 3 5 7, sum 16, norm 9.2, place 4, product 50
// > matrix: 1 2 3 4 times 5 6 is 23 34, transposed 17 39
// > products: 23 34 31 46, of complex numbers -5+10i
// > triangles: 10 20 30 40, solved 10 20 30 40, symmetric 20 20
// > in a stream: 8 16
// > errors: 7 0, 0
#include <cmath>
#include <cstdio>
#include <cublas.h>

template <class T> static T *device(int n, const T *from = nullptr)
{
    T *made = nullptr;
    if (cublasAlloc(n, sizeof(T), (void **)&made) || (from && cublasSetVector(n, sizeof(T), from, 1, made, 1)))
        printf("no memory\n");
    return made;
}
template <class T> struct host {
    T at[4];
    host(const T *from) { cublasGetVector(4, sizeof(T), from, 1, at, 1); }
};
__global__ void twice(double *x)
{
    x[threadIdx.x] *= 2;
}

int main()
{
    const float ones[] = {1, 1, 1, 1}, odd[] = {0, 2, 4, 6}, four[] = {1, 2, 3, 4}, five[] = {5, 6, 7, 8};
    const cuComplex complex[] = {{1, 2}, {3, 4}, {0, 0}, {0, 0}};
    const double doubles[] = {1, 2, 3, 4}, halves[] = {2, 4, 0, 0};
    cublasStatus before = cublasSetKernelStream(0);
    if (cublasInit() != CUBLAS_STATUS_SUCCESS)
        return 1;
    float *x = device(4, ones), *y = device(4, odd);
    cublasSaxpy(4, 1, x, 1, y, 1);
    host<float> sum(y);
    printf("vectors: %g %g %g %g, sum %g, norm %.1f, place %d, ", sum.at[0], sum.at[1], sum.at[2], sum.at[3], cublasSasum(4, y, 1), cublasSnrm2(4, y, 1), cublasIsamax(4, y, 1));
    cublasScopy(4, y, 1, x, 1);
    cublasSscal(4, 0.5f, x, 1);
    printf("product %g\n", cublasSdot(4, y, 1, x, 1) + 8);

    float *A = device(4, four), *B = device(4, five), *C = device(4, ones);
    float matrix[4];
    cublasSetMatrix(2, 2, sizeof(float), four, 2, A, 2);
    cublasSgemv('N', 2, 2, 1, A, 2, B, 1, 0, C, 1);
    cublasGetMatrix(2, 2, sizeof(float), C, 2, matrix, 2);
    cublasSgemv('t', 2, 2, 1, A, 2, B, 1, 0, C, 1);
    host<float> transposed(C);
    printf("matrix: 1 2 3 4 times 5 6 is %g %g, transposed %g %g\n", matrix[0], matrix[1], transposed.at[0], transposed.at[1]);
    cublasSgemm('n', 'N', 2, 2, 2, 1, A, 2, B, 2, 0, C, 2);
    host<float> product(C);
    cuComplex *u = device(4, complex), *v = device(4, complex);
    cublasCgemm('N', 'N', 1, 1, 1, make_cuComplex(1, 0), u, 1, u + 1, 1, make_cuComplex(0, 0), v, 1);
    host<cuComplex> complex_product(v);
    printf("products: %g %g %g %g, of complex numbers %g+%gi\n", product.at[0], product.at[1], product.at[2], product.at[3],
           complex_product.at[0].x, complex_product.at[0].y);

    double *p = device(4, doubles), *q = device(4, halves);
    cublasDtrmm('L', 'U', 'N', 'N', 1, 4, 5, q, 1, p, 1); // a matrix of 1: the first number
    host<double> scaled(p);
    cublasDtrsm('L', 'L', 'N', 'U', 1, 4, 1, q, 1, p, 1);
    host<double> solved(p);
    cublasDsymv('U', 1, 1, p, 1, q, 1, 0, q + 2, 1);
    cublasDsyrk('L', 'N', 1, 1, 5, q, 1, 0, q + 3, 1);
    host<double> symmetric(q);
    printf("triangles: %g %g %g %g, solved %g %g %g %g, symmetric %g %g\n", scaled.at[0], scaled.at[1], scaled.at[2], scaled.at[3],
           solved.at[0], solved.at[1], solved.at[2], solved.at[3], symmetric.at[2], symmetric.at[3]);

    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cublasSetKernelStream(stream);
    twice<<<1, 2, 0, stream>>>(q);
    cublasDscal(2, 2, q, 1);
    cudaStreamSynchronize(stream);
    host<double> in_stream(q);
    printf("in a stream: %g %g\n", in_stream.at[0], in_stream.at[1]);

    cublasSgemm('x', 'N', 2, 2, 2, 1, A, 2, B, 2, 0, C, 2);
    int error = cublasGetError();
    printf("errors: %d %d, %d\n", error, cublasGetError(), before);
    cublasFree(A), cublasFree(B), cublasFree(C), cublasFree(x), cublasFree(y), cublasFree(u), cublasFree(v), cublasFree(p), cublasFree(q);
    cudaStreamDestroy(stream);
    return cublasShutdown() != CUBLAS_STATUS_SUCCESS;
}
