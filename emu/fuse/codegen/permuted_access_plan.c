/* Which loads and stores of a region are made for a whole strip of threads at once, and whether that is legal.
 *
 * Loads of a strip are staged before its threads run, stores after: a thread must not load what it has stored. The
 * loaded range lies between elements that threads of the strip access, so it can be read. A staged store writes
 * whole vectors, and keeps the elements to which no thread stores. Nobody else writes there meanwhile: the memory is
 * the block's, and its strips run one after the other. So no two of the strip's stores, executed or not, may be to
 * one element.
 *
 * Invariant after: every memory access, except to the launch's arguments and slots, is in the plan. */
#include "permuted_access.h"

#include <llvm-c/Target.h>
#include <stdlib.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/memory.h"
#include "constant_ranges.h"
#include "launch_arguments.h"
#include "thread_stride.h"
#include "reaching_store.h"

static LLVMValueRef root_of(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

static bool is_shared_call(LLVMValueRef value)
{
    fuse_call call = LLVMIsAInstruction(value) ? fuse_call_of(value, NULL) : FUSE_OTHER;
    return call == FUSE_SHARED || call == FUSE_DYNAMIC_SHARED;
}

/* Whether the pointer points into the block's shared memory; also through slots that hold nothing else. */
static bool is_shared_memory(const fuse_kernel *kernel, LLVMValueRef pointer)
{
    LLVMValueRef root = root_of(pointer);
    if (is_shared_call(root))
        return true;
    if (!LLVMIsALoadInst(root))
        return false;
    for (int s = 0; s < kernel->slots; s++) {
        LLVMValueRef alloca = kernel->slot[s].alloca;
        if (alloca != LLVMGetOperand(root, 0) || kernel->slot[s].memory)
            continue;
        bool all = true;
        for (LLVMUseRef use = LLVMGetFirstUse(alloca); use && all; use = LLVMGetNextUse(use))
            if (LLVMIsAStoreInst(LLVMGetUser(use)))
                all = is_shared_call(LLVMGetOperand(LLVMGetUser(use), 0));
        return all;
    }
    return false;
}

static bool may_go(emission *e, int from, int to)
{
    const fuse_block *block = &e->kernel->block[from];
    LLVMValueRef known =
        block->to_count == 2 && LLVMIsABranchInst(block->end) ? emission_known(e, LLVMGetOperand(block->end, 0)) : NULL;
    return !known || fuse_block_number(e->kernel, LLVMGetSuccessor(block->end, !LLVMConstIntGetZExtValue(known))) == to;
}

/* By block: 1, some threads may run it; 2, all do. False: threads run loops. */
static bool find_run(emission *e, char *runs)
{
    const fuse_kernel *kernel = e->kernel;
    int start = kernel->region[e->region], at = start;
    runs[start] = 1;
    for (int k = 0; k < kernel->blocks; k++) { /* in order, so predecessors come first */
        int i = kernel->ordered[k];
        for (int s = 0; runs[i] && s < kernel->block[i].to_count; s++) {
            int to = kernel->block[i].to[s];
            if (!e->contains[to] || kernel->block[to].start || !may_go(e, i, to))
                continue;
            if (kernel->block[to].order <= kernel->block[i].order)
                return false;
            runs[to] = 1;
        }
    }
    while (at != FUSE_NONE) {
        int next = FUSE_NONE, count = 0;
        runs[at] = 2;
        for (int s = 0; s < kernel->block[at].to_count; s++)
            if (may_go(e, at, kernel->block[at].to[s])) {
                next = kernel->block[at].to[s];
                count++;
            }
        at = count == 1 && e->contains[next] && !kernel->block[next].start ? next : FUSE_NONE;
    }
    return true;
}

static bool is_element(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ||
           (kind == LLVMIntegerTypeKind && (LLVMGetIntTypeWidth(type) == 32 || LLVMGetIntTypeWidth(type) == 64));
}

/* Whether threads' values are not a start plus a known number times x, for any uniform values. A vectoriser sees
 * that form without a strip, too. */
static bool is_permuted(emission *e, LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value) || !fuse_is_divergent(e->kernel, value))
        return false;
    LLVMValueRef stored = LLVMIsALoadInst(value) ? emission_stored_value(e, value) : NULL;
    if (stored)
        return is_permuted(e, stored);
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMCall: return false;
    case LLVMMul:
    case LLVMShl:
        if (!LLVMIsAConstantInt(LLVMGetOperand(value, 1)))
            return true; /* fall through */
    case LLVMAdd:
    case LLVMSub:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMGetElementPtr:
        for (int i = 0; i < LLVMGetNumOperands(value); i++)
            if (is_permuted(e, LLVMGetOperand(value, (unsigned)i)))
                return true;
        return false;
    default: return true;
    }
}

/* Null: it is unknown, or it has a factor. */
static const stride *stride_at(permuted_strip *plan, LLVMValueRef address)
{
    const stride *known = stride_of(&plan->strides, address);
    return known && !known->factor ? known : NULL;
}

/* Adds the access; false: its threads' addresses are unknown. */
static bool add(permuted_strip *plan, LLVMValueRef at, bool always)
{
    emission *e = plan->strides.e;
    bool store = LLVMIsAStoreInst(at) != NULL;
    LLVMValueRef address = LLVMGetOperand(at, store);
    if (!fuse_is_simple_access(at) || plan->accesses == MOST_ACCESSES)
        return false;
    access *made = &plan->access[plan->accesses++];
    *made = (access){.instruction = at,
                     .address = address,
                     .stride = stride_at(plan, address),
                     .store = store,
                     .always = always,
                     .type = LLVMTypeOf(store ? LLVMGetOperand(at, 0) : at)};
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(e->kernel->module);
    made->size = (unsigned)LLVMABISizeOfType(layout, made->type);
    if (!made->stride)
        plan->unknown = is_shared_memory(e->kernel, address) && is_permuted(e, address);
    if (!made->stride || (store && !fuse_is_divergent(e->kernel, address)))
        return false;
    bool row = true, one = true;
    for (int i = 0; i < STRIP; i++) {
        int64_t distance = made->stride->offset[i] - made->stride->offset[0];
        row = row && distance == (int64_t)i * made->size;
        one = one && distance == 0;
    }
    made->kind = row || (one && !store) ? DIRECT : STAGED;
    return made->kind == DIRECT || is_element(made->type);
}

static bool find_accesses(permuted_strip *plan, const char *runs)
{
    emission *e = plan->strides.e;
    const fuse_kernel *kernel = e->kernel;
    for (int k = 0; k < kernel->blocks; k++) {
        int i = kernel->ordered[k];
        for (LLVMValueRef at = runs[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            bool store = LLVMIsAStoreInst(at) != NULL;
            if (LLVMIsACallInst(at) ? !fuse_touches_no_memory(at)
                                    : LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at) || LLVMIsAFenceInst(at))
                return false;
            if (!store && !LLVMIsALoadInst(at))
                continue;
            LLVMValueRef pointer = LLVMGetOperand(at, store);
            if (LLVMIsAAllocaInst(root_of(pointer)) || (!store && emission_is_argument(e, pointer)))
                continue;
            if (!add(plan, at, runs[i] == 2))
                return false;
        }
    }
    return plan->accesses > 0;
}

/* The number of a staged access's group; plan->groups if none has its base and type. */
static int find_group(permuted_strip *plan, const access *of)
{
    int g = 0;
    while (g < plan->groups && (plan->group[g].base != of->stride->base || plan->group[g].type != of->type))
        g++;
    return g;
}

/* If the group is in the block's memory, its vectors are aligned to the shared part of the address: then no partial
 * vector is left. */
static void align_group(permuted_strip *plan, const access *at)
{
    access_group *group = &plan->group[at->group];
    const stride *base = stride_at(plan, root_of(at->address));
    int64_t vector = (int64_t)STRIP * group->size;
    if (group->least > 0 && base && base->offset[0] == 0 && is_shared_memory(plan->strides.e->kernel, at->address) &&
        symbol_is_above(&plan->strides.symbols, at->stride->base, base->base) &&
        group->least % vector % group->size == 0)
        group->least -= group->least % vector;
}

static bool make_groups(permuted_strip *plan)
{
    for (int round = 0; round < 2; round++) /* those that set the range first */
        for (int a = 0; a < plan->accesses; a++) {
            access *at = &plan->access[a];
            if (at->kind != STAGED || at->always != !round)
                continue;
            at->group = find_group(plan, at);
            access_group *group = &plan->group[at->group];
            if (at->group == plan->groups) {
                if (!at->always)
                    return false;
                plan->groups++;
                *group = (access_group){.base = at->stride->base,
                                        .type = at->type,
                                        .size = at->size,
                                        .least = at->stride->offset[0],
                                        .most = at->stride->offset[0]};
            }
            for (int i = 0; i < STRIP; i++) {
                int64_t low = at->stride->offset[i];
                if (!at->always && (low < group->least || low > group->most))
                    return false;
                group->least = low < group->least ? low : group->least;
                group->most = low > group->most ? low : group->most;
            }
        }
    for (int a = 0; a < plan->accesses; a++)
        if (plan->access[a].kind == STAGED)
            align_group(plan, &plan->access[a]);
    for (int g = 0; g < plan->groups; g++) {
        access_group *group = &plan->group[g];
        uint64_t bytes = (uint64_t)(group->most - group->least);
        if (bytes / group->size >= (uint64_t)MOST_WIDE * STRIP)
            return false;
        group->elements = (unsigned)(bytes / group->size) + 1;
        for (int a = 0; a < plan->accesses; a++)
            for (int i = 0; i < STRIP && plan->access[a].kind == STAGED && plan->access[a].group == g; i++)
                if ((plan->access[a].stride->offset[i] - group->least) % group->size != 0)
                    return false;
    }
    return true;
}

/* Whether no thread's element of one access is its element of the other. */
static bool are_disjoint(const permuted_strip *plan, const access *a, const access *b)
{
    bool same = a->stride->base == b->stride->base;
    int64_t far = same ? 0 : symbol_distance(plan->strides.e, &plan->strides.symbols, a->stride->base, b->stride->base);
    for (int i = 0; i < STRIP; i++) {
        int64_t distance = a->stride->offset[i] - b->stride->offset[i];
        int64_t between = (distance < 0 ? -distance : distance), size = distance < 0 ? a->size : b->size;
        if (same ? between < size : between + (int64_t)a->size > far || between + (int64_t)b->size > far)
            return false;
    }
    return true;
}

/* Whether no two threads, or stores, use the same element of the group. */
static bool are_distinct(const permuted_strip *plan, int group)
{
    bool taken[MOST_WIDE * STRIP] = {false};
    for (int a = 0; a < plan->accesses; a++)
        for (int i = 0; plan->access[a].store && plan->access[a].group == group && i < STRIP; i++) {
            int64_t at = (plan->access[a].stride->offset[i] - plan->group[group].least) / plan->group[group].size;
            if (taken[at])
                return false;
            taken[at] = true;
        }
    return true;
}

/* Whether the groups have no element in common. */
static bool groups_are_disjoint(const permuted_strip *plan, const access_group *a, const access_group *b)
{
    int64_t far = symbol_distance(plan->strides.e, &plan->strides.symbols, a->base, b->base);
    return far && a->least >= 0 && b->least >= 0 && a->most + a->size <= far && b->most + b->size <= far;
}

/* Whether loads may be done first, and stores last. */
static bool may_move(const permuted_strip *plan)
{
    bool staged = false; /* true: all stores are staged */
    for (int a = 0; a < plan->accesses; a++)
        staged = staged || (plan->access[a].store && plan->access[a].kind == STAGED);
    for (int a = 0; a < plan->accesses; a++) {
        const access *at = &plan->access[a];
        if (at->store && staged) {
            if (at->kind != STAGED || !is_shared_memory(plan->strides.e->kernel, at->address) ||
                !are_distinct(plan, at->group))
                return false;
            for (int other = 0; other < a; other++)
                if (plan->access[other].store && plan->access[other].group != at->group &&
                    !groups_are_disjoint(plan, &plan->group[at->group], &plan->group[plan->access[other].group]))
                    return false;
        }
        for (int before = 0; before < a && !at->store; before++)
            if (plan->access[before].store && (at->kind == STAGED || staged) &&
                !are_disjoint(plan, at, &plan->access[before]))
                return false;
    }
    return true;
}

/* A store of neighbours that only some threads execute, to an element that every thread loads, becomes a store by
 * all: of the new or the old value. */
static void permuted_access_choices(permuted_strip *plan)
{
    for (int a = 0; a < plan->accesses; a++) {
        access *at = &plan->access[a];
        if (at->kind != DIRECT || !at->store || at->always || !is_element(at->type))
            continue;
        for (int l = 0; l < plan->accesses; l++) {
            access *load = &plan->access[l];
            if (load->store || !load->always || load->type != at->type || load->stride->base != at->stride->base ||
                load->stride->offset[0] != at->stride->offset[0] || load->stride->offset[1] != at->stride->offset[1])
                continue;
            load->kind = at->kind = STAGED;
        }
    }
}

/* Whether the access is a stride, which a vectoriser handles itself. */
static bool is_plain(const access *at)
{
    int64_t stride = at->stride->offset[1] - at->stride->offset[0];
    for (int i = 2; i < STRIP; i++)
        if (at->stride->offset[i] - at->stride->offset[i - 1] != stride)
            return false;
    return true;
}

bool permuted_access_plan(permuted_strip *plan, emission *e)
{
    char *runs = fuse_allocate((size_t)e->kernel->blocks, sizeof *runs);
    *plan = (permuted_strip){.strides = {.e = e, .threads = STRIP, .in_x = true}};
    bool good = find_run(e, runs) && find_accesses(plan, runs), gains = e->permuted.slot != NULL;
    free(runs);
    for (int a = 0; good && a < plan->accesses; a++)
        gains = gains || !is_plain(&plan->access[a]);
    if (!good || !gains)
        return false;
    permuted_strip direct = *plan;
    permuted_access_choices(plan);
    if (make_groups(plan) && may_move(plan))
        return true;
    direct.strides = plan->strides;
    *plan = direct;
    return make_groups(plan) && may_move(plan);
}
