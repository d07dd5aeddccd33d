/* AddressSanitizer is told of every change of stack; elsewhere these are nothing. */
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

/* Before a switch to a stack. `record` is kept until the return; null: the stack left is done with. */
static inline void emu_sanitizer_leave(void **record, const void *bottom, size_t size)
{
    __sanitizer_start_switch_fiber(record, bottom, size);
}

/* First thing after a switch, with the record of the stack now on; null for a fresh one. */
static inline void emu_sanitizer_arrive(void *record)
{
    __sanitizer_finish_switch_fiber(record, 0, 0);
}

/* The same, learning the stack that was left. */
static inline void emu_sanitizer_arrive_from(void *record, const void **bottom, size_t *size)
{
    __sanitizer_finish_switch_fiber(record, bottom, size);
}

/* Forgets the frames abandoned on a stack. */
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
