/* The types of <cuda_bf16.h>: bfloat16, the upper half of a float, and pairs of it. As in CUDA, the member of
 * __nv_bfloat16 is private, and a pair's x and y are public. */
#ifndef LW_CPU_BFLOAT16_TYPES_H
#define LW_CPU_BFLOAT16_TYPES_H

typedef struct __attribute__((aligned(2))) __nv_bfloat16 {
    unsigned short __x;
} __nv_bfloat16;
typedef struct __attribute__((aligned(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;
} __nv_bfloat162;
/* Bits without arithmetic. */
typedef struct __attribute__((aligned(2))) __nv_bfloat16_raw {
    unsigned short x;
} __nv_bfloat16_raw;
typedef struct __attribute__((aligned(4))) __nv_bfloat162_raw {
    unsigned short x, y;
} __nv_bfloat162_raw;

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#endif
