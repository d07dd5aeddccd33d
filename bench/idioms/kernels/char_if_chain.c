/* A chain of if over a char (a switch): y[i] selects the operation on x[i]. */
#include "idiom.h"

IDIOM(char_if_chain, (const unsigned char *, code), (const float *, in), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        char y = code[i];
        float v = in[i];
        if (y == '0')
            v = 3 * v + 1;
        else if (y == '1')
            v = v * v;
        else if (y == '2')
            v = 1 - v;
        else if (y == '3')
            v = v / 2;
        else if (y == '4')
            v = v + 7;
        else
            v = 0;
        out[i] = v;
    }
}
