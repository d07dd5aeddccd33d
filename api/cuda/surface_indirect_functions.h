/* Reads and writes of surface objects; `x` is in bytes. */
#ifndef LANEWISE_CUDA_SURFACE_INDIRECT_FUNCTIONS_H
#define LANEWISE_CUDA_SURFACE_INDIRECT_FUNCTIONS_H

#ifdef __CUDA__
#include "cuda_runtime_api.h"
#include "device/language.h"
#include "device/texel.h"

template <class T> struct lw_cuda_is_surface_type {
    static constexpr bool value = false;
};
#define LW_CUDA_SURFACE_TYPE(type)                                                                                     \
    template <> struct lw_cuda_is_surface_type<type> {                                                                 \
        static constexpr bool value = true;                                                                            \
    };
#define LW_CUDA_SURFACE_TYPES(type, name)                                                                              \
    LW_CUDA_SURFACE_TYPE(type)                                                                                         \
    LW_CUDA_SURFACE_TYPE(name##1)                                                                                      \
    LW_CUDA_SURFACE_TYPE(name##2)
LW_CUDA_SURFACE_TYPE(char)
LW_CUDA_SURFACE_TYPES(signed char, char)
LW_CUDA_SURFACE_TYPES(unsigned char, uchar)
LW_CUDA_SURFACE_TYPES(short, short)
LW_CUDA_SURFACE_TYPES(unsigned short, ushort)
LW_CUDA_SURFACE_TYPES(int, int)
LW_CUDA_SURFACE_TYPES(unsigned, uint)
LW_CUDA_SURFACE_TYPES(long long, longlong)
LW_CUDA_SURFACE_TYPES(unsigned long long, ulonglong)
LW_CUDA_SURFACE_TYPES(float, float)
LW_CUDA_SURFACE_TYPE(char4)
LW_CUDA_SURFACE_TYPE(uchar4)
LW_CUDA_SURFACE_TYPE(short4)
LW_CUDA_SURFACE_TYPE(ushort4)
LW_CUDA_SURFACE_TYPE(int4)
LW_CUDA_SURFACE_TYPE(uint4)
LW_CUDA_SURFACE_TYPE(float4)
#undef LW_CUDA_SURFACE_TYPES
#undef LW_CUDA_SURFACE_TYPE

#define LW_CUDA_PLAIN(...) __VA_ARGS__
#define LW_CUDA_SURFACE_ASSERT                                                                                         \
    static_assert(lw_cuda_is_surface_type<T>::value,                                                                   \
                  "a surface is accessed as a type of 8 to 64 bits, or its vector of one, two or four, of at most "    \
                  "16 bytes");
/* PREFIXread<T>(object, ...), PREFIXread(T *, object, ...) and PREFIXwrite(value, object, ...). */
#define LW_CUDA_SURFACE(prefix, parameters, ...)                                                                       \
    LW_CUDA_WORD void lw_cuda_##prefix##read(lw_cuda_texel *value, unsigned size, cudaSurfaceObject_t object,          \
                                             LW_CUDA_PLAIN parameters, int mode);                                      \
    LW_CUDA_WORD void lw_cuda_##prefix##write(const lw_cuda_texel *value, unsigned size, cudaSurfaceObject_t object,   \
                                              LW_CUDA_PLAIN parameters, int mode);                                     \
    template <class T>                                                                                                 \
    LW_CUDA_DEVICE T prefix##read(cudaSurfaceObject_t object, LW_CUDA_PLAIN parameters,                                \
                                  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                                 \
    {                                                                                                                  \
        LW_CUDA_SURFACE_ASSERT                                                                                         \
        lw_cuda_texel texel;                                                                                           \
        T value;                                                                                                       \
        lw_cuda_##prefix##read(&texel, sizeof value, object, __VA_ARGS__, mode);                                       \
        __builtin_memcpy(&value, &texel, sizeof value);                                                                \
        return value;                                                                                                  \
    }                                                                                                                  \
    template <class T>                                                                                                 \
    LW_CUDA_DEVICE void prefix##read(T *value, cudaSurfaceObject_t object, LW_CUDA_PLAIN parameters,                   \
                                     cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                              \
    {                                                                                                                  \
        *value = prefix##read<T>(object, __VA_ARGS__, mode);                                                           \
    }                                                                                                                  \
    template <class T>                                                                                                 \
    LW_CUDA_DEVICE void prefix##write(T value, cudaSurfaceObject_t object, LW_CUDA_PLAIN parameters,                   \
                                      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                             \
    {                                                                                                                  \
        LW_CUDA_SURFACE_ASSERT                                                                                         \
        lw_cuda_texel texel = {0, 0};                                                                                  \
        __builtin_memcpy(&texel, &value, sizeof value);                                                                \
        lw_cuda_##prefix##write(&texel, sizeof value, object, __VA_ARGS__, mode);                                      \
    }
LW_CUDA_SURFACE(surf1D, (int x), x)
LW_CUDA_SURFACE(surf2D, (int x, int y), x, y)
LW_CUDA_SURFACE(surf3D, (int x, int y, int z), x, y, z)
LW_CUDA_SURFACE(surf1DLayered, (int x, int layer), x, layer)
LW_CUDA_SURFACE(surf2DLayered, (int x, int y, int layer), x, y, layer)
LW_CUDA_SURFACE(surfCubemap, (int x, int y, int face), x, y, face)
LW_CUDA_SURFACE(surfCubemapLayered, (int x, int y, int layerFace), x, y, layerFace)
#undef LW_CUDA_SURFACE
#undef LW_CUDA_SURFACE_ASSERT
#undef LW_CUDA_PLAIN
#endif

#endif
