/* A treap: a search tree by address and a heap by random priority, so it is balanced for every order of calls. */
#include "table.h"

#include <stdlib.h>

#include "backend.h"

void lw_table_initialize(lw_table *table)
{
    table->seed = 2463534242u;
}

static void free_tree(lw_range *range)
{
    if (!range)
        return;
    free_tree(range->left);
    free_tree(range->right);
    free(range);
}

void lw_table_destroy(lw_table *table)
{
    free_tree(table->root);
    for (lw_range *range = table->retiring, *next; range; range = next) {
        next = range->right;
        free(range);
    }
    free(table->spare);
}

static void free_range(lw_table *table, lw_range *range)
{
    if (table->spare)
        free(range);
    else
        table->spare = range;
}

static void remember(lw_table *table, const lw_range *range)
{
    struct lw_freed freed = {range->base, range->size, range->pooled, false};
    table->freed[table->freed_next++ % LW_TABLE_FREED] = freed;
}

/* Ends the retirement of ranges that were released without the lock. */
static void end_released(lw_table *table)
{
    for (lw_range **link = &table->retiring, *range; (range = *link);) {
        if (!atomic_load_explicit(&range->released, memory_order_acquire)) {
            link = &range->right;
            continue;
        }
        *link = range->right;
        remember(table, range);
        free_range(table, range);
    }
}

/* Splits the tree at `base`: ranges that start before it, and the rest. */
static void split(lw_range *tree, uintptr_t base, lw_range **before, lw_range **rest)
{
    while (tree) {
        if (tree->base < base) {
            *before = tree;
            before = &tree->right;
            tree = tree->right;
        } else {
            *rest = tree;
            rest = &tree->left;
            tree = tree->left;
        }
    }
    *before = *rest = NULL;
}

/* Joins two trees; all of `before` starts before all of `rest`. */
static lw_range *join(lw_range *before, lw_range *rest)
{
    lw_range *root = NULL, **link = &root;
    while (before && rest) {
        if (before->priority > rest->priority) {
            *link = before;
            link = &before->right;
            before = before->right;
        } else {
            *link = rest;
            link = &rest->left;
            rest = rest->left;
        }
    }
    *link = before ? before : rest;
    return root;
}

/* The link to the last range that starts at or before the address; null: none. */
static lw_range **last_before(lw_table *table, uintptr_t address)
{
    lw_range **found = NULL;
    for (lw_range **link = &table->root; *link;) {
        if ((*link)->base <= address) {
            found = link;
            link = &(*link)->right;
        } else {
            link = &(*link)->left;
        }
    }
    return found;
}

static lw_range *unlink_range(lw_table *table, lw_range **link)
{
    lw_range *range = *link;
    *link = join(range->left, range->right);
    range->left = range->right = NULL;
    table->count--;
    return range;
}

static void insert(lw_table *table, lw_range *range)
{
    end_released(table);
    table->seed ^= table->seed << 13;
    table->seed ^= table->seed >> 17;
    table->seed ^= table->seed << 5;
    range->priority = table->seed;
    lw_range **link = &table->root;
    while (*link && (*link)->priority >= range->priority)
        link = (*link)->base < range->base ? &(*link)->right : &(*link)->left;
    lw_range *below = *link;
    *link = range;
    split(below, range->base, &range->left, &range->right);
    table->count++;
}

/* The link to the first range that starts at or after the address; null: none. */
static lw_range **first_from(lw_table *table, uintptr_t address)
{
    lw_range **found = NULL;
    for (lw_range **link = &table->root; *link;) {
        if ((*link)->base >= address) {
            found = link;
            link = &(*link)->left;
        } else {
            link = &(*link)->right;
        }
    }
    return found;
}

/* The link to a range that overlaps this one; null: none. */
static lw_range **overlapping(lw_table *table, const lw_range *range)
{
    lw_range **before = last_before(table, range->base), **after = first_from(table, range->base);
    if (before && range->base - (*before)->base < (*before)->size)
        return before;
    return after && (*after)->base - range->base < range->size ? after : NULL;
}

/* Whether the table has this variable's range. Removes overlapping ranges of other variables: their library was
 * unloaded. */
static bool has_symbol(lw_table *table, const lw_range *range)
{
    for (lw_range **link; (link = overlapping(table, range)) && (*link)->kind == LW_RANGE_SYMBOL;) {
        if ((*link)->base == range->base && (*link)->size == range->size) {
            (*link)->module = range->module;
            return true;
        }
        free(unlink_range(table, link));
    }
    return false;
}

void lw_table_forget_symbols(lw_table *table, uintptr_t base, size_t size)
{
    uintptr_t next = 0;
    lw_short_lock_take(&table->lock);
    for (lw_range **link; (link = first_from(table, next));) {
        next = (*link)->base + 1;
        if ((*link)->kind == LW_RANGE_SYMBOL && (uintptr_t)(*link)->module - base < size)
            free(unlink_range(table, link));
    }
    lw_short_lock_give(&table->lock);
}

/* Writes the members one by one: clearing and copying a whole range costs a tenth of a call's own time. */
bool lw_table_insert_pooled(lw_table *table, uintptr_t base, size_t size, const void *owner)
{
    lw_short_lock_take(&table->lock);
    lw_range *range = table->spare;
    table->spare = NULL;
    if (__builtin_expect(!range, 0)) {
        lw_short_lock_give(&table->lock); /* the lock is not for calls of malloc() */
        range = lw_allocate(sizeof *range);
        if (!range)
            return false;
        lw_short_lock_take(&table->lock);
    }
    range->base = base;
    range->size = size;
    range->kind = LW_RANGE_DEVICE;
    range->pooled = true;
    range->managed = range->closed = range->multicast = false;
    range->graph = NULL;
    range->module = NULL;
    range->owner = owner;
    range->left = range->right = NULL;
    atomic_store_explicit(&range->released, false, memory_order_relaxed);
    insert(table, range);
    lw_short_lock_give(&table->lock);
    return true;
}

void lw_table_insert(lw_table *table, lw_range *range)
{
    lw_short_lock_take(&table->lock);
    if (range->kind == LW_RANGE_SYMBOL && has_symbol(table, range))
        free(range);
    else
        insert(table, range);
    lw_short_lock_give(&table->lock);
}

lw_range lw_table_find(lw_table *table, uintptr_t address)
{
    lw_range found = {.kind = LW_RANGE_NONE};
    lw_short_lock_take(&table->lock);
    lw_range **link = last_before(table, address);
    if (link && address - (*link)->base < (*link)->size)
        found = **link;
    lw_short_lock_give(&table->lock);
    return found;
}

void lw_table_close(lw_table *table, uintptr_t base, bool closed)
{
    lw_short_lock_take(&table->lock);
    lw_range **link = last_before(table, base);
    if (link && (*link)->base == base)
        (*link)->closed = closed;
    lw_short_lock_give(&table->lock);
}

/* Symbols do not retire, nor does memory that other code releases. */
static lw_range *begin_retiring(lw_table *table, lw_range **link)
{
    end_released(table);
    lw_range *range = unlink_range(table, link);
    if (range->kind == LW_RANGE_DEVICE || range->kind == LW_RANGE_PINNED || range->kind == LW_RANGE_REGISTERED ||
        range->kind == LW_RANGE_MAPPED || range->kind == LW_RANGE_OPENED) {
        range->right = table->retiring;
        table->retiring = range;
    }
    return range;
}

lw_range *lw_table_remove(lw_table *table, uintptr_t base, lw_range_kind kind)
{
    lw_range *range = NULL;
    lw_short_lock_take(&table->lock);
    lw_range **link = last_before(table, base);
    if (link && (*link)->base == base && (*link)->kind == kind)
        range = begin_retiring(table, link);
    lw_short_lock_give(&table->lock);
    return range;
}

lw_range lw_table_insert_disjoint(lw_table *table, lw_range *range)
{
    lw_range found = {.kind = LW_RANGE_NONE};
    lw_short_lock_take(&table->lock);
    lw_range **link = overlapping(table, range);
    if (link)
        found = **link;
    else
        insert(table, range);
    lw_short_lock_give(&table->lock);
    return found;
}

lw_range lw_table_overlapping(lw_table *table, const lw_range *range)
{
    lw_range found = {.kind = LW_RANGE_NONE};
    lw_short_lock_take(&table->lock);
    lw_range **link = overlapping(table, range);
    if (link)
        found = **link;
    lw_short_lock_give(&table->lock);
    return found;
}

lw_range *lw_table_remove_owned(lw_table *table, const void *owner, uintptr_t *cursor)
{
    lw_range *range = NULL;
    lw_short_lock_take(&table->lock);
    for (lw_range **link; !range && (link = first_from(table, *cursor));) {
        *cursor = (*link)->base + 1;
        if (!owner || (*link)->owner == owner)
            range = begin_retiring(table, link);
    }
    lw_short_lock_give(&table->lock);
    return range;
}

void lw_table_retired(lw_table *table, lw_range *range, bool released)
{
    lw_range **link = &table->retiring;
    while (*link && *link != range)
        link = &(*link)->right;
    bool given_back = *link && released && range->kind != LW_RANGE_REGISTERED; /* which stays the program's */
    if (*link)
        *link = range->right;
    range->left = range->right = NULL;
    if (given_back)
        remember(table, range);
    if (released)
        free_range(table, range);
    else
        insert(table, range);
}

void lw_table_end_retirement(lw_table *table, lw_range *range, bool released)
{
    lw_short_lock_take(&table->lock);
    lw_table_retired(table, range, released);
    lw_short_lock_give(&table->lock);
}

void lw_table_release(lw_range *range)
{
    atomic_store_explicit(&range->released, true, memory_order_release);
}

struct lw_freed lw_table_was_freed(lw_table *table, uintptr_t address)
{
    struct lw_freed found = {0};
    lw_short_lock_take(&table->lock);
    end_released(table);
    for (const lw_range *range = table->retiring; range && !found.size; range = range->right)
        if (address - range->base < range->size)
            found = (struct lw_freed){range->base, range->size, true, range->kind == LW_RANGE_REGISTERED};
    for (unsigned i = 1; i <= LW_TABLE_FREED && !found.size; i++) {
        struct lw_freed freed = table->freed[(table->freed_next - i) % LW_TABLE_FREED];
        if (address - freed.base < freed.size)
            found = freed;
    }
    lw_short_lock_give(&table->lock);
    return found;
}
