/* What lanes of a warp can do together, by number. */
#ifndef EMU_MEET_H
#define EMU_MEET_H

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

#endif
