/* What warp collectives compute, apart from how lanes meet. */
#ifndef EMU_WARP_H
#define EMU_WARP_H

#include "machine.h"
#include "../device/collective.h"

/* Brings the calling lane, its value and operand to the collective; its result. */
uint64_t emu_collective(unsigned operation, unsigned mask, uint64_t value, unsigned operand, const emu_site *site);

/* Replaces the values of the lanes in `arrived`, of a warp's 32, by their results; answers those that in a shuffle read a
 * lane which takes no part. */
unsigned emu_collective_results(uint64_t *value, const unsigned *operand, unsigned operation, unsigned arrived);

#endif
