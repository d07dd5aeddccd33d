/* The types of <cuda_fp16.h>: IEEE binary16 and pairs of it. As in CUDA, the member of __half is private (use
 * __ushort_as_half() and __half_as_ushort() for bits), and a pair's x and y are public. */
#ifndef LW_CPU_HALF_TYPES_H
#define LW_CPU_HALF_TYPES_H

typedef struct __attribute__((aligned(2))) __half {
    unsigned short __x;
} __half;
typedef struct __attribute__((aligned(4))) __half2 {
    __half x, y;
} __half2;
/* Bits without arithmetic. */
typedef struct __attribute__((aligned(2))) __half_raw {
    unsigned short x;
} __half_raw;
typedef struct __attribute__((aligned(4))) __half2_raw {
    unsigned short x, y;
} __half2_raw;

typedef __half half, nv_half, __nv_half;
typedef __half2 half2, nv_half2, __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

#endif
