#ifndef FUSE_CODEGEN_STRIP_MINING_H
#define FUSE_CODEGEN_STRIP_MINING_H

#include "strip.h"

/* Those that begin at `head`; false: it pays or goes only without. */
bool emission_find_strips(const fuse_kernel *kernel, int head, strips *set);

/* Whether a strip keeps the slot in an array of its own; whether it runs the member by rows. */
bool emission_has_array(const fuse_kernel *kernel, const strips *set, int s);
bool emission_member_in_rows(const fuse_kernel *kernel, const strips *set, int region);

/* Whether the kernel's blocks have strips of so many threads: part of a row, or some whole rows. */
bool emission_try_width(const fuse_kernel *kernel, strips *set, unsigned width);

/* Whether so many bytes of each of the threads fit half of the registers. */
bool emission_fits_registers(const fuse_kernel *kernel, unsigned threads, unsigned bytes);

/* An array of the slot's type is a vector in memory. */
bool emission_is_vector_element(const fuse_slot *slot);

#endif
