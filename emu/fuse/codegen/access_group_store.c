/* Stores of a strip's threads to addresses that are one base plus a constant for each thread. The values are kept
 * until all threads have stored, and then written as the vectors that they form. A vectoriser would scatter them.
 *
 * So every thread must execute such a store, and nothing after the first one may read or write other memory. No
 * thread may write, before the next barrier or collective, what another reads or writes. */
#include "access_group_store.h"

#include <stdlib.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "emission.h"
#include "must_execute.h"
#include "strip.h"
#include "thread_stride.h"

enum { MOST_STORES = 16, MOST_PLACES = MOST_STORES * MOST_STRIP, VECTOR_BYTES = 64, SHORTEST_RUN = 4 };

typedef struct place {
    int64_t offset;
    unsigned from; /* index among the values that all threads of the group's stores store */
} place;

static int by_offset(const void *a, const void *b)
{
    const place *one = a, *other = b;
    return (one->offset > other->offset) - (one->offset < other->offset);
}

static bool is_memory(LLVMValueRef at)
{
    if (LLVMIsALoadInst(at))
        return !LLVMIsAAllocaInst(LLVMGetOperand(at, 0));
    return fuse_may_write(at);
}

static const stride *address_of(emission *e, LLVMValueRef store)
{
    return emission_strip_stride(e, LLVMGetOperand(store, 1));
}

/* Collects the group: all accesses to memory from the region's first such store on, which must be stores of this
 * kind. */
static unsigned collect(emission *e, const bool *executes, LLVMValueRef *stores)
{
    unsigned count = 0;
    for (int k = 0; k < e->kernel->blocks; k++) {
        int i = e->kernel->ordered[k];
        bool certain = emission_all_execute(e, executes, i);
        LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL;
        for (; at; at = LLVMGetNextInstruction(at)) {
            if (!is_memory(at))
                continue;
            bool store = LLVMIsAStoreInst(at) && certain && fuse_is_simple_access(at) && count < MOST_STORES;
            unsigned size = store ? emission_simple_size(e, LLVMTypeOf(LLVMGetOperand(at, 0))) : 0;
            bool fits = size && !(size & (size - 1)) && fuse_is_divergent(e->kernel, LLVMGetOperand(at, 1)) &&
                        emission_strip_stride(e, LLVMGetOperand(at, 1)) && !address_of(e, at)->factor;
            if (fits)
                stores[count++] = at;
            else if (count || (!LLVMIsALoadInst(at) && !LLVMIsAStoreInst(at)))
                return 0;
        }
    }
    return count;
}

/* Sorts the group's addresses. Returns how many there are, or 0: some are equal, or too far apart. */
static unsigned sort(emission *e, const LLVMValueRef *stores, unsigned count, unsigned size, place *sorted)
{
    unsigned width = e->strips->width, places = count * width, runs = 1;
    for (unsigned s = 0; s < count; s++)
        for (unsigned t = 0; t < width; t++)
            sorted[s * width + t] = (place){address_of(e, stores[s])->offset[t], s * width + t};
    qsort(sorted, places, sizeof *sorted, by_offset);
    for (unsigned i = 1; i < places; i++) {
        if (sorted[i].offset < sorted[i - 1].offset + (int64_t)size)
            return 0;
        runs += sorted[i].offset != sorted[i - 1].offset + (int64_t)size;
    }
    return places / runs >= SHORTEST_RUN ? places : 0;
}

static unsigned group_end(emission *e, const LLVMValueRef *stores, unsigned first, unsigned count)
{
    unsigned end = first + 1;
    while (end < count && address_of(e, stores[end])->base == address_of(e, stores[first])->base &&
           LLVMTypeOf(LLVMGetOperand(stores[end], 0)) == LLVMTypeOf(LLVMGetOperand(stores[first], 0)))
        end++;
    return end;
}

void emission_find_store_groups(emission *e)
{
    LLVMValueRef stores[MOST_STORES];
    place *sorted = fuse_allocate(MOST_PLACES, sizeof *sorted);
    bool *executes = emission_find_must_execute(e);
    unsigned count = e->parallel ? collect(e, executes, stores) : 0;
    for (unsigned first = 0, end; first < count; first = end) {
        end = group_end(e, stores, first, count);
        unsigned size = emission_simple_size(e, LLVMTypeOf(LLVMGetOperand(stores[first], 0)));
        if (!sort(e, stores + first, end - first, size, sorted))
            count = 0;
    }
    for (unsigned s = 0; s < count; s++) {
        LLVMTypeRef type = LLVMArrayType2(LLVMTypeOf(LLVMGetOperand(stores[s], 0)), e->strips->width);
        map_put(&e->accesses.group, stores[s], emission_in_entry_alloca(e, type, VECTOR_BYTES));
        e->accesses.store[s] = stores[s];
    }
    e->accesses.stores = count;
    free(executes);
    free(sorted);
}

LLVMValueRef emission_store_to_group(emission *e, LLVMValueRef store, LLVMValueRef value)
{
    LLVMValueRef array = map_get(&e->accesses.group, store);
    if (!array)
        return NULL;
    LLVMValueRef into = LLVMBuildInBoundsGEP2(e->builder, LLVMTypeOf(value), array, &e->thread.number, 1, "");
    return emission_mark(e, LLVMBuildStore(e->builder, value, into));
}

static LLVMValueRef all_values(emission *e, const LLVMValueRef *stores, unsigned count)
{
    LLVMValueRef part[MOST_STORES];
    for (unsigned s = 0; s < count; s++) {
        LLVMTypeRef vector = LLVMVectorType(LLVMTypeOf(LLVMGetOperand(stores[s], 0)), e->strips->width);
        part[s] = LLVMBuildLoad2(e->builder, vector, map_get(&e->accesses.group, stores[s]), "");
        LLVMSetAlignment(part[s], VECTOR_BYTES);
    }
    return emission_join(e, part, count);
}

static void put_group(emission *e, const LLVMValueRef *stores, unsigned count, place *sorted)
{
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(stores[0], 0));
    unsigned size = emission_simple_size(e, type), places = sort(e, stores, count, size, sorted);
    LLVMValueRef values = all_values(e, stores, count), number[VECTOR_BYTES];
    LLVMValueRef base = emission_strip_base(e, address_of(e, stores[0]));
    for (unsigned first = 0, length; first < places; first += length) {
        unsigned run = 1;
        while (first + run < places && run < VECTOR_BYTES / size &&
               sorted[first + run].offset == sorted[first].offset + (int64_t)(run * size))
            run++;
        for (length = 1; 2 * length <= run; length *= 2)
            continue;
        for (unsigned i = 0; i < length; i++)
            number[i] = emission_number(e, e->i32, sorted[first + i].from);
        LLVMValueRef vector = LLVMBuildShuffleVector(e->builder, values, LLVMGetPoison(LLVMTypeOf(values)),
                                                     LLVMConstVector(number, length), "");
        LLVMValueRef by = emission_number(e, e->i64, (uint64_t)sorted[first].offset);
        LLVMValueRef into = LLVMBuildGEP2(e->builder, e->i8, base, &by, 1, "");
        LLVMSetAlignment(LLVMBuildStore(e->builder, vector, into), size);
    }
}

void emission_flush_store_groups(emission *e)
{
    place *sorted = fuse_allocate(MOST_PLACES, sizeof *sorted);
    for (unsigned first = 0, end; first < e->accesses.stores; first = end) {
        end = group_end(e, e->accesses.store, first, e->accesses.stores);
        put_group(e, e->accesses.store + first, end - first, sorted);
    }
    free(sorted);
}
