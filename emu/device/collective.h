/* The numbers of warp collectives. */
#ifndef EMU_COLLECTIVE_H
#define EMU_COLLECTIVE_H

#include "device.h"

enum {
    EMU_COLLECTIVE_SYNC,
    EMU_COLLECTIVE_ALL,
    EMU_COLLECTIVE_ANY,
    EMU_COLLECTIVE_UNI,
    EMU_COLLECTIVE_BALLOT,
    EMU_COLLECTIVE_ELECT,
    EMU_COLLECTIVE_MATCH_ANY,
    EMU_COLLECTIVE_MATCH_ALL,
    EMU_COLLECTIVE_SHUFFLE,                             /* + emu_shuffle */
    EMU_COLLECTIVE_REDUCE = EMU_COLLECTIVE_SHUFFLE + 4, /* + emu_reduction */
    EMU_COLLECTIVE_REDUCE_END = EMU_COLLECTIVE_REDUCE + 8,
    EMU_COLLECTIVE_MATRIX_MEET = EMU_COLLECTIVE_REDUCE_END,
    EMU_COLLECTIVE_MATRIX_MULTIPLY,
    EMU_COLLECTIVE_ACTIVE /* __activemask(): of the lanes that come before no other lane of the warp can run, whatever the mask */
};

/* A shuffle's second argument, of which the hardware takes five bits, and its width, in one word. */
#define EMU_SHUFFLE_OPERAND(operand, width) (((operand) & 31u) | ((unsigned)(width) & 63u) << 8)

/* The lane that `lane` reads, as PTX's shfl.sync has it for CUDA's width. */
static inline unsigned emu_shuffle_source(unsigned kind, unsigned lane, unsigned operand)
{
    unsigned delta = operand & 31, width = operand >> 8, first = lane & ~(width - 1), last = first + width - 1;
    switch (kind) {
    case EMU_SHUFFLE_INDEX: return first | (delta & (width - 1));
    case EMU_SHUFFLE_UP: return lane >= first + delta ? lane - delta : lane;
    case EMU_SHUFFLE_DOWN: return lane + delta <= last ? lane + delta : lane;
    default: return (lane ^ delta) <= last ? lane ^ delta : lane;
    }
}

#endif
