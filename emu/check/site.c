#include "site.h"

enum { SITES = 65536, SLOTS = 2 * SITES };

static uintptr_t known[SITES]; /* program counters, by number */
static uint16_t slot[SLOTS];   /* a hash table of numbers; 0: free */
static unsigned count = 1;
struct emu_site_cache_entry emu_site_cache[EMU_SITE_CACHE];

uint16_t emu_site_number_slow(uintptr_t pc)
{
    unsigned at = (unsigned)((pc * 0x9e3779b97f4a7c15ull) >> 47) % SLOTS;
    while (slot[at] && known[slot[at]] != pc)
        at = (at + 1) % SLOTS;
    if (!slot[at]) {
        if (count == SITES)
            return 0;
        known[count] = pc;
        slot[at] = (uint16_t)count++;
    }
    emu_site_cache[(pc ^ pc >> 10) % EMU_SITE_CACHE] = (struct emu_site_cache_entry){pc, slot[at]};
    return slot[at];
}

uintptr_t emu_site_pc(uint16_t number)
{
    return known[number];
}
