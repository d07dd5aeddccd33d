/* Part of an emission: loads, stores and atomics that are not made one by one. */
#ifndef FUSE_CODEGEN_EMISSION_MEMORY_H
#define FUSE_CODEGEN_EMISSION_MEMORY_H

#include "../support/kernel.h"

/* Of a strip's threads. thread_stride.c writes the strides, access_group.c the loads, access_group_store.c the
 * stores; must_execute.c reads them, and strip_threads.c drops those of a part. */
typedef struct emission_accesses {
    struct stride_analysis *strides; /* strides of the kernel's values for the strip's threads; null: not made yet */
    map group;                       /* loads and stores made for all threads of the strip at once: arrays by thread */
    map part_group;                  /* those that are right under the part's assumed condition */
    LLVMValueRef store[16];          /* those that are made after the loop */
    unsigned stores;
} emission_accesses;

/* Register tiles. register_tile_steps.c writes what is made, register_tile_threads.c the values. clone.c and the
 * units that keep slots read them. */
typedef struct emission_tiles {
    map made;             /* of a tile's sums for the whole strip: the loop over threads omits it */
    LLVMValueRef *values; /* by slot of a tile: the strip's values in thread order; null: they are in the tile */
} emission_tiles;

enum { STRIP = 16 }; /* threads of a permuted access: neighbours, the first at a multiple of their number */

/* Permuted accesses. permuted_access_loop.c writes it while it makes a copy. uniform_hoist.c, thread_stride.c and
 * symbol.c read the slot, clone.c whether there is a strip. */
typedef struct emission_permuted {
    /* while threads are made whose loads and stores are shuffles: permuted_access.h */
    struct permuted_strip *strip;
    const fuse_slot *slot;   /* a uniform slot whose value is known in this copy: `slot_value`, or */
    LLVMValueRef slot_value; /* a multiple of a strip's threads if that is null */
} emission_permuted;

/* Deferred atomics of the region. atomic_reduction.c writes it; atomic_table.c reads it, and clone.c whether there
 * are any. */
typedef struct emission_deferred {
    struct atomic_reduction *reduction; /* in the program's order */
    unsigned reductions;
    map reduced; /* deferred atomics -> their atomic_reduction */
} emission_deferred;

#endif
