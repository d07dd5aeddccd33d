#ifndef FUSE_CODEGEN_STRIP_MINING_H
#define FUSE_CODEGEN_STRIP_MINING_H

#include "strip.h"

/* Finds the strips that begin at `head`; false: they do not pay, or are impossible. */
bool emission_find_strips(const fuse_kernel *kernel, int head, strips *set);

/* Whether a strip keeps the slot in an array of its own; whether it runs the member by rows. */
bool emission_has_array(const fuse_kernel *kernel, const strips *set, int s);
bool emission_member_in_rows(const fuse_kernel *kernel, const strips *set, int region);

/* Whether strips of so many threads fit the kernel's blocks: part of a row, or whole rows. */
bool emission_try_width(const fuse_kernel *kernel, strips *set, unsigned width);

/* Whether so many bytes for each of the threads fit half of the registers. */
bool emission_fits_registers(const fuse_kernel *kernel, unsigned threads, unsigned bytes);

/* Whether an array of the slot's type has the layout of a vector. */
bool emission_is_vector_element(const fuse_slot *slot);

#endif
