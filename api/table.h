/* The address ranges that a device owns: an ordered table that finds the range of any pointer. */
#ifndef LW_TABLE_H
#define LW_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "short_lock.h"

typedef enum lw_range_kind {
    LW_RANGE_NONE, /* returned for "in no range" */
    LW_RANGE_DEVICE,
    LW_RANGE_PINNED,
    LW_RANGE_REGISTERED, /* the program's own memory, pinned */
    LW_RANGE_SYMBOL,
    LW_RANGE_ADOPTED, /* other code's device memory */
    LW_RANGE_MAPPED,  /* physical memory that is mapped in reserved addresses */
    LW_RANGE_OPENED,  /* another process's memory */
    LW_RANGE_GRAPH    /* that a graph's node allocates */
} lw_range_kind;

typedef struct lw_range {
    uintptr_t base;
    size_t size; /* > 0 */
    lw_range_kind kind;
    bool pooled;                   /* stream-ordered memory */
    bool managed;                  /* an allocation or a variable that the host uses, too */
    bool closed;                   /* mapped memory that its device may not access */
    bool multicast;                /* of LW_RANGE_MAPPED: a multicast object, which is always closed */
    struct lw_graph_memory *graph; /* of LW_RANGE_GRAPH */
    const void *module;            /* of LW_RANGE_SYMBOL: whose variable it is */
    const void *owner;             /* the device handle that allocated it; null for symbols */
    struct lw_range *left, *right;
    uint32_t priority;
    atomic_bool released; /* with lw_table_release() */
} lw_range;

enum { LW_TABLE_FREED = 64 };

typedef struct lw_table {
    lw_short_lock lock;
    lw_range *root;
    lw_range *retiring; /* ranges removed from the tree; linked by `right` */
    lw_range *spare;    /* the memory of a freed range, for the next one; may be null */
    uint32_t seed;
    long count;
    struct lw_freed { /* the last freed ranges, for messages */
        uintptr_t base;
        size_t size;
        bool retiring;   /* not yet released, or its pool's: the addresses are not the host's */
        bool registered; /* of the program's memory, which is unregistered now */
    } freed[LW_TABLE_FREED];
    unsigned freed_next;
} lw_table;

void lw_table_initialize(lw_table *table);
void lw_table_destroy(lw_table *table); /* frees the ranges in it */

/* Inserts the range of a stream-ordered allocation. False: no memory for it. */
bool lw_table_insert_pooled(lw_table *table, uintptr_t base, size_t size, const void *owner);

/* Inserts and then owns `range`, of lw_allocate(), with base, size, kind and owner set. If the table
 * already has this symbol's range, frees `range` instead. */
void lw_table_insert(lw_table *table, lw_range *range);

/* Inserts `range` if it overlaps none, and returns LW_RANGE_NONE as the kind. Otherwise returns a copy of an
 * overlapping range, and the caller keeps `range`. */
lw_range lw_table_insert_disjoint(lw_table *table, lw_range *range);

/* A copy of a range that overlaps `range`, or one of kind LW_RANGE_NONE. */
lw_range lw_table_overlapping(lw_table *table, const lw_range *range);

/* Removes the variables of modules in these bytes: their library is unloaded. */
void lw_table_forget_symbols(lw_table *table, uintptr_t base, size_t size);

/* A copy of the range that `address` lies in, or one of kind LW_RANGE_NONE. */
lw_range lw_table_find(lw_table *table, uintptr_t address);

/* Sets whether the range that starts at `base` is closed. */
void lw_table_close(lw_table *table, uintptr_t base, bool closed);

/* Removes the range of `kind` that starts at `base`; null: there is none. Lookups no longer find it, and
 * lw_table_was_freed() returns it as retiring until lw_table_retired(). */
lw_range *lw_table_remove(lw_table *table, uintptr_t base, lw_range_kind kind);

/* Removes the next range of that owner, or with a null owner of any; null: no more. `*cursor` is 0 at the first call,
 * and then an address. */
lw_range *lw_table_remove_owned(lw_table *table, const void *owner, uintptr_t *cursor);

/* Ends a range's retirement; with the table's lock held. For pinned memory, hold the lock since before the release,
 * because the program may get the addresses again. `released`: frees the range, and lw_table_was_freed() remembers it;
 * else inserts it again. */
void lw_table_retired(lw_table *table, lw_range *range, bool released);

/* The same, which takes the lock. */
void lw_table_end_retirement(lw_table *table, lw_range *range, bool released);

/* The same without the lock, for memory that was released and is never the host's: lw_table_was_freed() and the next call that
 * changes the table see it. */
void lw_table_release(lw_range *range);

/* The retiring range with `address`, or else the last freed range with it; size 0: none. */
struct lw_freed lw_table_was_freed(lw_table *table, uintptr_t address);

#endif
