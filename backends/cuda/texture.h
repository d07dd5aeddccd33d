/* Textures and surfaces for nvcc: the type is the first argument, and becomes CUDA's template argument. The names of
 * writes are CUDA's own. */
#ifndef LW_CUDA_TEXTURE_H
#define LW_CUDA_TEXTURE_H

#include <texture_indirect_functions.h>

#include <surface_indirect_functions.h>

#define tex1Dfetch(type, ...) tex1Dfetch<type>(__VA_ARGS__)
#define tex1D(type, ...) tex1D<type>(__VA_ARGS__)
#define tex2D(type, ...) tex2D<type>(__VA_ARGS__)
#define tex3D(type, ...) tex3D<type>(__VA_ARGS__)
#define tex1DLayered(type, ...) tex1DLayered<type>(__VA_ARGS__)
#define tex2DLayered(type, ...) tex2DLayered<type>(__VA_ARGS__)
#define texCubemap(type, ...) texCubemap<type>(__VA_ARGS__)
#define texCubemapLayered(type, ...) texCubemapLayered<type>(__VA_ARGS__)
#define tex1DLod(type, ...) tex1DLod<type>(__VA_ARGS__)
#define tex2DLod(type, ...) tex2DLod<type>(__VA_ARGS__)
#define tex3DLod(type, ...) tex3DLod<type>(__VA_ARGS__)
#define tex1DLayeredLod(type, ...) tex1DLayeredLod<type>(__VA_ARGS__)
#define tex2DLayeredLod(type, ...) tex2DLayeredLod<type>(__VA_ARGS__)
#define texCubemapLod(type, ...) texCubemapLod<type>(__VA_ARGS__)
#define texCubemapLayeredLod(type, ...) texCubemapLayeredLod<type>(__VA_ARGS__)
#define tex2Dgather(type, ...) tex2Dgather<type>(__VA_ARGS__)
#define tex1DGrad(type, ...) tex1DGrad<type>(__VA_ARGS__)
#define tex2DGrad(type, ...) tex2DGrad<type>(__VA_ARGS__)
#define tex3DGrad(type, ...) tex3DGrad<type>(__VA_ARGS__)
#define tex1DLayeredGrad(type, ...) tex1DLayeredGrad<type>(__VA_ARGS__)
#define tex2DLayeredGrad(type, ...) tex2DLayeredGrad<type>(__VA_ARGS__)
#define surf1Dread(type, ...) surf1Dread<type>(__VA_ARGS__)
#define surf2Dread(type, ...) surf2Dread<type>(__VA_ARGS__)
#define surf3Dread(type, ...) surf3Dread<type>(__VA_ARGS__)
#define surf1DLayeredread(type, ...) surf1DLayeredread<type>(__VA_ARGS__)
#define surf2DLayeredread(type, ...) surf2DLayeredread<type>(__VA_ARGS__)
#define surfCubemapread(type, ...) surfCubemapread<type>(__VA_ARGS__)
#define surfCubemapLayeredread(type, ...) surfCubemapLayeredread<type>(__VA_ARGS__)

#endif
