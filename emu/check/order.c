/* Sets of operations, as vector clocks over streams. */
#include <stdlib.h>
#include <string.h>

#include "../host/allocate.h"
#include "inside.h"

typedef struct entry {
    uint32_t stream, operation; /* all operations of the stream up to this one */
} entry;

struct emu_order {
    unsigned references, count;
    uint32_t floor;  /* all operations up to this one */
    entry entries[]; /* sorted by stream; each above the floor */
};

emu_order *emu_order_share(emu_order *order)
{
    if (order)
        __atomic_add_fetch(&order->references, 1, __ATOMIC_RELAXED);
    return order;
}

void emu_order_drop(emu_order *order)
{
    if (order && __atomic_sub_fetch(&order->references, 1, __ATOMIC_ACQ_REL) == 0)
        free(order);
}

static emu_order *make(unsigned room, uint32_t floor)
{
    emu_order *order = emu_allocate(sizeof *order + room * sizeof order->entries[0]);
    if (order)
        *order = (emu_order){.references = 1, .floor = floor};
    else
        emu_check_record_lost(false);
    return order;
}

/* The index of the first entry of this stream or a later one. */
static unsigned position(const emu_order *order, uint32_t stream)
{
    unsigned low = 0, high = order->count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (order->entries[middle].stream < stream)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool emu_order_contains(const emu_order *order, uint32_t stream, uint32_t operation)
{
    if (!order)
        return operation == 0;
    if (operation <= order->floor)
        return true;
    unsigned at = position(order, stream);
    return at < order->count && order->entries[at].stream == stream && order->entries[at].operation >= operation;
}

static bool covers(const emu_order *a, const emu_order *b)
{
    bool all = a->floor >= b->floor;
    for (unsigned i = 0; all && i < b->count; i++)
        all = emu_order_contains(a, b->entries[i].stream, b->entries[i].operation);
    return all;
}

static void append(emu_order *order, entry one)
{
    if (one.operation > order->floor)
        order->entries[order->count++] = one;
}

/* Without memory it returns the set of all operations: then a race may be missed, but none is reported falsely. */
emu_order *emu_order_join(emu_order *a, emu_order *b)
{
    if (!b || a == b)
        return emu_order_share(a);
    if (!a || covers(b, a))
        return emu_order_share(b);
    if (covers(a, b))
        return emu_order_share(a);
    emu_order *both = make(a->count + b->count, a->floor > b->floor ? a->floor : b->floor);
    unsigned i = 0, j = 0;
    while (both && (i < a->count || j < b->count)) {
        bool first = j == b->count || (i < a->count && a->entries[i].stream <= b->entries[j].stream);
        bool same = i < a->count && j < b->count && a->entries[i].stream == b->entries[j].stream;
        entry one = first ? a->entries[i] : b->entries[j];
        if (same && b->entries[j].operation > one.operation)
            one = b->entries[j];
        append(both, one);
        i += first;
        j += same || !first;
    }
    return both ? both : emu_order_all(UINT32_MAX);
}

emu_order *emu_order_all(uint32_t operation)
{
    static emu_order everything = {.references = 1, .floor = UINT32_MAX}; /* its own reference keeps it forever */
    emu_order *order = operation == UINT32_MAX ? 0 : make(0, operation);
    return order ? order : emu_order_share(&everything);
}

emu_order *emu_order_add(emu_order *order, uint32_t stream, uint32_t operation)
{
    if (emu_order_contains(order, stream, operation))
        return order;
    emu_order *one = make(1, 0);
    if (!one) {
        emu_order_drop(order);
        return emu_order_all(UINT32_MAX);
    }
    one->count = 1;
    one->entries[0] = (entry){stream, operation};
    emu_order *both = emu_order_join(order, one);
    emu_order_drop(one);
    emu_order_drop(order);
    return both;
}
