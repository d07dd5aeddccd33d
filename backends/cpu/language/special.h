/* PTX's special registers (api/lanewise/reference/special.h); __prof_trigger() and __brkpt(). */
#ifndef LW_CPU_SPECIAL_H
#define LW_CPU_SPECIAL_H

#include "../../../emu/device/device.h"
#include "place.h"
#include "qualifiers.h"
#include "site.h"

LW_CPU_INLINE unsigned lw_laneid(void)
{
    return LW_CPU_RANK % 32;
}

LW_CPU_INLINE unsigned lw_warpid(void)
{
    return LW_CPU_RANK / 32;
}

LW_CPU_INLINE unsigned lw_smid(void)
{
    return emu_multiprocessor();
}

LW_CPU_INLINE unsigned lw_nsmid(void)
{
    return emu_multiprocessors();
}

LW_CPU_INLINE unsigned long long lw_globaltimer(void)
{
    return emu_globaltimer();
}

/* On a GPU each warp increments a profiler counter, 0 to 15; here it does nothing. */
#define __prof_trigger(counter) ((void)sizeof(char[(counter) >= 0 && (counter) <= 15 ? 1 : -1]))

/* Stops in a debugger; without one it ends the launch with LW_ERROR_LAUNCH_FAILURE. */
#define __brkpt() emu_breakpoint(LW_CPU_SITE("__brkpt"))

#endif
