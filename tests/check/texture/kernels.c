#include <lanewise/kernel.h>

#include "kernels.h"

LW_KERNEL(from_linear, (lw_texture_object, linear), (float *, out))
{
    out[threadIdx.x] = tex1Dfetch(float, linear, (int)threadIdx.x);
}

LW_KERNEL(from_texture, (lw_texture_object, texture), (float *, out))
{
    out[threadIdx.x] = tex2D(float, texture, (float)threadIdx.x, 0.5f);
}

LW_KERNEL(from_surface, (lw_surface_object, surface), (float *, out))
{
    out[threadIdx.x] = surf2Dread(float, surface, 4 * (int)threadIdx.x, 0);
}

LW_KERNEL(to_surface, (lw_surface_object, surface), (int, shared))
{
    surf2Dwrite((float)threadIdx.x, surface, shared ? 0 : 4 * (int)threadIdx.x, 0);
}

LW_KERNEL(in_place, (lw_surface_object, surface))
{
    float value = surf2Dread(float, surface, 4 * (int)threadIdx.x, 0);
    surf2Dwrite(2 * value, surface, 4 * (int)threadIdx.x, 0);
}

LW_KERNEL(write_and_read, (lw_surface_object, surface), (lw_texture_object, texture), (float *, out))
{
    int x = (int)threadIdx.x;
    surf2Dwrite(1.0f, surface, 4 * x, 0);
    out[x] = texture ? tex2D(float, texture, (float)x + 0.5f, 0.5f) : surf2Dread(float, surface, 4 * x, 0);
}
