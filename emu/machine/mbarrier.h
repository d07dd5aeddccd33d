/* The 64 bits of an mbarrier. */
#ifndef EMU_MBARRIER_H
#define EMU_MBARRIER_H

#include "async.h"

enum {
    EMU_COUNT_BITS = 14,
    EMU_MOST_ARRIVALS = (1 << EMU_COUNT_BITS) - 1, /* __mbarrier_maximum_count() */
    EMU_BYTE_BITS = 21,
    EMU_MOST_BYTES = (1 << (EMU_BYTE_BITS - 1)) - 1,
    EMU_PHASE_BITS = 4,
    EMU_PHASES = 1 << EMU_PHASE_BITS,
    EMU_TAG_BITS = 11
};

typedef struct emu_mbarrier {
    unsigned pending, expected; /* arrivals: pending in this phase; expected in each later phase */
    int bytes;                  /* pending in this phase; negative if more have come than were expected so far */
    unsigned phase, tag;
} emu_mbarrier;

static inline emu_mbarrier emu_mbarrier_unpack(uint64_t word)
{
    emu_mbarrier s;
    s.pending = (unsigned)word & EMU_MOST_ARRIVALS;
    s.expected = (unsigned)(word >> EMU_COUNT_BITS) & EMU_MOST_ARRIVALS;
    s.bytes = (int)((word >> 2 * EMU_COUNT_BITS) & ((1 << EMU_BYTE_BITS) - 1)) - (1 << (EMU_BYTE_BITS - 1));
    s.phase = (unsigned)(word >> (2 * EMU_COUNT_BITS + EMU_BYTE_BITS)) % EMU_PHASES;
    s.tag = (unsigned)(word >> (64 - EMU_TAG_BITS));
    return s;
}

static inline uint64_t emu_mbarrier_pack(emu_mbarrier s)
{
    return (uint64_t)s.pending | (uint64_t)s.expected << EMU_COUNT_BITS |
           (uint64_t)(s.bytes + (1 << (EMU_BYTE_BITS - 1))) << 2 * EMU_COUNT_BITS |
           (uint64_t)s.phase << (2 * EMU_COUNT_BITS + EMU_BYTE_BITS) | (uint64_t)s.tag << (64 - EMU_TAG_BITS);
}

/* Ends the launch with LW_ERROR_INVALID_BARRIER and a message after the function's name. */
#define EMU_REFUSE(site, format, ...)                                                                                  \
    emu_fail_saying(emu_self, LW_ERROR_INVALID_BARRIER, site, "%s: " format, (site)->what, __VA_ARGS__)

/* Loads an mbarrier of the caller's block; ends the launch if there is none at the address. */
emu_mbarrier emu_mbarrier_load(const uint64_t *barrier, const emu_site *site);
/* The phase is complete: makes the threads that wait for it runnable. */
void emu_mbarrier_wake(const uint64_t *barrier);

#endif
