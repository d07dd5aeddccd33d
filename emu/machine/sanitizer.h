/* Tells AddressSanitizer about each switch of stacks. Its functions are weak: a program that is built with it brings them to a
 * library that is not; without it they are null, and nothing is done. */
#ifndef EMU_SANITIZER_H
#define EMU_SANITIZER_H

#include <stdbool.h>
#include <stddef.h>

extern void __sanitizer_start_switch_fiber(void **record, const void *bottom, size_t size) __attribute__((weak));
extern void __sanitizer_finish_switch_fiber(void *record, const void **bottom, size_t *size) __attribute__((weak));
extern void __asan_unpoison_memory_region(void const volatile *bottom, size_t size) __attribute__((weak));

static inline bool emu_has_sanitizer(void)
{
    return __sanitizer_start_switch_fiber != NULL;
}

/* Before a switch to another stack. `record`: of the stack left, until the return to it; null: that stack
 * is finished. */
static inline void emu_sanitizer_leave(void **record, const void *bottom, size_t size)
{
    if (__builtin_expect(emu_has_sanitizer(), 0))
        __sanitizer_start_switch_fiber(record, bottom, size);
}

/* The same; also returns the bounds of the stack that was left. */
static inline void emu_sanitizer_arrive_from(void *record, const void **bottom, size_t *size)
{
    if (__builtin_expect(__sanitizer_finish_switch_fiber != NULL, 0))
        __sanitizer_finish_switch_fiber(record, bottom, size);
}

/* First call after a switch, with the record of the current stack; null for a new stack. */
static inline void emu_sanitizer_arrive(void *record)
{
    emu_sanitizer_arrive_from(record, NULL, NULL);
}

/* Clears the marks of frames abandoned on a stack. */
static inline void emu_sanitizer_clear(void *bottom, size_t size)
{
    if (__builtin_expect(__asan_unpoison_memory_region != NULL, 0))
        __asan_unpoison_memory_region(bottom, size);
}

#endif
