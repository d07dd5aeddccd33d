/* malloc() and free() in device code: CUDA's heap of the device. In a host function of the same file they are the C
 * library's. */
#ifndef LW_CPU_DEVICE_HEAP_H
#define LW_CPU_DEVICE_HEAP_H

#if __has_include(<malloc.h>)
#include <malloc.h> /* declares names that are macros below */
#endif

#include "../../../emu/device/device.h"
#include "place.h"
#include "qualifiers.h"
#include "site.h"

/* 16-byte aligned; null when the heap (lw_device_set_limit(), 8 MiB) has no room. The memory is the device's until any
 * thread of any kernel frees it; the host cannot copy or free it. Freeing what is not allocated is a fault. */
#define malloc(size) lw_cpu_malloc(size)
#define free(pointer) lw_cpu_free(pointer, LW_CPU_SITE("free"))
/* Aligned to a power of two. */
#define __nv_aligned_device_malloc(size, alignment) emu_aligned_malloc(size, alignment)

LW_CPU_INLINE void *lw_cpu_malloc(size_t size)
{
    return LW_CPU_ON_LANE ? emu_malloc(size) : (malloc)(size);
}

LW_CPU_INLINE void lw_cpu_free(void *pointer, const emu_site *site)
{
    if (LW_CPU_ON_LANE)
        emu_free(pointer, site);
    else
        (free)(pointer);
}

#endif
