/* Where and when a lane runs, by PTX's special registers; the profiler's and the debugger's marks.
 *
 * CUDA C reads the registers with inline assembly: `asm volatile("mov.u32 %0, %%smid;" : "=r"(smid))`. Each may change
 * while the lane runs. */
#ifndef LW_CPU_SPECIAL_H
#define LW_CPU_SPECIAL_H

#include "../../emu/device.h"
#include "place.h"
#include "qualifiers.h"
#include "site.h"

/* %laneid: the lane in its warp, 0 to 31. */
LW_CPU_INLINE unsigned lw_laneid(void)
{
    return LW_CPU_RANK % 32;
}

/* %warpid: the place that the warp holds on its multiprocessor; not its number in the block (on a GPU any number). */
LW_CPU_INLINE unsigned lw_warpid(void)
{
    return LW_CPU_RANK / 32;
}

/* %smid: the multiprocessor, below lw_nsmid(). */
LW_CPU_INLINE unsigned lw_smid(void)
{
    return emu_multiprocessor();
}

/* %nsmid: more than any lw_smid(). */
LW_CPU_INLINE unsigned lw_nsmid(void)
{
    return emu_multiprocessors();
}

/* %globaltimer: nanoseconds; on a GPU in steps of up to a microsecond. */
LW_CPU_INLINE unsigned long long lw_globaltimer(void)
{
    return emu_globaltimer();
}

/* One of the profiler's counters, 0 to 15, counts up by one a warp; there is no profiler here. */
#define __prof_trigger(counter)                                                                                        \
    ((void)sizeof(char[(counter) >= 0 && (counter) <= 15 ? 1 : -1]))

/* Stops in a debugger that follows the process; without one it ends the launch with LW_ERROR_LAUNCH_FAILURE. */
#define __brkpt() emu_breakpoint(LW_CPU_SITE("__brkpt"))

#endif
