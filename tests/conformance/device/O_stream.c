#include <lanewise/kernel.h>

#include "O_stream.h"

LW_KERNEL(o_hold, (volatile int *, words))
{
    words[0] = 1;
    while (words[1] == 0)
        ;
}

LW_KERNEL(o_note, (int *, log), (int *, count), (int, value))
{
    log[atomicAdd(count, 1)] = value;
}
