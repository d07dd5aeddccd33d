/* assert() in device code: ends the launch with CUDA's report. In a host function of the same file it is the C
 * library's: what differs is looked up when an assertion fails, as a __host__ __device__ function may be either.
 *
 * <assert.h> may be included again at any time and defines assert() anew; it is its last step that is taken over here.
 */
#ifndef LW_CPU_DEVICE_ASSERT_H
#define LW_CPU_DEVICE_ASSERT_H

/* With NDEBUG <assert.h> declares nothing: once without. */
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
    if (LW_CPU_ON_LANE)
        emu_assert_failed(expression, function, site);
    __assert_fail(expression, site->file, (unsigned)site->line, function);
}

#define __assert_fail(expression, file, line, function)                                                                \
    __extension__({                                                                                                    \
        static const emu_site lw__site = {file, line, "assert"};                                                       \
        lw_cpu_assert_fail(expression, function, &lw__site);                                                           \
    })

#endif
