/* CUDA C++ for the CPU device: lanewise-cc includes this header before each .cu file, as nvcc does its own. */
#ifndef LANEWISE_CUDA_RUNTIME_H
#define LANEWISE_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4

#include "host_defines.h"

#ifdef __CUDA__
#include <__clang_cuda_math_forward_declares.h>
#define __CUDACC__ /* libstdc++ then leaves out __float128 */
#ifndef __NVCC__   /* programs ask for it, and for what nvcc has by flags */
#define __NVCC__
#define __CUDACC_EXTENDED_LAMBDA__
#define __CUDACC_RELAXED_CONSTEXPR__
#endif
/* clang's <new> has operator new for kernels by these. */
extern "C" __device__ void *malloc(__SIZE_TYPE__ size);
extern "C" __device__ void free(void *pointer);
#endif

#ifdef __cplusplus
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <utility>
#endif
#include <limits.h>
#include <stdint.h>

#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "vector_functions.h"

#ifdef __CUDA__
#include "device/language.h"
#include "surface_indirect_functions.h"
#include "texture_indirect_functions.h"
#endif
#ifdef __cplusplus
#include "runtime/overloads.h"
#endif
#ifdef __CUDA__
#include "runtime/launch.h"
#endif

#endif
