/* <lanewise/bfloat16.h> for the CPU: the names of <cuda_bf16.h>, which it replaces in a file that includes both. */
#ifndef LW_CPU_BFLOAT16_H
#define LW_CPU_BFLOAT16_H

#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#undef __nv_bfloat16 /* unsupported.h defines it as an error that names this header */
#undef __nv_bfloat162

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>

#include "bfloat16_types.h"
#include "half_float.h"
#include "half_names.h"
#include "vector_types.h"

#define LW_16 __nv_bfloat16
#define LW_16_PAIR __nv_bfloat162
#define LW_16_FRACTION 7
#define LW_16_BIAS 127
#define LW_16_WIDEN(code) lw_cpu_float_of_bfloat16(code)
#define LW_16_FLOAT(code) lw_cpu_float_of_bfloat16(code)
#define LW_16_OF_FLOAT(x) lw_cpu_bfloat16_of_float(x)
#define LW_16_OF_DOUBLE(x) lw_cpu_bfloat16_of_double(x)
#define LW_16_FMA(a, b, c) lw_cpu_bfloat16_fma_codes(a, b, c)
#define LW_16_NAME(prefix, suffix) prefix##bfloat16##suffix
#define LW_16_TWICE(prefix, between, suffix) prefix##bfloat16##between##bfloat16##suffix
#define LW_16_OWN(name) lw_cpu_bfloat16_##name
#ifdef __cplusplus
#define LW_16_OP(name) lw_cpu_16_##name
#else
#define LW_16_OP(name) lw_cpu_bfloat16_##name
#endif
#include "half_convert.h"
#include "half_arithmetic.h"
#include "half_compare.h"
#include "half_math.h"
#ifdef LW_CPU_TARGET_H
#include "half_atomic.h"
#endif
#include "half_undefine.h"

#undef LW_CPU_IF_BFLOAT16
#define LW_CPU_IF_BFLOAT16(...) __VA_ARGS__

#endif

#endif
