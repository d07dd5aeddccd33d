/* Which values of a thread's sums form vectors: from the last value of each, through its operands, to numbers that lie
 * side by side in memory or are the same for all.
 *
 * Invariant: nothing is changed; a bundle is planned with all that it depends on, or not at all. */
#include <stdlib.h>
#include <string.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../analysis/sum_step.h"
#include "../support/ir.h"
#include "../support/linear_address.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "sum_vectors.h"

enum { MOST_BUNDLES = 4096 };

/* ---- the instructions ---- */
static bool may_move(LLVMValueRef at)
{
    if (LLVMIsALoadInst(at))
        return fuse_is_simple_access(at);
    if (!LLVMIsACallInst(at))
        return !LLVMIsAStoreInst(at) && !fuse_may_write(at) && !LLVMIsAPHINode(at) && !LLVMIsATerminatorInst(at) &&
               !LLVMIsAAllocaInst(at);
    return fuse_may_move_call(at);
}

/* Adds the block's longest run. */
static void add_run(sum_plan *plan, int block)
{
    LLVMValueRef first = NULL, at = LLVMGetFirstInstruction(plan->kernel->block[block].block);
    int longest = 0;
    while (at) {
        LLVMValueRef begin = at;
        int count = 0;
        for (; at && may_move(at); at = LLVMGetNextInstruction(at))
            count++;
        if (count > longest) {
            longest = count;
            first = begin;
            plan->end[block] = at;
        }
        at = at ? LLVMGetNextInstruction(at) : NULL;
    }
    plan->at = realloc(plan->at, (size_t)(plan->count + longest + 1) * sizeof *plan->at);
    if (!plan->at)
        abort();
    for (; longest > 0; longest--, first = LLVMGetNextInstruction(first)) {
        plan->at[plan->count++] = first;
        map_put(&plan->number, first, (void *)(intptr_t)plan->count);
    }
}

void sum_plan_begin(sum_plan *plan, fuse_kernel *kernel, unsigned lanes)
{
    *plan = (sum_plan){.kernel = kernel, .lanes = lanes};
    plan->end = fuse_allocate((size_t)kernel->blocks, sizeof *plan->end);
    plan->bundle = fuse_allocate(MOST_BUNDLES, sizeof *plan->bundle);
    for (int i = 0; i < kernel->blocks; i++)
        add_run(plan, i);
}

void sum_plan_free(sum_plan *plan)
{
    free(plan->end);
    free(plan->at);
    free(plan->bundle);
    map_free(&plan->number);
    map_free(&plan->member);
}

int sum_plan_place(const sum_plan *plan, LLVMValueRef value)
{
    return (int)(intptr_t)map_get(&plan->number, value) - 1;
}

int sum_plan_run(const sum_plan *plan, LLVMValueRef value)
{
    return fuse_block_number(plan->kernel, LLVMGetInstructionParent(value));
}

int sum_plan_member(const sum_plan *plan, LLVMValueRef value)
{
    return (int)(intptr_t)map_get(&plan->member, value) - 1;
}

/* ---- bundles ---- */
static size_t bytes_of_lanes(const sum_plan *plan)
{
    return plan->lanes * sizeof(LLVMValueRef);
}

/* Numbers that are the same in all lanes become a vector in each run. */
static int find(const sum_plan *plan, LLVMValueRef const *lane, int run)
{
    for (int b = plan->bundles - 1; b >= 0; b--) {
        const sum_bundle *bundle = &plan->bundle[b];
        bool anywhere = bundle->kind != BUNDLE_SAME || bundle->run == run;
        if (bundle->kind != BUNDLE_APART && anywhere && memcmp(bundle->lane, lane, bytes_of_lanes(plan)) == 0)
            return b;
    }
    return FUSE_NONE;
}

/* FUSE_NONE: there are too many, or one of the values is in another bundle. */
static int add(sum_plan *plan, int kind, LLVMValueRef const *lane, int run)
{
    bool own = kind == BUNDLE_OPERATION || kind == BUNDLE_PHI;
    if (plan->bundles == MOST_BUNDLES)
        return FUSE_NONE;
    for (unsigned i = 0; i < plan->lanes && own; i++)
        if (sum_plan_member(plan, lane[i]) != FUSE_NONE)
            return FUSE_NONE;
    sum_bundle *bundle = &plan->bundle[plan->bundles++];
    *bundle = (sum_bundle){.kind = kind, .run = run};
    memcpy(bundle->lane, lane, bytes_of_lanes(plan));
    for (unsigned i = 0; i < plan->lanes && own; i++)
        map_put(&plan->member, lane[i], (void *)(intptr_t)plan->bundles);
    return plan->bundles - 1;
}

static void forget(sum_plan *plan, int bundles)
{
    while (plan->bundles > bundles) {
        const sum_bundle *bundle = &plan->bundle[--plan->bundles];
        for (unsigned i = 0; i < plan->lanes; i++)
            if (sum_plan_member(plan, bundle->lane[i]) == plan->bundles)
                map_put(&plan->member, bundle->lane[i], NULL);
    }
}

static bool all_are(const sum_plan *plan, LLVMValueRef const *lane, LLVMValueRef (*test)(LLVMValueRef))
{
    for (unsigned i = 0; i < plan->lanes; i++)
        if (!test(lane[i]))
            return false;
    return true;
}

static bool are_the_same(const sum_plan *plan, LLVMValueRef const *lane)
{
    for (unsigned i = 1; i < plan->lanes; i++)
        if (lane[i] != lane[0])
            return false;
    return true;
}

static bool are_in_block(const sum_plan *plan, LLVMValueRef const *lane)
{
    for (unsigned i = 1; i < plan->lanes; i++)
        if (LLVMGetInstructionParent(lane[i]) != LLVMGetInstructionParent(lane[0]))
            return false;
    return true;
}

static bool are_in_run(const sum_plan *plan, LLVMValueRef const *lane)
{
    for (unsigned i = 0; i < plan->lanes; i++)
        if (sum_plan_place(plan, lane[i]) == FUSE_NONE)
            return false;
    return are_in_block(plan, lane);
}

/* Whether the loads are of neighbours, apart from gaps after whole pieces. */
static bool are_neighbours(const sum_plan *plan, LLVMValueRef const *lane)
{
    LLVMTypeRef type = LLVMTypeOf(lane[0]);
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(plan->kernel->module), type);
    linear_address before = linear_address_of(LLVMGetOperand(lane[0], 0));
    for (unsigned i = 1; i < plan->lanes; i++) {
        linear_address next = linear_address_of(LLVMGetOperand(lane[i], 0));
        bool after = next.offset - before.offset == size || i * size % SUM_PIECE == 0;
        if (LLVMTypeOf(lane[i]) != type || !linear_address_is_near(&before, &next) || !after)
            return false;
        before = next;
    }
    return true;
}

/* The number of operands of an operation that may be part of a sum's step, or change the type of what it reads; else 0. */
static int operands_of(LLVMValueRef value)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    return opcode == LLVMBitCast || opcode == LLVMFPExt ? 1 : fuse_sum_operands(value);
}

static bool are_alike(const sum_plan *plan, LLVMValueRef const *lane)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(lane[0]);
    for (unsigned i = 1; i < plan->lanes; i++)
        if (LLVMGetInstructionOpcode(lane[i]) != opcode || LLVMTypeOf(lane[i]) != LLVMTypeOf(lane[0]) ||
            operands_of(lane[i]) != operands_of(lane[0]) ||
            LLVMTypeOf(LLVMGetOperand(lane[i], 0)) != LLVMTypeOf(LLVMGetOperand(lane[0], 0)) ||
            (LLVMCanValueUseFastMathFlags(lane[0]) && LLVMGetFastMathFlags(lane[i]) != LLVMGetFastMathFlags(lane[0])))
            return false;
    return true;
}

static int plan_values(sum_plan *plan, LLVMValueRef const *lane, int run);

static bool are_similar(LLVMValueRef a, LLVMValueRef b)
{
    return LLVMIsAInstruction(a) && LLVMIsAInstruction(b) && LLVMGetInstructionOpcode(a) == LLVMGetInstructionOpcode(b);
}

/* Whether the operands stand in the other order than the first lane's. */
static bool is_crossed(LLVMValueRef a, LLVMValueRef b, LLVMValueRef first, LLVMValueRef second)
{
    if (a == first || b == second)
        return false;
    bool straight = are_similar(a, first) && are_similar(b, second);
    bool other = are_similar(a, second) && are_similar(b, first);
    return a == second || b == first || (other && !straight);
}

static int plan_operation(sum_plan *plan, LLVMValueRef const *lane)
{
    LLVMValueRef part[SUM_OPERANDS][SUM_LANES];
    LLVMOpcode opcode = LLVMGetInstructionOpcode(lane[0]);
    int count = operands_of(lane[0]);
    bool commutes = count > 1 && opcode != LLVMSub && opcode != LLVMFSub;
    if (!count || !are_alike(plan, lane))
        return FUSE_NONE;
    for (unsigned i = 0; i < plan->lanes; i++) {
        for (int k = 0; k < count; k++)
            part[k][i] = LLVMGetOperand(lane[i], (unsigned)k);
        if (commutes && is_crossed(part[0][i], part[1][i], part[0][0], part[1][0])) {
            LLVMValueRef first = part[0][i];
            part[0][i] = part[1][i];
            part[1][i] = first;
        }
    }
    int run = sum_plan_run(plan, lane[0]);
    int made = add(plan, BUNDLE_OPERATION, lane, run); /* first: a loop's phi depends on it */
    for (int k = 0; k < count && made != FUSE_NONE; k++) {
        int operand = plan_values(plan, part[k], run);
        plan->bundle[made].operand[k] = operand;
        made = operand == FUSE_NONE ? FUSE_NONE : made;
    }
    return made;
}

/* Whether the phi is of a loop, and the block before it. */
static bool is_before_loop(const sum_plan *plan, LLVMValueRef phi, LLVMBasicBlockRef block)
{
    const fuse_kernel *kernel = plan->kernel;
    int header = sum_plan_run(plan, phi), loop = kernel->block[header].loop;
    return loop != FUSE_NONE && kernel->loop[loop].header == header &&
           !kernel->loop[loop].contains[fuse_block_number(kernel, block)];
}

static int plan_phi(sum_plan *plan, LLVMValueRef const *lane)
{
    unsigned count = LLVMCountIncoming(lane[0]);
    if (count > SUM_OPERANDS || !are_in_block(plan, lane))
        return FUSE_NONE;
    int made = add(plan, BUNDLE_PHI, lane, FUSE_NONE);
    for (unsigned k = 0; k < count && made != FUSE_NONE; k++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(lane[0], k);
        LLVMValueRef value[SUM_LANES];
        bool known = true;
        for (unsigned i = 0; i < plan->lanes; i++)
            known = (value[i] = fuse_incoming_value(lane[i], from)) && known;
        int bundles = plan->bundles, operand = known ? plan_values(plan, value, FUSE_NONE) : FUSE_NONE;
        if (operand == FUSE_NONE) {
            forget(plan, bundles);
            if (known && is_before_loop(plan, lane[0], from))
                operand = add(plan, BUNDLE_APART, value, FUSE_NONE);
        }
        plan->bundle[made].operand[k] = operand;
        made = operand == FUSE_NONE ? FUSE_NONE : made;
    }
    return made;
}

/* `run`: of the operation that needs them; FUSE_NONE: a phi does. */
static int plan_values(sum_plan *plan, LLVMValueRef const *lane, int run)
{
    int known = find(plan, lane, run);
    if (known != FUSE_NONE)
        return known;
    if (all_are(plan, lane, LLVMIsAConstant))
        return add(plan, BUNDLE_CONSTANT, lane, run);
    if (are_the_same(plan, lane))
        return add(plan, BUNDLE_SAME, lane, run);
    if (all_are(plan, lane, LLVMIsAPHINode))
        return plan_phi(plan, lane);
    if (!all_are(plan, lane, LLVMIsAInstruction) || !are_in_run(plan, lane))
        return FUSE_NONE;
    if (!all_are(plan, lane, LLVMIsALoadInst))
        return plan_operation(plan, lane);
    return are_neighbours(plan, lane) ? add(plan, BUNDLE_LOAD, lane, sum_plan_run(plan, lane[0])) : FUSE_NONE;
}

int sum_plan_bundle(sum_plan *plan, LLVMValueRef const *lane)
{
    int bundles = plan->bundles, made = plan_values(plan, lane, FUSE_NONE);
    if (made == FUSE_NONE)
        forget(plan, bundles);
    return made;
}
