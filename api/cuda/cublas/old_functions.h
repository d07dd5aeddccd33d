/* The functions of <cublas.h>: LW_CUBLAS_OLD(result, name, parameters). Included several times. */
LW_CUBLAS_OLD(cublasStatus_t, Init, void)
LW_CUBLAS_OLD(cublasStatus_t, Shutdown, void)
LW_CUBLAS_OLD(cublasStatus_t, GetError, void)
LW_CUBLAS_OLD(cublasStatus_t, GetVersion, int *version)
LW_CUBLAS_OLD(cublasStatus_t, Alloc, int n, int size, void **pointer)
LW_CUBLAS_OLD(cublasStatus_t, Free, void *pointer)
LW_CUBLAS_OLD(cublasStatus_t, SetKernelStream, cudaStream_t stream)
LW_CUBLAS_OLD(void, Saxpy, int n, float alpha, const float *x, int incx, float *y, int incy)
LW_CUBLAS_OLD(void, Sscal, int n, float alpha, float *x, int incx)
LW_CUBLAS_OLD(void, Scopy, int n, const float *x, int incx, float *y, int incy)
LW_CUBLAS_OLD(void, Sswap, int n, float *x, int incx, float *y, int incy)
LW_CUBLAS_OLD(int, Isamax, int n, const float *x, int incx)
LW_CUBLAS_OLD(int, Isamin, int n, const float *x, int incx)
LW_CUBLAS_OLD(void, Sgemv, char trans, int m, int n, float alpha, const float *A, int lda, const float *x, int incx,
              float beta, float *y, int incy)
LW_CUBLAS_OLD(void, Strsv, char uplo, char trans, char diag, int n, const float *A, int lda, float *x, int incx)
LW_CUBLAS_OLD(void, Strmv, char uplo, char trans, char diag, int n, const float *A, int lda, float *x, int incx)
LW_CUBLAS_OLD(void, Sgemm, char transa, char transb, int m, int n, int k, float alpha, const float *A, int lda,
              const float *B, int ldb, float beta, float *C, int ldc)
LW_CUBLAS_OLD(void, Ssymm, char side, char uplo, int m, int n, float alpha, const float *A, int lda, const float *B,
              int ldb, float beta, float *C, int ldc)
LW_CUBLAS_OLD(void, Ssyrk, char uplo, char trans, int n, int k, float alpha, const float *A, int lda, float beta,
              float *C, int ldc)
LW_CUBLAS_OLD(void, Ssyr2k, char uplo, char trans, int n, int k, float alpha, const float *A, int lda, const float *B,
              int ldb, float beta, float *C, int ldc)
LW_CUBLAS_OLD(void, Strsm, char side, char uplo, char transa, char diag, int m, int n, float alpha, const float *A,
              int lda, float *B, int ldb)
LW_CUBLAS_OLD(void, Strmm, char side, char uplo, char transa, char diag, int m, int n, float alpha, const float *A,
              int lda, float *B, int ldb)
LW_CUBLAS_OLD(void, Daxpy, int n, double alpha, const double *x, int incx, double *y, int incy)
LW_CUBLAS_OLD(void, Dscal, int n, double alpha, double *x, int incx)
LW_CUBLAS_OLD(void, Dcopy, int n, const double *x, int incx, double *y, int incy)
LW_CUBLAS_OLD(void, Dswap, int n, double *x, int incx, double *y, int incy)
LW_CUBLAS_OLD(int, Idamax, int n, const double *x, int incx)
LW_CUBLAS_OLD(int, Idamin, int n, const double *x, int incx)
LW_CUBLAS_OLD(void, Dgemv, char trans, int m, int n, double alpha, const double *A, int lda, const double *x, int incx,
              double beta, double *y, int incy)
LW_CUBLAS_OLD(void, Dtrsv, char uplo, char trans, char diag, int n, const double *A, int lda, double *x, int incx)
LW_CUBLAS_OLD(void, Dtrmv, char uplo, char trans, char diag, int n, const double *A, int lda, double *x, int incx)
LW_CUBLAS_OLD(void, Dgemm, char transa, char transb, int m, int n, int k, double alpha, const double *A, int lda,
              const double *B, int ldb, double beta, double *C, int ldc)
LW_CUBLAS_OLD(void, Dsymm, char side, char uplo, int m, int n, double alpha, const double *A, int lda, const double *B,
              int ldb, double beta, double *C, int ldc)
LW_CUBLAS_OLD(void, Dsyrk, char uplo, char trans, int n, int k, double alpha, const double *A, int lda, double beta,
              double *C, int ldc)
LW_CUBLAS_OLD(void, Dsyr2k, char uplo, char trans, int n, int k, double alpha, const double *A, int lda,
              const double *B, int ldb, double beta, double *C, int ldc)
LW_CUBLAS_OLD(void, Dtrsm, char side, char uplo, char transa, char diag, int m, int n, double alpha, const double *A,
              int lda, double *B, int ldb)
LW_CUBLAS_OLD(void, Dtrmm, char side, char uplo, char transa, char diag, int m, int n, double alpha, const double *A,
              int lda, double *B, int ldb)
LW_CUBLAS_OLD(void, Caxpy, int n, cuComplex alpha, const cuComplex *x, int incx, cuComplex *y, int incy)
LW_CUBLAS_OLD(void, Cscal, int n, cuComplex alpha, cuComplex *x, int incx)
LW_CUBLAS_OLD(void, Ccopy, int n, const cuComplex *x, int incx, cuComplex *y, int incy)
LW_CUBLAS_OLD(void, Cswap, int n, cuComplex *x, int incx, cuComplex *y, int incy)
LW_CUBLAS_OLD(int, Icamax, int n, const cuComplex *x, int incx)
LW_CUBLAS_OLD(int, Icamin, int n, const cuComplex *x, int incx)
LW_CUBLAS_OLD(void, Cgemv, char trans, int m, int n, cuComplex alpha, const cuComplex *A, int lda, const cuComplex *x,
              int incx, cuComplex beta, cuComplex *y, int incy)
LW_CUBLAS_OLD(void, Ctrsv, char uplo, char trans, char diag, int n, const cuComplex *A, int lda, cuComplex *x, int incx)
LW_CUBLAS_OLD(void, Ctrmv, char uplo, char trans, char diag, int n, const cuComplex *A, int lda, cuComplex *x, int incx)
LW_CUBLAS_OLD(void, Cgemm, char transa, char transb, int m, int n, int k, cuComplex alpha, const cuComplex *A, int lda,
              const cuComplex *B, int ldb, cuComplex beta, cuComplex *C, int ldc)
LW_CUBLAS_OLD(void, Csymm, char side, char uplo, int m, int n, cuComplex alpha, const cuComplex *A, int lda,
              const cuComplex *B, int ldb, cuComplex beta, cuComplex *C, int ldc)
LW_CUBLAS_OLD(void, Csyrk, char uplo, char trans, int n, int k, cuComplex alpha, const cuComplex *A, int lda,
              cuComplex beta, cuComplex *C, int ldc)
LW_CUBLAS_OLD(void, Csyr2k, char uplo, char trans, int n, int k, cuComplex alpha, const cuComplex *A, int lda,
              const cuComplex *B, int ldb, cuComplex beta, cuComplex *C, int ldc)
LW_CUBLAS_OLD(void, Ctrsm, char side, char uplo, char transa, char diag, int m, int n, cuComplex alpha,
              const cuComplex *A, int lda, cuComplex *B, int ldb)
LW_CUBLAS_OLD(void, Ctrmm, char side, char uplo, char transa, char diag, int m, int n, cuComplex alpha,
              const cuComplex *A, int lda, cuComplex *B, int ldb)
LW_CUBLAS_OLD(void, Zaxpy, int n, cuDoubleComplex alpha, const cuDoubleComplex *x, int incx, cuDoubleComplex *y,
              int incy)
LW_CUBLAS_OLD(void, Zscal, int n, cuDoubleComplex alpha, cuDoubleComplex *x, int incx)
LW_CUBLAS_OLD(void, Zcopy, int n, const cuDoubleComplex *x, int incx, cuDoubleComplex *y, int incy)
LW_CUBLAS_OLD(void, Zswap, int n, cuDoubleComplex *x, int incx, cuDoubleComplex *y, int incy)
LW_CUBLAS_OLD(int, Izamax, int n, const cuDoubleComplex *x, int incx)
LW_CUBLAS_OLD(int, Izamin, int n, const cuDoubleComplex *x, int incx)
LW_CUBLAS_OLD(void, Zgemv, char trans, int m, int n, cuDoubleComplex alpha, const cuDoubleComplex *A, int lda,
              const cuDoubleComplex *x, int incx, cuDoubleComplex beta, cuDoubleComplex *y, int incy)
LW_CUBLAS_OLD(void, Ztrsv, char uplo, char trans, char diag, int n, const cuDoubleComplex *A, int lda,
              cuDoubleComplex *x, int incx)
LW_CUBLAS_OLD(void, Ztrmv, char uplo, char trans, char diag, int n, const cuDoubleComplex *A, int lda,
              cuDoubleComplex *x, int incx)
LW_CUBLAS_OLD(void, Zgemm, char transa, char transb, int m, int n, int k, cuDoubleComplex alpha,
              const cuDoubleComplex *A, int lda, const cuDoubleComplex *B, int ldb, cuDoubleComplex beta,
              cuDoubleComplex *C, int ldc)
LW_CUBLAS_OLD(void, Zsymm, char side, char uplo, int m, int n, cuDoubleComplex alpha, const cuDoubleComplex *A, int lda,
              const cuDoubleComplex *B, int ldb, cuDoubleComplex beta, cuDoubleComplex *C, int ldc)
LW_CUBLAS_OLD(void, Zsyrk, char uplo, char trans, int n, int k, cuDoubleComplex alpha, const cuDoubleComplex *A,
              int lda, cuDoubleComplex beta, cuDoubleComplex *C, int ldc)
LW_CUBLAS_OLD(void, Zsyr2k, char uplo, char trans, int n, int k, cuDoubleComplex alpha, const cuDoubleComplex *A,
              int lda, const cuDoubleComplex *B, int ldb, cuDoubleComplex beta, cuDoubleComplex *C, int ldc)
LW_CUBLAS_OLD(void, Ztrsm, char side, char uplo, char transa, char diag, int m, int n, cuDoubleComplex alpha,
              const cuDoubleComplex *A, int lda, cuDoubleComplex *B, int ldb)
LW_CUBLAS_OLD(void, Ztrmm, char side, char uplo, char transa, char diag, int m, int n, cuDoubleComplex alpha,
              const cuDoubleComplex *A, int lda, cuDoubleComplex *B, int ldb)
LW_CUBLAS_OLD(float, Sdot, int n, const float *x, int incx, const float *y, int incy)
LW_CUBLAS_OLD(float, Snrm2, int n, const float *x, int incx)
LW_CUBLAS_OLD(float, Sasum, int n, const float *x, int incx)
LW_CUBLAS_OLD(void, Sger, int m, int n, float alpha, const float *x, int incx, const float *y, int incy, float *A,
              int lda)
LW_CUBLAS_OLD(void, Ssymv, char uplo, int n, float alpha, const float *A, int lda, const float *x, int incx, float beta,
              float *y, int incy)
LW_CUBLAS_OLD(void, Ssyr, char uplo, int n, float alpha, const float *x, int incx, float *A, int lda)
LW_CUBLAS_OLD(double, Ddot, int n, const double *x, int incx, const double *y, int incy)
LW_CUBLAS_OLD(double, Dnrm2, int n, const double *x, int incx)
LW_CUBLAS_OLD(double, Dasum, int n, const double *x, int incx)
LW_CUBLAS_OLD(void, Dger, int m, int n, double alpha, const double *x, int incx, const double *y, int incy, double *A,
              int lda)
LW_CUBLAS_OLD(void, Dsymv, char uplo, int n, double alpha, const double *A, int lda, const double *x, int incx,
              double beta, double *y, int incy)
LW_CUBLAS_OLD(void, Dsyr, char uplo, int n, double alpha, const double *x, int incx, double *A, int lda)
LW_CUBLAS_OLD(cuComplex, Cdotu, int n, const cuComplex *x, int incx, const cuComplex *y, int incy)
LW_CUBLAS_OLD(cuComplex, Cdotc, int n, const cuComplex *x, int incx, const cuComplex *y, int incy)
LW_CUBLAS_OLD(float, Scnrm2, int n, const cuComplex *x, int incx)
LW_CUBLAS_OLD(float, Scasum, int n, const cuComplex *x, int incx)
LW_CUBLAS_OLD(cuDoubleComplex, Zdotu, int n, const cuDoubleComplex *x, int incx, const cuDoubleComplex *y, int incy)
LW_CUBLAS_OLD(cuDoubleComplex, Zdotc, int n, const cuDoubleComplex *x, int incx, const cuDoubleComplex *y, int incy)
LW_CUBLAS_OLD(double, Dznrm2, int n, const cuDoubleComplex *x, int incx)
LW_CUBLAS_OLD(double, Dzasum, int n, const cuDoubleComplex *x, int incx)
