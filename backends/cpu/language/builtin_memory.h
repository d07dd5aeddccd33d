/* The compilers' functions for copying, filling and comparing memory, in checked copies. gcc makes loads and stores of
 * __builtin_memcpy() after it has added the calls that check them. So they become functions here, as memcpy() is; clang
 * itself adds calls for all but memcmp(). Included after the language's other headers. */
#ifndef LW_CPU_BUILTIN_MEMORY_H
#define LW_CPU_BUILTIN_MEMORY_H

#include "../../../emu/device/device.h"
#include "qualifiers.h"

#ifdef LW_CPU_CHECKED
#define __builtin_memcmp emu_checked_memcmp
#ifndef __clang__

/* A copy of this size is one load and one store, which are checked. It reinterprets a value, mostly, which can then stay
 * in a register. */
#define LW_CPU_IS_ONE_WORD(size)                                                                                       \
    (__builtin_constant_p(size) && ((size) == 1 || (size) == 2 || (size) == 4 || (size) == 8))

LW_CPU_INLINE void *lw_cpu_builtin_memcpy(void *to, const void *from, size_t size)
{
    return LW_CPU_IS_ONE_WORD(size) ? __builtin_memcpy(to, from, size) : emu_checked_memcpy(to, from, size);
}

LW_CPU_INLINE void *lw_cpu_builtin_memmove(void *to, const void *from, size_t size)
{
    return LW_CPU_IS_ONE_WORD(size) ? __builtin_memmove(to, from, size) : emu_checked_memmove(to, from, size);
}

/* With the room at the destination, for _FORTIFY_SOURCE. */
LW_CPU_INLINE void *lw_cpu_builtin_memcpy_chk(void *to, const void *from, size_t size, size_t room)
{
    (void)room;
    return emu_checked_memcpy(to, from, size);
}

LW_CPU_INLINE void *lw_cpu_builtin_memmove_chk(void *to, const void *from, size_t size, size_t room)
{
    (void)room;
    return emu_checked_memmove(to, from, size);
}

LW_CPU_INLINE void *lw_cpu_builtin_memset_chk(void *to, int value, size_t size, size_t room)
{
    (void)room;
    return emu_checked_memset(to, value, size);
}

#define __builtin_memcpy lw_cpu_builtin_memcpy
#define __builtin_memmove lw_cpu_builtin_memmove
#define __builtin_memset emu_checked_memset
#define __builtin___memcpy_chk lw_cpu_builtin_memcpy_chk
#define __builtin___memmove_chk lw_cpu_builtin_memmove_chk
#define __builtin___memset_chk lw_cpu_builtin_memset_chk
#endif
#endif
#endif
