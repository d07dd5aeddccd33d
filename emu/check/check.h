/* Checked mode: what the machine and the backend tell the checker, and what it asks.
 *
 * Lanes of checked copies call access.c before every load and store. One worker runs them all, so what the lanes touch
 * here needs no locks; host threads come with what they do to device memory, under a lock of their own.
 */
#ifndef EMU_CHECK_H
#define EMU_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lanewise/descriptor.h>

#include "../emu.h"

/* Whether the process checks; set while a device with the checked engine is open. */
extern bool emu_checking;

/* ---- the device ---- */
/* Device memory is to lie in base .. end - 1. False where there is no address space for what is noted of it, or where
 * LANEWISE_CHECK cannot be read: then `message` says what. */
bool emu_check_open(uintptr_t base, uintptr_t end, char *message, size_t size);
void emu_check_close(void); /* reports what is left to report */

/* ---- device memory, by host threads ---- */
/* `by`: where in code, or 0. */
void emu_check_allocated(const void *pointer, size_t bytes, uintptr_t by);
void emu_check_freed(const void *pointer, uintptr_t by);
void emu_check_host_wrote(const void *pointer, size_t bytes);
/* Room behind an allocation in which none begins. */
size_t emu_check_room(size_t bytes);

/* ---- grids ---- */
/* The grid's number, for what its lanes do. */
unsigned emu_check_grid(const emu_grid *grid);
void emu_check_grid_ended(const emu_grid *grid); /* on an OS thread's own stack: reports what was found */

/* ---- the machine's turns, of the blocks of a worker (worker->check is not null) ---- */
bool emu_check_make(emu_worker *worker); /* false: no memory */
void emu_check_free(emu_worker *worker);
void emu_check_prepare(emu_worker *worker); /* before a run of blocks */
void emu_check_block_begins(emu_worker *worker);
void emu_check_barrier(emu_worker *worker);                               /* of the whole block */
void emu_check_join_warp(emu_worker *worker, unsigned warp, unsigned lanes); /* __syncwarp */
void emu_check_join(emu_worker *worker, const unsigned *lanes);           /* of some warps: a bit a lane, a word a warp */
void emu_check_join_blocks(emu_worker *const *workers, unsigned count, bool whole_grid); /* a cluster, or the grid */

enum { EMU_SCOPE_BLOCK, EMU_SCOPE_DEVICE, EMU_SCOPE_SYSTEM };
void emu_check_fence(emu_worker *worker, unsigned scope);
/* What a lane does by way of a word of memory: lets those know who acquire it what it has done; and the other side. */
void emu_check_release(emu_worker *worker, const void *word, unsigned scope);
void emu_check_acquire(emu_worker *worker, const void *word, unsigned scope);
/* A copy that another engine makes in the lane's name. */
void emu_check_copied(emu_worker *worker, const void *to, size_t bytes);

#endif
