/* What streams hold, and which of it comes after which: happens-before among operations (grids, copies, sets).
 *
 * The order is that of the program's calls, not of what happened to run when: an operation knows of all before it in its
 * stream, of what its stream has waited for by events, and of what the host had waited for when it asked for it. One that
 * a thread asked for knows what its grid knows, and of the grid itself.
 */
#ifndef EMU_CHECK_OPERATION_H
#define EMU_CHECK_OPERATION_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <lanewise/descriptor.h>

#include "check.h"

/* An emu_order is a set of operations, shared and never changed: all up to a number, and of some streams more. */
emu_order *emu_order_join(emu_order *a, emu_order *b); /* a new one, or one more reference to either */
/* The order and all up to an operation of a stream. Takes the reference. */
emu_order *emu_order_add(emu_order *order, uint32_t stream, uint32_t operation);
emu_order *emu_order_all(uint32_t operation); /* all up to this one, of whatever stream */
bool emu_order_holds(const emu_order *order, uint32_t stream, uint32_t operation);

typedef struct emu_operation {
    emu_order *order;        /* what it knows of beside its own stream */
    uint32_t stream, parent; /* parent: the grid whose thread asked for it; 0: the host did */
    emu_check_kind kind;
    bool tail;               /* it waits for all else of its parent's */
    uintptr_t by;            /* where the program asked for it, in code; 0: not known */
    const lw_kernel *kernel; /* of a grid, whose shape is: */
    lw_dim3 grid, block;
} emu_operation;

bool emu_operations_open(void);
void emu_operations_close(void);
const emu_operation *emu_operation_of(uint32_t number);
/* Whether all that `earlier` did is known to `later`. Of an operation's own inside this says nothing: false. */
bool emu_operation_knows(uint32_t later, uint32_t earlier);

/* ---- with the lock held ---- */
extern pthread_mutex_t emu_operations_lock;
uint32_t emu_operation_add(const emu_operation *operation); /* its number */
uint32_t emu_operation_latest(void);
void emu_operation_learns(uint32_t number, emu_order *order);
/* The host function has ended, when the host had waited for these. */
void emu_gate_add(uint32_t number, emu_order *order);
void emu_gates_forget(void);

/* ---- stream.c ---- */
void emu_streams_close(void);
/* A thread of the grid touches a word that the host may wait for, or write to let it go on. */
void emu_check_host_word(uint32_t number, bool reads, bool writes);

#endif
