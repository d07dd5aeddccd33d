/* Numbers of 16 bits for places in code (program counters). */
#ifndef EMU_CHECK_SITE_H
#define EMU_CHECK_SITE_H

#include <stdint.h>

/* 0: an unknown place, or one found after 65535 others. */
uint16_t emu_site_number_slow(uintptr_t pc);
uintptr_t emu_site_pc(uint16_t number);

/* The latest numbers, by a hash of the program counter. */
enum { EMU_SITE_CACHE = 1024 };
extern struct emu_site_cache_entry {
    uintptr_t pc;
    uint16_t number;
} emu_site_cache[EMU_SITE_CACHE];

static inline uint16_t emu_site_number(uintptr_t pc)
{
    const struct emu_site_cache_entry *cached = &emu_site_cache[(pc ^ pc >> 10) % EMU_SITE_CACHE];
    return __builtin_expect(cached->pc == pc, 1) ? cached->number : emu_site_number_slow(pc);
}

#endif
