/* CUDA's <cuda_fp8.h>: the 8-bit formats e4m3 and e5m2, pairs and fours of them, for the host and for kernels. */
#ifndef LANEWISE_CUDA_FP8_H
#define LANEWISE_CUDA_FP8_H
#define __CUDA_FP8_H__
#define __CUDA_FP8_HPP__
#define __CUDA_FP8_TYPES_EXIST__

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "vector_functions.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;

/* The result for numbers above the largest finite one. */
enum __nv_saturation_t {
    __NV_NOSAT,     /* infinity; for e4m3, which has none, NaN */
    __NV_SATFINITE, /* the largest finite number */
};
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif
/* The conversions need types by these names: the classes of this folder, not those of C. */
#define LW_CPU_FP8_TYPES_H
#define LW_CPU_HALF_TYPES_H
#define LW_CPU_BFLOAT16_TYPES_H
#include "../../backends/cpu/language/fp8_convert.h"
#undef LW_CPU_FP8_TYPES_H
#undef LW_CPU_HALF_TYPES_H
#undef LW_CPU_BFLOAT16_TYPES_H

#define LW_CUDA_8 __nv_fp8_e4m3
#define LW_CUDA_8_PAIR __nv_fp8x2_e4m3
#define LW_CUDA_8_FOUR __nv_fp8x4_e4m3
#define LW_CUDA_8_KIND __NV_E4M3
#include "device/fp8_class.h"
#define LW_CUDA_8 __nv_fp8_e5m2
#define LW_CUDA_8_PAIR __nv_fp8x2_e5m2
#define LW_CUDA_8_FOUR __nv_fp8x4_e5m2
#define LW_CUDA_8_KIND __NV_E5M2
#include "device/fp8_class.h"
#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif

#endif
