/* float4 loads: the squared length of each vector. */
#include "idiom.h"

IDIOM(load_float4, (const float4 *, in), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 v = in[i];
        out[i] = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
}
