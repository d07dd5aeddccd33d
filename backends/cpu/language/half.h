/* <lanewise/half.h> for the CPU: the names of <cuda_fp16.h>, which it replaces in a file that includes both. */
#ifndef LW_CPU_HALF_H
#define LW_CPU_HALF_H

#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#undef __half /* unsupported.h defines it as an error that names this header */
#undef __half2

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>

#include "half_float.h"
#include "half_names.h"
#include "half_types.h"
#include "vector_types.h"

#define LW_16 __half
#define LW_16_PAIR __half2
#define LW_16_FRACTION 10
#define LW_16_BIAS 15
#define LW_16_WIDEN(code) lw_cpu_widen_half(code)
#define LW_16_FLOAT(code) lw_cpu_float_of_half(code)
#define LW_16_OF_FLOAT(x) lw_cpu_half_of_float(x)
#define LW_16_OF_DOUBLE(x) lw_cpu_half_of_double(x)
#define LW_16_FMA(a, b, c) lw_cpu_half_fma_codes(a, b, c)
#define LW_16_NAME(prefix, suffix) prefix##half##suffix
#define LW_16_TWICE(prefix, between, suffix) prefix##half##between##half##suffix
#define LW_16_OWN(name) lw_cpu_half_##name
#ifdef __cplusplus
#define LW_16_OP(name) lw_cpu_16_##name
#else
#define LW_16_OP(name) lw_cpu_half_##name
#endif
#include "half_convert.h"
#include "half_arithmetic.h"
#include "half_compare.h"
#include "half_math.h"
#ifdef LW_CPU_TARGET_H
#include "half_atomic.h"
#endif
#include "half_undefine.h"

#undef LW_CPU_IF_HALF
#define LW_CPU_IF_HALF(...) __VA_ARGS__

#endif

#endif
