/* What the sums of a register tile are made of: one expression for all of them, except for the addresses it reads.
 *
 * Invariant: nothing is changed; a plan is for all sums of the tile, or there is none. */
#include "register_tile.h"

#include <stdlib.h>
#include <string.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../analysis/sum_step.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "must_execute.h"
#include "strip.h"
#include "thread_stride.h"
#include "uniform_hoist.h"

enum { MOST_NODES = 512 };

unsigned tile_vector(const emission *e, unsigned size)
{
    static const unsigned bytes[] = {16, 32, 64};
    return bytes[e->kernel->level] / size;
}

/* ---- whether values are alike ---- */
static bool all_are(const tile_plan *plan, LLVMValueRef const *value, LLVMValueRef (*test)(LLVMValueRef))
{
    for (unsigned s = 0; s < plan->sums; s++)
        if (!test(value[s]))
            return false;
    return true;
}

static bool are_the_same(const tile_plan *plan, LLVMValueRef const *value)
{
    for (unsigned s = 1; s < plan->sums; s++)
        if (value[s] != value[0])
            return false;
    return true;
}

static bool are_alike(const tile_plan *plan, LLVMValueRef const *value)
{
    for (unsigned s = 1; s < plan->sums; s++)
        if (LLVMGetInstructionOpcode(value[s]) != LLVMGetInstructionOpcode(value[0]) ||
            LLVMTypeOf(value[s]) != LLVMTypeOf(value[0]) || fuse_sum_operands(value[s]) != fuse_sum_operands(value[0]))
            return false;
    return true;
}

/* ---- the plan ---- */
static int find(const tile_plan *plan, LLVMValueRef const *value)
{
    for (int n = plan->nodes - 1; n >= 0; n--)
        if (memcmp(plan->node[n].value, value, plan->sums * sizeof *value) == 0)
            return n;
    return FUSE_NONE;
}

static int add(tile_plan *plan, const tile_node *node)
{
    if (plan->nodes == MOST_NODES)
        return FUSE_NONE;
    plan->node[plan->nodes] = *node;
    return plan->nodes++;
}

/* Whether each sum begins with its own slot's value. */
static bool are_sums(const tile_plan *plan, LLVMValueRef const *load)
{
    for (unsigned s = 0; s < plan->sums; s++) {
        LLVMValueRef at = load[s];
        while (at && at != plan->store[s])
            at = LLVMGetNextInstruction(at);
        if (!at || LLVMGetOperand(load[s], 0) != LLVMGetOperand(plan->store[s], 1))
            return false;
    }
    return true;
}

static bool find_places(const tile_plan *plan, tile_node *node)
{
    for (unsigned s = 0; s < plan->sums; s++) {
        LLVMValueRef load = node->value[s];
        if (!fuse_is_simple_access(load) || emission_simple_size(plan->e, LLVMTypeOf(load)) != plan->size ||
            !(node->at[s] = emission_strip_stride(plan->e, LLVMGetOperand(load, 0))) || node->at[s]->factor ||
            node->at[s]->base != node->at[0]->base)
            return false;
    }
    return true;
}

static int plan_values(tile_plan *plan, LLVMValueRef const *value);

/* Whether a sum's factor `a` reads other memory than the first sum's `b`: a product's factors may stand in either
 * order. */
static bool reads_elsewhere(const tile_plan *plan, LLVMValueRef a, LLVMValueRef b)
{
    if (!LLVMIsALoadInst(a) || !LLVMIsALoadInst(b))
        return LLVMIsALoadInst(a) != LLVMIsALoadInst(b);
    const stride *first = emission_strip_stride(plan->e, LLVMGetOperand(a, 0));
    const stride *second = emission_strip_stride(plan->e, LLVMGetOperand(b, 0));
    return first && second && first->base != second->base;
}

static int plan_operation(tile_plan *plan, tile_node *node)
{
    int count = fuse_sum_operands(node->value[0]);
    LLVMOpcode opcode = LLVMGetInstructionOpcode(node->value[0]);
    LLVMValueRef part[TILE_OPERANDS][TILE_SUMS];
    /* a fused multiply-add is a call there */
    if (!count || !are_alike(plan, node->value) || (count == 3 && plan->e->kernel->level == 0))
        return FUSE_NONE;
    for (unsigned s = 0; s < plan->sums; s++) {
        for (int i = 0; i < count; i++)
            part[i][s] = LLVMGetOperand(node->value[s], (unsigned)i);
        if (count > 1 && opcode != LLVMSub && opcode != LLVMFSub && reads_elsewhere(plan, part[0][s], part[0][0])) {
            LLVMValueRef first = part[0][s];
            part[0][s] = part[1][s];
            part[1][s] = first;
        }
    }
    node->kind = TILE_OPERATION;
    for (int i = 0; i < count; i++)
        if ((node->operand[i] = plan_values(plan, part[i])) == FUSE_NONE)
            return FUSE_NONE;
    return add(plan, node);
}

static int plan_values(tile_plan *plan, LLVMValueRef const *value)
{
    int known = find(plan, value);
    if (known != FUSE_NONE)
        return known;
    tile_node node = {.kind = TILE_SHARED};
    memcpy(node.value, value, plan->sums * sizeof *value);
    if (are_the_same(plan, value) && !fuse_is_divergent(plan->e->kernel, value[0]))
        return emission_may_hoist(plan->e, value[0]) ? add(plan, &node) : FUSE_NONE;
    if (!all_are(plan, value, LLVMIsAInstruction))
        return FUSE_NONE;
    if (!all_are(plan, value, LLVMIsALoadInst))
        return plan_operation(plan, &node);
    node.kind = LLVMIsAAllocaInst(LLVMGetOperand(value[0], 0)) ? TILE_SUM : TILE_LOAD;
    return (node.kind == TILE_SUM ? are_sums(plan, value) : find_places(plan, &node)) ? add(plan, &node) : FUSE_NONE;
}

static bool all_planned(const tile_plan *plan, const map *planned, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (plan->e->contains[fuse_block_number(plan->e->kernel, LLVMGetInstructionParent(user))] &&
            !map_get(planned, user))
            return false;
    }
    return true;
}

/* Whether nothing else in the region uses the sums or their intermediate values: then threads do not make them. */
static bool is_closed(const tile_plan *plan)
{
    map planned = {0};
    bool closed = true;
    for (unsigned s = 0; s < plan->sums; s++) {
        map_put(&planned, plan->store[s], plan->store[s]);
        for (int n = 0; n < plan->nodes; n++)
            map_put(&planned, plan->node[n].value[s], plan->store[s]);
    }
    for (unsigned s = 0; s < plan->sums; s++) {
        closed = closed && all_planned(plan, &planned, LLVMGetOperand(plan->store[s], 1));
        for (int n = 0; n < plan->nodes; n++) {
            const tile_node *node = &plan->node[n];
            bool own = node->kind == TILE_SUM || node->kind == TILE_OPERATION;
            closed = closed && (!own || all_planned(plan, &planned, node->value[s]));
        }
    }
    map_free(&planned);
    return closed;
}

bool tile_plan_make(emission *e, const LLVMValueRef *store, unsigned sums, tile_plan *plan)
{
    LLVMValueRef value[TILE_SUMS];
    *plan = (tile_plan){.e = e, .sums = sums, .node = fuse_allocate(MOST_NODES, sizeof *plan->node)};
    for (unsigned s = 0; s < sums; s++) {
        plan->store[s] = store[s];
        value[s] = LLVMGetOperand(store[s], 0);
    }
    plan->size = emission_simple_size(e, LLVMTypeOf(value[0]));
    int root = plan_values(plan, value);
    if (root != FUSE_NONE && plan->node[root].kind == TILE_OPERATION && is_closed(plan))
        return true;
    tile_plan_free(plan);
    return false;
}

void tile_plan_free(tile_plan *plan)
{
    free(plan->node);
    plan->node = NULL;
}

/* ---- the loads ---- */
static int64_t place_of(const tile_plan *plan, const tile_node *load, unsigned element)
{
    unsigned width = plan->e->strips->width;
    return load->at[element / width]->offset[element % width];
}

/* Whether the vector that begins at that place is one load. */
static bool is_one_load(const tile_plan *plan, const tile_node *load, const uint16_t *order, unsigned length)
{
    int64_t first = place_of(plan, load, order[0]), second = place_of(plan, load, order[1]), step = second - first;
    bool is = step == 0 || step == plan->size;
    for (unsigned i = 2; i < length && is; i++)
        is = place_of(plan, load, order[i]) == first + (int64_t)i * step;
    return is;
}

unsigned tile_count_loads(const tile_plan *plan, const uint16_t *order)
{
    unsigned length = tile_vector(plan->e, plan->size), elements = plan->sums * plan->e->strips->width, count = 0;
    for (int n = 0; n < plan->nodes; n++) {
        const tile_node *node = &plan->node[n];
        for (unsigned i = 0; node->kind == TILE_LOAD && i < elements; i += length) {
            if (!is_one_load(plan, node, order + i, length))
                return 0;
            bool again = false;
            for (unsigned before = 0; before < i && !again; before += length)
                again = place_of(plan, node, order[before]) == place_of(plan, node, order[i]) &&
                        place_of(plan, node, order[before + 1]) == place_of(plan, node, order[i + 1]);
            count += !again;
        }
    }
    return count;
}

/* ---- its region ---- */
bool tile_writes_memory(const emission *e)
{
    for (int i = 0; i < e->kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (fuse_may_write(at))
                return true;
    return false;
}
