/* CUDA's <cuda_bf16.h>: bfloat16, the upper half of a float, and pairs of it, for the host and for kernels. */
#ifndef LANEWISE_CUDA_BF16_H
#define LANEWISE_CUDA_BF16_H
#define __CUDA_BF16_H__
#define __CUDA_BF16_HPP__
#define __CUDA_BF16_TYPES_EXIST__

#include "cuda_fp16.h"

#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif
/* As lw_cuda_half is for __half. */
struct __attribute__((aligned(2))) lw_cuda_bfloat16 {
    unsigned short __x;
};
struct __attribute__((aligned(4))) lw_cuda_bfloat16_pair {
    lw_cuda_bfloat16 x, y;
};
#define LW_16 lw_cuda_bfloat16
#define LW_16_PAIR lw_cuda_bfloat16_pair
#define LW_16_FRACTION 7
#define LW_16_BIAS 127
#define LW_16_WIDEN(code) lw_cpu_float_of_bfloat16(code)
#define LW_16_FLOAT(code) lw_cpu_float_of_bfloat16(code)
#define LW_16_OF_FLOAT(x) lw_cpu_bfloat16_of_float(x)
#define LW_16_OF_DOUBLE(x) lw_cpu_bfloat16_of_double(x)
#define LW_16_FMA(a, b, c) lw_cpu_bfloat16_fma_codes(a, b, c)
#define LW_16_NAME(prefix, suffix) lw_cuda_name_##prefix##bfloat16##suffix
#define LW_16_TWICE(prefix, between, suffix) lw_cuda_name_##prefix##bfloat16##between##bfloat16##suffix
#define LW_16_OWN(name) lw_cpu_bfloat16_##name
#define LW_16_OP(name) lw_cpu_16_##name
#include "../../backends/cpu/language/half_convert.h"
#include "../../backends/cpu/language/half_arithmetic.h"
#include "../../backends/cpu/language/half_compare.h"
#include "../../backends/cpu/language/half_math.h"

#define LW_CUDA_16 __nv_bfloat16
#define LW_CUDA_16_PAIR __nv_bfloat162
#define LW_CUDA_16_RAW __nv_bfloat16_raw
#define LW_CUDA_16_PAIR_RAW __nv_bfloat162_raw
#define LW_CUDA_16_OTHER __half
#define LW_CUDA_16_NAME(prefix, suffix) prefix##bfloat16##suffix
#define LW_CUDA_16_TWICE(prefix, between, suffix) prefix##bfloat16##between##bfloat16##suffix
#ifdef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define LW_CUDA_16_CONVERSIONS 0
#else
#define LW_CUDA_16_CONVERSIONS 1
#endif
#ifdef __CUDA_NO_BFLOAT16_OPERATORS__
#define LW_CUDA_16_OPERATORS 0
#else
#define LW_CUDA_16_OPERATORS 1
#endif
#ifdef __CUDA_NO_BFLOAT162_OPERATORS__
#define LW_CUDA_16_PAIR_OPERATORS 0
#else
#define LW_CUDA_16_PAIR_OPERATORS 1
#endif
#include "device/half_class.h"
#include "device/half_functions.h"
#include "device/half_operators.h"
#ifndef __CUDA_NO_HALF_CONVERSIONS__
inline __half::__half(__nv_bfloat16 value) : __half(__float2half(__bfloat162float(value))) {}
#endif
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
inline __nv_bfloat16::__nv_bfloat16(__half value) : __nv_bfloat16(__float2bfloat16(__half2float(value))) {}
#endif
#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif
#ifdef __CUDA__
#define LW_CUDA_16_ADD lw_cuda_atomic_add_bf16
#define LW_CUDA_16_ADD_PAIR lw_cuda_atomic_add_bf16_pair
#include "device/half_warp.h"
#endif
#include "device/half_undefine.h"

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)

#endif
