/* The limits of arrays, textures and surfaces: those of liblanewise (array_shape.c, texture.c), which every GPU of compute
 * capability 7.5 and later has. */
#include "image_limits.h"

enum {
    ALIGNMENT = 512,
    PITCH_ALIGNMENT = 32,
    MOST_LINEAR = 1 << 28,
    WIDE = 131072,
    HIGH = 65536,
    MOST_ROWS = 65000,
    MOST_PITCH = 2097120,
    BOX = 16384,
    FLAT = 8192,
    DEEP = 32768,
    SIDE = 32768,
    LAYERS = 2048,
    CUBE_LAYERS = 2046
};

void cudart_image_limits(struct cudaDeviceProp *to)
{
    to->textureAlignment = ALIGNMENT;
    to->surfaceAlignment = ALIGNMENT;
    to->texturePitchAlignment = PITCH_ALIGNMENT;
    to->maxTexture1D = WIDE;
    to->maxTexture1DMipmap = SIDE;
    to->maxTexture1DLinear = MOST_LINEAR;
    to->maxTexture2D[0] = WIDE;
    to->maxTexture2D[1] = HIGH;
    to->maxTexture2DMipmap[0] = SIDE;
    to->maxTexture2DMipmap[1] = SIDE;
    to->maxTexture2DLinear[0] = WIDE;
    to->maxTexture2DLinear[1] = MOST_ROWS;
    to->maxTexture2DLinear[2] = MOST_PITCH;
    to->maxTexture2DGather[0] = SIDE;
    to->maxTexture2DGather[1] = SIDE;
    to->maxTexture3D[0] = BOX;
    to->maxTexture3D[1] = BOX;
    to->maxTexture3D[2] = BOX;
    to->maxTexture3DAlt[0] = FLAT;
    to->maxTexture3DAlt[1] = FLAT;
    to->maxTexture3DAlt[2] = DEEP;
    to->maxTextureCubemap = SIDE;
    to->maxTexture1DLayered[0] = SIDE;
    to->maxTexture1DLayered[1] = LAYERS;
    to->maxTexture2DLayered[0] = SIDE;
    to->maxTexture2DLayered[1] = SIDE;
    to->maxTexture2DLayered[2] = LAYERS;
    to->maxTextureCubemapLayered[0] = SIDE;
    to->maxTextureCubemapLayered[1] = CUBE_LAYERS;
    to->maxSurface1D = SIDE;
    to->maxSurface2D[0] = WIDE;
    to->maxSurface2D[1] = HIGH;
    to->maxSurface3D[0] = BOX;
    to->maxSurface3D[1] = BOX;
    to->maxSurface3D[2] = BOX;
    to->maxSurface1DLayered[0] = SIDE;
    to->maxSurface1DLayered[1] = LAYERS;
    to->maxSurface2DLayered[0] = SIDE;
    to->maxSurface2DLayered[1] = SIDE;
    to->maxSurface2DLayered[2] = LAYERS;
    to->maxSurfaceCubemap = SIDE;
    to->maxSurfaceCubemapLayered[0] = SIDE;
    to->maxSurfaceCubemapLayered[1] = CUBE_LAYERS;
}

bool cudart_image_attribute(int *value, enum cudaDeviceAttr attribute, const struct cudaDeviceProp *of)
{
    const struct {
        enum cudaDeviceAttr attribute;
        size_t value;
    } table[] = {
        {cudaDevAttrTextureAlignment, of->textureAlignment},
        {cudaDevAttrSurfaceAlignment, of->surfaceAlignment},
        {cudaDevAttrTexturePitchAlignment, of->texturePitchAlignment},
        {cudaDevAttrMaxTexture1DWidth, (size_t)of->maxTexture1D},
        {cudaDevAttrMaxTexture1DMipmappedWidth, (size_t)of->maxTexture1DMipmap},
        {cudaDevAttrMaxTexture1DLinearWidth, (size_t)of->maxTexture1DLinear},
        {cudaDevAttrMaxTexture2DWidth, (size_t)of->maxTexture2D[0]},
        {cudaDevAttrMaxTexture2DHeight, (size_t)of->maxTexture2D[1]},
        {cudaDevAttrMaxTexture2DMipmappedWidth, (size_t)of->maxTexture2DMipmap[0]},
        {cudaDevAttrMaxTexture2DMipmappedHeight, (size_t)of->maxTexture2DMipmap[1]},
        {cudaDevAttrMaxTexture2DLinearWidth, (size_t)of->maxTexture2DLinear[0]},
        {cudaDevAttrMaxTexture2DLinearHeight, (size_t)of->maxTexture2DLinear[1]},
        {cudaDevAttrMaxTexture2DLinearPitch, (size_t)of->maxTexture2DLinear[2]},
        {cudaDevAttrMaxTexture2DGatherWidth, (size_t)of->maxTexture2DGather[0]},
        {cudaDevAttrMaxTexture2DGatherHeight, (size_t)of->maxTexture2DGather[1]},
        {cudaDevAttrMaxTexture3DWidth, (size_t)of->maxTexture3D[0]},
        {cudaDevAttrMaxTexture3DHeight, (size_t)of->maxTexture3D[1]},
        {cudaDevAttrMaxTexture3DDepth, (size_t)of->maxTexture3D[2]},
        {cudaDevAttrMaxTexture3DWidthAlt, (size_t)of->maxTexture3DAlt[0]},
        {cudaDevAttrMaxTexture3DHeightAlt, (size_t)of->maxTexture3DAlt[1]},
        {cudaDevAttrMaxTexture3DDepthAlt, (size_t)of->maxTexture3DAlt[2]},
        {cudaDevAttrMaxTextureCubemapWidth, (size_t)of->maxTextureCubemap},
        {cudaDevAttrMaxTexture1DLayeredWidth, (size_t)of->maxTexture1DLayered[0]},
        {cudaDevAttrMaxTexture1DLayeredLayers, (size_t)of->maxTexture1DLayered[1]},
        {cudaDevAttrMaxTexture2DLayeredWidth, (size_t)of->maxTexture2DLayered[0]},
        {cudaDevAttrMaxTexture2DLayeredHeight, (size_t)of->maxTexture2DLayered[1]},
        {cudaDevAttrMaxTexture2DLayeredLayers, (size_t)of->maxTexture2DLayered[2]},
        {cudaDevAttrMaxTextureCubemapLayeredWidth, (size_t)of->maxTextureCubemapLayered[0]},
        {cudaDevAttrMaxTextureCubemapLayeredLayers, (size_t)of->maxTextureCubemapLayered[1]},
        {cudaDevAttrMaxSurface1DWidth, (size_t)of->maxSurface1D},
        {cudaDevAttrMaxSurface2DWidth, (size_t)of->maxSurface2D[0]},
        {cudaDevAttrMaxSurface2DHeight, (size_t)of->maxSurface2D[1]},
        {cudaDevAttrMaxSurface3DWidth, (size_t)of->maxSurface3D[0]},
        {cudaDevAttrMaxSurface3DHeight, (size_t)of->maxSurface3D[1]},
        {cudaDevAttrMaxSurface3DDepth, (size_t)of->maxSurface3D[2]},
        {cudaDevAttrMaxSurface1DLayeredWidth, (size_t)of->maxSurface1DLayered[0]},
        {cudaDevAttrMaxSurface1DLayeredLayers, (size_t)of->maxSurface1DLayered[1]},
        {cudaDevAttrMaxSurface2DLayeredWidth, (size_t)of->maxSurface2DLayered[0]},
        {cudaDevAttrMaxSurface2DLayeredHeight, (size_t)of->maxSurface2DLayered[1]},
        {cudaDevAttrMaxSurface2DLayeredLayers, (size_t)of->maxSurface2DLayered[2]},
        {cudaDevAttrMaxSurfaceCubemapWidth, (size_t)of->maxSurfaceCubemap},
        {cudaDevAttrMaxSurfaceCubemapLayeredWidth, (size_t)of->maxSurfaceCubemapLayered[0]},
        {cudaDevAttrMaxSurfaceCubemapLayeredLayers, (size_t)of->maxSurfaceCubemapLayered[1]},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].attribute == attribute) {
            *value = (int)table[i].value;
            return true;
        }
    return false;
}
