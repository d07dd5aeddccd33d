/* The types of <cuda_fp8.h>. A structure has its bits in __x, as in CUDA. */
#ifndef LW_CPU_FP8_TYPES_H
#define LW_CPU_FP8_TYPES_H

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;

/* The result for numbers above the largest finite one. */
typedef enum __nv_saturation_t {
    __NV_NOSAT,     /* infinity; for e4m3, which has none, NaN */
    __NV_SATFINITE, /* the largest finite number */
} __nv_saturation_t;

typedef enum __nv_fp8_interpretation_t {
    __NV_E4M3, /* 4 bits of exponent, 3 of fraction; up to 448, no infinity, one NaN of each sign */
    __NV_E5M2, /* the upper byte of a half; up to 57344 */
} __nv_fp8_interpretation_t;

#ifndef __DEVICE_TYPES_H__
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
#endif

#define LW_CPU_FP8_STRUCTURES(kind)                                                                                    \
    typedef struct __nv_fp8_##kind {                                                                                   \
        __nv_fp8_storage_t __x;                                                                                        \
    } __nv_fp8_##kind;                                                                                                 \
    typedef struct __nv_fp8x2_##kind {                                                                                 \
        __nv_fp8x2_storage_t __x;                                                                                      \
    } __nv_fp8x2_##kind;                                                                                               \
    typedef struct __nv_fp8x4_##kind {                                                                                 \
        __nv_fp8x4_storage_t __x;                                                                                      \
    } __nv_fp8x4_##kind;
LW_CPU_FP8_STRUCTURES(e4m3)
LW_CPU_FP8_STRUCTURES(e5m2)
LW_CPU_FP8_STRUCTURES(e8m0)
#undef LW_CPU_FP8_STRUCTURES

#endif
