/* Consecutive regions, for blocks of a known shape, in which threads exchange values through shared memory that is
 * held in vectors.
 *
 * Threads that load at `thread - 4` or `thread ^ 8` what others have stored load from constant places, once loops
 * that double or halve a distance are unrolled (full_unroll.c). So the block's shared memory is a number of vectors:
 * each store makes new ones, each load is a shuffle of them, and LLVM keeps them in registers. An operation that
 * cannot be made so ends the sequence of regions: from there on the block's memory holds it again.
 *
 * Invariant: a node's value at a view is right for every thread there that reaches the place. */
#include "shared_promotion.h"

#include <stdlib.h>

#include "../../fused/fused.h"
#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "builtin_call.h"
#include "frame.h"
#include "launch_arguments.h"
#include "uniform_hoist.h"

/* ---- what values are ---- */
static int slot_of(const promotion *p, LLVMValueRef pointer)
{
    for (int s = 0; s < p->e->kernel->slots; s++)
        if (p->e->kernel->slot[s].alloca == pointer)
            return s;
    return FUSE_NONE;
}

static node *node_of(promotion *p, LLVMValueRef value)
{
    if (LLVMIsConstant(value))
        return promoted_scalar(p, value);
    return map_get(&p->values, value);
}

static node *load_node(promotion *p, LLVMValueRef load, node *mask)
{
    LLVMValueRef pointer = LLVMGetOperand(load, 0);
    int s = slot_of(p, pointer);
    if (!fuse_is_simple_access(load))
        return NULL;
    if (s != FUSE_NONE)
        return p->e->kernel->slot[s].memory ? NULL : promoted_slot(p, s);
    if (emission_is_argument(p->e, pointer)) {
        LLVMValueRef made = emission_hoist_uniform(p->e, load);
        return made ? promoted_scalar(p, made) : NULL;
    }
    node *address = node_of(p, pointer);
    return address ? promoted_load(p, load, address, mask) : NULL;
}

static node *address_node(promotion *p, LLVMValueRef value)
{
    node *made = promoted_node(p, ADDRESS, p->e->pointer, LLVMGetNumOperands(value) - 1, NULL, NULL, NULL);
    made->value = value;
    made->index = fuse_allocate((size_t)made->operands, sizeof *made->index);
    made->operand[0] = node_of(p, LLVMGetOperand(value, 0));
    for (int i = 0; i < made->operands; i++)
        if (!(made->index[i] = node_of(p, LLVMGetOperand(value, (unsigned)i + 1))))
            return NULL;
    return made->operand[0] ? made : NULL;
}

static node *operation_node(promotion *p, LLVMValueRef value)
{
    int count = LLVMIsACallInst(value) ? (int)LLVMGetNumArgOperands(value) : LLVMGetNumOperands(value);
    if (count > 3 || !promoted_is_number(LLVMTypeOf(value)))
        return NULL;
    node *made = promoted_node(p, OPERATION, LLVMTypeOf(value), count, NULL, NULL, NULL);
    made->value = value;
    bool scalar = true;
    LLVMValueRef operand[3];
    for (int i = 0; i < count; i++) {
        node *from = made->operand[i] = node_of(p, LLVMGetOperand(value, (unsigned)i));
        if (!from || LLVMGetTypeKind(from->type) == LLVMPointerTypeKind)
            return NULL;
        scalar = scalar && from->kind == SCALAR;
        operand[i] = from->value;
    }
    if (!scalar)
        return made;
    LLVMValueRef one = promoted_operation(p, value, operand, 0);
    return one ? promoted_scalar(p, one) : NULL;
}

/* Whether threads give nothing to the synchronisation point, and get nothing from it. */
static bool exchanges_nothing(const fuse_sync_point *wait)
{
    return wait->kind == EMU_FUSED_NOTHING || (wait->kind == EMU_FUSED_BARRIER && !wait->operation);
}

static node *call_node(promotion *p, LLVMValueRef call)
{
    int axis = 0;
    switch (fuse_call_of(call, &axis)) {
    case FUSE_THREAD:
        if (axis > 0)
            return promoted_scalar(p, emission_number(p->e, p->e->i32, 0)); /* fall through */
    case FUSE_LINEAR_ID: return promoted_node(p, THREAD_ID, p->e->i32, 0, NULL, NULL, NULL);
    case FUSE_RESULT:
        if (p->e->kernel->block[fuse_block_number(p->e->kernel, LLVMGetInstructionParent(call))].sync.kind ==
            EMU_FUSED_COLLECTIVE)
            return NULL; /* fall through */
    case FUSE_BLOCK:
    case FUSE_BLOCK_DIM:
    case FUSE_GRID_DIM: return promoted_scalar(p, emission_replace_call(p->e, call));
    case FUSE_SHARED:
    case FUSE_DYNAMIC_SHARED: return promoted_variable_node(p, call);
    case FUSE_NO_MEMORY: return operation_node(p, call);
    default: return NULL;
    }
}

/* ---- a region ---- */
/* False: the instruction cannot be made so. */
static bool run_instruction(promotion *p, LLVMValueRef at, node *mask)
{
    fuse_call call = fuse_call_of(at, NULL);
    const fuse_kernel *kernel = p->e->kernel;
    if (LLVMIsAAllocaInst(at) || call == FUSE_LIFETIME)
        return true;
    if (call == FUSE_OPERANDS)
        return exchanges_nothing(
            &kernel->block[kernel->block[fuse_block_number(kernel, LLVMGetInstructionParent(at))].to[0]].sync);
    if (LLVMIsAStoreInst(at)) {
        int s = slot_of(p, LLVMGetOperand(at, 1));
        node *value = node_of(p, LLVMGetOperand(at, 0)),
             *address = s == FUSE_NONE ? node_of(p, LLVMGetOperand(at, 1)) : NULL;
        if (!value || !fuse_is_simple_access(at))
            return false;
        if (s != FUSE_NONE) {
            promoted_store_slot(p, s, value, mask);
            return !kernel->slot[s].memory;
        }
        if (!address || LLVMGetTypeKind(value->type) == LLVMPointerTypeKind)
            return false;
        promoted_store(p, at, address, value, mask);
        return !p->failed;
    }
    node *made = LLVMIsALoadInst(at)            ? load_node(p, at, mask)
                 : LLVMIsAGetElementPtrInst(at) ? address_node(p, at)
                 : LLVMIsACallInst(at)          ? call_node(p, at)
                                                : operation_node(p, at);
    if (made)
        map_put(&p->values, at, made);
    return made && !p->failed;
}

static node *make_and(promotion *p, node *a, node *b)
{
    return a == p->always ? b : promoted_node(p, AND, b->type, 2, a, b, NULL);
}

/* Adds the threads in `mask` to those that reach block `to`. */
static void add_arrivals(promotion *p, node **masks, int to, node *mask)
{
    masks[to] = masks[to] ? promoted_node(p, OR, mask->type, 2, masks[to], mask, NULL) : mask;
}

/* Whether all threads that reach the block's dominator reach the block. */
static bool all_arrive(const promotion *p, int block)
{
    const fuse_kernel *kernel = p->e->kernel;
    int from = kernel->block[block].dominator;
    return block != kernel->region[p->e->region] && from != FUSE_NONE && p->e->contains[from] &&
           kernel->block[from].postdominator == block && !fuse_may_bypass(kernel, from, block);
}

/* Follows the block's end; false: it has more than two successors. */
static bool follow_block_end(promotion *p, int i, node **masks, int *next)
{
    const fuse_kernel *kernel = p->e->kernel;
    const fuse_block *block = &kernel->block[i];
    LLVMOpcode code = LLVMGetInstructionOpcode(block->end);
    if (code == LLVMRet) {
        bool first = *next == FUSE_NONE || *next == kernel->regions;
        *next = kernel->regions;
        return first;
    }
    if (code != LLVMBr)
        return false;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(block->end); k++) {
        int to = fuse_block_number(kernel, LLVMGetSuccessor(block->end, k));
        const fuse_block *there = &kernel->block[to];
        if (there->start || there->returns) {
            int region = there->returns ? kernel->regions : there->region;
            if (*next != FUSE_NONE && *next != region)
                return false;
            *next = region;
            continue;
        }
        if (there->order <= block->order)
            return false;
        node *mask = masks[i];
        if (LLVMGetNumSuccessors(block->end) == 2) {
            node *holds = node_of(p, LLVMGetOperand(block->end, 0));
            if (!holds)
                return false;
            mask = make_and(p, mask, k == 0 ? holds : promoted_node(p, NOT, holds->type, 1, holds, NULL, NULL));
        }
        add_arrivals(p, masks, to, mask);
    }
    return true;
}

/* Returns the one region that threads go to from this one; FUSE_NONE: it cannot be run so. */
static int run_region(promotion *p, int region)
{
    emission *e = p->e;
    const fuse_kernel *kernel = e->kernel;
    int next = FUSE_NONE;
    bool legal = true;
    e->region = region;
    e->contains = fuse_allocate((size_t)kernel->blocks, sizeof *e->contains);
    fuse_region_blocks(kernel, kernel->region[region], e->contains);
    map_free(&p->values);
    map_free(&e->hoisted.possible);
    map_free(&e->hoisted.values);
    map_put(&p->values, LLVMGetParam(kernel->function, 0), promoted_scalar(p, emission_get_field(e, ARGUMENTS)));
    node **masks = fuse_allocate((size_t)kernel->blocks, sizeof *masks);
    masks[kernel->region[region]] = p->always;
    for (int k = 0; k < kernel->blocks && legal; k++) {
        int i = kernel->ordered[k];
        if (!e->contains[i] || !masks[i])
            continue;
        if (all_arrive(p, i))
            masks[i] = masks[kernel->block[i].dominator];
        for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[i].block); legal && at != kernel->block[i].end;
             at = LLVMGetNextInstruction(at))
            legal = run_instruction(p, at, masks[i]);
        legal = legal && follow_block_end(p, i, masks, &next);
    }
    free(masks);
    free(e->contains);
    return legal ? next : FUSE_NONE;
}

/* ---- regions ---- */
static void free_all(promotion *p)
{
    for (node *next, *at = p->nodes; at; at = next) {
        next = at->next;
        map_free(&at->made);
        map_free(&at->numbers);
        free(at->index);
        free(at->vectors);
        free(at);
    }
    for (numbers *next, *at = p->numbers; at; at = next) {
        next = at->next;
        free(at);
    }
    for (size_t i = 0; i < p->views; i++)
        free(p->view[i]);
    strides_free(&p->strides);
    for (int i = 0; i < p->variables; i++) {
        free(p->variable[i].now);
        free(p->variable[i].before);
    }
    free(p->view);
    free(p->slot);
    map_free(&p->values);
    map_free(&p->e->hoisted.possible);
    map_free(&p->e->hoisted.values);
}

/* Whether the sequence may go on with the region: not into a loop, of which it would run the first iteration alone. */
static bool may_follow(const fuse_kernel *kernel, int head, int region)
{
    const fuse_block *first = &kernel->block[kernel->region[head]], *block = &kernel->block[kernel->region[region]];
    return block->loop == first->loop && exchanges_nothing(&block->sync);
}

/* Makes that many regions from the head on, in a block that goes on to *next. Null: *count is how many may be
 * possible. *dynamic: how much dynamic shared memory they need. */
static LLVMBasicBlockRef run_regions(fuse_kernel *kernel, int head, int *count, int *next, uint64_t *dynamic)
{
    emission e = {.kernel = kernel, .region = head, .extent = ALL, .all_threads = true};
    emission_set_types(&e);
    e.function = kernel->whole_block;
    e.lines = kernel->whole_block_lines;
    e.frame = LLVMGetParam(e.function, 0);
    e.entry = emission_append(&e);
    LLVMSetCurrentDebugLocation2(e.builder, NULL);
    LLVMPositionBuilderAtEnd(e.builder, e.entry);
    promotion p = {.e = &e, .threads = kernel->shape[0], .head = head, .made = kernel->promoted_instructions};
    p.slot = fuse_allocate((size_t)kernel->slots + 1, sizeof *p.slot);
    p.strides = (stride_analysis){.e = &e, .threads = STRIP};
    p.always = promoted_scalar(&p, LLVMConstInt(LLVMInt1TypeInContext(kernel->context), 1, false));
    int done = 0, at = head;
    bool legal = true;
    while (legal && done < *count && at < kernel->regions && (done == 0 || may_follow(kernel, head, at))) {
        int then = run_region(&p, at);
        legal = then != FUSE_NONE && then > at;
        if (!legal)
            break;
        done++;
        at = then;
    }
    if (legal && at < kernel->regions) {                  /* else nobody uses the block's values any more */
        legal = promoted_keep_slots(&p, at) && !p.failed; /* it may still read the block's memory */
        promoted_leave(&p);
        done -= !legal;
    }
    bool gains = p.reads && done > 1;
    *dynamic = promoted_dynamic_size(&p);
    free_all(&p);
    *count = legal && !gains ? 0 : done;
    *next = at;
    if (legal && gains) {
        kernel->promoted_instructions = p.made;
        return e.entry;
    }
    LLVMDeleteBasicBlock(e.entry);
    return NULL;
}

/* Whether dynamic shared memory has so many bytes: those up to the arena's end are the block's own. */
static LLVMValueRef has_dynamic(emission *e, uint64_t bytes)
{
    LLVMValueRef shared = LLVMBuildPtrToInt(e->builder, emission_get_field(e, SHARED), e->i64, "");
    LLVMValueRef dynamic = LLVMBuildPtrToInt(e->builder, emission_get_field(e, DYNAMIC), e->i64, "");
    LLVMValueRef before = LLVMBuildSub(e->builder, dynamic, shared, "");
    LLVMValueRef size = LLVMBuildSub(e->builder, emission_get_field(e, SHARED_SIZE), before, "");
    return LLVMBuildICmp(e->builder, LLVMIntUGE, size, emission_number(e, e->i64, bytes), "");
}

bool emission_may_promote(const fuse_kernel *kernel, int head)
{
    bool together = head == 0 || kernel->block[kernel->region[head]].sync.kind !=
                                     EMU_FUSED_NOTHING; /* also those that have diverged */
    return together && kernel->shape[0] && kernel->shape[0] % STRIP == 0 && kernel->shape[1] == 1 &&
           kernel->shape[2] == 1;
}

bool emission_plan_promotion(fuse_kernel *kernel, int head)
{
    fuse_region_plan *plan = &kernel->plan[head];
    int count = kernel->regions, next = 0;
    uint64_t dynamic = 0;
    LLVMBasicBlockRef made = NULL;
    while (!made && count > 1)
        made = run_regions(kernel, head, &count, &next, &dynamic);
    if (!made)
        return false;
    plan->promoted = count;
    plan->after_promoted = next;
    plan->needs_plain = dynamic > 0;
    return true;
}

LLVMBasicBlockRef emission_promote_shared(fuse_kernel *kernel, int head, LLVMBasicBlockRef plain)
{
    emission e = {.kernel = kernel, .region = head, .extent = ALL, .all_threads = true};
    emission_set_types(&e);
    int count = kernel->plan[head].promoted, next;
    uint64_t dynamic = 0;
    LLVMBasicBlockRef made = run_regions(kernel, head, &count, &next, &dynamic);
    e.function = kernel->whole_block;
    e.frame = LLVMGetParam(e.function, 0);
    e.entry = kernel->entry[head];
    LLVMPositionBuilderAtEnd(e.builder, kernel->entry[head]);
    if (dynamic)
        LLVMBuildCondBr(e.builder, has_dynamic(&e, dynamic), made, plain);
    else
        LLVMBuildBr(e.builder, made);
    return made;
}
