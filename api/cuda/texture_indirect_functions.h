/* Fetches of texture objects. What CUDA has for sparse arrays (`bool *isResident`), and texCubemapGrad(), are missing. */
#ifndef LANEWISE_CUDA_TEXTURE_INDIRECT_FUNCTIONS_H
#define LANEWISE_CUDA_TEXTURE_INDIRECT_FUNCTIONS_H

#ifdef __CUDA__
#include "cuda_runtime_api.h"
#include "device/language.h"
#include "device/texel.h"

template <class T> struct lw_cuda_texel_of {
    static constexpr unsigned number = 0;
};
#define LW_CUDA_TEXEL_OF(type, channels, bytes, kind)                                                                  \
    template <> struct lw_cuda_texel_of<type> {                                                                        \
        static constexpr unsigned number = LW_CUDA_TEXEL(channels, bytes, LW_CUDA_TEXEL_##kind);                       \
    };
#define LW_CUDA_TEXELS_OF(type, name, bytes, kind)                                                                     \
    LW_CUDA_TEXEL_OF(type, 1, bytes, kind)                                                                             \
    LW_CUDA_TEXEL_OF(name##1, 1, bytes, kind)                                                                          \
    LW_CUDA_TEXEL_OF(name##2, 2, bytes, kind)                                                                          \
    LW_CUDA_TEXEL_OF(name##4, 4, bytes, kind)
LW_CUDA_TEXEL_OF(char, 1, 1, SIGNED)
LW_CUDA_TEXELS_OF(signed char, char, 1, SIGNED)
LW_CUDA_TEXELS_OF(unsigned char, uchar, 1, UNSIGNED)
LW_CUDA_TEXELS_OF(short, short, 2, SIGNED)
LW_CUDA_TEXELS_OF(unsigned short, ushort, 2, UNSIGNED)
LW_CUDA_TEXELS_OF(int, int, 4, SIGNED)
LW_CUDA_TEXELS_OF(unsigned, uint, 4, UNSIGNED)
LW_CUDA_TEXELS_OF(float, float, 4, FLOAT)
#undef LW_CUDA_TEXELS_OF
#undef LW_CUDA_TEXEL_OF

template <class T> LW_CUDA_DEVICE unsigned lw_cuda_texel_number()
{
    static_assert(lw_cuda_texel_of<T>::number != 0,
                  "a texture is read as a type of at most 32 bits, or its vector of one, two or four");
    return lw_cuda_texel_of<T>::number;
}

template <class T> LW_CUDA_DEVICE T lw_cuda_texel_value(const lw_cuda_texel &texel)
{
    T value;
    __builtin_memcpy(&value, &texel, sizeof value);
    return value;
}

#define LW_CUDA_PLAIN(...) __VA_ARGS__
/* Declares the word of the vocabulary. */
#define LW_CUDA_FETCH_WORD(name, parameters)                                                                           \
    LW_CUDA_WORD void lw_cuda_##name(lw_cuda_texel *value, unsigned texel, cudaTextureObject_t object,                 \
                                     LW_CUDA_PLAIN parameters);
/* NAME<T>(object, ...) by `statements`, and NAME(T *, object, ...). */
#define LW_CUDA_FETCH_BY(name, parameters, statements, ...)                                                            \
    template <class T> LW_CUDA_DEVICE T name(cudaTextureObject_t object, LW_CUDA_PLAIN parameters)                     \
    {                                                                                                                  \
        const unsigned texel = lw_cuda_texel_number<T>();                                                              \
        lw_cuda_texel value;                                                                                           \
        LW_CUDA_PLAIN statements return lw_cuda_texel_value<T>(value);                                                 \
    }                                                                                                                  \
    template <class T> LW_CUDA_DEVICE void name(T *value, cudaTextureObject_t object, LW_CUDA_PLAIN parameters)        \
    {                                                                                                                  \
        *value = name<T>(object, __VA_ARGS__);                                                                         \
    }
#define LW_CUDA_FETCH(name, parameters, ...)                                                                           \
    LW_CUDA_FETCH_WORD(name, parameters)                                                                               \
    LW_CUDA_FETCH_BY(name, parameters, (lw_cuda_##name(&value, texel, object, __VA_ARGS__);), __VA_ARGS__)

/* Fused copies read plain memory themselves, so that their loops become vectors. Of rows they read always, because a vector's
 * loads have no condition: without plain memory an element that is zero. Other copies read none. */
LW_CUDA_WORD const void *lw_cuda_plain_linear(unsigned texel, cudaTextureObject_t object);
LW_CUDA_WORD int lw_cuda_plain_has(cudaTextureObject_t object, int x);
LW_CUDA_WORD int lw_cuda_reads_rows(void);
LW_CUDA_WORD int lw_cuda_is_plain(unsigned texel, cudaTextureObject_t object);
LW_CUDA_WORD const void *lw_cuda_plain_row(unsigned texel, cudaTextureObject_t object, float y);
LW_CUDA_WORD int lw_cuda_plain_column(unsigned texel, cudaTextureObject_t object, float x);

LW_CUDA_FETCH_WORD(tex1Dfetch, (int x))
LW_CUDA_FETCH_BY(tex1Dfetch, (int x), (if (const T *memory = (const T *)lw_cuda_plain_linear(texel, object)) {
                     T element;
                     __builtin_memset(&element, 0, sizeof element);
                     if (lw_cuda_plain_has(object, x))
                         element = memory[x];
                     return element;
                 } lw_cuda_tex1Dfetch(&value, texel, object, x);),
                 x)
LW_CUDA_FETCH_WORD(tex2D, (float x, float y))
LW_CUDA_FETCH_BY(tex2D, (float x, float y), (if (lw_cuda_reads_rows()) {
                     const T *row = (const T *)lw_cuda_plain_row(texel, object, y);
                     T element = row[lw_cuda_plain_column(texel, object, x)];
                     if (lw_cuda_is_plain(texel, object))
                         return element;
                 } lw_cuda_tex2D(&value, texel, object, x, y);),
                 x, y)
LW_CUDA_FETCH(tex1D, (float x), x)
LW_CUDA_FETCH(tex3D, (float x, float y, float z), x, y, z)
LW_CUDA_FETCH(tex1DLayered, (float x, int layer), x, layer)
LW_CUDA_FETCH(tex2DLayered, (float x, float y, int layer), x, y, layer)
LW_CUDA_FETCH(texCubemap, (float x, float y, float z), x, y, z)
LW_CUDA_FETCH(texCubemapLayered, (float x, float y, float z, int layer), x, y, z, layer)
LW_CUDA_FETCH(tex1DLod, (float x, float level), x, level)
LW_CUDA_FETCH(tex2DLod, (float x, float y, float level), x, y, level)
LW_CUDA_FETCH(tex3DLod, (float x, float y, float z, float level), x, y, z, level)
LW_CUDA_FETCH(tex1DLayeredLod, (float x, int layer, float level), x, layer, level)
LW_CUDA_FETCH(tex2DLayeredLod, (float x, float y, int layer, float level), x, y, layer, level)
LW_CUDA_FETCH(texCubemapLod, (float x, float y, float z, float level), x, y, z, level)
LW_CUDA_FETCH(texCubemapLayeredLod, (float x, float y, float z, int layer, float level), x, y, z, layer, level)
LW_CUDA_FETCH(tex2Dgather, (float x, float y, int component = 0), x, y, component)

/* The derivatives of the coordinates, as three floats. */
#define LW_CUDA_GRADIENT(name, at, derivative, by, ...)                                                                \
    LW_CUDA_FETCH_WORD(name, (LW_CUDA_PLAIN at, const float *by_x, const float *by_y))                                 \
    LW_CUDA_FETCH_BY(name, (LW_CUDA_PLAIN at, derivative dx, derivative dy),                                           \
                     (const float by_x[] = by(dx); const float by_y[] = by(dy);                                        \
                      lw_cuda_##name(&value, texel, object, __VA_ARGS__, by_x, by_y);),                                \
                     __VA_ARGS__, dx, dy)
#define LW_CUDA_BY_1(d) {d, 0, 0}
#define LW_CUDA_BY_2(d) {d.x, d.y, 0}
#define LW_CUDA_BY_3(d) {d.x, d.y, d.z}
LW_CUDA_GRADIENT(tex1DGrad, (float x), float, LW_CUDA_BY_1, x)
LW_CUDA_GRADIENT(tex2DGrad, (float x, float y), float2, LW_CUDA_BY_2, x, y)
LW_CUDA_GRADIENT(tex3DGrad, (float x, float y, float z), float4, LW_CUDA_BY_3, x, y, z)
LW_CUDA_GRADIENT(tex1DLayeredGrad, (float x, int layer), float, LW_CUDA_BY_1, x, layer)
LW_CUDA_GRADIENT(tex2DLayeredGrad, (float x, float y, int layer), float2, LW_CUDA_BY_2, x, y, layer)

#undef LW_CUDA_BY_1
#undef LW_CUDA_BY_2
#undef LW_CUDA_BY_3
#undef LW_CUDA_GRADIENT
#undef LW_CUDA_FETCH
#undef LW_CUDA_FETCH_BY
#undef LW_CUDA_FETCH_WORD
#undef LW_CUDA_PLAIN
#endif

#endif
