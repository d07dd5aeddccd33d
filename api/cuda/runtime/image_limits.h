/* The limits of arrays, textures and surfaces. */
#ifndef LANEWISE_CUDA_IMAGE_LIMITS_H
#define LANEWISE_CUDA_IMAGE_LIMITS_H

#include "cudart.h"

void cudart_image_limits(struct cudaDeviceProp *to);
/* False: the attribute is none of these. */
bool cudart_image_attribute(int *value, enum cudaDeviceAttr attribute, const struct cudaDeviceProp *of);

#endif
