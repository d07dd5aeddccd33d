/* Textures and surfaces: CUDA's functions, with the type that CUDA writes in angle brackets as the first argument.
 *
 * A type is a number of at most 32 bits, or a vector of one, two or four of them. A surface's type is any type of 1, 2,
 * 4, 8 or 16 bytes.
 */
#ifndef LW_CPU_TEXTURE_H
#define LW_CPU_TEXTURE_H

#include "../../../api/lanewise/preprocessor.h"
#include "../../../emu/device/device_texture.h"
#include "qualifiers.h"
#include "site.h"
#include "vector_functions.h"
#include "vector_types.h"

/* <lanewise/kernel.h> has them as errors that name this header. */
#undef cudaTextureObject_t
#undef cudaSurfaceObject_t
#undef tex1D
#undef tex1Dfetch
#undef tex1DLod
#undef tex1DGrad
#undef tex1DLayered
#undef tex2D
#undef tex2Dgather
#undef tex2DLod
#undef tex2DGrad
#undef tex2DLayered
#undef tex3D
#undef tex3DLod
#undef tex3DGrad
#undef texCubemap
#undef texCubemapLayered
#undef surf1Dread
#undef surf1Dwrite
#undef surf2Dread
#undef surf2Dwrite
#undef surf2DLayeredread
#undef surf2DLayeredwrite
#undef surf3Dread
#undef surf3Dwrite
#undef surfCubemapread
#undef surfCubemapwrite

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
/* What an access outside a surface does: reads zeros or writes nothing; is limited to the edge; ends the launch. */
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };

/* The number of a type for the emulator. A C++ compiler only checks the syntax. */
#ifdef __cplusplus
#define LW_CPU_TEXEL(type) 0
#define LW_CPU_TEXEL_ASSERT(type, what) (void)0
#define LW_CPU_SURFACE_ASSERT(type, what) (void)0
#else
#define LW_CPU_TEXELS(name, number, bytes, kind)                                                                       \
    number:                                                                                                            \
    EMU_TEXEL(1, bytes, kind),                                                                                         \
        name##1 : EMU_TEXEL(1, bytes, kind), name##2 : EMU_TEXEL(2, bytes, kind), name##4 : EMU_TEXEL(4, bytes, kind)
#define LW_CPU_TEXEL(type)                                                                                             \
    _Generic(*(type *)0,                                                                                               \
        char: EMU_TEXEL(1, 1, EMU_TEXEL_SIGNED),                                                                       \
        LW_CPU_TEXELS(char, signed char, 1, EMU_TEXEL_SIGNED),                                                         \
        LW_CPU_TEXELS(uchar, unsigned char, 1, EMU_TEXEL_UNSIGNED),                                                    \
        LW_CPU_TEXELS(short, short, 2, EMU_TEXEL_SIGNED),                                                              \
        LW_CPU_TEXELS(ushort, unsigned short, 2, EMU_TEXEL_UNSIGNED),                                                  \
        LW_CPU_TEXELS(int, int, 4, EMU_TEXEL_SIGNED),                                                                  \
        LW_CPU_TEXELS(uint, unsigned, 4, EMU_TEXEL_UNSIGNED),                                                          \
        LW_CPU_TEXELS(float, float, 4, EMU_TEXEL_FLOAT),                                                               \
        default: 0)
#define LW_CPU_TEXEL_ASSERT(type, what)                                                                                \
    _Static_assert(LW_CPU_TEXEL(type) != 0,                                                                            \
                   what " takes a type of at most 32 bits, or its vector of one, two or four, as the first argument")
#define LW_CPU_SURFACE_ASSERT(type, what)                                                                              \
    _Static_assert(sizeof(type) <= 16 && (sizeof(type) & (sizeof(type) - 1)) == 0,                                     \
                   what " takes a type of 1, 2, 4, 8 or 16 bytes")
#endif

/* The functions that fetch. Fused copies have calls that lanewise-fuse has vector forms for; `texel` is a constant. */
#ifdef LW_CPU_FUSED
LW_CPU_INLINE int lw_cpu_is_word(unsigned texel)
{
    return (texel & 15) * (texel >> 4 & 15) <= sizeof(uint64_t);
}
LW_CPU_INLINE emu_texel lw_cpu_fetch_linear(unsigned texel, unsigned long long object, int x, const emu_site *site)
{
    uintptr_t at = (uintptr_t)site;
    return lw_cpu_is_word(texel) ? (emu_texel){emu_fetch_word_linear(texel, object, x, at, 0), 0}
                                 : emu_fetch_linear(texel, object, x, at, 0);
}
LW_CPU_INLINE emu_texel lw_cpu_fetch_sample(unsigned texel, unsigned shape, unsigned long long object, float x, float y,
                                            float z, int layer, float level, const emu_site *site)
{
    uintptr_t at = (uintptr_t)site;
    return lw_cpu_is_word(texel)
               ? (emu_texel){emu_fetch_word_sample(texel, shape, object, x, y, z, layer, level, at, 0), 0}
               : emu_fetch_sample(texel, shape, object, x, y, z, layer, level, at, 0);
}
LW_CPU_INLINE emu_texel lw_cpu_fetch_gradient(unsigned texel, unsigned shape, unsigned long long object, float x,
                                              float y, float z, int layer, const float by_x[3], const float by_y[3],
                                              const emu_site *site)
{
    uintptr_t at = (uintptr_t)site;
    return lw_cpu_is_word(texel)
               ? (emu_texel){emu_fetch_word_gradient(texel, shape, object, x, y, z, layer, by_x[0], by_x[1], by_x[2],
                                                     by_y[0], by_y[1], by_y[2], at, 0),
                             0}
               : emu_fetch_gradient(texel, shape, object, x, y, z, layer, by_x[0], by_x[1], by_x[2], by_y[0], by_y[1],
                                    by_y[2], at, 0);
}
LW_CPU_INLINE emu_texel lw_cpu_fetch_gather(unsigned texel, unsigned long long object, float x, float y, int component,
                                            const emu_site *site)
{
    uintptr_t at = (uintptr_t)site;
    return lw_cpu_is_word(texel) ? (emu_texel){emu_fetch_word_gather(texel, object, x, y, component, at, 0), 0}
                                 : emu_fetch_gather(texel, object, x, y, component, at, 0);
}
#else
#define lw_cpu_fetch_linear emu_texture_fetch
#define lw_cpu_fetch_sample emu_texture_sample
#define lw_cpu_fetch_gradient emu_texture_gradient
#define lw_cpu_fetch_gather emu_texture_gather
#endif

/* The value of a fetch, as the type. */
#define LW_CPU_FETCHED(type, what, fetch)                                                                              \
    __extension__({                                                                                                    \
        LW_CPU_TEXEL_ASSERT(type, what);                                                                               \
        emu_texel lw__texel = fetch;                                                                                   \
        type lw__value;                                                                                                \
        memcpy(&lw__value, &lw__texel, sizeof lw__value);                                                              \
        lw__value;                                                                                                     \
    })
#define LW_CPU_SAMPLE(type, what, shape, object, x, y, z, layer, level)                                                \
    LW_CPU_FETCHED(type, what,                                                                                         \
                   lw_cpu_fetch_sample(LW_CPU_TEXEL(type), shape, object, x, y, z, layer, level, LW_CPU_SITE(what)))

/* Fused copies read plain memory themselves, so that their loops become vectors. */
#ifdef LW_CPU_FUSED
/* A coordinate limited to the elements of a row or column; NaN is 0. */
LW_CPU_INLINE int lw_cpu_limited(float coordinate, int size)
{
    float most = (float)(size - 1), low = coordinate > 0.0f ? coordinate : 0.0f;
    return (int)(low < most ? low : most);
}
/* Where a row of plain memory begins, and an element of it; without plain memory an element that is zero. */
LW_CPU_INLINE const char *lw_cpu_plain_row(unsigned texel, unsigned long long object, float y)
{
    const char *memory = emu_plain_rows(texel, object);
    int height = memory ? emu_plain_height(object) : 1;
    long long pitch = memory ? emu_plain_pitch(object) : 0;
    return (memory ? memory : emu_plain_nothing()) + lw_cpu_limited(y, height) * pitch;
}
LW_CPU_INLINE int lw_cpu_plain_column(unsigned texel, unsigned long long object, float x)
{
    return lw_cpu_limited(x, emu_plain_rows(texel, object) ? emu_plain_width(object) : 1);
}
/* Both read memory without a condition on the object, as a vector's loads may: elsewhere than in plain memory it is nothing. */
#define tex1Dfetch(type, object, x)                                                                                    \
    __extension__({                                                                                                    \
        LW_CPU_TEXEL_ASSERT(type, "tex1Dfetch");                                                                       \
        const unsigned long long lw__object = object;                                                                  \
        const int lw__x = x;                                                                                           \
        const char *lw__memory = emu_plain_linear(LW_CPU_TEXEL(type), lw__object);                                     \
        const unsigned lw__width = lw__memory ? (unsigned)emu_plain_width(lw__object) : 0;                             \
        type lw__value;                                                                                                \
        memset(&lw__value, 0, sizeof lw__value);                                                                       \
        if ((unsigned)lw__x < lw__width)                                                                               \
            lw__value = ((const type *)lw__memory)[lw__x];                                                             \
        if (!lw__memory) {                                                                                             \
            emu_texel lw__texel =                                                                                      \
                lw_cpu_fetch_linear(LW_CPU_TEXEL(type), lw__object, lw__x, LW_CPU_SITE("tex1Dfetch"));                 \
            memcpy(&lw__value, &lw__texel, sizeof lw__value);                                                          \
        }                                                                                                              \
        lw__value;                                                                                                     \
    })
#define tex2D(type, object, x, y)                                                                                      \
    __extension__({                                                                                                    \
        LW_CPU_TEXEL_ASSERT(type, "tex2D");                                                                            \
        const unsigned long long lw__object = object;                                                                  \
        const float lw__x = x, lw__y = y;                                                                              \
        const char *lw__memory = lw_cpu_plain_row(LW_CPU_TEXEL(type), lw__object, lw__y);                              \
        type lw__value = ((const type *)lw__memory)[lw_cpu_plain_column(LW_CPU_TEXEL(type), lw__object, lw__x)];       \
        if (!emu_plain_rows(LW_CPU_TEXEL(type), lw__object)) {                                                         \
            emu_texel lw__texel = lw_cpu_fetch_sample(LW_CPU_TEXEL(type), EMU_TEXTURE_2D, lw__object, lw__x, lw__y, 0, \
                                                      0, 0, LW_CPU_SITE("tex2D"));                                     \
            memcpy(&lw__value, &lw__texel, sizeof lw__value);                                                          \
        }                                                                                                              \
        lw__value;                                                                                                     \
    })
#else
#define tex1Dfetch(type, object, x)                                                                                    \
    LW_CPU_FETCHED(type, "tex1Dfetch", lw_cpu_fetch_linear(LW_CPU_TEXEL(type), object, x, LW_CPU_SITE("tex1Dfetch")))
#define tex2D(type, object, x, y) LW_CPU_SAMPLE(type, "tex2D", EMU_TEXTURE_2D, object, x, y, 0, 0, 0)
#endif
#define tex1D(type, object, x) LW_CPU_SAMPLE(type, "tex1D", EMU_TEXTURE_1D, object, x, 0, 0, 0, 0)
#define tex3D(type, object, x, y, z) LW_CPU_SAMPLE(type, "tex3D", EMU_TEXTURE_3D, object, x, y, z, 0, 0)
#define tex1DLayered(type, object, x, layer)                                                                           \
    LW_CPU_SAMPLE(type, "tex1DLayered", EMU_TEXTURE_1D_LAYERED, object, x, 0, 0, layer, 0)
#define tex2DLayered(type, object, x, y, layer)                                                                        \
    LW_CPU_SAMPLE(type, "tex2DLayered", EMU_TEXTURE_2D_LAYERED, object, x, y, 0, layer, 0)
#define texCubemap(type, object, x, y, z) LW_CPU_SAMPLE(type, "texCubemap", EMU_TEXTURE_CUBEMAP, object, x, y, z, 0, 0)
#define texCubemapLayered(type, object, x, y, z, layer)                                                                \
    LW_CPU_SAMPLE(type, "texCubemapLayered", EMU_TEXTURE_CUBEMAP_LAYERED, object, x, y, z, layer, 0)
#define tex1DLod(type, object, x, level) LW_CPU_SAMPLE(type, "tex1DLod", EMU_TEXTURE_1D, object, x, 0, 0, 0, level)
#define tex2DLod(type, object, x, y, level) LW_CPU_SAMPLE(type, "tex2DLod", EMU_TEXTURE_2D, object, x, y, 0, 0, level)
#define tex3DLod(type, object, x, y, z, level)                                                                         \
    LW_CPU_SAMPLE(type, "tex3DLod", EMU_TEXTURE_3D, object, x, y, z, 0, level)
#define tex1DLayeredLod(type, object, x, layer, level)                                                                 \
    LW_CPU_SAMPLE(type, "tex1DLayeredLod", EMU_TEXTURE_1D_LAYERED, object, x, 0, 0, layer, level)
#define tex2DLayeredLod(type, object, x, y, layer, level)                                                              \
    LW_CPU_SAMPLE(type, "tex2DLayeredLod", EMU_TEXTURE_2D_LAYERED, object, x, y, 0, layer, level)
#define texCubemapLod(type, object, x, y, z, level)                                                                    \
    LW_CPU_SAMPLE(type, "texCubemapLod", EMU_TEXTURE_CUBEMAP, object, x, y, z, 0, level)
#define texCubemapLayeredLod(type, object, x, y, z, layer, level)                                                      \
    LW_CPU_SAMPLE(type, "texCubemapLayeredLod", EMU_TEXTURE_CUBEMAP_LAYERED, object, x, y, z, layer, level)

/* `component` is 0 where it is left out. */
#define tex2Dgather(...) LW_CPU_GATHER(__VA_ARGS__, 0, 0)
#define LW_CPU_GATHER(type, object, x, y, component, ...)                                                              \
    LW_CPU_FETCHED(type, "tex2Dgather",                                                                                \
                   lw_cpu_fetch_gather(LW_CPU_TEXEL(type), object, x, y, component, LW_CPU_SITE("tex2Dgather")))

/* The derivatives are floats, float2 or float4, as CUDA's. */
#define LW_CPU_GRADIENT(type, what, shape, object, x, y, z, layer, kind, count, dx, dy)                                \
    LW_CPU_FETCHED(type, what, __extension__({                                                                         \
                       const kind lw__dx = dx, lw__dy = dy;                                                            \
                       float lw__by_x[3] = {0, 0, 0}, lw__by_y[3] = {0, 0, 0};                                         \
                       memcpy(lw__by_x, &lw__dx, count * sizeof(float));                                               \
                       memcpy(lw__by_y, &lw__dy, count * sizeof(float));                                               \
                       lw_cpu_fetch_gradient(LW_CPU_TEXEL(type), shape, object, x, y, z, layer, lw__by_x, lw__by_y,    \
                                             LW_CPU_SITE(what));                                                       \
                   }))
#define tex1DGrad(type, object, x, dx, dy)                                                                             \
    LW_CPU_GRADIENT(type, "tex1DGrad", EMU_TEXTURE_1D, object, x, 0, 0, 0, float, 1, dx, dy)
#define tex2DGrad(type, object, x, y, dx, dy)                                                                          \
    LW_CPU_GRADIENT(type, "tex2DGrad", EMU_TEXTURE_2D, object, x, y, 0, 0, float2, 2, dx, dy)
#define tex3DGrad(type, object, x, y, z, dx, dy)                                                                       \
    LW_CPU_GRADIENT(type, "tex3DGrad", EMU_TEXTURE_3D, object, x, y, z, 0, float4, 3, dx, dy)
#define tex1DLayeredGrad(type, object, x, layer, dx, dy)                                                               \
    LW_CPU_GRADIENT(type, "tex1DLayeredGrad", EMU_TEXTURE_1D_LAYERED, object, x, 0, 0, layer, float, 1, dx, dy)
#define tex2DLayeredGrad(type, object, x, y, layer, dx, dy)                                                            \
    LW_CPU_GRADIENT(type, "tex2DLayeredGrad", EMU_TEXTURE_2D_LAYERED, object, x, y, 0, layer, float2, 2, dx, dy)

/* Surfaces: `x` is in bytes. The boundary mode is cudaBoundaryModeTrap where it is left out. */
#define LW_CPU_SURFACE_READ(type, what, shape, object, x, y, z, mode)                                                  \
    __extension__({                                                                                                    \
        LW_CPU_SURFACE_ASSERT(type, what);                                                                             \
        emu_texel lw__texel = emu_surface_read(sizeof(type), shape, object, x, y, z, mode, LW_CPU_SITE(what));         \
        type lw__value;                                                                                                \
        memcpy(&lw__value, &lw__texel, sizeof lw__value);                                                              \
        lw__value;                                                                                                     \
    })
#define LW_CPU_SURFACE_WRITE(value, what, shape, object, x, y, z, mode)                                                \
    __extension__({                                                                                                    \
        LW_CPU_SURFACE_ASSERT(__typeof__(value), what);                                                                \
        __typeof__(value) lw__written = value;                                                                         \
        emu_texel lw__texel = {0, 0};                                                                                  \
        memcpy(&lw__texel, &lw__written, sizeof lw__written);                                                          \
        emu_surface_write(sizeof lw__written, shape, object, lw__texel, x, y, z, mode, LW_CPU_SITE(what));             \
    })
#define surf1Dread(...) LW_CPU_SURF1D_READ(__VA_ARGS__, cudaBoundaryModeTrap, 0)
#define LW_CPU_SURF1D_READ(type, object, x, mode, ...)                                                                 \
    LW_CPU_SURFACE_READ(type, "surf1Dread", EMU_TEXTURE_1D, object, x, 0, 0, mode)
#define surf1Dwrite(...) LW_CPU_SURF1D_WRITE(__VA_ARGS__, cudaBoundaryModeTrap, 0)
#define LW_CPU_SURF1D_WRITE(value, object, x, mode, ...)                                                               \
    LW_CPU_SURFACE_WRITE(value, "surf1Dwrite", EMU_TEXTURE_1D, object, x, 0, 0, mode)
#define surf2Dread(...) LW_CPU_SURF2D_READ(__VA_ARGS__, cudaBoundaryModeTrap, 0)
#define LW_CPU_SURF2D_READ(type, object, x, y, mode, ...)                                                              \
    LW_CPU_SURFACE_READ(type, "surf2Dread", EMU_TEXTURE_2D, object, x, y, 0, mode)
#define surf2Dwrite(...) LW_CPU_SURF2D_WRITE(__VA_ARGS__, cudaBoundaryModeTrap, 0)
#define LW_CPU_SURF2D_WRITE(value, object, x, y, mode, ...)                                                            \
    LW_CPU_SURFACE_WRITE(value, "surf2Dwrite", EMU_TEXTURE_2D, object, x, y, 0, mode)
#define surf3Dread(...) LW_CPU_SURF3D_READ(__VA_ARGS__, cudaBoundaryModeTrap, 0)
#define LW_CPU_SURF3D_READ(type, object, x, y, z, mode, ...)                                                           \
    LW_CPU_SURFACE_READ(type, "surf3Dread", EMU_TEXTURE_3D, object, x, y, z, mode)
#define surf3Dwrite(...) LW_CPU_SURF3D_WRITE(__VA_ARGS__, cudaBoundaryModeTrap, 0)
#define LW_CPU_SURF3D_WRITE(value, object, x, y, z, mode, ...)                                                         \
    LW_CPU_SURFACE_WRITE(value, "surf3Dwrite", EMU_TEXTURE_3D, object, x, y, z, mode)
#define surf1DLayeredread(...) LW_CPU_SURF1DLAYERED_READ(__VA_ARGS__, cudaBoundaryModeTrap, 0)
#define LW_CPU_SURF1DLAYERED_READ(type, object, x, layer, mode, ...)                                                   \
    LW_CPU_SURFACE_READ(type, "surf1DLayeredread", EMU_TEXTURE_1D_LAYERED, object, x, 0, layer, mode)
#define surf1DLayeredwrite(...) LW_CPU_SURF1DLAYERED_WRITE(__VA_ARGS__, cudaBoundaryModeTrap, 0)
#define LW_CPU_SURF1DLAYERED_WRITE(value, object, x, layer, mode, ...)                                                 \
    LW_CPU_SURFACE_WRITE(value, "surf1DLayeredwrite", EMU_TEXTURE_1D_LAYERED, object, x, 0, layer, mode)
#define surf2DLayeredread(...) LW_CPU_SURF2DLAYERED_READ(__VA_ARGS__, cudaBoundaryModeTrap, 0)
#define LW_CPU_SURF2DLAYERED_READ(type, object, x, y, layer, mode, ...)                                                \
    LW_CPU_SURFACE_READ(type, "surf2DLayeredread", EMU_TEXTURE_2D_LAYERED, object, x, y, layer, mode)
#define surf2DLayeredwrite(...) LW_CPU_SURF2DLAYERED_WRITE(__VA_ARGS__, cudaBoundaryModeTrap, 0)
#define LW_CPU_SURF2DLAYERED_WRITE(value, object, x, y, layer, mode, ...)                                              \
    LW_CPU_SURFACE_WRITE(value, "surf2DLayeredwrite", EMU_TEXTURE_2D_LAYERED, object, x, y, layer, mode)
#define surfCubemapread(...) LW_CPU_SURFCUBEMAP_READ(__VA_ARGS__, cudaBoundaryModeTrap, 0)
#define LW_CPU_SURFCUBEMAP_READ(type, object, x, y, face, mode, ...)                                                   \
    LW_CPU_SURFACE_READ(type, "surfCubemapread", EMU_TEXTURE_CUBEMAP, object, x, y, face, mode)
#define surfCubemapwrite(...) LW_CPU_SURFCUBEMAP_WRITE(__VA_ARGS__, cudaBoundaryModeTrap, 0)
#define LW_CPU_SURFCUBEMAP_WRITE(value, object, x, y, face, mode, ...)                                                 \
    LW_CPU_SURFACE_WRITE(value, "surfCubemapwrite", EMU_TEXTURE_CUBEMAP, object, x, y, face, mode)
#define surfCubemapLayeredread(...) LW_CPU_SURFCUBEMAPLAYERED_READ(__VA_ARGS__, cudaBoundaryModeTrap, 0)
#define LW_CPU_SURFCUBEMAPLAYERED_READ(type, object, x, y, layerFace, mode, ...)                                       \
    LW_CPU_SURFACE_READ(type, "surfCubemapLayeredread", EMU_TEXTURE_CUBEMAP_LAYERED, object, x, y, layerFace, mode)
#define surfCubemapLayeredwrite(...) LW_CPU_SURFCUBEMAPLAYERED_WRITE(__VA_ARGS__, cudaBoundaryModeTrap, 0)
#define LW_CPU_SURFCUBEMAPLAYERED_WRITE(value, object, x, y, layerFace, mode, ...)                                     \
    LW_CPU_SURFACE_WRITE(value, "surfCubemapLayeredwrite", EMU_TEXTURE_CUBEMAP_LAYERED, object, x, y, layerFace, mode)

#endif
