/* Operations of streams (grids, copies, sets), and happens-before among them.
 *
 * The order is that of the program's calls, not the order observed. An operation comes after all earlier ones of its
 * stream, after those that its stream waited for by events, and after those that the host had waited for when it asked
 * for the operation. An operation that a thread asked for also comes after its grid, and after all that its grid comes
 * after.
 */
#ifndef EMU_CHECK_OPERATION_H
#define EMU_CHECK_OPERATION_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <lanewise/descriptor.h>

#include "check.h"

/* An emu_order is a set of operations: all up to a number, and for some streams more. Shared, and never changed. */
emu_order *emu_order_join(emu_order *a, emu_order *b); /* the union: a new one, or one more reference to a or b */
/* The order, and all operations of the stream up to this one. Takes the caller's reference. */
emu_order *emu_order_add(emu_order *order, uint32_t stream, uint32_t operation);
emu_order *emu_order_all(uint32_t operation); /* all operations up to this one, of all streams */
bool emu_order_contains(const emu_order *order, uint32_t stream, uint32_t operation);

typedef struct emu_operation {
    emu_order *order;        /* what it comes after, in other streams */
    uint32_t stream, parent; /* parent: the number of the grid whose thread asked for it; 0: the host did */
    emu_check_kind kind;
    bool tail; /* it waits for all other operations of its parent */
    /* Of a programmatic launch: the grid ahead of it, which a thread comes after when it has waited for it; 0: none. A graph's node
     * may have more of them. */
    uint32_t ahead, *more_ahead, more_count;
    uintptr_t by;            /* program counter of the call that asked for it; 0: unknown */
    const lw_kernel *kernel; /* of a grid; else null */
    lw_dim3 grid, block;
} emu_operation;

bool emu_operations_open(void);
void emu_operations_close(void);
const emu_operation *emu_operation_of(uint32_t number);
/* Whether all that `earlier` did happens before `later`. False if they are the same: this does not order accesses
 * within an operation. */
bool emu_operation_follows(uint32_t later, uint32_t earlier);

/* Whether `earlier` is ahead of `later`, and so comes before a thread of `later` only when it has waited. */
bool emu_operation_is_ahead(uint32_t later, uint32_t earlier);

/* ---- with the lock held ---- */
extern pthread_mutex_t emu_operations_lock;
uint32_t emu_operation_add(const emu_operation *operation); /* its number */
uint32_t emu_operation_latest(void);
void emu_operation_order_after(uint32_t number, emu_order *order);
/* The host function `number` has ended; the host had then waited for `order`. */
void emu_gate_add(uint32_t number, emu_order *order);
void emu_gates_forget(void);

/* ---- stream.c ---- */
void emu_streams_close(void);
/* A thread of the grid accesses a word of pinned memory, by which it and the host may wait for each other. */
void emu_check_host_word(uint32_t number, bool reads, bool writes);

#endif
