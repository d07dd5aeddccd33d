/* The kernels that gdb.sh debugs. */
#include <lanewise/launch.h>

LW_DECLARE_KERNEL(neighbours, (const int *, in), (int *, out));
LW_DECLARE_KERNEL(spin, (volatile int *, flag));
LW_DECLARE_KERNEL(fault, (int *, out));
