/* Checked mode: what the machine and the backend tell the checker, and what it asks.
 *
 * Threads of checked copies call access.c before every load and store. One worker runs them all, so what the threads touch
 * here needs no locks; host threads come with what they do to device memory, under a lock of their own.
 */
#ifndef EMU_CHECK_H
#define EMU_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lanewise/descriptor.h>

#include "../machine/emu.h"
#include "../device/heap.h"

/* Whether the process checks; set while a device with the checked engine is open. */
extern bool emu_checking;

/* ---- the device ---- */
/* Device memory is to lie in base .. end - 1. LW_ERROR_OUT_OF_MEMORY where there is no memory, or address space, for
 * what is noted of it; LW_ERROR_INVALID_VALUE where LANEWISE_CHECK cannot be read. Then `message` says what. */
lw_status emu_check_open(uintptr_t base, uintptr_t end, char *message, size_t size);
void emu_check_close(void); /* reports what is left to report */
/* For the engine `compare`: findings alone are opened, nothing is watched. Later ones: */
lw_status emu_check_open_reports(const emu_options *options, char *message, size_t size);
void emu_check_engines_differ(const lw_kernel *kernel, const char *sentence, const char *details);
void emu_check_not_compared(void); /* for lack of memory */
void emu_check_close_reports(void);
/* A call that no right program makes, in a sentence, of the memory at `pointer` or null. */
void emu_check_misused(const char *sentence, const void *pointer, uintptr_t by, bool perhaps);

/* ---- device memory, by host threads ---- */
/* `by`: where in code, or 0. */
void emu_check_allocated(const void *pointer, size_t bytes, uintptr_t by);
void emu_check_freed(const void *pointer, uintptr_t by);
/* Memory of the host's that threads may reach from now on, and no longer. */
void emu_check_pinned(const void *pointer, size_t bytes, uintptr_t by);
void emu_check_unpinned(const void *pointer);
/* The heap of malloc() in kernels, by threads; and by the host once no kernel runs: its memory is gone. */
void *emu_check_heap_allocate(size_t size, size_t alignment, uintptr_t by);
emu_heap_place emu_check_heap_free(void *pointer, uintptr_t by);
void emu_check_heap_closed(void);
/* Room behind an allocation in which none begins. */
size_t emu_check_room(size_t bytes);

/* ---- streams, by host threads and by threads for what they launch (stream.c) ---- */
typedef enum emu_check_kind { EMU_CHECK_GRID, EMU_CHECK_COPY, EMU_CHECK_SET, EMU_CHECK_OTHER } emu_check_kind;
typedef struct emu_check_stream emu_check_stream; /* null is one of which nothing is known: it races with nobody */
typedef struct emu_order emu_order;               /* null: nothing */
emu_check_stream *emu_check_stream_open(void);
void emu_check_stream_renew(emu_check_stream *stream); /* what comes into it is not ordered with what was in it */
void emu_check_stream_close(emu_check_stream *stream);
/* The number of what is put into the stream. `parent`: that of the grid whose thread asks for it, 0 for the host, who asks
 * at `by`; `tail`: it waits for all else of its parent's. `grid` is null for all but grids. */
unsigned emu_check_enqueue(emu_check_stream *stream, emu_check_kind kind, unsigned parent, bool tail,
                           const emu_grid *grid, uintptr_t by);
/* All that is in the stream so far, for an event's record; a reference. */
emu_order *emu_check_stream_order(const emu_check_stream *stream);
emu_order *emu_check_all_order(void); /* all that is in any stream */
emu_order *emu_order_share(emu_order *order);
void emu_order_drop(emu_order *order);
void emu_check_stream_waits(emu_check_stream *stream, emu_order *order); /* what follows in it */
void emu_check_host_waited(emu_order *order);                            /* it is over, and the host knows */
void emu_check_host_meets(unsigned operation);  /* it runs as a part of that one's stream: a host function */
void emu_check_host_leaves(unsigned operation); /* ... which ends */

/* ---- copies and sets (transfer.c), by the thread that has the worker, before the bytes are moved ---- */
/* The operation's number; a set has no source. */
void emu_check_transfer(unsigned operation, const void *to, const void *from, size_t bytes);
/* All of its source has still to be moved: whether anybody ever wrote it. */
void emu_check_transfer_begins(unsigned operation, const void *from, size_t pitch, size_t width, size_t height);

void emu_check_transfer_ends(void); /* after the bytes are moved */

/* ---- device memory in the hands of the host (guard.c); the first three in signal handlers ---- */
/* The thread, or the program's own code, met memory that is out of the host's reach: it is not any more, and the access
 * can be done again. False where the fault is another. `access`: 'r', 'w' or 0 for unknown. */
bool emu_check_thread_fault(uintptr_t address);
bool emu_check_host_fault(uintptr_t address, uintptr_t pc, int access);
/* Another thread goes on in this handler, which the system enters with no rights to any memory that has a key. */
void emu_check_preempts(void);
/* From here on the thread may touch device memory, and from there on no more; these nest. */
void emu_guard_enter(void);
void emu_guard_leave(void);
/* Nothing is left in any stream: what was opened is out of reach again. */
void emu_check_device_idle(void);

/* ---- grids ---- */
void emu_check_grid_ended(const emu_grid *grid);   /* on an OS thread's own stack: reports what was found */
void emu_check_unchecked(const lw_kernel *kernel); /* which has no checked copy to launch */

/* ---- the machine's turns, of the blocks of a worker (worker->check is not null) ---- */
bool emu_check_make(emu_worker *worker); /* false: no memory */
void emu_check_free(emu_worker *worker);
void emu_check_prepare(emu_worker *worker); /* before a run of blocks */
void emu_check_block_begins(emu_worker *worker);
void emu_check_barrier(emu_worker *worker);                                  /* of the whole block */
void emu_check_join_warp(emu_worker *worker, unsigned warp, unsigned lanes); /* __syncwarp */
void emu_check_join(emu_worker *worker, const unsigned *lanes); /* of some warps: a bit a lane, a word a warp */
void emu_check_join_blocks(emu_worker *const *workers, unsigned count, bool whole_grid); /* a cluster, or the grid */

/* A lane of the warp that reads, by its number, another which takes no part in the shuffle. */
typedef struct emu_astray {
    unsigned lane, from, mask;
} emu_astray;
void emu_check_astray(emu_worker *worker, unsigned warp, const emu_astray *read);

enum { EMU_SCOPE_BLOCK, EMU_SCOPE_DEVICE, EMU_SCOPE_SYSTEM };
void emu_check_fence(emu_worker *worker, unsigned scope);
/* What a thread does by way of a word of memory: lets those know who acquire it what it has done; and the other side. */
void emu_check_release(emu_worker *worker, const void *word, unsigned scope);
void emu_check_acquire(emu_worker *worker, const void *word, unsigned scope);

/* ---- asynchronous copies (copies.c) ---- */
/* How they are waited for: by batches of cp.async, or of bulk copies to global memory; or by a barrier that counts
 * bytes. */
typedef enum emu_copy_class { EMU_COPY_BATCHED, EMU_COPY_BULK, EMU_COPY_COUNTED } emu_copy_class;
/* The calling thread begins one, of so many bytes read and written. */
void emu_check_copy_begins(emu_worker *worker, emu_copy_class class, unsigned batch, const void *to, size_t written,
                           const void *from, size_t read, uintptr_t pc);
/* The calling thread has waited for its batches before number `batches`; `read_only`: for their sources alone. */
void emu_check_copies_waited(emu_worker *worker, emu_copy_class class, unsigned batches, bool read_only);
/* Those of the thread's have arrived at the barrier: the one to `to`, or with null all in batches of cp.async. */
void emu_check_copies_arrive(emu_worker *worker, unsigned thread, const void *to, const void *barrier);
void emu_check_copies_end(emu_worker *worker); /* with their block */

#endif
