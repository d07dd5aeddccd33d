#include <lanewise/kernel.h>

#include "R_memory.h"

LW_KERNEL(r_no_access, (int *, p))
{
    *p = 1;
}
