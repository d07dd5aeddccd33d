#include <lanewise/kernel.h>

#include "../../line_above.h"
#include "S_stop.h"

LW_KERNEL(s_stop_assert, (unsigned, block), (unsigned, lane), (int, holds))
{
    if (blockIdx.x == block && threadIdx.x == lane)
        assert(holds && "a reason");
}
LINE_ABOVE(s_stop_assert_line, 2)

LW_KERNEL(s_stop_trap, (unsigned, lane))
{
    if (threadIdx.x == lane)
        __trap();
}

LW_KERNEL(s_stop_brkpt, (unsigned, lane), (int *, after))
{
    if (threadIdx.x == lane)
        __brkpt();
    after[threadIdx.x] = 1;
}
LINE_ABOVE(s_stop_brkpt_line, 3)

LW_KERNEL(s_stop_misaligned, (char *, where), (int, size))
{
    if (size == 2)
        *(volatile short *)(where + 1) = 1;
    else if (size == 4)
        *(volatile int *)(where + 2) = 1;
    else
        *(volatile double *)(where + 4) = 1;
}
