/* Surface objects, with CUDA's values. */
#ifndef LANEWISE_CUDA_SURFACE_TYPES_H
#define LANEWISE_CUDA_SURFACE_TYPES_H

#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

/* An access outside: reads zeros or writes nothing; is limited to the edge; ends the launch. */
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };

typedef unsigned long long cudaSurfaceObject_t;

#endif
