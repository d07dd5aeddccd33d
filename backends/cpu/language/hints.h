/* Promises to the optimiser, __builtin_assume(condition) and __builtin_unreachable(). A broken promise is undefined
 * behaviour on a GPU, and here a fault that names it. So the condition is evaluated, which CUDA does not do. In host
 * functions of the same file promises are not checked. */
#ifndef LW_CPU_HINTS_H
#define LW_CPU_HINTS_H

#include "../../../emu/device/device.h"
#include "place.h"
#include "qualifiers.h"
#include "site.h"

__attribute__((noreturn)) LW_CPU_INLINE void lw_cpu_unreachable(const emu_site *site)
{
    if (LW_CPU_IN_KERNEL)
        emu_promise_broken("__builtin_unreachable() was reached", "", site);
    (__builtin_unreachable)();
}

#define __builtin_assume(condition)                                                                                    \
    ((void)(LW_CPU_IN_KERNEL && !(condition)                                                                           \
                ? (emu_promise_broken("false assumption: ", #condition, LW_CPU_SITE("__builtin_assume")), 0)           \
                : 0))
#define __builtin_unreachable() lw_cpu_unreachable(LW_CPU_SITE("__builtin_unreachable"))

#endif
