/* CUDA's vector types, for the host and for kernels. */
#ifndef LANEWISE_CUDA_VECTOR_TYPES_H
#define LANEWISE_CUDA_VECTOR_TYPES_H

#include "host_defines.h"

#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif
#include "../../backends/cpu/language/vector_types.h"
#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif

#endif
