/* Kernels whose occupancy is known. */
#ifndef T_OCCUPANCY_H
#define T_OCCUPANCY_H

#include <lanewise/launch.h>

LW_DECLARE_KERNEL(t_dynamic, (int *, out));
LW_DECLARE_KERNEL(t_static, (int *, out));                                 /* 16 KiB */
LW_DECLARE_KERNEL(t_bounded, (int *, out));                                /* 256 lanes, 4 blocks */
LW_DECLARE_KERNEL(t_registers, (const double *, in), (double *, out));     /* many registers on a GPU */
LW_DECLARE_KERNEL(t_few_registers, (const double *, in), (double *, out)); /* the same with 32 */
LW_DECLARE_KERNEL(t_deep, (int, depth), (int *, out));

#endif
