/* cuBLAS's older interface, the part that exists here: one handle for the process, scalars by value, and letters in place of enumerations.
 * It is liblanewise-cublas's, too. As in CUDA, a file includes this header or <cublas_v2.h>. */
#ifndef LANEWISE_CUBLAS_H
#define LANEWISE_CUBLAS_H
#define CUBLAS_H_

#ifdef CUBLAS_V2_H_
#error "a file includes <cublas.h> or <cublas_v2.h>, not both"
#endif

#include "cublas_api.h"

typedef cublasStatus_t cublasStatus;

/* The functions have other names in the library, because those of <cublas_v2.h> are these. */
#define LW_CUBLAS_OLD(result, name, ...) result lw_cublas_old_##name(__VA_ARGS__);
#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)
#include "cublas/old_functions.h"
#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#undef LW_CUBLAS_OLD

#define cublasInit lw_cublas_old_Init
#define cublasShutdown lw_cublas_old_Shutdown
#define cublasGetError lw_cublas_old_GetError
#define cublasGetVersion lw_cublas_old_GetVersion
#define cublasAlloc lw_cublas_old_Alloc
#define cublasFree lw_cublas_old_Free
#define cublasSetKernelStream lw_cublas_old_SetKernelStream
#define cublasSaxpy lw_cublas_old_Saxpy
#define cublasSscal lw_cublas_old_Sscal
#define cublasScopy lw_cublas_old_Scopy
#define cublasSswap lw_cublas_old_Sswap
#define cublasIsamax lw_cublas_old_Isamax
#define cublasIsamin lw_cublas_old_Isamin
#define cublasSgemv lw_cublas_old_Sgemv
#define cublasStrsv lw_cublas_old_Strsv
#define cublasStrmv lw_cublas_old_Strmv
#define cublasSgemm lw_cublas_old_Sgemm
#define cublasSsymm lw_cublas_old_Ssymm
#define cublasSsyrk lw_cublas_old_Ssyrk
#define cublasSsyr2k lw_cublas_old_Ssyr2k
#define cublasStrsm lw_cublas_old_Strsm
#define cublasStrmm lw_cublas_old_Strmm
#define cublasDaxpy lw_cublas_old_Daxpy
#define cublasDscal lw_cublas_old_Dscal
#define cublasDcopy lw_cublas_old_Dcopy
#define cublasDswap lw_cublas_old_Dswap
#define cublasIdamax lw_cublas_old_Idamax
#define cublasIdamin lw_cublas_old_Idamin
#define cublasDgemv lw_cublas_old_Dgemv
#define cublasDtrsv lw_cublas_old_Dtrsv
#define cublasDtrmv lw_cublas_old_Dtrmv
#define cublasDgemm lw_cublas_old_Dgemm
#define cublasDsymm lw_cublas_old_Dsymm
#define cublasDsyrk lw_cublas_old_Dsyrk
#define cublasDsyr2k lw_cublas_old_Dsyr2k
#define cublasDtrsm lw_cublas_old_Dtrsm
#define cublasDtrmm lw_cublas_old_Dtrmm
#define cublasCaxpy lw_cublas_old_Caxpy
#define cublasCscal lw_cublas_old_Cscal
#define cublasCcopy lw_cublas_old_Ccopy
#define cublasCswap lw_cublas_old_Cswap
#define cublasIcamax lw_cublas_old_Icamax
#define cublasIcamin lw_cublas_old_Icamin
#define cublasCgemv lw_cublas_old_Cgemv
#define cublasCtrsv lw_cublas_old_Ctrsv
#define cublasCtrmv lw_cublas_old_Ctrmv
#define cublasCgemm lw_cublas_old_Cgemm
#define cublasCsymm lw_cublas_old_Csymm
#define cublasCsyrk lw_cublas_old_Csyrk
#define cublasCsyr2k lw_cublas_old_Csyr2k
#define cublasCtrsm lw_cublas_old_Ctrsm
#define cublasCtrmm lw_cublas_old_Ctrmm
#define cublasZaxpy lw_cublas_old_Zaxpy
#define cublasZscal lw_cublas_old_Zscal
#define cublasZcopy lw_cublas_old_Zcopy
#define cublasZswap lw_cublas_old_Zswap
#define cublasIzamax lw_cublas_old_Izamax
#define cublasIzamin lw_cublas_old_Izamin
#define cublasZgemv lw_cublas_old_Zgemv
#define cublasZtrsv lw_cublas_old_Ztrsv
#define cublasZtrmv lw_cublas_old_Ztrmv
#define cublasZgemm lw_cublas_old_Zgemm
#define cublasZsymm lw_cublas_old_Zsymm
#define cublasZsyrk lw_cublas_old_Zsyrk
#define cublasZsyr2k lw_cublas_old_Zsyr2k
#define cublasZtrsm lw_cublas_old_Ztrsm
#define cublasZtrmm lw_cublas_old_Ztrmm
#define cublasSdot lw_cublas_old_Sdot
#define cublasSnrm2 lw_cublas_old_Snrm2
#define cublasSasum lw_cublas_old_Sasum
#define cublasSger lw_cublas_old_Sger
#define cublasSsymv lw_cublas_old_Ssymv
#define cublasSsyr lw_cublas_old_Ssyr
#define cublasDdot lw_cublas_old_Ddot
#define cublasDnrm2 lw_cublas_old_Dnrm2
#define cublasDasum lw_cublas_old_Dasum
#define cublasDger lw_cublas_old_Dger
#define cublasDsymv lw_cublas_old_Dsymv
#define cublasDsyr lw_cublas_old_Dsyr
#define cublasCdotu lw_cublas_old_Cdotu
#define cublasCdotc lw_cublas_old_Cdotc
#define cublasScnrm2 lw_cublas_old_Scnrm2
#define cublasScasum lw_cublas_old_Scasum
#define cublasZdotu lw_cublas_old_Zdotu
#define cublasZdotc lw_cublas_old_Zdotc
#define cublasDznrm2 lw_cublas_old_Dznrm2
#define cublasDzasum lw_cublas_old_Dzasum

#endif
