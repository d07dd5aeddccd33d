#include <lanewise/kernel.h>
#include <lanewise/texture.h>

#include "J_texture.h"

LW_KERNEL(texture_read, (int, kind), (lw_texture_object, object), (int, n), (const float *, at), (const int *, layers),
          (float4 *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    float x = at[4 * i], y = at[4 * i + 1], z = at[4 * i + 2], level = at[4 * i + 3];
    int layer = layers[i];
    float4 v = make_float4(-1, -1, -1, -1);
    switch (kind) {
    case TEXTURE_1D: v = tex1D(float4, object, x); break;
    case TEXTURE_2D: v = tex2D(float4, object, x, y); break;
    case TEXTURE_3D: v = tex3D(float4, object, x, y, z); break;
    case TEXTURE_1D_LAYERED: v = tex1DLayered(float4, object, x, layer); break;
    case TEXTURE_2D_LAYERED: v = tex2DLayered(float4, object, x, y, layer); break;
    case TEXTURE_CUBEMAP: v = texCubemap(float4, object, x, y, z); break;
    case TEXTURE_CUBEMAP_LAYERED: v = texCubemapLayered(float4, object, x, y, z, layer); break;
    case TEXTURE_FETCH: v = tex1Dfetch(float4, object, layer); break;
    case TEXTURE_1D_LOD: v = tex1DLod(float4, object, x, level); break;
    case TEXTURE_2D_LOD: v = tex2DLod(float4, object, x, y, level); break;
    case TEXTURE_3D_LOD: v = tex3DLod(float4, object, x, y, z, level); break;
    case TEXTURE_1D_LAYERED_LOD: v = tex1DLayeredLod(float4, object, x, layer, level); break;
    case TEXTURE_2D_LAYERED_LOD: v = tex2DLayeredLod(float4, object, x, y, layer, level); break;
    case TEXTURE_CUBEMAP_LOD: v = texCubemapLod(float4, object, x, y, z, level); break;
    case TEXTURE_CUBEMAP_LAYERED_LOD: v = texCubemapLayeredLod(float4, object, x, y, z, layer, level); break;
    case TEXTURE_GATHER: v = tex2Dgather(float4, object, x, y); break;
    case TEXTURE_GATHER + 1: v = tex2Dgather(float4, object, x, y, 1); break;
    case TEXTURE_GATHER + 2: v = tex2Dgather(float4, object, x, y, 2); break;
    case TEXTURE_GATHER + 3: v = tex2Dgather(float4, object, x, y, 3); break;
    default: break;
    }
    out[i] = v;
}

LW_KERNEL(texture_read_integer, (int, kind), (lw_texture_object, object), (int, n), (const float *, at),
          (const int *, layers), (uint4 *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    float x = at[4 * i], y = at[4 * i + 1];
    uint4 v = make_uint4(7, 7, 7, 7);
    switch (kind) {
    case TEXTURE_1D: v = tex1D(uint4, object, x); break;
    case TEXTURE_2D: v = tex2D(uint4, object, x, y); break;
    case TEXTURE_FETCH: v = tex1Dfetch(uint4, object, layers[i]); break;
    case TEXTURE_GATHER: v = tex2Dgather(uint4, object, x, y, 0); break;
    default: break;
    }
    out[i] = v;
}

LW_KERNEL(texture_gradient, (int, kind), (lw_texture_object, object), (int, n), (const float *, at), (float *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    const float *p = at + 8 * i;
    float v = -1;
    switch (kind) {
    case TEXTURE_1D: v = tex1DGrad(float, object, p[0], p[3], p[6]); break;
    case TEXTURE_2D: v = tex2DGrad(float, object, p[0], p[1], make_float2(p[3], p[4]), make_float2(p[6], p[7])); break;
    case TEXTURE_3D:
        v = tex3DGrad(float, object, p[0], p[1], p[2], make_float4(p[3], p[4], p[5], 0), make_float4(p[6], p[7], 0, 0));
        break;
    case TEXTURE_1D_LAYERED: v = tex1DLayeredGrad(float, object, p[0], 0, p[3], p[6]); break;
    case TEXTURE_2D_LAYERED:
        v = tex2DLayeredGrad(float, object, p[0], p[1], 0, make_float2(p[3], p[4]), make_float2(p[6], p[7]));
        break;
    default: break;
    }
    out[i] = v;
}

#define TYPE(number, type, object)                                                                                     \
    {                                                                                                                  \
        type value = tex1Dfetch(type, object, 1);                                                                      \
        memcpy(out + 16 * (number), &value, sizeof value);                                                             \
    }

LW_KERNEL(texture_types, (const lw_texture_object *, objects), (unsigned char *, out)){
    TYPE(0, char, objects[0]) TYPE(1, signed char, objects[0]) TYPE(2, char1, objects[0]) TYPE(3, char2, objects[0])
        TYPE(4, char4, objects[0]) TYPE(5, unsigned char, objects[1]) TYPE(6, uchar2, objects[1])
            TYPE(7, uchar4, objects[1]) TYPE(8, short, objects[2]) TYPE(9, short2, objects[2])
                TYPE(10, short4, objects[2]) TYPE(11, unsigned short, objects[3]) TYPE(12, ushort2, objects[3])
                    TYPE(13, ushort4, objects[3]) TYPE(14, int, objects[4]) TYPE(15, int2, objects[4])
                        TYPE(16, int4, objects[4]) TYPE(17, unsigned, objects[5]) TYPE(18, uint4, objects[5])
                            TYPE(19, float, objects[6]) TYPE(20, float2, objects[6]) TYPE(21, float4, objects[6])}

LW_KERNEL(texture_mix, (lw_texture_object, a), (lw_texture_object, b), (int, width), (int, height), (float *, out))
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x), y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (x >= width || y >= height)
        return;
    float own = out[y * width + x], sum = 0;
    for (int i = -1; i <= 1; i++)
        sum += tex2D(float, a, (float)(x + i) + 0.5f, (float)y + 0.5f);
    __syncwarp();
    out[y * width + x] = own + sum * tex2D(float, b, (float)x + 0.5f, (float)y + 0.5f);
}

#define READ(function, ...)                                                                                            \
    (boundary == 0   ? function(int, object, __VA_ARGS__, cudaBoundaryModeZero)                                        \
     : boundary == 1 ? function(int, object, __VA_ARGS__, cudaBoundaryModeClamp)                                       \
                     : function(int, object, __VA_ARGS__))

LW_KERNEL(surface_read, (int, kind), (int, boundary), (lw_surface_object, object), (int, n), (const int *, at),
          (int *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), v = -1;
    if (i >= n)
        return;
    int x = at[3 * i], y = at[3 * i + 1], z = at[3 * i + 2];
    switch (kind) {
    case TEXTURE_1D: v = READ(surf1Dread, x); break;
    case TEXTURE_2D: v = READ(surf2Dread, x, y); break;
    case TEXTURE_3D: v = READ(surf3Dread, x, y, z); break;
    case TEXTURE_1D_LAYERED: v = READ(surf1DLayeredread, x, z); break;
    case TEXTURE_2D_LAYERED: v = READ(surf2DLayeredread, x, y, z); break;
    case TEXTURE_CUBEMAP: v = READ(surfCubemapread, x, y, z); break;
    case TEXTURE_CUBEMAP_LAYERED: v = READ(surfCubemapLayeredread, x, y, z); break;
    default: break;
    }
    out[i] = v;
}

#define WRITE(function, ...)                                                                                           \
    if (boundary == 0)                                                                                                 \
        function(v, object, __VA_ARGS__, cudaBoundaryModeZero);                                                        \
    else if (boundary == 1)                                                                                            \
        function(v, object, __VA_ARGS__, cudaBoundaryModeClamp);                                                       \
    else                                                                                                               \
        function(v, object, __VA_ARGS__)

LW_KERNEL(surface_write, (int, kind), (int, boundary), (lw_surface_object, object), (int, n), (const int *, at),
          (const int *, values))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    int x = at[3 * i], y = at[3 * i + 1], z = at[3 * i + 2], v = values[i];
    switch (kind) {
    case TEXTURE_1D: WRITE(surf1Dwrite, x); break;
    case TEXTURE_2D: WRITE(surf2Dwrite, x, y); break;
    case TEXTURE_3D: WRITE(surf3Dwrite, x, y, z); break;
    case TEXTURE_1D_LAYERED: WRITE(surf1DLayeredwrite, x, z); break;
    case TEXTURE_2D_LAYERED: WRITE(surf2DLayeredwrite, x, y, z); break;
    case TEXTURE_CUBEMAP: WRITE(surfCubemapwrite, x, y, z); break;
    case TEXTURE_CUBEMAP_LAYERED: WRITE(surfCubemapLayeredwrite, x, y, z); break;
    default: break;
    }
}

#define SIZE(type)                                                                                                     \
    {                                                                                                                  \
        type v = clamps ? surf2Dread(type, object, x, y, cudaBoundaryModeClamp)                                        \
                        : surf2Dread(type, object, x, y, cudaBoundaryModeZero);                                        \
        memcpy(out + 4 * i, &v, sizeof v);                                                                             \
    }

LW_KERNEL(surface_read_size, (int, size), (int, clamps), (lw_surface_object, object), (int, n), (const int *, at),
          (int *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    int x = at[3 * i], y = at[3 * i + 1];
    out[4 * i] = out[4 * i + 1] = out[4 * i + 2] = out[4 * i + 3] = 0;
    switch (size) {
    case 1: SIZE(unsigned char) break;
    case 2: SIZE(ushort1) break;
    case 4: SIZE(uchar4) break;
    case 8: SIZE(float2) break;
    case 16: SIZE(int4) break;
    default: break;
    }
}

LW_KERNEL(surface_write_size, (int, size), (lw_surface_object, object), (int, n), (const int *, at))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    int x = at[3 * i], y = at[3 * i + 1], v = 1000 * (i + 1);
    switch (size) {
    case 1: surf2Dwrite((unsigned char)(i + 1), object, x, y, cudaBoundaryModeZero); break;
    case 2: surf2Dwrite((short)v, object, x, y, cudaBoundaryModeZero); break;
    case 4: surf2Dwrite(v, object, x, y, cudaBoundaryModeZero); break;
    case 8: surf2Dwrite(make_int2(v, v + 1), object, x, y, cudaBoundaryModeZero); break;
    case 16: surf2Dwrite(make_int4(v, v + 1, v + 2, v + 3), object, x, y, cudaBoundaryModeZero); break;
    default: break;
    }
}

LW_KERNEL(surface_double, (lw_surface_object, from), (lw_surface_object, to), (int, width), (int, height))
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x), y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (x < width && y < height)
        surf2Dwrite(2 * surf2Dread(float, from, 4 * x, y), to, 4 * x, y);
}

LW_KERNEL(j_read_of_written, (lw_surface_object, surface), (lw_texture_object, texture), (float *, out))
{
    surf2Dwrite(3.0f, surface, 0, 0);
    out[0] = texture ? tex2D(float, texture, 0.5f, 0.5f) : surf2Dread(float, surface, 0, 0);
}
