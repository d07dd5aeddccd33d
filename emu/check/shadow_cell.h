/* The shadow cell of four bytes of memory: their accesses, and which are written. 32 bytes, so 8 for each byte. */
#ifndef EMU_CHECK_SHADOW_CELL_H
#define EMU_CHECK_SHADOW_CELL_H

#include <stdbool.h>
#include <stdint.h>

/* An access. stamp: when, by the thread's own clock (clock.h). rank: the thread's linear id in its block.
 *
 *   63..20 stamp: the epoch (32 bits) and a count within it (12 bits)
 *   19..10 rank
 *        5 a plain write that an atomic has covered, kept among the reads
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
    EMU_ACCESS_COVERED = 32,
    EMU_ACCESS_KIND = 63,
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

/* Whether the accesses differ only in the lane of a warp. */
static inline bool emu_access_same_warp(emu_access a, emu_access b)
{
    return ((a ^ b) & ~((emu_access)31 << EMU_ACCESS_RANK)) == 0;
}

/* The last write, and the unordered reads since; with an atomic as the last write also what outlasts it (race.c). `read`, at
 * read_site, was made by the lanes `lanes` of its warp (a bit each); `more` is the first entry with others (readers.h). 0: none.
 * If accesses covered different bytes, `split` is set, and each byte has a cell (split.c). */
typedef struct emu_shadow_cell {
    emu_access write, read;
    uint32_t lanes, more;
    uint16_t write_site, read_site; /* site.h */
    unsigned initialised : 4;       /* written bytes, a bit each */
    unsigned bytes : 4;             /* the bytes that all accesses covered, a bit each */
    unsigned split : 1;
    unsigned covered : 1; /* covered writes may be among the reads */
} emu_shadow_cell;

#endif
