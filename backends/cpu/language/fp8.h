/* <lanewise/fp8.h> for the CPU: the names of <cuda_fp8.h>, which it replaces in a file that includes both. */
#ifndef LW_CPU_FP8_H
#define LW_CPU_FP8_H

#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

#undef __nv_fp8_e4m3 /* unsupported.h defines it as an error that names this header */
#undef __nv_fp8_e5m2
#undef __nv_fp8_e8m0

#include "fp8_types.h"
#include "fp8_convert.h"
#include "fp8_scale.h"

#endif

#endif
