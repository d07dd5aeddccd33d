/* Textures and surfaces, for api/cuda/texture_indirect_functions.h and surface_indirect_functions.h. */
#ifndef VOCABULARY_TEXTURE_H
#define VOCABULARY_TEXTURE_H

#include "vocabulary.h"

#include "../../../api/cuda/device/texel.h"
#include "../../../api/lanewise/texture.h"

_Static_assert(LW_CUDA_TEXEL(4, 2, LW_CUDA_TEXEL_FLOAT) == EMU_TEXEL(4, 2, EMU_TEXEL_FLOAT) &&
                   LW_CUDA_TEXEL(2, 1, LW_CUDA_TEXEL_SIGNED) == EMU_TEXEL(2, 1, EMU_TEXEL_SIGNED) &&
                   LW_CUDA_TEXEL(1, 4, LW_CUDA_TEXEL_UNSIGNED) == EMU_TEXEL(1, 4, EMU_TEXEL_UNSIGNED),
               "types of a fetch as in device_texture.h");
_Static_assert(sizeof(lw_cuda_texel) == sizeof(emu_texel), "the value of a fetch as in device_texture.h");

#ifdef LW_CPU_FUSED
WORD const void *lw_cuda_plain_linear(unsigned texel, unsigned long long object)
{
    return emu_plain_linear(texel, object);
}

WORD int lw_cuda_plain_has(unsigned long long object, int x)
{
    return (unsigned)x < (unsigned)emu_plain_width(object);
}

WORD int lw_cuda_reads_rows(void)
{
    return 1;
}

WORD int lw_cuda_is_plain(unsigned texel, unsigned long long object)
{
    return emu_plain_rows(texel, object) != NULL;
}

WORD const void *lw_cuda_plain_row(unsigned texel, unsigned long long object, float y)
{
    return lw_cpu_plain_row(texel, object, y);
}

WORD int lw_cuda_plain_column(unsigned texel, unsigned long long object, float x)
{
    return lw_cpu_plain_column(texel, object, x);
}
#else
WORD const void *lw_cuda_plain_linear(unsigned texel, unsigned long long object)
{
    (void)texel, (void)object;
    return NULL;
}

WORD int lw_cuda_plain_has(unsigned long long object, int x)
{
    (void)object, (void)x;
    return 0;
}

WORD int lw_cuda_reads_rows(void)
{
    return 0;
}

WORD int lw_cuda_is_plain(unsigned texel, unsigned long long object)
{
    (void)texel, (void)object;
    return 0;
}

WORD const void *lw_cuda_plain_row(unsigned texel, unsigned long long object, float y)
{
    (void)texel, (void)object, (void)y;
    return NULL;
}

WORD int lw_cuda_plain_column(unsigned texel, unsigned long long object, float x)
{
    (void)texel, (void)object, (void)x;
    return 0;
}
#endif

#define PLAIN(...) __VA_ARGS__
#define FETCH(name, parameters, fetch)                                                                                 \
    PLACED(lw_cuda_##name, #name, void, emu_texel *value, unsigned texel, unsigned long long object, PLAIN parameters, \
           const emu_site *site)                                                                                       \
    {                                                                                                                  \
        *value = fetch;                                                                                                \
    }
#define SAMPLE(name, shape, parameters, x, y, z, layer, level)                                                         \
    FETCH(name, parameters, lw_cpu_fetch_sample(texel, EMU_TEXTURE_##shape, object, x, y, z, layer, level, site))
FETCH(tex1Dfetch, (int x), lw_cpu_fetch_linear(texel, object, x, site))
FETCH(tex2Dgather, (float x, float y, int component), lw_cpu_fetch_gather(texel, object, x, y, component, site))
SAMPLE(tex1D, 1D, (float x), x, 0, 0, 0, 0)
SAMPLE(tex2D, 2D, (float x, float y), x, y, 0, 0, 0)
SAMPLE(tex3D, 3D, (float x, float y, float z), x, y, z, 0, 0)
SAMPLE(tex1DLayered, 1D_LAYERED, (float x, int layer), x, 0, 0, layer, 0)
SAMPLE(tex2DLayered, 2D_LAYERED, (float x, float y, int layer), x, y, 0, layer, 0)
SAMPLE(texCubemap, CUBEMAP, (float x, float y, float z), x, y, z, 0, 0)
SAMPLE(texCubemapLayered, CUBEMAP_LAYERED, (float x, float y, float z, int layer), x, y, z, layer, 0)
SAMPLE(tex1DLod, 1D, (float x, float level), x, 0, 0, 0, level)
SAMPLE(tex2DLod, 2D, (float x, float y, float level), x, y, 0, 0, level)
SAMPLE(tex3DLod, 3D, (float x, float y, float z, float level), x, y, z, 0, level)
SAMPLE(tex1DLayeredLod, 1D_LAYERED, (float x, int layer, float level), x, 0, 0, layer, level)
SAMPLE(tex2DLayeredLod, 2D_LAYERED, (float x, float y, int layer, float level), x, y, 0, layer, level)
SAMPLE(texCubemapLod, CUBEMAP, (float x, float y, float z, float level), x, y, z, 0, level)
SAMPLE(texCubemapLayeredLod, CUBEMAP_LAYERED, (float x, float y, float z, int layer, float level), x, y, z, layer,
       level)

#define GRADIENT(name, shape, parameters, x, y, z, layer)                                                              \
    FETCH(name, (PLAIN parameters, const float *by_x, const float *by_y),                                              \
          lw_cpu_fetch_gradient(texel, EMU_TEXTURE_##shape, object, x, y, z, layer, by_x, by_y, site))
GRADIENT(tex1DGrad, 1D, (float x), x, 0, 0, 0)
GRADIENT(tex2DGrad, 2D, (float x, float y), x, y, 0, 0)
GRADIENT(tex3DGrad, 3D, (float x, float y, float z), x, y, z, 0)
GRADIENT(tex1DLayeredGrad, 1D_LAYERED, (float x, int layer), x, 0, 0, layer)
GRADIENT(tex2DLayeredGrad, 2D_LAYERED, (float x, float y, int layer), x, y, 0, layer)

#define SURFACE(prefix, shape, parameters, x, y, z)                                                                    \
    PLACED(lw_cuda_##prefix##read, #prefix "read", void, emu_texel *value, unsigned size, unsigned long long object,   \
           PLAIN parameters, int mode, const emu_site *site)                                                           \
    {                                                                                                                  \
        *value = emu_surface_read(size, EMU_TEXTURE_##shape, object, x, y, z, mode, site);                             \
    }                                                                                                                  \
    PLACED(lw_cuda_##prefix##write, #prefix "write", void, const emu_texel *value, unsigned size,                      \
           unsigned long long object, PLAIN parameters, int mode, const emu_site *site)                                \
    {                                                                                                                  \
        emu_surface_write(size, EMU_TEXTURE_##shape, object, *value, x, y, z, mode, site);                             \
    }
SURFACE(surf1D, 1D, (int x), x, 0, 0)
SURFACE(surf2D, 2D, (int x, int y), x, y, 0)
SURFACE(surf3D, 3D, (int x, int y, int z), x, y, z)
SURFACE(surf1DLayered, 1D_LAYERED, (int x, int layer), x, 0, layer)
SURFACE(surf2DLayered, 2D_LAYERED, (int x, int y, int layer), x, y, layer)
SURFACE(surfCubemap, CUBEMAP, (int x, int y, int face), x, y, face)
SURFACE(surfCubemapLayered, CUBEMAP_LAYERED, (int x, int y, int face), x, y, face)
#undef SURFACE
#undef GRADIENT
#undef SAMPLE
#undef FETCH
#undef PLAIN

#endif
