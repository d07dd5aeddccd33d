/* Loads and stores of a promoted shared memory. Each store makes a new vector of the shared memory: it computes each
 * element in its place, for the thread that stores it. So nothing is moved except values that threads read from each
 * other. In other memory, threads' addresses must be neighbours. */
#include "shared_promotion.h"

#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/calls.h"
#include "../support/debug_lines.h"
#include "../support/memory.h"
#include "builtin_call.h"
#include "frame.h"
#include "must_execute.h"

/* ---- variables ---- */
/* 0: unknown. */
static uint64_t static_size(LLVMValueRef record)
{
    LLVMValueRef whole = LLVMIsAGlobalVariable(record) ? LLVMGetInitializer(record) : NULL;
    LLVMValueRef size = whole && !LLVMIsNull(whole) ? LLVMGetAggregateElement(whole, 2) : NULL; /* lw_shared_variable */
    return size && LLVMIsAConstantInt(size) ? LLVMConstIntGetZExtValue(size) : 0;
}

promoted_variable *promoted_find_variable(promotion *p, LLVMValueRef call)
{
    LLVMValueRef record = fuse_call_of(call, NULL) == FUSE_SHARED ? LLVMGetOperand(call, 0) : NULL;
    for (int i = 0; i < p->variables; i++)
        if (p->variable[i].record == record)
            return &p->variable[i];
    uint64_t bytes = record ? static_size(record) : 0;
    if ((record && !bytes) || p->variables == MOST_VARIABLES)
        return NULL;
    promoted_variable *made = &p->variable[p->variables++];
    *made = (promoted_variable){.record = record, .bytes = bytes};
    return made;
}

LLVMValueRef promoted_base(promotion *p, const promoted_variable *variable)
{
    return variable->record ? emission_shared(p->e, variable->record) : emission_get_field(p->e, DYNAMIC);
}

uint64_t promoted_dynamic_size(const promotion *p)
{
    uint64_t bytes = 0;
    for (int i = 0; i < p->variables; i++)
        for (unsigned v = 0; !p->variable[i].record && v < p->variable[i].vectors; v++)
            if (p->variable[i].now[v] || p->variable[i].before[v])
                bytes = (v + 1) * (uint64_t)STRIP * p->variable[i].size;
    return bytes;
}

bool promoted_use_as(promotion *p, promoted_variable *variable, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (variable->type)
        return variable->type == type;
    if (kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind &&
        (kind != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) < 8 || LLVMGetIntTypeWidth(type) > 64 ||
         (LLVMGetIntTypeWidth(type) & (LLVMGetIntTypeWidth(type) - 1))))
        return false;
    unsigned size = (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(p->e->kernel->module), type);
    if (!variable->record)
        variable->bytes = (uint64_t)MOST_VECTORS * STRIP * size;
    if (variable->bytes % (STRIP * size) != 0 || variable->bytes / (STRIP * size) > MOST_VECTORS)
        return false;
    variable->type = type;
    variable->size = size;
    variable->vectors = (unsigned)(variable->bytes / (STRIP * size));
    variable->now = fuse_allocate(variable->vectors, sizeof *variable->now);
    variable->before = fuse_allocate(variable->vectors, sizeof *variable->before);
    return true;
}

/* The address of a vector in the block's own memory. */
static LLVMValueRef in_memory(promotion *p, const promoted_variable *variable, unsigned vector)
{
    emission *e = p->e;
    LLVMValueRef base = promoted_base(p, variable);
    return emission_at_offset(e, base, emission_number(e, e->i64, (uint64_t)vector * STRIP * variable->size));
}

static LLVMValueRef vector_of(promotion *p, promoted_variable *variable, LLVMValueRef *vectors, unsigned number)
{
    if (vectors[number])
        return vectors[number];
    if (!variable->before[number]) {
        LLVMTypeRef type = LLVMVectorType(variable->type, STRIP);
        variable->before[number] = LLVMBuildLoad2(p->e->builder, type, in_memory(p, variable, number), "");
        LLVMSetAlignment(variable->before[number], 1);
    }
    return variable->before[number];
}

static LLVMValueRef shuffle(promotion *p, LLVMValueRef a, LLVMValueRef b, const int *from)
{
    emission *e = p->e;
    LLVMValueRef mask[STRIP];
    bool same = true;
    for (int i = 0; i < STRIP; i++) {
        mask[i] = from[i] < 0 ? LLVMGetPoison(e->i32) : emission_number(e, e->i32, (uint64_t)from[i]);
        same = same && (from[i] < 0 || from[i] == STRIP + i);
    }
    if (same)
        return b;
    p->made++;
    return LLVMBuildShuffleVector(e->builder, a, b, LLVMConstVector(mask, STRIP), "");
}

/* Completes half of an exchange, where nobody uses what the other threads get. The halves that different threads use
 * are then one permutation, which is made once. */
static void complete_exchange(int *from)
{
    for (int i = 0; i < STRIP; i++)
        if (from[i] >= 0 && from[from[i] - STRIP] >= 0)
            return;
    for (int i = 0; i < STRIP; i++)
        if (from[i] >= 0 && from[from[i] - STRIP] < 0)
            from[from[i] - STRIP] = STRIP + i;
}

LLVMValueRef promoted_gather(promotion *p, node *from, const int *element)
{
    LLVMTypeRef type = LLVMVectorType(from->type, STRIP);
    LLVMValueRef made = NULL;
    unsigned sources = 0, vectors = from->variable ? from->variable->vectors : p->threads / STRIP;
    for (unsigned v = 0; v < vectors; v++) {
        int mask[STRIP];
        bool any = false;
        for (int i = 0; i < STRIP; i++) {
            bool here = element[i] >= 0 && (unsigned)element[i] / STRIP == v;
            mask[i] = here ? STRIP + element[i] % STRIP : made ? i : -1;
            any = any || here;
        }
        if (!any)
            continue;
        p->reads = p->reads || (from->variable && from->vectors[v]);
        LLVMValueRef source = from->variable ? vector_of(p, from->variable, from->vectors, v) : from->vectors[v];
        if (!made)
            complete_exchange(mask);
        made = shuffle(p, made ? made : LLVMGetPoison(type), source, mask);
        p->failed = p->failed || ++sources > MOST_SOURCES;
    }
    return made ? made : LLVMGetPoison(type);
}

/* ---- accesses ---- */
static bool holds_for_all(LLVMValueRef mask)
{
    bool all = true;
    for (int i = 0; i < STRIP; i++)
        all = all && promoted_known(mask, i) == 1;
    return all;
}

static bool holds_for_none(LLVMValueRef mask)
{
    bool none = true;
    for (int i = 0; i < STRIP; i++)
        none = none && promoted_known(mask, i) == 0;
    return none;
}

/* Calls llvm.masked.load or store. */
static LLVMValueRef call_masked(promotion *p, const char *name, LLVMTypeRef type, LLVMValueRef *argument)
{
    LLVMTypeRef types[] = {type, p->e->pointer};
    LLVMValueRef callee =
        LLVMGetIntrinsicDeclaration(p->e->kernel->module, LLVMLookupIntrinsicID(name, strlen(name)), types, 2);
    return LLVMBuildCall2(p->e->builder, LLVMGlobalGetValueType(callee), callee, argument, 4, "");
}

/* The bytes from one number of the type to the next, in memory and in vectors alike. Sets p->failed if these
 * differ. */
static unsigned size_in_rows(promotion *p, LLVMTypeRef type)
{
    unsigned size = emission_simple_size(p->e, type);
    p->failed = p->failed || !size || (size & (size - 1));
    return size;
}

static node *load_outside(promotion *p, LLVMValueRef load, node *address, node *mask)
{
    emission *e = p->e;
    LLVMTypeRef type = LLVMTypeOf(load), vector = LLVMVectorType(type, STRIP);
    unsigned size = size_in_rows(p, type);
    node *made = promoted_node(p, BY_LANE, type, 0, NULL, NULL, NULL);
    made->vectors = fuse_allocate(p->threads / STRIP, sizeof *made->vectors);
    for (unsigned s = 0; s < p->threads / STRIP && !p->failed; s++) {
        const view *threads = promoted_strip(p, s);
        LLVMValueRef which = promoted_make(p, mask, threads);
        made->vectors[s] = LLVMGetPoison(vector);
        if (p->failed || holds_for_none(which))
            continue;
        bool one = false, all = holds_for_all(which);
        LLVMValueRef place = promoted_place(p, address, threads, size, &one);
        p->failed = p->failed || !place || (one && !all);
        if (p->failed)
            break;
        if (one) {
            LLVMValueRef scalar = LLVMBuildLoad2(e->builder, type, place, "");
            LLVMSetAlignment(scalar, LLVMGetAlignment(load));
            made->vectors[s] = promoted_splat(p, scalar);
        } else if (all) {
            made->vectors[s] = LLVMBuildLoad2(e->builder, vector, place, "");
            LLVMSetAlignment(made->vectors[s], LLVMGetAlignment(load));
        } else {
            LLVMValueRef argument[] = {place, emission_number(e, e->i32, LLVMGetAlignment(load)), which,
                                       LLVMGetPoison(vector)};
            made->vectors[s] = call_masked(p, "llvm.masked.load", vector, argument);
        }
        fuse_debug_line(e->kernel, e->lines, made->vectors[s], load);
        p->made++;
    }
    return made;
}

node *promoted_load(promotion *p, LLVMValueRef load, node *address, node *mask)
{
    node *root = promoted_root(address);
    if (root->kind != VARIABLE)
        return load_outside(p, load, address, mask);
    p->failed = p->failed || !promoted_use_as(p, root->variable, LLVMTypeOf(load));
    node *made = promoted_node(p, ELEMENTS, LLVMTypeOf(load), 2, address, mask, NULL);
    if (p->failed)
        return made;
    made->variable = root->variable;
    made->vectors = fuse_allocate(root->variable->vectors, sizeof *made->vectors);
    memcpy(made->vectors, root->variable->now, root->variable->vectors * sizeof *made->vectors);
    return made;
}

/* By element of the variable: the thread that stores it. False: unknown at compile time, or two threads may. */
static bool find_owners(promotion *p, const promoted_variable *variable, node *address, node *mask, int *owner)
{
    for (uint64_t i = 0; i < variable->bytes / variable->size; i++)
        owner[i] = -1;
    for (unsigned s = 0; s < p->threads / STRIP; s++) {
        const view *threads = promoted_strip(p, s);
        LLVMValueRef which = promoted_make(p, mask, threads);
        int64_t offset[STRIP];
        bool known = !p->failed && promoted_offsets(p, address, threads, offset);
        for (int i = 0, element; i < STRIP && !p->failed; i++) {
            if (promoted_known(which, i) == 0)
                continue;
            if (!known || !promoted_element(offset[i], variable, &element) || owner[element] >= 0)
                return false;
            owner[element] = threads->thread[i];
        }
    }
    return !p->failed;
}

/* The vector before stores that change only elements without an owner: a choice then falls back to values that
 * threads have loaded. */
static LLVMValueRef without_others(LLVMValueRef vector, const int *owner)
{
    for (int i = 0; i < STRIP && LLVMIsAShuffleVectorInst(vector); i++) {
        if (owner[i] >= 0 && LLVMGetMaskValue(vector, (unsigned)i) != i)
            return vector;
        if (i == STRIP - 1) {
            vector = LLVMGetOperand(vector, 0);
            i = -1;
        }
    }
    return vector;
}

static void store_inside(promotion *p, promoted_variable *variable, node *address, node *value, node *mask)
{
    int *owner = fuse_allocate((size_t)(variable->bytes / variable->size), sizeof *owner);
    p->failed = p->failed || !find_owners(p, variable, address, mask, owner);
    for (unsigned v = 0; v < variable->vectors && !p->failed; v++) {
        const view *threads = promoted_view(p, owner + v * STRIP);
        int from[STRIP], stored = 0;
        for (int i = 0; i < STRIP; i++) {
            from[i] = threads->thread[i] >= 0 ? STRIP + i : i;
            stored += threads->thread[i] >= 0;
        }
        if (stored == 0)
            continue;
        LLVMValueRef which = promoted_make(p, mask, threads), made = promoted_make(p, value, threads);
        if (!holds_for_all(which))
            made = promoted_choose(p, which, made,
                                   without_others(vector_of(p, variable, variable->now, v), threads->thread));
        if (stored < STRIP)
            made = shuffle(p, vector_of(p, variable, variable->now, v), made, from);
        variable->now[v] = made;
    }
    free(owner);
}

/* The only thread for which the mask holds; -1: there are several, or it is unknown. */
static int only_thread(LLVMValueRef mask)
{
    int found = -1;
    for (int i = 0; i < STRIP; i++) {
        if (promoted_known(mask, i) == 0)
            continue;
        if (found >= 0 || promoted_known(mask, i) < 0)
            return -1;
        found = i;
    }
    return found;
}

static void store_outside(promotion *p, LLVMValueRef store, node *address, node *value, node *mask)
{
    emission *e = p->e;
    LLVMTypeRef vector = LLVMVectorType(value->type, STRIP);
    unsigned size = size_in_rows(p, value->type);
    for (unsigned s = 0; s < p->threads / STRIP && !p->failed; s++) {
        const view *threads = promoted_strip(p, s);
        LLVMValueRef which = promoted_make(p, mask, threads);
        if (p->failed || holds_for_none(which))
            continue;
        bool one = false;
        LLVMValueRef place = promoted_place(p, address, threads, size, &one), made = promoted_make(p, value, threads);
        int only = only_thread(which);
        p->failed = p->failed || !place || (one && only < 0);
        if (p->failed)
            break;
        if (one) {
            made = LLVMBuildExtractElement(e->builder, made, emission_number(e, e->i32, (uint64_t)only), "");
            made = LLVMBuildStore(e->builder, made, place);
            LLVMSetAlignment(made, LLVMGetAlignment(store));
        } else if (holds_for_all(which)) {
            made = LLVMBuildStore(e->builder, made, place);
            LLVMSetAlignment(made, LLVMGetAlignment(store));
        } else {
            LLVMValueRef argument[] = {made, place, emission_number(e, e->i32, LLVMGetAlignment(store)), which};
            made = call_masked(p, "llvm.masked.store", vector, argument);
        }
        fuse_debug_line(e->kernel, e->lines, made, store);
        p->made++;
    }
}

void promoted_store(promotion *p, LLVMValueRef store, node *address, node *value, node *mask)
{
    node *root = promoted_root(address);
    if (root->kind != VARIABLE)
        store_outside(p, store, address, value, mask);
    else if (promoted_use_as(p, root->variable, value->type))
        store_inside(p, root->variable, address, value, mask);
    else
        p->failed = true;
}

void promoted_leave(promotion *p)
{
    for (int i = 0; i < p->variables; i++) {
        const promoted_variable *variable = &p->variable[i];
        for (unsigned v = 0; v < variable->vectors; v++)
            if (variable->now[v])
                LLVMSetAlignment(LLVMBuildStore(p->e->builder, variable->now[v], in_memory(p, variable, v)), 1);
    }
}
