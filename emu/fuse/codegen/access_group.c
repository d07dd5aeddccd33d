/* Loads of a strip's threads from addresses that are one base plus a constant for each thread. What lies there is
 * read once, as a vector; which part of it each thread gets is known at compile time. So `a[threadIdx.y][k]` is a
 * scalar for a row, and `tile[threadIdx.x / 4 * 4 + i]` a shuffle, where a vectoriser would gather.
 *
 * Such a load is made before the threads' loop. So each thread whose address is read must execute it
 * (must_execute.c), and nothing before it may write memory. */
#include "access_group.h"

#include <stdlib.h>
#include <string.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "emission.h"
#include "must_execute.h"
#include "strip.h"
#include "thread_stride.h"

enum { MOST_SPAN = 256, WHOLE_VECTOR = 64, STRUCTURE = 16, MOST_LOADS = 512, FEW = 4, FEW_OF_SOME = 8, MOST_ROWS = 16 };

typedef struct group_load {
    LLVMValueRef load;
    const stride *at;
    int64_t low, high; /* bytes from the base: the first one, and the end */
    unsigned size;     /* of a thread's element */
    bool some;         /* not all threads execute it: the others use the address of one that does */
    bool done;
} group_load;

static const stride *of_some(emission *e, const stride *at, const bool *executes)
{
    stride *made = stride_copy(e->accesses.strides, at);
    unsigned one = 0;
    while (!executes[one])
        one++;
    for (unsigned t = 0; t < e->strips->width; t++)
        made->offset[t] = at->offset[executes[t] ? t : one];
    return made;
}

/* `executes`: by thread, whether it executes the load; one does at least. Null: all do. */
static bool consider(emission *e, LLVMValueRef load, const bool *executes, group_load *found)
{
    LLVMValueRef pointer = LLVMGetOperand(load, 0), from = pointer;
    while (LLVMIsAGetElementPtrInst(from))
        from = LLVMGetOperand(from, 0);
    unsigned size = emission_simple_size(e, LLVMTypeOf(load));
    *found = (group_load){.load = load, .low = INT64_MAX, .high = INT64_MIN, .size = size};
    if (!fuse_is_simple_access(load) || LLVMIsAAllocaInst(from) || !fuse_is_divergent(e->kernel, load) ||
        !fuse_is_divergent(e->kernel, pointer) || (size & (size - 1)) || !size)
        return false;
    const stride *at = emission_strip_stride(e, pointer);
    if (!at)
        return false;
    found->some = executes && !at->factor;
    found->at = at = found->some ? of_some(e, at, executes) : at;
    bool neighbours = true;
    for (unsigned t = 0; t < e->strips->width; t++) {
        int64_t offset = at->offset[t];
        found->low = offset < found->low ? offset : found->low;
        found->high = offset + size > found->high ? offset + size : found->high;
        neighbours = neighbours && offset == at->offset[0] + (int64_t)t * size;
    }
    if (at->factor)
        return !executes;
    for (unsigned t = 0; t < e->strips->width; t++)
        if ((at->offset[t] - found->low) % size != 0)
            return false;
    return !neighbours || e->strips->rows > 1; /* the vectoriser finds neighbours within one row */
}

static int collect(emission *e, group_load *found)
{
    const fuse_kernel *kernel = e->kernel;
    bool *executes = emission_find_must_execute(e), written = false;
    int count = 0;
    for (int k = 0; k < kernel->blocks && !written; k++) {
        int i = kernel->ordered[k];
        const bool *own = executes + (size_t)i * MOST_STRIP;
        bool all = emission_all_execute(e, executes, i), any = memchr(own, true, e->strips->width);
        LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL;
        for (; at && !written; at = LLVMGetNextInstruction(at)) {
            written = fuse_may_write(at);
            if (!any || !LLVMIsALoadInst(at) || map_get(&e->tiles.made, at) || count == MOST_LOADS ||
                map_get(&e->accesses.group, at))
                continue;
            count += consider(e, at, all ? NULL : own, &found[count]);
        }
    }
    free(executes);
    return count;
}

static LLVMValueRef address(emission *e, LLVMValueRef base, int64_t offset)
{
    LLVMValueRef by = emission_number(e, e->i64, (uint64_t)offset);
    return LLVMBuildGEP2(e->builder, e->i8, base, &by, 1, "");
}

static void keep(emission *e, LLVMValueRef load, LLVMValueRef vector, const unsigned *part)
{
    LLVMValueRef number[MOST_STRIP], array;
    unsigned width = e->strips->width;
    for (unsigned t = 0; t < width; t++)
        number[t] = emission_number(e, e->i32, part[t]);
    LLVMValueRef all = LLVMBuildShuffleVector(e->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)),
                                              LLVMConstVector(number, width), "");
    array = emission_in_entry_alloca(e, LLVMArrayType2(LLVMTypeOf(load), width), 64);
    LLVMSetAlignment(LLVMBuildStore(e->builder, all, array), 64);
    map_put(e->part.assumed ? &e->accesses.part_group : &e->accesses.group, load, array);
}

/* The threads have few addresses among them, such as one for each row. If only some threads read, others have often
 * stored there one by one just before. A wide load would wait until all these stores have reached the cache, so LLVM
 * must not make one of the narrow ones. */
static bool load_few(emission *e, group_load *of)
{
    int64_t place[MOST_STRIP];
    unsigned count = 0, part[MOST_STRIP], most = of->some ? FEW_OF_SOME : e->strips->rows > FEW ? e->strips->rows : FEW;
    for (unsigned t = 0; t < e->strips->width; t++) {
        unsigned p = 0;
        while (p < count && place[p] != of->at->offset[t])
            p++;
        if (p == most)
            return false;
        place[p] = of->at->offset[t];
        count = p == count ? count + 1 : count;
        part[t] = p;
    }
    LLVMTypeRef type = LLVMTypeOf(of->load);
    LLVMValueRef vector = LLVMGetPoison(LLVMVectorType(type, most)), base = emission_strip_base(e, of->at);
    for (unsigned p = 0; p < count; p++) {
        LLVMValueRef value = LLVMBuildLoad2(e->builder, type, address(e, base, place[p]), "");
        LLVMSetAlignment(value, LLVMGetAlignment(of->load));
        LLVMSetVolatile(value, of->some);
        vector = LLVMBuildInsertElement(e->builder, vector, value, emission_number(e, e->i32, p), "");
    }
    keep(e, of->load, vector, part);
    of->done = true;
    return true;
}

/* ---- rows: threads at some distances that are known at run time ---- */
typedef struct row {
    int64_t times, low, high;
} row;

static unsigned find_row(const row *rows, unsigned count, int64_t times)
{
    unsigned r = 0;
    while (r < count && rows[r].times != times)
        r++;
    return r;
}

static bool of_same_rows(const emission *e, const group_load *a, const group_load *b)
{
    bool same = !b->done && a->at->base == b->at->base && a->at->factor == b->at->factor && a->size == b->size &&
                LLVMTypeOf(a->load) == LLVMTypeOf(b->load);
    for (unsigned t = 0; t < e->strips->width && same; t++)
        same = a->at->times[t] == b->at->times[t];
    return same;
}

/* Each row is a vector, as long as the longest one. No thread reads elements beyond its row's own end, so they are
 * not read either. */
static void load_rows(emission *e, group_load *first, group_load *end)
{
    row rows[MOST_ROWS];
    unsigned count = 0, width = e->strips->width, length = 1, size = first->size, part[MOST_STRIP];
    for (group_load *w = first; w < end; w++)
        for (unsigned t = 0; t < width && of_same_rows(e, first, w); t++) {
            int64_t offset = w->at->offset[t];
            unsigned r = find_row(rows, count, w->at->times[t]);
            if (r == MOST_ROWS || (r < count && (offset - rows[r].low) % size != 0))
                return;
            if (r == count)
                rows[count++] = (row){w->at->times[t], offset, offset + size};
            rows[r].low = offset < rows[r].low ? offset : rows[r].low;
            rows[r].high = offset + size > rows[r].high ? offset + size : rows[r].high;
        }
    for (unsigned r = 0; r < count; r++) {
        if (rows[r].high - rows[r].low > WHOLE_VECTOR || rows[r].high - rows[r].low < STRUCTURE)
            return;
        while (length * size < rows[r].high - rows[r].low)
            length *= 2;
    }
    LLVMTypeRef type = LLVMTypeOf(first->load);
    LLVMValueRef vector[MOST_ROWS], number[WHOLE_VECTOR];
    LLVMValueRef whole = emission_strip_base(e, first->at), factor = emission_strip_factor(e, first->at);
    for (unsigned r = 0; r < count; r++) {
        unsigned own = (unsigned)(rows[r].high - rows[r].low) / size;
        LLVMValueRef far = LLVMBuildMul(e->builder, factor, emission_number(e, e->i64, (uint64_t)rows[r].times), "");
        LLVMValueRef base = LLVMBuildGEP2(e->builder, e->i8, whole, &far, 1, "");
        vector[r] = LLVMBuildLoad2(e->builder, LLVMVectorType(type, own), address(e, base, rows[r].low), "");
        LLVMSetAlignment(vector[r], size);
        for (unsigned i = 0; i < length; i++)
            number[i] = i < own ? emission_number(e, e->i32, i) : LLVMGetPoison(e->i32);
        vector[r] = LLVMBuildShuffleVector(e->builder, vector[r], LLVMGetPoison(LLVMTypeOf(vector[r])),
                                           LLVMConstVector(number, length), "");
    }
    LLVMValueRef all = emission_join(e, vector, count);
    group_load pattern = *first;
    for (group_load *w = first; w < end; w++) {
        if (!of_same_rows(e, &pattern, w))
            continue;
        for (unsigned t = 0; t < width; t++) {
            unsigned r = find_row(rows, count, w->at->times[t]);
            part[t] = r * length + (unsigned)(w->at->offset[t] - rows[r].low) / size;
        }
        keep(e, w->load, all, part);
        w->done = true;
    }
}

/* Loads of one base whose addresses lie close together. A gap in the vector is less than a page, and threads read on
 * both sides of it. */
static void load_together(emission *e, group_load *first, group_load *end)
{
    int64_t low = first->low, high = first->high, limit = high - low + STRUCTURE;
    unsigned part[MOST_STRIP], size = first->size;
    limit = limit < WHOLE_VECTOR ? WHOLE_VECTOR : limit;
    for (bool changed = true; changed;) {
        changed = false;
        for (group_load *w = first; w < end; w++) {
            int64_t least = w->low < low ? w->low : low, most = w->high > high ? w->high : high;
            if (w->done || w->at->factor || w->at->base != first->at->base ||
                LLVMTypeOf(w->load) != LLVMTypeOf(first->load) || (w->low - low) % size != 0 || most - least > limit ||
                (least == low && most == high))
                continue;
            low = least;
            high = most;
            changed = true;
        }
    }
    if (high - low > MOST_SPAN)
        return;
    LLVMTypeRef vector = LLVMVectorType(LLVMTypeOf(first->load), (unsigned)((high - low) / size));
    LLVMValueRef value = LLVMBuildLoad2(e->builder, vector, address(e, emission_strip_base(e, first->at), low), "");
    LLVMSetAlignment(value, size);
    for (group_load *w = first; w < end; w++) {
        if (w->done || w->at->factor || w->at->base != first->at->base ||
            LLVMTypeOf(w->load) != LLVMTypeOf(first->load) || (w->low - low) % size != 0 || w->low < low ||
            w->high > high)
            continue;
        for (unsigned t = 0; t < e->strips->width; t++)
            part[t] = (unsigned)((w->at->offset[t] - low) / size);
        keep(e, w->load, value, part);
        w->done = true;
    }
}

void emission_find_access_groups(emission *e)
{
    group_load *found = fuse_allocate(MOST_LOADS, sizeof *found);
    int count = collect(e, found);
    for (group_load *w = found; w < found + count; w++)
        if (w->done)
            continue;
        else if (w->some)
            load_few(e, w);
        else if (w->at->factor)
            load_rows(e, w, found + count);
        else if (w->high - w->low <= WHOLE_VECTOR || !load_few(e, w))
            load_together(e, w, found + count);
    free(found);
}

void emission_free_access_groups(emission *e)
{
    emission_free_strip_strides(e);
    map_free(&e->accesses.group);
}

LLVMValueRef emission_load_from_group(emission *e, LLVMValueRef load)
{
    LLVMValueRef array = map_get(&e->accesses.group, load);
    array = array ? array : map_get(&e->accesses.part_group, load);
    if (!array)
        return NULL;
    LLVMTypeRef type = LLVMTypeOf(load);
    LLVMValueRef from = LLVMBuildInBoundsGEP2(e->builder, type, array, &e->thread.number, 1, "");
    return emission_mark(e, LLVMBuildLoad2(e->builder, type, from, ""));
}
