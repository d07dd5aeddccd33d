/* The compilers' functions for copying, filling and comparing memory, in checked copies. gcc makes loads and stores of
 * __builtin_memcpy() after it has added the calls that check them. So they become functions here, as memcpy() is.
 * Included after the language's other headers. */
#ifndef LW_CPU_BUILTIN_MEMORY_H
#define LW_CPU_BUILTIN_MEMORY_H

#include "../../../emu/device/device.h"

#ifdef LW_CPU_CHECKED

/* A copy of this size is one load and one store, which are checked. It reinterprets a value, mostly, which can then stay
 * in a register. */
#define LW_CPU_IS_ONE_WORD(size) ((size) == 1 || (size) == 2 || (size) == 4 || (size) == 8)
#define LW_CPU_COPY(function, to, from, size)                                                                          \
    (__builtin_constant_p(size) && LW_CPU_IS_ONE_WORD(size) ? (__builtin_##function)(to, from, size)                   \
                                                            : emu_checked_##function(to, from, size))

#define __builtin_memcpy(to, from, size) LW_CPU_COPY(memcpy, to, from, size)
#define __builtin_memmove(to, from, size) LW_CPU_COPY(memmove, to, from, size)
#define __builtin_memset(to, value, size) emu_checked_memset(to, value, size)
#define __builtin_memcmp(one, other, size) emu_checked_memcmp(one, other, size)
#define __builtin___memcpy_chk(to, from, size, room) ((void)(room), emu_checked_memcpy(to, from, size))
#define __builtin___memmove_chk(to, from, size, room) ((void)(room), emu_checked_memmove(to, from, size))
#define __builtin___memset_chk(to, value, size, room) ((void)(room), emu_checked_memset(to, value, size))

#endif
#endif
