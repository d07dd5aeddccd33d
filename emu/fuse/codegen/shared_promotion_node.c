/* Expressions of the kernel as vectors of any sixteen threads. Those that depend only on the thread's number become
 * constants. */
#include "shared_promotion.h"

#include <stdlib.h>
#include <string.h>

#include "../analysis/calls.h"
#include "../support/debug_lines.h"
#include "../support/integer.h"
#include "../support/map.h"
#include "../support/memory.h"

node *promoted_node(promotion *p, node_kind kind, LLVMTypeRef type, int operands, node *a, node *b, node *c)
{
    node *made = fuse_allocate(1, sizeof *made);
    *made = (node){.kind = kind, .type = type, .operand = {a, b, c}, .operands = operands, .next = p->nodes};
    p->nodes = made;
    return made;
}

node *promoted_scalar(promotion *p, LLVMValueRef value)
{
    node *made = promoted_node(p, SCALAR, LLVMTypeOf(value), 0, NULL, NULL, NULL);
    made->value = value;
    return made;
}

const view *promoted_view(promotion *p, const int *thread)
{
    for (size_t i = 0; i < p->views; i++)
        if (memcmp(p->view[i]->thread, thread, sizeof p->view[i]->thread) == 0)
            return p->view[i];
    if ((p->views & (p->views - 1)) == 0) {
        p->view = realloc(p->view, (2 * p->views + 1) * sizeof *p->view);
        if (!p->view)
            abort();
    }
    view *made = fuse_allocate(1, sizeof *made);
    memcpy(made->thread, thread, sizeof made->thread);
    return p->view[p->views++] = made;
}

const view *promoted_strip(promotion *p, unsigned number)
{
    int thread[STRIP];
    for (int i = 0; i < STRIP; i++)
        thread[i] = (int)number * STRIP + i;
    return promoted_view(p, thread);
}

int promoted_known(LLVMValueRef vector, int thread)
{
    LLVMValueRef bit = LLVMIsConstant(vector) ? LLVMGetAggregateElement(vector, (unsigned)thread) : NULL;
    return bit && LLVMIsAConstantInt(bit) ? LLVMConstIntGetZExtValue(bit) != 0 : -1;
}

LLVMValueRef promoted_splat(promotion *p, LLVMValueRef value)
{
    emission *e = p->e;
    LLVMValueRef all[STRIP];
    for (int i = 0; i < STRIP; i++)
        all[i] = value;
    if (LLVMIsConstant(value))
        return LLVMConstVector(all, STRIP);
    LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(value), STRIP);
    LLVMValueRef one =
        LLVMBuildInsertElement(e->builder, LLVMGetPoison(type), value, emission_number(e, e->i32, 0), "");
    return LLVMBuildShuffleVector(e->builder, one, LLVMGetPoison(type), LLVMConstNull(LLVMVectorType(e->i32, STRIP)),
                                  "");
}

/* Unused elements take another thread's number: so nothing is computed for a thread that does not exist. */
static bool thread_numbers(const view *threads, uint64_t *number)
{
    int any = 0;
    while (any < STRIP - 1 && threads->thread[any] < 0)
        any++;
    for (int i = 0; i < STRIP; i++)
        number[i] = (uint64_t)threads->thread[threads->thread[i] < 0 ? any : i];
    return true;
}

static bool find_numbers(promotion *p, node *what, const view *threads, uint64_t *number)
{
    const uint64_t *operand[3] = {NULL};
    if (!integer_width(what->type))
        return false;
    if (what->kind == THREAD_ID)
        return thread_numbers(threads, number);
    if (what->kind == SCALAR && LLVMIsAConstantInt(what->value)) {
        for (int i = 0; i < STRIP; i++)
            number[i] = LLVMConstIntGetZExtValue(what->value);
        return true;
    }
    if (what->kind != OPERATION && what->kind != AND && what->kind != OR && what->kind != NOT)
        return false;
    if (what->operands > 2)
        return false;
    for (int k = 0; k < what->operands; k++)
        if (!(operand[k] = promoted_numbers(p, what->operand[k], threads)))
            return false;
    for (int i = 0; i < STRIP; i++) {
        uint64_t each[] = {operand[0][i], what->operands > 1 ? operand[1][i] : 0};
        if (what->kind == OPERATION && !integer_fold(what->value, each, &number[i]))
            return false;
        if (what->kind != OPERATION)
            number[i] = what->kind == NOT ? !each[0] : what->kind == AND ? each[0] & each[1] : each[0] | each[1];
    }
    return true;
}

const uint64_t *promoted_numbers(promotion *p, node *what, const view *threads)
{
    numbers *found = map_get(&what->numbers, threads);
    if (!found) {
        found = fuse_allocate(1, sizeof *found);
        found->known = find_numbers(p, what, threads, found->of);
        found->next = p->numbers;
        p->numbers = found;
        map_put(&what->numbers, threads, found);
    }
    return found->known ? found->of : NULL;
}

static LLVMValueRef constant(LLVMTypeRef type, const uint64_t *number)
{
    LLVMValueRef each[STRIP];
    for (int i = 0; i < STRIP; i++)
        each[i] = LLVMConstInt(type, number[i], false);
    return LLVMConstVector(each, STRIP);
}

LLVMValueRef promoted_choose(promotion *p, LLVMValueRef which, LLVMValueRef yes, LLVMValueRef no)
{
    bool all = true, none = true;
    for (int i = 0; i < STRIP; i++) {
        all = all && promoted_known(which, i) == 1;
        none = none && promoted_known(which, i) == 0;
    }
    if (all || none || yes == no)
        return all ? yes : no;
    p->made++;
    return LLVMBuildSelect(p->e->builder, which, yes, no, "");
}

/* An intrinsic whose operands and result have one type, and which works on each element alone: it has a vector form. */
static LLVMValueRef call_intrinsic(promotion *p, LLVMValueRef from, LLVMValueRef *operand, unsigned width)
{
    static const char *const known[] = {"llvm.fabs.",     "llvm.sqrt.", "llvm.fma.",  "llvm.minnum.", "llvm.maxnum.",
                                        "llvm.copysign.", "llvm.umin.", "llvm.umax.", "llvm.smin.",   "llvm.smax."};
    const char *name = fuse_callee_name(from);
    bool found = false;
    for (size_t i = 0; name && i < sizeof known / sizeof *known; i++)
        found = found || strncmp(name, known[i], strlen(known[i])) == 0;
    if (!found)
        return NULL;
    LLVMTypeRef type = width ? LLVMVectorType(LLVMTypeOf(from), width) : LLVMTypeOf(from);
    unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(from));
    LLVMValueRef callee = LLVMGetIntrinsicDeclaration(p->e->kernel->module, id, &type, 1);
    return LLVMBuildCall2(p->e->builder, LLVMGlobalGetValueType(callee), callee, operand, LLVMGetNumArgOperands(from),
                          "");
}

LLVMValueRef promoted_operation(promotion *p, LLVMValueRef from, LLVMValueRef *operand, unsigned width)
{
    LLVMBuilderRef builder = p->e->builder;
    LLVMTypeRef type = width ? LLVMVectorType(LLVMTypeOf(from), width) : LLVMTypeOf(from);
    LLVMOpcode code = LLVMGetInstructionOpcode(from);
    LLVMValueRef made;
    switch (code) {
    case LLVMUDiv:
    case LLVMURem:
    case LLVMSDiv:
    case LLVMSRem:
        if (!fuse_is_speculatable(from))
            return NULL; /* fall through */
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv: made = LLVMBuildBinOp(builder, code, operand[0], operand[1], ""); break;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMBitCast:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt: made = LLVMBuildCast(builder, code, operand[0], type, ""); break;
    case LLVMICmp: made = LLVMBuildICmp(builder, LLVMGetICmpPredicate(from), operand[0], operand[1], ""); break;
    case LLVMFCmp: made = LLVMBuildFCmp(builder, LLVMGetFCmpPredicate(from), operand[0], operand[1], ""); break;
    case LLVMSelect: made = LLVMBuildSelect(builder, operand[0], operand[1], operand[2], ""); break;
    case LLVMFNeg: made = LLVMBuildFNeg(builder, operand[0], ""); break;
    case LLVMFreeze: made = LLVMBuildFreeze(builder, operand[0], ""); break;
    case LLVMCall: made = call_intrinsic(p, from, operand, width); break;
    default: return NULL;
    }
    if (made && LLVMIsAInstruction(made)) {
        p->made++;
        fuse_debug_line(p->e->kernel, p->e->lines, made, from);
    }
    return made;
}

static LLVMValueRef elements(promotion *p, node *what, const view *threads)
{
    int element[STRIP];
    bool in_memory = what->kind == ELEMENTS;
    LLVMValueRef mask = in_memory ? promoted_make(p, what->operand[1], threads) : NULL;
    int64_t offset[STRIP];
    bool known = in_memory && promoted_offsets(p, what->operand[0], threads, offset);
    for (int i = 0; i < STRIP; i++) {
        element[i] = threads->thread[i];
        if (mask && promoted_known(mask, i) == 0)
            element[i] = -1;
        if (in_memory && element[i] >= 0 && (!known || !promoted_element(offset[i], what->variable, &element[i]))) {
            p->failed = true;
            return NULL;
        }
    }
    return promoted_gather(p, what, element);
}

static LLVMValueRef make(promotion *p, node *what, const view *threads)
{
    LLVMBuilderRef builder = p->e->builder;
    LLVMValueRef operand[3] = {NULL};
    if (what->kind == ELEMENTS || what->kind == BY_LANE)
        return elements(p, what, threads);
    if (what->kind == VARIABLE || what->kind == ADDRESS)
        return NULL;
    for (int i = 0; i < what->operands && !p->failed; i++)
        operand[i] = promoted_make(p, what->operand[i], threads);
    if (p->failed)
        return NULL;
    switch (what->kind) {
    case SCALAR: return promoted_splat(p, what->value);
    case OPERATION: return promoted_operation(p, what->value, operand, STRIP);
    case CHOICE: return promoted_choose(p, operand[0], operand[1], operand[2]);
    case AND: /* not `and`: where the first is false, the second may be poison */
        return promoted_choose(p, operand[0], operand[1], LLVMConstNull(LLVMTypeOf(operand[0])));
    case OR: return promoted_choose(p, operand[0], LLVMConstAllOnes(LLVMTypeOf(operand[0])), operand[1]);
    case NOT: return LLVMBuildNot(builder, operand[0], "");
    default: return NULL;
    }
}

LLVMValueRef promoted_make(promotion *p, node *what, const view *threads)
{
    LLVMValueRef made = map_get(&what->made, threads);
    if (made)
        return made;
    const uint64_t *known = promoted_numbers(p, what, threads);
    made = known ? constant(what->type, known) : make(p, what, threads);
    p->failed =
        /* the limit is for registers of 64 bytes, and halves with them */
        p->failed || !made || p->made > MOST_MADE >> (2 - p->e->kernel->level);
    if (p->failed) /* the function will be deleted: any value serves */
        made = LLVMGetPoison(LLVMVectorType(what->type, STRIP));
    map_put(&what->made, threads, made);
    return made;
}
