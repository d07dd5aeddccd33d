/* The memory space of a generic address, and conversions between generic addresses and addresses in a space. */
#ifndef LW_CPU_SPACE_H
#define LW_CPU_SPACE_H

#include "../../../emu/device/device.h"
#include "place.h"
#include "qualifiers.h"

/* Return 1 or 0. Local: any thread's stack. Global: none of the other spaces. */
LW_CPU_INLINE unsigned __isGlobal(const void *pointer)
{
    return emu_space_of(pointer) == EMU_SPACE_GLOBAL;
}

LW_CPU_INLINE unsigned __isShared(const void *pointer)
{
    return emu_space_of(pointer) == EMU_SPACE_SHARED;
}

LW_CPU_INLINE unsigned __isConstant(const void *pointer)
{
    return emu_space_of(pointer) == EMU_SPACE_CONSTANT;
}

LW_CPU_INLINE unsigned __isLocal(const void *pointer)
{
    return emu_space_of(pointer) == EMU_SPACE_LOCAL;
}

/* Whether it is in the shared memory of any block of the cluster. */
LW_CPU_INLINE unsigned __isClusterShared(const void *pointer)
{
    return emu_in_cluster_shared(pointer);
}

/* Whether it is in the running kernel's arguments: of a parameter (LW_GRID_CONSTANT(type), name). */
LW_CPU_INLINE unsigned __isGridConstant(const void *pointer)
{
    return emu_in_arguments(pointer);
}

/* A shared address is an offset in the block's shared memory; other addresses do not change. */
LW_CPU_INLINE size_t __cvta_generic_to_global(const void *pointer)
{
    return (size_t)pointer;
}

LW_CPU_INLINE size_t __cvta_generic_to_shared(const void *pointer)
{
    return (size_t)((const char *)pointer - LW_CPU_SHARED_BEGIN);
}

LW_CPU_INLINE size_t __cvta_generic_to_constant(const void *pointer)
{
    return (size_t)pointer;
}

LW_CPU_INLINE size_t __cvta_generic_to_grid_constant(const void *pointer)
{
    return (size_t)pointer;
}

LW_CPU_INLINE size_t __cvta_generic_to_local(const void *pointer)
{
    return (size_t)pointer;
}

LW_CPU_INLINE void *__cvta_global_to_generic(size_t address)
{
    return (void *)address;
}

LW_CPU_INLINE void *__cvta_shared_to_generic(size_t address)
{
    return LW_CPU_SHARED_BEGIN + address;
}

LW_CPU_INLINE void *__cvta_constant_to_generic(size_t address)
{
    return (void *)address;
}

LW_CPU_INLINE void *__cvta_grid_constant_to_generic(size_t address)
{
    return (void *)address;
}

LW_CPU_INLINE void *__cvta_local_to_generic(size_t address)
{
    return (void *)address;
}

#endif
