/* What is noted of four bytes of memory, and of who touched them: 32 bytes, so 8 for each byte. */
#ifndef EMU_CHECK_SHADOW_CELL_H
#define EMU_CHECK_SHADOW_CELL_H

#include <stdbool.h>
#include <stdint.h>

/* An access: `stamp` is when, by the lane's own clock (clock.h), `rank` who.
 *
 *   63..20 stamp: the epoch (32 bits) and a count within it (12 bits)
 *   19..10 rank in the block
 *        4 by an asynchronous copy
 *        3 volatile
 *     2..1 scope of an atomic
 *        0 atomic
 */
typedef uint64_t emu_access;
enum {
    EMU_ACCESS_ATOMIC = 1,
    EMU_ACCESS_SCOPE = 1,
    EMU_ACCESS_VOLATILE = 8,
    EMU_ACCESS_ASYNC = 16,
    EMU_ACCESS_KIND = 31,
    EMU_ACCESS_RANK = 10,
    EMU_ACCESS_STAMP = 20,
    EMU_EPOCH_IN_STAMP = 12
};

static inline uint64_t emu_access_stamp(emu_access access)
{
    return access >> EMU_ACCESS_STAMP;
}

static inline uint32_t emu_access_epoch(emu_access access)
{
    return (uint32_t)(access >> (EMU_ACCESS_STAMP + EMU_EPOCH_IN_STAMP));
}

static inline unsigned emu_access_rank(emu_access access)
{
    return (unsigned)(access >> EMU_ACCESS_RANK) & 1023;
}

static inline unsigned emu_access_scope(emu_access access)
{
    return (unsigned)(access >> EMU_ACCESS_SCOPE) & 3;
}

static inline uint32_t emu_access_lane(emu_access access)
{
    return 1u << (emu_access_rank(access) & 31);
}

static inline emu_access emu_access_by(emu_access access, unsigned lane)
{
    return (access & ~((emu_access)31 << EMU_ACCESS_RANK)) | (emu_access)lane << EMU_ACCESS_RANK;
}

/* Two accesses that differ in nothing but the lane of a warp. */
static inline bool emu_access_same_warp(emu_access a, emu_access b)
{
    return ((a ^ b) & ~((emu_access)31 << EMU_ACCESS_RANK)) == 0;
}

/* The last write, and the reads since then that nothing orders: `read` by `lanes` of its warp, a bit a lane, and `more` of
 * them (readers.h). 0: none. Where the accesses were not all of the same bytes, `split`, and each byte has a cell of its
 * own. */
typedef struct emu_shadow_cell {
    emu_access write, read;
    uint32_t lanes, more;
    uint16_t write_site, read_site; /* site.h */
    unsigned initialised : 4;       /* a bit a byte */
    unsigned bytes : 4;             /* those that the accesses are of */
    unsigned split : 1;
} emu_shadow_cell;

#endif
