/* Counts of a kernel's accesses as a GPU's warps would make them, for the profile: requests, 32-byte sectors, bank conflicts.
 *
 * Checked copies call emu_count_access() before each load, store and atomic, in place of the checks. One worker runs all blocks.
 */
#ifndef EMU_COUNT_H
#define EMU_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../machine/emu.h"

typedef enum emu_counter {
    EMU_COUNT_GLOBAL_LOADS, /* requests: warp instructions */
    EMU_COUNT_GLOBAL_LOAD_SECTORS,
    EMU_COUNT_GLOBAL_LOAD_BYTES, /* that threads asked for */
    EMU_COUNT_GLOBAL_STORES,
    EMU_COUNT_GLOBAL_STORE_SECTORS,
    EMU_COUNT_GLOBAL_STORE_BYTES,
    EMU_COUNT_GLOBAL_ATOMICS,
    EMU_COUNT_GLOBAL_ATOMIC_SECTORS,
    EMU_COUNT_GLOBAL_ATOMIC_BYTES,
    EMU_COUNT_SHARED_LOADS,
    EMU_COUNT_SHARED_LOAD_WAVEFRONTS,
    EMU_COUNT_SHARED_LOAD_CONFLICTS, /* wavefronts beyond those without a conflict */
    EMU_COUNT_SHARED_STORES,
    EMU_COUNT_SHARED_STORE_WAVEFRONTS,
    EMU_COUNT_SHARED_STORE_CONFLICTS,
    EMU_COUNT_SHARED_ATOMICS,
    EMU_COUNT_ACCESSES,       /* all of these requests */
    EMU_COUNT_ACCESS_THREADS, /* their threads */
    EMU_COUNT_PARTIAL,        /* those that some threads of the warp did not take part in */
    EMU_COUNT_BASIC_BLOCKS,   /* of copies made with --profile: executed by a warp; by its threads */
    EMU_COUNT_BASIC_BLOCK_THREADS,
    EMU_COUNT_DIVERGENT_BRANCHES,
    EMU_COUNT_BARRIERS, /* of the block, by warps */
    EMU_COUNT_WARPS,
    EMU_COUNT_THREADS,
    EMU_COUNTERS
} emu_counter;

extern const char *const emu_counter_names[EMU_COUNTERS]; /* ncu's where it counts the same */

typedef struct emu_counts {
    uint64_t of[EMU_COUNTERS];
} emu_counts;

typedef enum emu_count_kind {
    EMU_COUNT_LOAD,
    EMU_COUNT_STORE,
    EMU_COUNT_ATOMIC,
    EMU_COUNT_BASIC_BLOCK /* no access: the lane has come to a basic block */
} emu_count_kind;

bool emu_count_make(emu_worker *worker); /* from now on it counts; false: no memory */
void emu_count_free(emu_worker *worker);

/* The calling thread is about to access memory, from this place in code. It may yield. */
void emu_count_access(emu_worker *worker, uintptr_t address, size_t size, emu_count_kind kind, uintptr_t pc);
void emu_count_block_begins(emu_worker *worker);
void emu_count_barrier(emu_worker *worker);                   /* the block's barrier is complete */
void emu_count_collective(emu_worker *worker, unsigned warp); /* lanes of the warp have met */
void emu_count_blocks_end(emu_worker *worker);                /* before the worker leaves the grid */

#endif
