/* malloc() and free() in device code use the device's heap, as in CUDA. In a host function of the same file they are
 * the C library's. */
#ifndef LW_CPU_DEVICE_HEAP_H
#define LW_CPU_DEVICE_HEAP_H

#if __has_include(<malloc.h>)
#include <malloc.h> /* it declares names that are macros below */
#endif

#include "../../../emu/device/device.h"
#include "place.h"
#include "qualifiers.h"
#include "site.h"

/* Returns memory aligned to 16 bytes; null when the heap (lw_device_set_limit(), 8 MiB) is full. The memory stays until
 * a thread of any kernel frees it; the host cannot copy or free it. Freeing other memory is a fault. */
#define malloc(size) lw_cpu_malloc(size)
#define free(pointer) lw_cpu_free(pointer, LW_CPU_SITE("free"))
/* Aligned to a power of two. */
#define __nv_aligned_device_malloc(size, alignment) emu_aligned_malloc(size, alignment)

LW_CPU_INLINE void *lw_cpu_malloc(size_t size)
{
    return LW_CPU_IN_KERNEL ? emu_malloc(size) : (malloc)(size);
}

LW_CPU_INLINE void lw_cpu_free(void *pointer, const emu_site *site)
{
    if (LW_CPU_IN_KERNEL)
        emu_free(pointer, site);
    else
        (free)(pointer);
}

#endif
