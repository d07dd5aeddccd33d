/* CUDA's <cuda_fp16.h>: IEEE half precision and pairs of it, for the host and for kernels. */
#ifndef LANEWISE_CUDA_FP16_H
#define LANEWISE_CUDA_FP16_H
#define __CUDA_FP16_H__
#define __CUDA_FP16_HPP__
#define __CUDA_FP16_TYPES_EXIST__

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "vector_types.h"

#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif
#include "../../backends/cpu/language/half_float.h"

/* What <lanewise/half.h> calls __half: the bits, without C++. Here __half is a class above it. */
struct __attribute__((aligned(2))) lw_cuda_half {
    unsigned short __x;
};
struct __attribute__((aligned(4))) lw_cuda_half_pair {
    lw_cuda_half x, y;
};
#define LW_16 lw_cuda_half
#define LW_16_PAIR lw_cuda_half_pair
#define LW_16_FRACTION 10
#define LW_16_BIAS 15
#define LW_16_WIDEN(code) lw_cpu_widen_half(code)
#define LW_16_FLOAT(code) lw_cpu_float_of_half(code)
#define LW_16_OF_FLOAT(x) lw_cpu_half_of_float(x)
#define LW_16_OF_DOUBLE(x) lw_cpu_half_of_double(x)
#define LW_16_FMA(a, b, c) lw_cpu_half_fma_codes(a, b, c)
#define LW_16_NAME(prefix, suffix) lw_cuda_name_##prefix##half##suffix
#define LW_16_TWICE(prefix, between, suffix) lw_cuda_name_##prefix##half##between##half##suffix
#define LW_16_OWN(name) lw_cpu_half_##name
#define LW_16_OP(name) lw_cpu_16_##name
#include "../../backends/cpu/language/half_convert.h"
#include "../../backends/cpu/language/half_arithmetic.h"
#include "../../backends/cpu/language/half_compare.h"
#include "../../backends/cpu/language/half_math.h"

#define LW_CUDA_16 __half
#define LW_CUDA_16_PAIR __half2
#define LW_CUDA_16_RAW __half_raw
#define LW_CUDA_16_PAIR_RAW __half2_raw
#define LW_CUDA_16_OTHER __nv_bfloat16
#define LW_CUDA_16_NAME(prefix, suffix) prefix##half##suffix
#define LW_CUDA_16_TWICE(prefix, between, suffix) prefix##half##between##half##suffix
#ifdef __CUDA_NO_HALF_CONVERSIONS__
#define LW_CUDA_16_CONVERSIONS 0
#else
#define LW_CUDA_16_CONVERSIONS 1
#endif
#ifdef __CUDA_NO_HALF_OPERATORS__
#define LW_CUDA_16_OPERATORS 0
#else
#define LW_CUDA_16_OPERATORS 1
#endif
#ifdef __CUDA_NO_HALF2_OPERATORS__
#define LW_CUDA_16_PAIR_OPERATORS 0
#else
#define LW_CUDA_16_PAIR_OPERATORS 1
#endif
#include "device/half_class.h"
#include "device/half_functions.h"
#include "device/half_operators.h"
#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif
#ifdef __CUDA__
#define LW_CUDA_16_ADD lw_cuda_atomic_add_f16
#define LW_CUDA_16_ADD_PAIR lw_cuda_atomic_add_f16_pair
#include "device/half_warp.h"
#endif
#include "device/half_undefine.h"

typedef __half half, nv_half, __nv_half;
typedef __half2 half2, nv_half2, __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)

#endif
