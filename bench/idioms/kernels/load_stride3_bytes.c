/* Interleaved RGB bytes to grey bytes: loads at stride 3. */
#include "idiom.h"

IDIOM(load_stride3_bytes, (const unsigned char *, rgb), (unsigned char *, grey))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        grey[i] = (unsigned char)((77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8);
}
