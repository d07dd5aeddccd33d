/* Tells AddressSanitizer about each switch of stacks; without it these functions do nothing. */
#ifndef EMU_SANITIZER_H
#define EMU_SANITIZER_H

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EMU_ADDRESS_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(EMU_ADDRESS_SANITIZER)
#define EMU_ADDRESS_SANITIZER
#endif

#ifdef EMU_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>

/* Before a switch to another stack. `record`: of the stack left, until the return to it; null: that stack
 * is finished. */
static inline void emu_sanitizer_leave(void **record, const void *bottom, size_t size)
{
    __sanitizer_start_switch_fiber(record, bottom, size);
}

/* First call after a switch, with the record of the current stack; null for a new stack. */
static inline void emu_sanitizer_arrive(void *record)
{
    __sanitizer_finish_switch_fiber(record, 0, 0);
}

/* The same; also returns the bounds of the stack that was left. */
static inline void emu_sanitizer_arrive_from(void *record, const void **bottom, size_t *size)
{
    __sanitizer_finish_switch_fiber(record, bottom, size);
}

/* Clears the marks of frames abandoned on a stack. */
static inline void emu_sanitizer_clear(void *bottom, size_t size)
{
    __asan_unpoison_memory_region(bottom, size);
}
#else
static inline void emu_sanitizer_leave(void **record, const void *bottom, size_t size)
{
    (void)record, (void)bottom, (void)size;
}

static inline void emu_sanitizer_arrive(void *record)
{
    (void)record;
}

static inline void emu_sanitizer_arrive_from(void *record, const void **bottom, size_t *size)
{
    (void)record, (void)bottom, (void)size;
}

static inline void emu_sanitizer_clear(void *bottom, size_t size)
{
    (void)bottom, (void)size;
}
#endif

#endif
