/* One step of a register tile's sums, as the vectors that register_tile.c has found: the loads are of one element or
 * of neighbours, and nothing is shuffled. It is made before the loop over threads, which omits it. */
#include "register_tile_steps.h"

#include <stdlib.h>

#include "../analysis/graph.h"
#include "../support/debug_lines.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "reaching_store.h"
#include "register_tile.h"
#include "register_tile_threads.h"
#include "strip.h"
#include "uniform_hoist.h"

/* Finds the region's stores to all sums, each executed by all threads once. */
static bool find_stores(const emission *e, const fuse_tile *tile, LLVMValueRef *store)
{
    for (unsigned s = 0; s < tile->sums; s++) {
        store[s] = emission_only_store(e, tile->slot[s]);
        if (!store[s] || !e->unconditional[fuse_block_number(e->kernel, LLVMGetInstructionParent(store[s]))])
            return false;
    }
    return true;
}

/* The order of the tile's elements; the caller frees it. */
static uint16_t *order_of(const fuse_tile *tile)
{
    unsigned count = tile->sums * tile->width;
    uint16_t *order = fuse_allocate(count, sizeof *order);
    for (unsigned i = 0; i < count; i++)
        order[tile->place[i]] = (uint16_t)i;
    return order;
}

/* ---- the vectors ---- */
typedef struct making {
    const tile_plan *plan;
    const fuse_tile *tile;
    const uint16_t *order;
    unsigned length, count; /* elements of a vector; vectors */
    LLVMTypeRef type;       /* of an element */
    LLVMValueRef first;     /* the address of the strip's elements */
    LLVMValueRef *made;     /* [node * count + vector] */
} making;

static LLVMValueRef splat(emission *e, LLVMValueRef value, unsigned length)
{
    LLVMValueRef nothing = LLVMGetPoison(LLVMVectorType(LLVMTypeOf(value), length));
    LLVMValueRef one = LLVMBuildInsertElement(e->builder, nothing, value, emission_number(e, e->i32, 0), "");
    return LLVMBuildShuffleVector(e->builder, one, nothing, LLVMConstNull(LLVMVectorType(e->i32, length)), "");
}

static int64_t place_of(const making *of, const tile_node *load, unsigned element)
{
    return load->at[of->order[element] / of->tile->width]->offset[of->order[element] % of->tile->width];
}

static LLVMValueRef make_load(const making *of, int n, unsigned vector)
{
    emission *e = of->plan->e;
    const tile_node *node = &of->plan->node[n];
    unsigned at = vector * of->length;
    int64_t first = place_of(of, node, at);
    bool one = place_of(of, node, at + 1) == first;
    for (unsigned before = 0; before < vector; before++)
        if (place_of(of, node, before * of->length) == first &&
            (place_of(of, node, before * of->length + 1) == first) == one)
            return of->made[(size_t)n * of->count + before];
    LLVMValueRef by = emission_number(e, e->i64, (uint64_t)first);
    LLVMValueRef from = LLVMBuildGEP2(e->builder, e->i8, emission_strip_base(e, node->at[0]), &by, 1, "");
    LLVMTypeRef type = LLVMTypeOf(node->value[0]);
    LLVMValueRef value = LLVMBuildLoad2(e->builder, one ? type : LLVMVectorType(type, of->length), from, "");
    LLVMSetAlignment(value, of->tile->size);
    fuse_debug_line(e->kernel, e->lines, value, node->value[0]);
    return one ? splat(e, value, of->length) : value;
}

static LLVMValueRef make_operation(const making *of, const tile_node *node, unsigned vector)
{
    emission *e = of->plan->e;
    LLVMValueRef model = node->value[0], part[TILE_OPERANDS];
    for (int i = 0; i < TILE_OPERANDS; i++)
        part[i] = of->made[(size_t)node->operand[i] * of->count + vector];
    if (LLVMIsACallInst(model)) {
        LLVMTypeRef type = LLVMTypeOf(part[0]);
        LLVMValueRef fma =
            LLVMGetIntrinsicDeclaration(e->kernel->module, LLVMLookupIntrinsicID("llvm.fma", 8), &type, 1);
        return LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(fma), fma, part, 3, "");
    }
    return LLVMGetInstructionOpcode(model) == LLVMFNeg
               ? LLVMBuildFNeg(e->builder, part[0], "")
               : LLVMBuildBinOp(e->builder, LLVMGetInstructionOpcode(model), part[0], part[1], "");
}

static LLVMValueRef at_vector(const making *of, unsigned vector)
{
    emission *e = of->plan->e;
    return emission_at_offset(e, of->first, emission_number(e, e->i64, (uint64_t)vector * of->length * of->tile->size));
}

static LLVMValueRef make(const making *of, int n, unsigned vector)
{
    emission *e = of->plan->e;
    const tile_node *node = &of->plan->node[n];
    LLVMValueRef made;
    switch (node->kind) {
    case TILE_SHARED: return splat(e, emission_hoist_uniform(e, node->value[0]), of->length);
    case TILE_SUM:
        made = LLVMBuildLoad2(e->builder, LLVMVectorType(of->type, of->length), at_vector(of, vector), "");
        LLVMSetAlignment(made, of->tile->size);
        return made;
    case TILE_LOAD: return make_load(of, n, vector);
    default:
        made = make_operation(of, node, vector);
        if (LLVMIsAInstruction(made))
            fuse_debug_line(e->kernel, e->lines, made, node->value[0]);
        return made;
    }
}

static void make_all(const tile_plan *plan, const fuse_tile *tile, const uint16_t *order)
{
    emission *e = plan->e;
    making of = {
        .plan = plan, .tile = tile, .order = order, .length = tile_vector(e, tile->size), .type = tile->slot[0]->type};
    of.count = tile->sums * tile->width / of.length;
    of.made = fuse_allocate((size_t)plan->nodes * of.count, sizeof *of.made);
    of.first = emission_tile_of_strip(e, tile);
    for (int n = 0; n < plan->nodes; n++)
        for (unsigned v = 0; v < of.count; v++)
            of.made[(size_t)n * of.count + v] = make(&of, n, v);
    for (unsigned v = 0; v < of.count; v++) {
        LLVMValueRef sum = of.made[(size_t)(plan->nodes - 1) * of.count + v];
        LLVMSetAlignment(LLVMBuildStore(e->builder, sum, at_vector(&of, v)), tile->size);
    }
    free(of.made);
}

static bool all_tiled(const emission *e, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (!map_get(&e->tiles.made, LLVMGetUser(use)))
            return false;
    return true;
}

/* Threads must not make it again. */
static void note(emission *e, const tile_plan *plan, const fuse_tile *tile)
{
    for (unsigned s = 0; s < plan->sums; s++) {
        map_put(&e->tiles.made, tile->slot[s]->alloca, plan->store[s]);
        map_put(&e->tiles.made, plan->store[s], plan->store[s]);
        for (int n = 0; n < plan->nodes; n++)
            if (plan->node[n].kind == TILE_SUM || plan->node[n].kind == TILE_OPERATION)
                map_put(&e->tiles.made, plan->node[n].value[s], plan->store[s]);
    }
    for (unsigned s = 0; s < plan->sums; s++)
        for (int n = 0; n < plan->nodes; n++)
            if (plan->node[n].kind == TILE_LOAD && all_tiled(e, plan->node[n].value[s]))
                map_put(&e->tiles.made, plan->node[n].value[s], plan->store[s]);
}

void emission_register_tile_steps(emission *e)
{
    LLVMValueRef store[TILE_SUMS];
    if (!e->kernel->tiles || e->split.condition || tile_writes_memory(e))
        return;
    for (unsigned t = 0; t < e->kernel->tiles; t++) {
        const fuse_tile *tile = e->kernel->tile[t];
        tile_plan plan;
        if (tile->width != e->strips->width || !find_stores(e, tile, store) ||
            !tile_plan_make(e, store, tile->sums, &plan))
            continue;
        uint16_t *order = order_of(tile);
        if (tile_count_loads(&plan, order)) {
            make_all(&plan, tile, order);
            note(e, &plan, tile);
        }
        free(order);
        tile_plan_free(&plan);
    }
}
