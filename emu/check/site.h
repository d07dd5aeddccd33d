/* Numbers of 16 bits for places in code (program counters). */
#ifndef EMU_CHECK_SITE_H
#define EMU_CHECK_SITE_H

#include <stdint.h>

/* 0: an unknown place, or one found after 65535 others. */
uint16_t emu_site_number_slowly(uintptr_t pc);
uintptr_t emu_site_pc(uint16_t number);

/* The latest numbers, by a hash of the program counter. */
enum { EMU_SITES_AT_HAND = 1024 };
extern struct emu_site_at_hand {
    uintptr_t pc;
    uint16_t number;
} emu_sites_at_hand[EMU_SITES_AT_HAND];

static inline uint16_t emu_site_number(uintptr_t pc)
{
    const struct emu_site_at_hand *at_hand = &emu_sites_at_hand[(pc ^ pc >> 10) % EMU_SITES_AT_HAND];
    return __builtin_expect(at_hand->pc == pc, 1) ? at_hand->number : emu_site_number_slowly(pc);
}

#endif
