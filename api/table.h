/* The ranges of addresses that a device owns: an ordered table, so that any pointer finds the range it lies in. */
#ifndef LW_TABLE_H
#define LW_TABLE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum lw_range_kind {
    LW_RANGE_NONE, /* of the answer "in no range" */
    LW_RANGE_DEVICE,
    LW_RANGE_PINNED,
    LW_RANGE_REGISTERED, /* the program's own memory, pinned */
    LW_RANGE_SYMBOL
} lw_range_kind;

typedef struct lw_range {
    uintptr_t base;
    size_t size; /* > 0 */
    lw_range_kind kind;
    const void *owner; /* the handle it was allocated through; null for symbols */
    struct lw_range *left, *right;
    uint32_t priority;
} lw_range;

enum { LW_TABLE_FREED = 64 };

typedef struct lw_table {
    pthread_mutex_t lock;
    lw_range *root;
    lw_range *leaving; /* out of the tree, and not yet given back; linked by `right` */
    uint32_t seed;
    long count;
    struct lw_freed { /* the latest to be freed, for messages */
        uintptr_t base;
        size_t size;
        bool leaving; /* about to be freed: nothing else is there yet */
    } freed[LW_TABLE_FREED];
    unsigned freed_next;
} lw_table;

void lw_table_initialize(lw_table *table);
void lw_table_destroy(lw_table *table); /* frees what is left in it */

/* Takes over `range`, made by lw_allocate() with base, size, kind and owner set. A symbol's range that is there already
 * is freed instead. */
void lw_table_insert(lw_table *table, lw_range *range);

/* The same where no range there has a byte of it, and answers one of kind LW_RANGE_NONE; else a copy of one that has, and
 * `range` stays the caller's. */
lw_range lw_table_insert_apart(lw_table *table, lw_range *range);

/* A copy of the range that `address` lies in, or one of kind LW_RANGE_NONE. */
lw_range lw_table_find(lw_table *table, uintptr_t address);

/* Takes out the range of `kind` that starts at `base`; null where there is none. No lookup finds it from then on, and
 * lw_table_was_freed() says that it is leaving, until lw_table_left(). */
lw_range *lw_table_remove(lw_table *table, uintptr_t base, lw_range_kind kind);

/* The same for the next range of that owner, or with a null owner of anyone; null when there is none left. `cursor` starts
 * at 0 and goes up through the addresses. */
lw_range *lw_table_remove_owned(lw_table *table, const void *owner, uintptr_t *cursor);

/* With the table's lock held; where the addresses may be the program's own next, since before the memory was given back.
 * `gone`: it has been given back, and lw_table_was_freed() remembers it; the range is freed. Else it is in the table again. */
void lw_table_left(lw_table *table, lw_range *range, bool gone);

/* The range that is leaving and holds `address`, or the latest of those that have left and held it; size 0 for none. */
struct lw_freed lw_table_was_freed(lw_table *table, uintptr_t address);

#endif
