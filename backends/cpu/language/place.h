/* The thread's indices and the launch's shape, for the other headers: LW_CPU_THREAD(x), LW_CPU_RANK ...
 *
 * On fibers they are fields of the emulator's record `emu_here`. In the fused copy each is a call without effects,
 * which lanewise-fuse replaces by values of the work-item loop; that copy is never part of a cluster. In the checked
 * copy each is a call, too, so that these loads are not checked.
 */
#ifndef LW_CPU_PLACE_H
#define LW_CPU_PLACE_H

#include "../../../emu/device/device.h"

#ifdef LW_CPU_FUSED

#define LW_CPU_FUSED_PLACE(name) __attribute__((const, nothrow)) unsigned lw_fused_##name(void);
#define LW_CPU_FUSED_PLACES(name) LW_CPU_FUSED_PLACE(name##_x) LW_CPU_FUSED_PLACE(name##_y) LW_CPU_FUSED_PLACE(name##_z)
LW_CPU_FUSED_PLACE(rank)
LW_CPU_FUSED_PLACES(thread)
LW_CPU_FUSED_PLACES(block)
LW_CPU_FUSED_PLACES(block_dim)
LW_CPU_FUSED_PLACES(grid_dim)
#undef LW_CPU_FUSED_PLACE
#undef LW_CPU_FUSED_PLACES

#define LW_CPU_THREAD(axis) lw_fused_thread_##axis()
#define LW_CPU_BLOCK_AT(axis) lw_fused_block_##axis()
#define LW_CPU_BLOCK_DIM(axis) lw_fused_block_dim_##axis()
#define LW_CPU_GRID_DIM(axis) lw_fused_grid_dim_##axis()
#define LW_CPU_CLUSTER_DIM(axis) 1u
#define LW_CPU_RANK lw_fused_rank()
#define LW_CPU_CLUSTERED 0
#define LW_CPU_COOPERATIVE ((int)emu_cooperative())
#define LW_CPU_SHARED_BEGIN emu_shared_begin()
#define LW_CPU_IN_KERNEL 1
#define LW_CPU_SYNCHRONOUS_COPIES 1 /* asynchronous copies are made when they are issued */

#elif defined(LW_CPU_CHECKED)

#define LW_CPU_THREAD(axis) emu_checked_thread_##axis()
#define LW_CPU_BLOCK_AT(axis) emu_checked_block_##axis()
#define LW_CPU_BLOCK_DIM(axis) emu_checked_block_dim_##axis()
#define LW_CPU_GRID_DIM(axis) emu_checked_grid_dim_##axis()
#define LW_CPU_CLUSTER_DIM(axis) emu_checked_cluster_dim_##axis()
#define LW_CPU_RANK emu_checked_rank()
#define LW_CPU_CLUSTERED emu_checked_clustered()
#define LW_CPU_COOPERATIVE emu_checked_cooperative()
#define LW_CPU_SHARED_BEGIN emu_checked_shared_begin()
#define LW_CPU_IN_KERNEL 1

#else

#define LW_CPU_AXIS_x 0
#define LW_CPU_AXIS_y 1
#define LW_CPU_AXIS_z 2
#define LW_CPU_THREAD(axis) (emu_here.thread->axis)
#define LW_CPU_BLOCK_AT(axis) (emu_here.block[LW_CPU_AXIS_##axis])
#define LW_CPU_BLOCK_DIM(axis) (emu_here.block_dim[LW_CPU_AXIS_##axis])
#define LW_CPU_GRID_DIM(axis) (emu_here.grid_dim[LW_CPU_AXIS_##axis])
#define LW_CPU_CLUSTER_DIM(axis) (emu_here.cluster_dim[LW_CPU_AXIS_##axis])
#define LW_CPU_RANK (emu_here.thread->rank) /* linear thread id, x fastest */
#define LW_CPU_CLUSTERED (emu_here.clustered)
#define LW_CPU_COOPERATIVE (emu_here.cooperative)
#define LW_CPU_SHARED_BEGIN (emu_here.shared)
#define LW_CPU_IN_KERNEL (emu_here.thread != 0) /* false in host functions of a kernel file */

#endif

#ifdef LW_CPU_CHECKED
/* CUDA leaves open which thread of a group copies what. In the checked copy it is an unlikely one, never the thread itself where the
 * group has others: so a thread's own accesses of what the group copies are seen to race. */
#define LW_CPU_COPY_SHARE(rank, size) (((rank) + ((size) > 2 ? (size) / 2 + 1 : (size) - 1)) % (size))
#else
#define LW_CPU_COPY_SHARE(rank, size) (rank)
#endif
#ifndef LW_CPU_SYNCHRONOUS_COPIES
#define LW_CPU_SYNCHRONOUS_COPIES 0
#endif

#endif
