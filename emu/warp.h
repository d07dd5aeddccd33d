/* What warp collectives compute, apart from how lanes meet. */
#ifndef EMU_WARP_H
#define EMU_WARP_H

#include "machine.h"

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

/* Brings the calling lane, its value and operand to the meeting; its result. */
uint64_t emu_meet(unsigned operation, unsigned mask, uint64_t value, unsigned operand, const emu_site *site);

/* Replaces the values of the lanes in `arrived` by their results; of a shuffle, the lanes that read one which takes no
 * part. */
unsigned emu_compute(emu_warp *warp, unsigned operation, unsigned arrived);

/* The lane that `lane` reads in a shuffle. */
unsigned emu_shuffle_source(unsigned kind, unsigned lane, unsigned operand);

#endif
