/* CUDA's vector types, with its sizes and alignments.
 *
 * They have the tags of CUDA's <vector_types.h>, and replace it in a file that includes both, in either order.
 */
#ifndef LW_CPU_VECTOR_TYPES_H
#define LW_CPU_VECTOR_TYPES_H

#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#define LW_CPU_VECTOR(name, type, alignment, ...)                                                                      \
    struct __attribute__((aligned(alignment))) name {                                                                  \
        type __VA_ARGS__;                                                                                              \
    };                                                                                                                 \
    typedef struct name name;

/* Vectors of one and three are aligned as one component, of two as two, of four as four, but to 16 bytes at most. */
/* clang-format off */
#define LW_CPU_VECTORS(name, type, two, four)                                                                          \
    LW_CPU_VECTOR(name##1, type, sizeof(type), x)                                                                      \
    LW_CPU_VECTOR(name##2, type, two, x, y)                                                                            \
    LW_CPU_VECTOR(name##3, type, sizeof(type), x, y, z)                                                                \
    LW_CPU_VECTOR(name##4, type, four, x, y, z, w)
/* clang-format on */

LW_CPU_VECTORS(char, signed char, 2, 4)
LW_CPU_VECTORS(uchar, unsigned char, 2, 4)
LW_CPU_VECTORS(short, short, 4, 8)
LW_CPU_VECTORS(ushort, unsigned short, 4, 8)
LW_CPU_VECTORS(int, int, 8, 16)
LW_CPU_VECTORS(uint, unsigned, 8, 16)
LW_CPU_VECTORS(long, long, 16, 16)
LW_CPU_VECTORS(ulong, unsigned long, 16, 16)
LW_CPU_VECTORS(longlong, long long, 16, 16)
LW_CPU_VECTORS(ulonglong, unsigned long long, 16, 16)
LW_CPU_VECTORS(float, float, 8, 16)
LW_CPU_VECTORS(double, double, 16, 16)

/* Four 8-byte components, by alignment. */
LW_CPU_VECTOR(long4_16a, long, 16, x, y, z, w)
LW_CPU_VECTOR(long4_32a, long, 32, x, y, z, w)
LW_CPU_VECTOR(ulong4_16a, unsigned long, 16, x, y, z, w)
LW_CPU_VECTOR(ulong4_32a, unsigned long, 32, x, y, z, w)
LW_CPU_VECTOR(longlong4_16a, long long, 16, x, y, z, w)
LW_CPU_VECTOR(longlong4_32a, long long, 32, x, y, z, w)
LW_CPU_VECTOR(ulonglong4_16a, unsigned long long, 16, x, y, z, w)
LW_CPU_VECTOR(ulonglong4_32a, unsigned long long, 32, x, y, z, w)
LW_CPU_VECTOR(double4_16a, double, 16, x, y, z, w)
LW_CPU_VECTOR(double4_32a, double, 32, x, y, z, w)

struct dim3 {
    unsigned x, y, z;
#ifdef __cplusplus
    constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3(void) const { return uint3{x, y, z}; }
#endif
};
typedef struct dim3 dim3;

#undef LW_CPU_VECTOR
#undef LW_CPU_VECTORS

#endif

#endif
