/* Tells AddressSanitizer about each switch of stacks, and LeakSanitizer where pointers are. Their functions are weak: a program that
 * is built with them brings them to a library that is not; without them they are null, and nothing is done. */
#ifndef EMU_SANITIZER_H
#define EMU_SANITIZER_H

#include <stdbool.h>
#include <stddef.h>

extern void __sanitizer_start_switch_fiber(void **record, const void *bottom, size_t size) __attribute__((weak));
extern void __sanitizer_finish_switch_fiber(void *record, const void **bottom, size_t *size) __attribute__((weak));
extern void __asan_unpoison_memory_region(void const volatile *bottom, size_t size) __attribute__((weak));
extern void __lsan_register_root_region(const void *begin, size_t size) __attribute__((weak));
extern void __lsan_unregister_root_region(const void *begin, size_t size) __attribute__((weak));

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

/* LeakSanitizer does not look for pointers in memory of mmap(). From this call until emu_sanitizer_release() it does in this memory. */
static inline void emu_sanitizer_look_at(const void *begin, size_t size)
{
    if (__builtin_expect(__lsan_register_root_region != NULL, 0))
        __lsan_register_root_region(begin, size);
}

static inline void emu_sanitizer_release(const void *begin, size_t size)
{
    if (__builtin_expect(__lsan_unregister_root_region != NULL, 0))
        __lsan_unregister_root_region(begin, size);
}

#endif
