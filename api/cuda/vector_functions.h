/* make_float4() and its kin, for the host and for kernels. */
#ifndef LANEWISE_CUDA_VECTOR_FUNCTIONS_H
#define LANEWISE_CUDA_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif
#include "../../backends/cpu/language/vector_functions.h"
#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif

#endif
