/* Interleaved RGB floats to grey: loads at stride 3. */
#include "idiom.h"

IDIOM(load_stride3, (const float *, rgb), (float *, grey))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        grey[i] = 2 * rgb[3 * i] + 5 * rgb[3 * i + 1] + rgb[3 * i + 2];
}
