#include <lanewise/kernel.h>

#include "O_stream.h"

LW_KERNEL(o_hold, (volatile int *, words))
{
    words[0] = 1;
    while (words[1] == 0)
        ;
}
