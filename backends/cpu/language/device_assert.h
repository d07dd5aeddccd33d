/* assert() in device code ends the launch with CUDA's report. In a host function of the same file it is the C
 * library's. A __host__ __device__ function may be either, so a failed assertion tests where it runs.
 *
 * A file may include <assert.h> again, which redefines assert(). So this header replaces __assert_fail(), which
 * assert() calls.
 */
#ifndef LW_CPU_DEVICE_ASSERT_H
#define LW_CPU_DEVICE_ASSERT_H

/* With NDEBUG <assert.h> does not declare __assert_fail(): includes it once without. */
#pragma push_macro("NDEBUG")
#undef NDEBUG
#include <assert.h>
#pragma pop_macro("NDEBUG")
#include <assert.h>

#include "../../../emu/device/device.h"
#include "place.h"
#include "qualifiers.h"

__attribute__((noreturn)) LW_CPU_INLINE void lw_cpu_assert_fail(const char *expression, const char *function,
                                                                const emu_site *site)
{
    if (LW_CPU_IN_KERNEL)
        emu_assert_failed(expression, function, site);
    __assert_fail(expression, site->file, (unsigned)site->line, function);
}

#define __assert_fail(expression, file, line, function)                                                                \
    __extension__({                                                                                                    \
        static const emu_site lw__site = {file, line, "assert"};                                                       \
        lw_cpu_assert_fail(expression, function, &lw__site);                                                           \
    })

#endif
