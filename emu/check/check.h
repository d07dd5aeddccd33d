/* Checked mode: what the machine and the backend report to the checker, and what they ask of it.
 *
 * Threads of checked copies call access.c before every load and store. One worker runs all threads, so data that only
 * threads use needs no lock. Host threads report what they do to device memory; the data that they use has a lock.
 */
#ifndef EMU_CHECK_H
#define EMU_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lanewise/descriptor.h>

#include "../machine/emu.h"
#include "../device/heap.h"

/* Whether checked mode is on; set while a device with the checked engine is open. */
extern bool emu_checking;

/* ---- the device ---- */
/* Device memory will lie in base .. end - 1, the devices' one after another. LW_ERROR_OUT_OF_MEMORY: no memory or address space for the shadow cells.
 * LW_ERROR_INVALID_VALUE: LANEWISE_CHECK cannot be read. `message` gets a sentence about the error. */
lw_status emu_check_open(uintptr_t base, uintptr_t end, unsigned devices, char *message, size_t size);
/* The backend sets it: whether kernels of a device may access an allocation of another, the owner. */
extern bool (*emu_check_may_reach)(unsigned device, unsigned owner, const void *allocation);
/* Set once there is memory that another device may access, and its own device may not: then accesses of the own device are asked for, too. */
extern atomic_bool emu_check_withheld;
/* Likewise: whether kernels may use memory of malloc() and variables of the host, which is not checked. */
extern bool emu_check_pageable;
void emu_check_close(void); /* reports the remaining findings */
/* For the engine `compare`: opens the findings alone; no access is checked. */
lw_status emu_check_open_reports(const emu_options *options, char *message, size_t size);
/* The engines left different memory after a launch of `kernel`: `sentence` and more lines of `details`. */
void emu_check_engines_differ(const lw_kernel *kernel, const char *sentence, const char *details);
void emu_check_not_compared(void); /* a launch was not compared, for lack of memory */
void emu_check_close_reports(void);
/* Reports a call that no correct program makes, in a sentence. `pointer`: the memory that it is about, or null.
 * `perhaps`: as a warning. */
void emu_check_api_misuse(const char *sentence, const void *pointer, uintptr_t by, bool perhaps);

/* ---- device memory, by host threads ---- */
/* `by`: the program counter of the host's call, or 0. */
void emu_check_allocated(const void *pointer, size_t bytes, uintptr_t by);
void emu_check_freed(const void *pointer, uintptr_t by);
/* The same of memory that has other addresses too, or that other processes have: all of it counts as written. */
void emu_check_mapped(const void *pointer, size_t bytes, uintptr_t by);
/* The allocation's pages were moved: other processes can have the memory from now on. */
void emu_check_shared(const void *pointer);
/* The same in the order of a stream. The memory is there from the operation `number` on: an access that nothing orders
 * after it is a race. */
void emu_check_allocated_by(unsigned number, const void *pointer, size_t bytes, uintptr_t by);
/* The operation `number` frees it: races with each access that is not ordered before. By the OS thread that has the
 * worker. */
void emu_check_ordered_free(unsigned number, const void *pointer);
/* The memory is gone; it was freed before, or its free never ran. */
void emu_check_released(const void *pointer);
/* Host memory that threads may access, from the first call to the second. */
void emu_check_pinned(const void *pointer, size_t bytes, uintptr_t by);
void emu_check_unpinned(const void *pointer);
/* The heap of malloc() in kernels. Threads allocate and free. The host closes the heap once no kernel runs: its memory
 * is gone. */
void *emu_check_heap_allocate(size_t size, size_t alignment, uintptr_t by);
emu_heap_place emu_check_heap_free(void *pointer, uintptr_t by);
void emu_check_heap_closed(unsigned device);
/* Bytes of the red zone after an allocation: no other allocation begins there. */
size_t emu_check_red_zone(size_t bytes);

/* ---- streams, by host threads and by threads for what they launch (stream.c) ---- */
typedef enum emu_check_kind {
    EMU_CHECK_GRID,
    EMU_CHECK_COPY,
    EMU_CHECK_SET,
    EMU_CHECK_WORK,
    EMU_CHECK_ALLOCATE,
    EMU_CHECK_FREE,
    EMU_CHECK_OTHER
} emu_check_kind;
typedef struct emu_check_stream emu_check_stream; /* null: nothing is known of the stream, so it races with nothing */
typedef struct emu_order emu_order;               /* a set of operations (operation.h); null: the empty set */
emu_check_stream *emu_check_stream_open(void);
void emu_check_stream_renew(emu_check_stream *stream); /* later operations in it are not ordered after earlier ones */
void emu_check_stream_close(emu_check_stream *stream);
/* Puts an operation into the stream and returns its number. `parent`: the number of the grid whose thread asks for it;
 * 0: the host asks for it, at the program counter `by`. `tail`: it waits for all other operations of its parent.
 * `grid`: null except for grids. */
unsigned emu_check_enqueue(emu_check_stream *stream, emu_check_kind kind, unsigned parent, bool tail,
                           const emu_grid *grid, uintptr_t by);
/* The grid of operation `number`, which comes after the grid of `ahead`, may begin before that one has ended: its threads come after
 * that when they have waited for it. Called before the grid runs, once for each such `ahead`. */
void emu_check_begins_early(unsigned number, unsigned ahead);
bool emu_check_order_has(const emu_order *order, unsigned operation);
/* All operations in the stream so far, for an event's record; the caller owns a reference. */
emu_order *emu_check_stream_order(const emu_check_stream *stream);
emu_order *emu_check_all_order(void); /* all operations in all streams */
emu_order *emu_order_share(emu_order *order);
void emu_order_drop(emu_order *order);
/* Later operations in the stream come after `order`. */
void emu_check_stream_waits(emu_check_stream *stream, emu_order *order);
void emu_check_host_waited(emu_order *order); /* the operations have ended, and the host has waited for them */
/* A host function begins to run, as this operation of its stream; and ends. */
void emu_check_host_function_begins(unsigned operation);
void emu_check_host_function_ends(unsigned operation);
/* The operation, which waited for a value in memory, ends: later ones in its stream come after `order`. */
void emu_check_value_seen(unsigned operation, emu_order *order);

/* ---- copies and sets (transfer.c), by the OS thread that has the worker ---- */
/* Before a piece of the copy or set is moved. `from`: null for a set. */
void emu_check_transfer(unsigned operation, const void *to, const void *from, size_t bytes);
/* Before the first piece is moved: reports the copy if no byte was ever written, neither of the source nor of
 * the rest of its allocation. */
void emu_check_transfer_begins(unsigned operation, const void *from, size_t pitch, size_t width, size_t height);

void emu_check_transfer_ends(void); /* after the piece is moved */

/* ---- device memory that the host may not access (guard.c); the first three run in signal handlers ---- */
/* A thread, or the program's own code, accessed device memory that was closed to it. True: the memory is open now, and
 * the access can be repeated. False: the fault has another cause. `access`: 'r', 'w', or 0 for unknown. */
bool emu_check_thread_fault(uintptr_t address);
bool emu_check_host_fault(uintptr_t address, uintptr_t pc, int access);
/* Closes whole pages of managed memory to the host, once until they are opened. An access of the host is reported, and opens
 * them. True: they were closed. */
void emu_check_managed_close(const void *pointer, size_t bytes);
bool emu_check_managed_open(const void *pointer);
/* A signal handler is about to run another fiber. The system enters handlers without rights to memory that has a
 * protection key; this gives them back. */
void emu_check_preempts(void);
/* Between enter and leave the OS thread may access device memory. Calls nest. */
void emu_guard_enter(void);
void emu_guard_leave(void);
/* All streams are empty: closes the memory that was opened. */
void emu_check_device_idle(void);

/* ---- variables of several devices (region.c) ---- */
/* The shadow cells of an instance of variables that is not in its place. */
typedef struct emu_check_cells emu_check_cells;
emu_check_cells *emu_check_cells_make(const struct lw_symbol *symbols,
                                      const struct lw_symbol *end); /* null: no memory */
void emu_check_cells_free(emu_check_cells *cells);
/* The instance in place leaves it, with its cells in `leaves`; the one that has its cells in `comes` takes its place. */
void emu_check_cells_exchange(const struct lw_symbol *symbols, const struct lw_symbol *end, emu_check_cells *leaves,
                              emu_check_cells *comes);

/* ---- grids ---- */
void emu_check_grid_ended(const emu_grid *grid);   /* reports findings; on an OS thread's own stack */
void emu_check_unchecked(const lw_kernel *kernel); /* the kernel has no checked copy to launch */

/* ---- events of the machine, for the blocks of a worker (worker->check is not null) ---- */
bool emu_check_make(emu_worker *worker); /* false: no memory */
void emu_check_free(emu_worker *worker);
void emu_check_prepare(emu_worker *worker); /* before a run of blocks */
void emu_check_block_begins(emu_worker *worker);
void emu_check_blocks_mixed(emu_worker *worker); /* other blocks have run beside the worker's */
void emu_check_block_waits(emu_worker *worker);  /* the block only spins, and another one begins beside it */
void emu_check_barrier(emu_worker *worker);      /* __syncthreads */
void emu_check_join_warp(emu_worker *worker, unsigned warp, unsigned lanes); /* __syncwarp */
void emu_check_join(emu_worker *worker, const unsigned *lanes); /* several warps: a bit per lane, a word per warp */
/* A barrier of a cluster, or of the grid. */
void emu_check_join_blocks(emu_worker *const *workers, unsigned count, bool whole_grid);

/* A shuffle in which `lane` reads the lane `from` by its number, but `from` takes no part in it. `mask`: the shuffle's
 * mask. */
typedef struct emu_inactive_source {
    unsigned lane, from, mask;
} emu_inactive_source;
/* A barrier of the block's warps `first` to `first` + `warps` - 1 is complete; threads may have ended without it. */
void emu_check_ended(emu_worker *worker, unsigned first, unsigned warps, const struct emu_site *site);
void emu_check_inactive_source(emu_worker *worker, unsigned warp, const emu_inactive_source *read);

enum { EMU_SCOPE_BLOCK, EMU_SCOPE_DEVICE, EMU_SCOPE_SYSTEM };
void emu_check_fence(emu_worker *worker, unsigned scope);
/* Synchronisation through a word of memory. A release publishes what the calling thread has done; a later acquire of
 * the same word orders it before what the acquiring thread does next. */
void emu_check_release(emu_worker *worker, const void *word, unsigned scope);
void emu_check_acquire(emu_worker *worker, const void *word, unsigned scope);

/* ---- asynchronous copies (copies.c) ---- */
/* What waits for a copy: a wait for batches of cp.async; a wait for batches of bulk copies to global memory; a barrier
 * that counts bytes. */
typedef enum emu_copy_class { EMU_COPY_BATCHED, EMU_COPY_BULK, EMU_COPY_COUNTED } emu_copy_class;
/* The calling thread begins a copy. `written`, `read`: bytes. */
void emu_check_copy_begins(emu_worker *worker, emu_copy_class class, unsigned batch, const void *to, size_t written,
                           const void *from, size_t read, uintptr_t pc);
/* The calling thread has waited for its batches with numbers below `batches`. `read_only`: only for the reads of the
 * sources. */
void emu_check_copies_waited(emu_worker *worker, emu_copy_class class, unsigned batches, bool read_only);
/* Copies of the thread have arrived at the barrier: the one to `to`; or, if `to` is null, all in batches of
 * cp.async. */
void emu_check_copies_arrive(emu_worker *worker, unsigned thread, const void *to, const void *barrier);
void emu_check_copies_end(emu_worker *worker); /* at the block's end */

/* ---- reads through caches that do not see the kernel's own writes (read_only.c) ---- */
typedef enum emu_cached { EMU_CACHED_LDG, EMU_CACHED_TEXTURE, EMU_CACHED_SURFACE } emu_cached;
/* Before a thread reads or writes memory of a texture or surface, at the place `pc` in code. False: it must not. */
bool emu_check_cached_read(const void *memory, size_t bytes, emu_cached how, uintptr_t pc);
bool emu_check_surface_write(void *memory, size_t bytes, uintptr_t pc);

/* ---- multicast addresses (atomics.c) ---- */
typedef enum emu_multimem_use { EMU_MULTIMEM_READS, EMU_MULTIMEM_WRITES, EMU_MULTIMEM_REDUCES } emu_multimem_use;
/* Before a thread accesses a device's copy of an element, at its address `known`. False: it must not. */
bool emu_check_multimem(uintptr_t known, unsigned size, emu_multimem_use use, unsigned scope, uintptr_t pc);

#endif
