/* Of cuFFT's further interface the plans of these types; all else of it does not exist here. */
#ifndef LANEWISE_CUFFTXT_H
#define LANEWISE_CUFFTXT_H
#define _CUFFTXT_H_

#include "cufft.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* As cufftMakePlanMany(), of float or double; `execution` is the complex type. */
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                long long idist, cudaDataType input, long long *onembed, long long ostride,
                                long long odist, cudaDataType output, long long batch, size_t *work_size,
                                cudaDataType execution);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
