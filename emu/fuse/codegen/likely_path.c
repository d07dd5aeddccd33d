/* Conditions that pieces are cut by, and how they usually come out: most threads are where an index is within its
 * bounds. */
#include "likely_path.h"

#include <string.h>

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/map.h"
#include "constant_ranges.h"
#include "index_set_splitting.h"
#include "launch_arguments.h"
#include "reaching_store.h"
#include "region_blocks.h"

bool piece_is_minimum(LLVMValueRef call, LLVMIntPredicate *predicate)
{
    static const struct {
        const char *name;
        LLVMIntPredicate predicate;
    } known[] = {{"llvm.umin.i", LLVMIntULT}, {"llvm.umax.i", LLVMIntUGT}, {"llvm.smin.i", LLVMIntSLT},
                 {"llvm.smax.i", LLVMIntSGT}};
    const char *name = LLVMIsACallInst(call) ? fuse_callee_name(call) : NULL;
    for (size_t i = 0; name && i < sizeof known / sizeof *known; i++)
        if (strncmp(name, known[i].name, strlen(known[i].name)) == 0) {
            *predicate = known[i].predicate;
            return true;
        }
    return false;
}

bool piece_is_below(LLVMIntPredicate predicate)
{
    return predicate == LLVMIntULT || predicate == LLVMIntULE || predicate == LLVMIntSLT || predicate == LLVMIntSLE;
}

static bool is_turned(const emission_piece *piece, LLVMValueRef left)
{
    return !fuse_is_divergent(piece->e->kernel, left);
}

static bool is_least(LLVMValueRef bound, bool is_signed)
{
    return LLVMIsAConstantInt(bound) &&
           (is_signed ? LLVMConstIntGetSExtValue(bound) <= 1 : LLVMConstIntGetZExtValue(bound) <= 1);
}

/* Most threads are where an index is within its bounds: not below what is constant, not beyond what is not. */
static int usual(emission_piece *piece, LLVMIntPredicate predicate, LLVMValueRef left, LLVMValueRef right)
{
    if (predicate == LLVMIntEQ || predicate == LLVMIntNE)
        return piece_is_periodic(piece, left) || piece_is_periodic(piece, right) ? -1 : predicate == LLVMIntNE;
    bool below = piece_is_below(predicate);
    bool is_signed = predicate >= LLVMIntSGT;
    bool is_left = !is_turned(piece, left);
    if (!is_left)
        below = !below;
    if (piece_kind_of(piece, is_left ? left : right) == PIECE_FALL) /* what is left of something: there is some */
        return !below;
    right = is_left ? right : left;
    return is_least(right, is_signed) ? !below : below;
}

/* Whether both outcomes are to be expected: it is compared with a constant within the block, or is to equal
 * something. */
static bool is_open(emission_piece *piece, LLVMIntPredicate predicate, LLVMValueRef left, LLVMValueRef right)
{
    LLVMValueRef bound = is_turned(piece, left) ? left : right;
    return predicate == LLVMIntEQ || predicate == LLVMIntNE ||
           (LLVMIsAConstantInt(bound) && !is_least(bound, predicate >= LLVMIntSGT));
}

bool piece_outcome_is_open(emission_piece *piece, LLVMValueRef condition)
{
    LLVMIntPredicate predicate;
    if (!LLVMIsAInstruction(condition))
        return false;
    if (piece_is_minimum(condition, &predicate))
        return is_open(piece, predicate, LLVMGetOperand(condition, 0), LLVMGetOperand(condition, 1));
    if (LLVMIsAICmpInst(condition))
        return is_open(piece, LLVMGetICmpPredicate(condition), LLVMGetOperand(condition, 0),
                       LLVMGetOperand(condition, 1));
    if (LLVMIsALoadInst(condition)) {
        LLVMValueRef stored = emission_stored_value(piece->e, condition);
        return stored && piece_outcome_is_open(piece, stored);
    }
    bool any = false;
    for (int i = 0; i < LLVMGetNumOperands(condition); i++)
        any = any || piece_outcome_is_open(piece, LLVMGetOperand(condition, (unsigned)i));
    return any;
}

bool piece_is_choice(emission_piece *piece, LLVMValueRef value, int *outcome)
{
    LLVMIntPredicate predicate;
    LLVMValueRef condition = NULL;
    if (piece_is_minimum(value, &predicate)) {
        condition = value;
    } else if (LLVMIsASelectInst(value) && piece_is_number(piece->e, LLVMTypeOf(value)) && piece_width(value) != 1 &&
               piece_kind_of(piece, LLVMGetOperand(value, 1)) != PIECE_OTHER &&
               piece_kind_of(piece, LLVMGetOperand(value, 2)) != PIECE_OTHER) {
        condition = LLVMGetOperand(value, 0);
    }
    *outcome = condition ? piece_outcome(piece, condition) : -1;
    return *outcome >= 0 && !piece_outcome_is_open(piece, condition);
}

/* The same for all threads without the piece ending anywhere for it: a condition does not compare what grows with x. */
static bool is_even(emission_piece *piece, LLVMValueRef value)
{
    bool even = piece_kind_of(piece, value) == PIECE_SAME;
    if (!even || !LLVMIsAInstruction(value) || !fuse_is_divergent(piece->e->kernel, value) || piece_width(value) != 1)
        return even;
    if (LLVMIsALoadInst(value))
        return is_even(piece, emission_stored_value(piece->e, value));
    for (int i = 0; i < LLVMGetNumOperands(value) && even; i++)
        even = is_even(piece, LLVMGetOperand(value, (unsigned)i));
    return even;
}

bool piece_is_uniform_choice(emission_piece *piece, LLVMValueRef choice)
{
    bool even = true;
    for (int i = 0; i < LLVMGetNumOperands(choice) - (LLVMIsACallInst(choice) != NULL) && even; i++)
        even = is_even(piece, LLVMGetOperand(choice, (unsigned)i));
    return even;
}

/* What varies from thread to thread is only kept within bounds: most threads have their own. */
static int usual_choice(emission_piece *piece, LLVMIntPredicate predicate, LLVMValueRef left, LLVMValueRef right)
{
    bool is_left = !is_turned(piece, left);
    if (is_least(is_left ? right : left, predicate >= LLVMIntSGT))
        return usual(piece, predicate, left, right);
    return is_left;
}

static int of_both(emission_piece *piece, LLVMOpcode opcode, LLVMValueRef left, LLVMValueRef right)
{
    int a = piece_outcome(piece, left), b = piece_outcome(piece, right);
    if (a < 0 || b < 0)
        return -1;
    return opcode == LLVMAnd ? a & b : opcode == LLVMOr ? a | b : a ^ b;
}

int piece_outcome(emission_piece *piece, LLVMValueRef condition)
{
    emission *e = piece->e;
    LLVMIntPredicate predicate;
    int usually = -1;
    LLVMValueRef known = emission_known(e, condition);
    if (known && piece_width(condition) == 1)
        return (int)LLVMConstIntGetZExtValue(known);
    if (LLVMIsAConstantInt(condition))
        return (int)LLVMConstIntGetZExtValue(condition);
    if (!LLVMIsAInstruction(condition))
        return -1;
    LLVMValueRef a = LLVMGetOperand(condition, 0);
    LLVMOpcode opcode = LLVMGetInstructionOpcode(condition);
    if (piece_is_minimum(condition, &predicate)) {
        LLVMValueRef b = LLVMGetOperand(condition, 1);
        bool compares = piece_is_number(e, LLVMTypeOf(a)) && piece_compared(piece, a, b) == PIECE_SAME;
        usually = compares ? usual_choice(piece, predicate, a, b) : -1;
    } else if (LLVMIsAICmpInst(condition)) {
        bool number = LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMIntegerTypeKind;
        if (number && piece_kind_of(piece, condition) == PIECE_SAME)
            usually = usual(piece, LLVMGetICmpPredicate(condition), a, LLVMGetOperand(condition, 1));
        int preferred = (int)(intptr_t)map_get(&e->preferred, condition);
        usually = usually >= 0 && preferred ? preferred - 1 : usually;
    } else if (LLVMGetTypeKind(LLVMTypeOf(condition)) != LLVMIntegerTypeKind || piece_width(condition) != 1) {
        return -1;
    } else if (opcode == LLVMAnd || opcode == LLVMOr || opcode == LLVMXor) {
        usually = of_both(piece, opcode, a, LLVMGetOperand(condition, 1));
    } else if (opcode == LLVMSelect) {
        int holds = piece_outcome(piece, a), yes = piece_outcome(piece, LLVMGetOperand(condition, 1));
        int no = piece_outcome(piece, LLVMGetOperand(condition, 2));
        usually = holds < 0 || yes < 0 || no < 0 ? -1 : holds ? yes : no;
    } else if (opcode == LLVMLoad) {
        LLVMValueRef stored = emission_stored_value(piece->e, condition);
        usually = stored ? piece_outcome(piece, stored) : -1;
    }
    return usually >= 0 && condition == piece->flipped ? !usually : usually;
}

/* ---- work ---- */
static bool is_work(const emission *e, LLVMValueRef at)
{
    bool load = LLVMIsALoadInst(at) != NULL, store = LLVMIsAStoreInst(at) != NULL;
    if (load || store)
        return !LLVMIsAAllocaInst(LLVMGetOperand(at, store)) && !emission_is_argument(e, LLVMGetOperand(at, store));
    bool calls = LLVMIsACallInst(at) && !fuse_touches_no_memory(at);
    return calls || LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at);
}

/* Something of memory is accessed by threads that take the way, and by no others. */
static bool has_work(const emission *e, const fuse_block *from, unsigned way)
{
    const fuse_kernel *kernel = e->kernel;
    int first = fuse_block_number(kernel, LLVMGetSuccessor(from->end, way));
    if (!e->contains[first] || kernel->block[first].start || kernel->block[first].from_count != 1)
        return false;
    for (int i = 0; i < kernel->blocks; i++) {
        bool behind = e->contains[i] && emission_dominates(e, first, i);
        for (LLVMValueRef at = behind ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (is_work(e, at))
                return true;
    }
    return false;
}

static void prefer(emission *e, LLVMValueRef condition, bool outcome)
{
    if (!LLVMIsAInstruction(condition) || !fuse_is_divergent(e->kernel, condition))
        return;
    if (LLVMIsAICmpInst(condition)) {
        LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
        if (predicate != LLVMIntEQ && predicate != LLVMIntNE)
            map_put(&e->preferred, condition, (void *)(intptr_t)(1 + outcome));
        return;
    }
    /* All parts of an `or` that does not hold, or of an `and` that does. */
    LLVMOpcode code = LLVMGetInstructionOpcode(condition);
    bool choice = code == LLVMSelect && piece_width(condition) == 1;
    LLVMValueRef with = choice ? LLVMGetOperand(condition, outcome ? 2 : 1) : NULL;
    bool parts = code == (outcome ? LLVMAnd : LLVMOr) ||
                 (with && LLVMIsAConstantInt(with) && LLVMConstIntGetZExtValue(with) == !outcome);
    for (unsigned i = 0; i < 2 && parts; i++)
        prefer(e, LLVMGetOperand(condition, choice && i == 1 && !outcome ? 2 : i), outcome);
}

void emission_find_preferred(emission *e)
{
    const fuse_kernel *kernel = e->kernel;
    for (int i = 0; i < kernel->blocks; i++) {
        const fuse_block *block = &kernel->block[i];
        if (!e->contains[i] || !block->divergent_branch || !LLVMIsABranchInst(block->end))
            continue;
        bool yes = has_work(e, block, 0), no = has_work(e, block, 1);
        if (yes != no)
            prefer(e, LLVMGetOperand(block->end, 0), yes);
    }
}
