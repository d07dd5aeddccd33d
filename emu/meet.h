/* What lanes of a warp can do together, by number. */
#ifndef EMU_MEET_H
#define EMU_MEET_H

#include "device.h"

enum {
    EMU_MEET_SYNC,
    EMU_MEET_ALL,
    EMU_MEET_ANY,
    EMU_MEET_UNI,
    EMU_MEET_BALLOT,
    EMU_MEET_ELECT,
    EMU_MEET_MATCH_ANY,
    EMU_MEET_MATCH_ALL,
    EMU_MEET_SHUFFLE,                       /* + emu_shuffle */
    EMU_MEET_REDUCE = EMU_MEET_SHUFFLE + 4, /* + emu_reduction */
    EMU_MEET_COUNT = EMU_MEET_REDUCE + 8
};

/* A shuffle's second and third argument in one: the hardware takes five bits of each. */
#define EMU_SHUFFLE_OPERAND(operand, width) (((operand) & 31u) | ((unsigned)(width) & 63u) << 8)

/* PTX's shfl.sync, with the segment's limits that CUDA's width stands for: the lane that `lane` reads. */
static inline unsigned emu_shuffle_source(unsigned kind, unsigned lane, unsigned operand)
{
    unsigned delta = operand & 31, width = operand >> 8, first = lane & ~(width - 1), last = first + width - 1;
    switch (kind) {
    case EMU_SHUFFLE_INDEX:
        return first | (delta & (width - 1));
    case EMU_SHUFFLE_UP:
        return lane >= first + delta ? lane - delta : lane;
    case EMU_SHUFFLE_DOWN:
        return lane + delta <= last ? lane + delta : lane;
    default:
        return (lane ^ delta) <= last ? lane ^ delta : lane;
    }
}

#endif
