/* Block barriers, fences and time. */
#ifndef LW_CPU_SYNC_H
#define LW_CPU_SYNC_H

#include "../../../emu/device/device.h"
#include "place.h"
#include "qualifiers.h"
#include "site.h"

/* All threads of the block that have not returned must call them. */
#define __syncthreads() emu_syncthreads(LW_CPU_SITE("__syncthreads"))
#define __syncthreads_count(predicate) emu_syncthreads_count(predicate, LW_CPU_SITE("__syncthreads_count"))
#define __syncthreads_and(predicate) emu_syncthreads_and(predicate, LW_CPU_SITE("__syncthreads_and"))
#define __syncthreads_or(predicate) emu_syncthreads_or(predicate, LW_CPU_SITE("__syncthreads_or"))

/* Named barriers: see api/lanewise/reference/sync.h. Without a count the whole block waits. */
#define __barrier_sync(id) emu_barrier_sync(id, LW_CPU_SITE("__barrier_sync"))
#define __barrier_sync_count(id, count) emu_barrier_sync_count(id, count, LW_CPU_SITE("__barrier_sync_count"))
#define lw_barrier_sync(id, count) emu_barrier_sync_count(id, count, LW_CPU_SITE("lw_barrier_sync"))
#define lw_barrier_arrive(id, count) emu_barrier_arrive(id, count, LW_CPU_SITE("lw_barrier_arrive"))

#define __threadfence_block() emu_threadfence_block()
#define __threadfence() emu_threadfence()
#define __threadfence_system() emu_threadfence_system()
#define __nanosleep(nanoseconds) emu_nanosleep(nanoseconds)

#define __trap() emu_trap(LW_CPU_SITE("__trap"))

/* The unit depends on the device; here it is nanoseconds. A difference of two values is elapsed time. In a host
 * function of the file, clock() is the C library's. */
#define clock64() emu_clock64()
#define clock() lw_cpu_clock()
LW_CPU_INLINE clock_t lw_cpu_clock(void)
{
    return LW_CPU_IN_KERNEL ? (clock_t)emu_clock64() : (clock)();
}

#endif
