/* Writes planned bundles as vectors, and takes from these what other instructions need as numbers.
 *
 * Invariant: the function computes what it did; phis and operations of bundles are gone. */
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdlib.h>

#include "../support/linear_address.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "sum_vectors.h"

static LLVMValueRef number(const sum_plan *plan, unsigned value)
{
    return LLVMConstInt(LLVMInt32TypeInContext(plan->kernel->context), value, false);
}

static LLVMTypeRef type_of(const sum_plan *plan, const sum_bundle *bundle)
{
    return LLVMVectorType(LLVMTypeOf(bundle->lane[0]), plan->lanes);
}

static void build_before(const sum_plan *plan, LLVMValueRef at, LLVMValueRef like)
{
    LLVMPositionBuilderBefore(plan->kernel->builder, at);
    LLVMSetCurrentDebugLocation2(plan->kernel->builder,
                                 like && LLVMIsAInstruction(like) ? LLVMInstructionGetDebugLoc(like) : NULL);
}

static LLVMValueRef splat(const sum_plan *plan, LLVMValueRef value)
{
    LLVMBuilderRef builder = plan->kernel->builder;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(plan->kernel->context);
    LLVMValueRef nothing = LLVMGetPoison(LLVMVectorType(LLVMTypeOf(value), plan->lanes));
    LLVMValueRef one = LLVMBuildInsertElement(builder, nothing, value, number(plan, 0), "");
    return LLVMBuildShuffleVector(builder, one, nothing, LLVMConstNull(LLVMVectorType(i32, plan->lanes)), "");
}

static LLVMValueRef constant(const sum_plan *plan, const sum_bundle *bundle)
{
    LLVMValueRef lane[SUM_LANES];
    for (unsigned i = 0; i < plan->lanes; i++)
        lane[i] = bundle->lane[i];
    return LLVMConstVector(lane, plan->lanes);
}

/* Where the bundle is made. */
static LLVMValueRef end_of(const sum_plan *plan, const sum_bundle *bundle)
{
    return plan->end[bundle->run];
}

static void place(sum_plan *plan, LLVMValueRef value);
static LLVMValueRef make(sum_plan *plan, int b);

/* The number that a member of a bundle is, before `at`. */
static LLVMValueRef extract(sum_plan *plan, LLVMValueRef value, LLVMValueRef at)
{
    int b = sum_plan_member(plan, value);
    LLVMValueRef vector = make(plan, b);
    unsigned lane = 0;
    while (plan->bundle[b].lane[lane] != value)
        lane++;
    build_before(plan, at, value);
    return LLVMBuildExtractElement(plan->kernel->builder, vector, number(plan, lane), "");
}

/* The value as a number, before `at`. */
static LLVMValueRef as_number(sum_plan *plan, LLVMValueRef value, LLVMValueRef at)
{
    if (sum_plan_member(plan, value) != FUSE_NONE)
        return extract(plan, value, at);
    place(plan, value);
    return value;
}

static LLVMValueRef make_operation(sum_plan *plan, const sum_bundle *bundle)
{
    LLVMBuilderRef builder = plan->kernel->builder;
    LLVMValueRef model = bundle->lane[0], part[SUM_OPERANDS] = {0};
    LLVMOpcode opcode = LLVMGetInstructionOpcode(model);
    unsigned count = LLVMIsACallInst(model) ? LLVMGetNumArgOperands(model) : (unsigned)LLVMGetNumOperands(model);
    for (unsigned k = 0; k < count; k++)
        part[k] = make(plan, bundle->operand[k]);
    build_before(plan, end_of(plan, bundle), model);
    LLVMValueRef made;
    if (LLVMIsACallInst(model)) {
        LLVMTypeRef type = type_of(plan, bundle);
        LLVMValueRef fma =
            LLVMGetIntrinsicDeclaration(plan->kernel->module, LLVMLookupIntrinsicID("llvm.fma", 8), &type, 1);
        made = LLVMBuildCall2(builder, LLVMGlobalGetValueType(fma), fma, part, count, "");
    } else if (opcode == LLVMFNeg) {
        made = LLVMBuildFNeg(builder, part[0], "");
    } else if (count == 1) {
        made = LLVMBuildCast(builder, opcode, part[0], type_of(plan, bundle), "");
    } else {
        made = LLVMBuildBinOp(builder, opcode, part[0], part[1], "");
    }
    if (LLVMIsAInstruction(made) && LLVMCanValueUseFastMathFlags(model))
        LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(model));
    return made;
}

/* Whether the loads from that lane on, as many as given, are of neighbours. */
static bool is_one_load(const sum_bundle *bundle, unsigned from, unsigned count, uint64_t size)
{
    uint64_t first = linear_address_of(LLVMGetOperand(bundle->lane[from], 0)).offset;
    uint64_t last = linear_address_of(LLVMGetOperand(bundle->lane[from + count - 1], 0)).offset;
    return last - first == (count - 1) * size;
}

static LLVMValueRef join(const sum_plan *plan, LLVMValueRef first, LLVMValueRef second)
{
    LLVMValueRef lane[SUM_LANES];
    unsigned count = 2 * LLVMGetVectorSize(LLVMTypeOf(first));
    for (unsigned i = 0; i < count; i++)
        lane[i] = number(plan, i);
    return LLVMBuildShuffleVector(plan->kernel->builder, first, second, LLVMConstVector(lane, count), "");
}

static LLVMValueRef make_load(sum_plan *plan, const sum_bundle *bundle, unsigned from, unsigned count)
{
    LLVMValueRef load = bundle->lane[from];
    LLVMTypeRef type = LLVMTypeOf(load);
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(plan->kernel->module), type);
    if (!is_one_load(bundle, from, count, size)) {
        LLVMValueRef first = make_load(plan, bundle, from, count / 2);
        LLVMValueRef second = make_load(plan, bundle, from + count / 2, count / 2);
        build_before(plan, end_of(plan, bundle), load);
        return join(plan, first, second);
    }
    LLVMValueRef address = as_number(plan, LLVMGetOperand(load, 0), end_of(plan, bundle));
    build_before(plan, end_of(plan, bundle), load);
    LLVMValueRef made = LLVMBuildLoad2(plan->kernel->builder, LLVMVectorType(type, count), address, "");
    LLVMSetAlignment(made, LLVMGetAlignment(load));
    return made;
}

static LLVMValueRef make_phi(sum_plan *plan, const sum_bundle *bundle)
{
    build_before(plan, bundle->lane[0], bundle->lane[0]);
    return LLVMBuildPhi(plan->kernel->builder, type_of(plan, bundle), "");
}

static LLVMValueRef make(sum_plan *plan, int b)
{
    sum_bundle *bundle = &plan->bundle[b];
    if (bundle->made)
        return bundle->made;
    switch (bundle->kind) {
    case BUNDLE_CONSTANT: bundle->made = constant(plan, bundle); break;
    case BUNDLE_LOAD: bundle->made = make_load(plan, bundle, 0, plan->lanes); break;
    case BUNDLE_PHI: bundle->made = make_phi(plan, bundle); break;
    case BUNDLE_OPERATION: bundle->made = make_operation(plan, bundle); break;
    default: {
        LLVMValueRef value = as_number(plan, bundle->lane[0], end_of(plan, bundle));
        build_before(plan, end_of(plan, bundle), value);
        bundle->made = splat(plan, value);
    }
    }
    return bundle->made;
}

/* Moves the instruction behind what has been made, and its operands before it. */
static void place(sum_plan *plan, LLVMValueRef value)
{
    int number = sum_plan_place(plan, value);
    if (number == FUSE_NONE || !plan->at[number])
        return;
    LLVMValueRef end = plan->end[sum_plan_run(plan, value)];
    plan->at[number] = NULL;
    for (int k = 0; k < LLVMGetNumOperands(value); k++) {
        LLVMValueRef operand = LLVMGetOperand(value, (unsigned)k);
        if (sum_plan_member(plan, operand) == FUSE_NONE)
            place(plan, operand);
        else
            LLVMSetOperand(value, (unsigned)k, extract(plan, operand, end));
    }
    LLVMInstructionRemoveFromParent(value);
    LLVMPositionBuilderBefore(plan->kernel->builder, end);
    LLVMInsertIntoBuilder(plan->kernel->builder, value);
}

/* ---- other blocks ---- */
/* A vector for a phi, at the end of the block that comes before it. */
static LLVMValueRef incoming(sum_plan *plan, int b, LLVMBasicBlockRef from)
{
    const sum_bundle *bundle = &plan->bundle[b];
    if (bundle->kind != BUNDLE_APART && bundle->kind != BUNDLE_SAME)
        return make(plan, b);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from), vector = LLVMGetPoison(type_of(plan, bundle)),
                 value[SUM_LANES];
    for (unsigned i = 0; i < plan->lanes; i++)
        value[i] =
            sum_plan_member(plan, bundle->lane[i]) == FUSE_NONE ? bundle->lane[i] : extract(plan, bundle->lane[i], end);
    build_before(plan, end, bundle->lane[0]);
    for (unsigned i = 0; i < plan->lanes; i++)
        vector = LLVMBuildInsertElement(plan->kernel->builder, vector, value[i], number(plan, i), "");
    return vector;
}

static void complete_phi(sum_plan *plan, const sum_bundle *bundle)
{
    for (unsigned k = 0; k < LLVMCountIncoming(bundle->lane[0]); k++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(bundle->lane[0], k);
        LLVMValueRef vector = incoming(plan, bundle->operand[k], from);
        LLVMAddIncoming(bundle->made, &vector, &from, 1);
    }
}

/* Some instruction that is no member; null: only members use it. */
static LLVMValueRef other_user(const sum_plan *plan, LLVMValueRef member)
{
    for (LLVMUseRef use = LLVMGetFirstUse(member); use; use = LLVMGetNextUse(use))
        if (sum_plan_member(plan, LLVMGetUser(use)) == FUSE_NONE)
            return LLVMGetUser(use);
    return NULL;
}

static void replace_uses(sum_plan *plan, LLVMValueRef member)
{
    for (LLVMValueRef user; (user = other_user(plan, member));)
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++)
            if (LLVMGetOperand(user, k) == member) {
                bool phi = LLVMIsAPHINode(user);
                LLVMValueRef at = phi ? LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, k)) : user;
                LLVMSetOperand(user, k, extract(plan, member, at));
            }
}

static void remove_members(sum_plan *plan)
{
    for (int pass = 0; pass < 2; pass++)
        for (int b = 0; b < plan->bundles; b++)
            for (unsigned i = 0; i < plan->lanes; i++) {
                LLVMValueRef lane = plan->bundle[b].lane[i];
                if (sum_plan_member(plan, lane) != b)
                    continue;
                if (pass == 0)
                    LLVMReplaceAllUsesWith(lane, LLVMGetPoison(LLVMTypeOf(lane)));
                else
                    LLVMInstructionEraseFromParent(lane);
            }
}

/* Loads whose numbers are in vectors, and their addresses. */
static void remove_unused(LLVMValueRef const *at, int count)
{
    for (int i = count - 1; i >= 0; i--)
        if (at[i] && !LLVMGetFirstUse(at[i]))
            LLVMInstructionEraseFromParent(at[i]);
}

/* By block: whether vectors are made in it. */
static bool *find_runs(const sum_plan *plan)
{
    bool *has = fuse_allocate((size_t)plan->kernel->blocks, sizeof *has);
    for (int b = 0; b < plan->bundles; b++)
        if (plan->bundle[b].run != FUSE_NONE)
            has[plan->bundle[b].run] = true;
    return has;
}

void sum_plan_write(sum_plan *plan)
{
    LLVMValueRef *number = fuse_allocate((size_t)plan->count, sizeof *number);
    bool *has_vectors = find_runs(plan);
    for (int b = 0; b < plan->bundles; b++)
        if (plan->bundle[b].kind == BUNDLE_PHI)
            make(plan, b);
    for (int i = 0; i < plan->count; i++)
        if (has_vectors[sum_plan_run(plan, plan->at[i])] && sum_plan_member(plan, plan->at[i]) == FUSE_NONE)
            number[i] = plan->at[i];
        else if (sum_plan_member(plan, plan->at[i]) == FUSE_NONE)
            plan->at[i] = NULL;
    for (int i = 0; i < plan->count; i++)
        if (number[i])
            place(plan, number[i]);
        else if (plan->at[i])
            make(plan, sum_plan_member(plan, plan->at[i]));
    for (int b = 0; b < plan->bundles; b++)
        if (plan->bundle[b].kind == BUNDLE_PHI)
            complete_phi(plan, &plan->bundle[b]);
    for (int b = 0; b < plan->bundles; b++)
        for (unsigned i = 0; i < plan->lanes; i++)
            if (sum_plan_member(plan, plan->bundle[b].lane[i]) == b)
                replace_uses(plan, plan->bundle[b].lane[i]);
    remove_members(plan);
    remove_unused(number, plan->count);
    free(number);
    free(has_vectors);
}
