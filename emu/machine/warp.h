/* Warp collectives: how lanes meet (warp.c), and what they compute (collective.c). */
#ifndef EMU_WARP_H
#define EMU_WARP_H

#include "machine.h"
#include "../device/collective.h"

/* The calling lane takes part in a collective with a value and an operand; returns its result. */
uint64_t emu_collective(unsigned operation, unsigned mask, uint64_t value, unsigned operand, const emu_site *site);

/* Replaces the values of the lanes in `arrived` by their results; `value` and `operand` have a warp's 32 entries.
 * Returns the mask of lanes that read, in a shuffle, a lane that takes no part. */
unsigned emu_collective_results(uint64_t *value, const unsigned *operand, unsigned operation, unsigned arrived);

/* Of warp matrices (matrix.c): whether all lanes bring the same; the product for all lanes. Both return an
 * emu_matrix_mistake. */
unsigned emu_matrix_compare(const uint64_t *value, unsigned arrived);
unsigned emu_matrix_results(const uint64_t *value, unsigned arrived);

#endif
