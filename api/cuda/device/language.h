/* CUDA's device language: clang's headers where they stand alone, and what clang takes from NVIDIA's toolkit. */
#ifndef LANEWISE_CUDA_LANGUAGE_H
#define LANEWISE_CUDA_LANGUAGE_H

#define LW_CUDA_DEVICE static __device__ __inline__ __attribute__((always_inline))
/* A function of the vocabulary (lanewise-lower-cuda). */
#define LW_CUDA_WORD extern "C" __device__

#include <__clang_cuda_builtin_vars.h>
/* Until 9.1 operations on parts of a word are libdevice's; later they are inline PTX. */
#pragma push_macro("CUDA_VERSION")
#undef CUDA_VERSION
#define CUDA_VERSION 9010
#include <__clang_cuda_libdevice_declares.h>
#include <__clang_cuda_device_functions.h>
#pragma pop_macro("CUDA_VERSION")
#include <__clang_cuda_math.h>
#include <__clang_cuda_cmath.h>

#include "atomic.h"
#include "dot_product.h"
#include "dpx.h"
#include "float_math.h"
#include "host_math.h"
#include "memory.h"
#include "minimum.h"
#include "place.h"
#include "runtime.h"
#include "warp.h"
#ifdef LW_CUDA_LAUNCHES_IN_KERNELS
#include "child.h"
#endif

#endif
