/* Expressions of the kernel as vectors of sixteen lanes, whichever are asked for. What depends on nothing but the lane's
 * number is a constant then. */
#include "number.h"
#include "resident.h"

#include <stdlib.h>
#include <string.h>

node *resident_node(resident *of, node_kind kind, LLVMTypeRef type, int operands, node *a, node *b, node *c)
{
    node *made = fuse_allocate(1, sizeof *made);
    *made = (node){.kind = kind, .type = type, .operand = {a, b, c}, .operands = operands, .next = of->nodes};
    of->nodes = made;
    return made;
}

node *resident_scalar(resident *of, LLVMValueRef value)
{
    node *made = resident_node(of, SCALAR, LLVMTypeOf(value), 0, NULL, NULL, NULL);
    made->value = value;
    return made;
}

const view *resident_view(resident *of, const int *lane)
{
    for (size_t i = 0; i < of->views; i++)
        if (memcmp(of->view[i]->lane, lane, sizeof of->view[i]->lane) == 0)
            return of->view[i];
    if ((of->views & (of->views - 1)) == 0) {
        of->view = realloc(of->view, (2 * of->views + 1) * sizeof *of->view);
        if (!of->view)
            abort();
    }
    view *made = fuse_allocate(1, sizeof *made);
    memcpy(made->lane, lane, sizeof made->lane);
    return of->view[of->views++] = made;
}

const view *resident_strip(resident *of, unsigned number)
{
    int lane[STRIP];
    for (int i = 0; i < STRIP; i++)
        lane[i] = (int)number * STRIP + i;
    return resident_view(of, lane);
}

int resident_known(LLVMValueRef vector, int lane)
{
    LLVMValueRef bit = LLVMIsConstant(vector) ? LLVMGetAggregateElement(vector, (unsigned)lane) : NULL;
    return bit && LLVMIsAConstantInt(bit) ? LLVMConstIntGetZExtValue(bit) != 0 : -1;
}

LLVMValueRef resident_splat(resident *of, LLVMValueRef value)
{
    emission *e = of->e;
    LLVMValueRef all[STRIP];
    for (int i = 0; i < STRIP; i++)
        all[i] = value;
    if (LLVMIsConstant(value))
        return LLVMConstVector(all, STRIP);
    LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(value), STRIP);
    LLVMValueRef one = LLVMBuildInsertElement(e->builder, LLVMGetPoison(type), value, emission_number(e, e->i32, 0), "");
    return LLVMBuildShuffleVector(e->builder, one, LLVMGetPoison(type),
                                  LLVMConstNull(LLVMVectorType(e->i32, STRIP)), "");
}

/* Places that nobody asks for have some other lane's number: so nothing is computed of a lane that is not there. */
static bool lane_numbers(const view *lanes, uint64_t *number)
{
    int any = 0;
    while (any < STRIP - 1 && lanes->lane[any] < 0)
        any++;
    for (int i = 0; i < STRIP; i++)
        number[i] = (uint64_t)lanes->lane[lanes->lane[i] < 0 ? any : i];
    return true;
}

static bool find_numbers(resident *of, node *what, const view *lanes, uint64_t *number)
{
    const uint64_t *operand[3] = {NULL};
    if (!number_width(what->type))
        return false;
    if (what->kind == LANE_ID)
        return lane_numbers(lanes, number);
    if (what->kind == SCALAR && LLVMIsAConstantInt(what->value)) {
        for (int i = 0; i < STRIP; i++)
            number[i] = LLVMConstIntGetZExtValue(what->value);
        return true;
    }
    if (what->kind != OPERATION && what->kind != BOTH && what->kind != EITHER && what->kind != NEITHER)
        return false;
    if (what->operands > 2)
        return false;
    for (int k = 0; k < what->operands; k++)
        if (!(operand[k] = resident_numbers(of, what->operand[k], lanes)))
            return false;
    for (int i = 0; i < STRIP; i++) {
        uint64_t each[] = {operand[0][i], what->operands > 1 ? operand[1][i] : 0};
        if (what->kind == OPERATION && !number_of(what->value, each, &number[i]))
            return false;
        if (what->kind != OPERATION)
            number[i] = what->kind == NEITHER ? !each[0] : what->kind == BOTH ? each[0] & each[1] : each[0] | each[1];
    }
    return true;
}

const uint64_t *resident_numbers(resident *of, node *what, const view *lanes)
{
    numbers *found = map_get(&what->numbers, lanes);
    if (!found) {
        found = fuse_allocate(1, sizeof *found);
        found->known = find_numbers(of, what, lanes, found->of);
        found->next = of->numbers;
        of->numbers = found;
        map_put(&what->numbers, lanes, found);
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

LLVMValueRef resident_choose(resident *of, LLVMValueRef which, LLVMValueRef yes, LLVMValueRef no)
{
    bool all = true, none = true;
    for (int i = 0; i < STRIP; i++) {
        all = all && resident_known(which, i) == 1;
        none = none && resident_known(which, i) == 0;
    }
    if (all || none || yes == no)
        return all ? yes : no;
    of->made++;
    return LLVMBuildSelect(of->e->builder, which, yes, no, "");
}

/* Of one type, which it also answers, and each lane's by itself: so there is a form of it for vectors. */
static LLVMValueRef call_intrinsic(resident *of, LLVMValueRef from, LLVMValueRef *operand, unsigned width)
{
    static const char *const known[] = {"llvm.fabs.", "llvm.sqrt.", "llvm.fma.", "llvm.minnum.", "llvm.maxnum.",
                                        "llvm.copysign.", "llvm.umin.", "llvm.umax.", "llvm.smin.", "llvm.smax."};
    const char *name = fuse_callee_name(from);
    bool found = false;
    for (size_t i = 0; name && i < sizeof known / sizeof *known; i++)
        found = found || strncmp(name, known[i], strlen(known[i])) == 0;
    if (!found)
        return NULL;
    LLVMTypeRef type = width ? LLVMVectorType(LLVMTypeOf(from), width) : LLVMTypeOf(from);
    unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(from));
    LLVMValueRef callee = LLVMGetIntrinsicDeclaration(of->e->kernel->module, id, &type, 1);
    return LLVMBuildCall2(of->e->builder, LLVMGlobalGetValueType(callee), callee, operand, LLVMGetNumArgOperands(from), "");
}

LLVMValueRef resident_operation(resident *of, LLVMValueRef from, LLVMValueRef *operand, unsigned width)
{
    LLVMBuilderRef builder = of->e->builder;
    LLVMTypeRef type = width ? LLVMVectorType(LLVMTypeOf(from), width) : LLVMTypeOf(from);
    LLVMOpcode code = LLVMGetInstructionOpcode(from);
    LLVMValueRef made;
    switch (code) {
    case LLVMUDiv: case LLVMURem: case LLVMSDiv: case LLVMSRem:
        if (!fuse_is_pure(from))
            return NULL; /* fall through */
    case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl: case LLVMLShr: case LLVMAShr: case LLVMAnd: case LLVMOr:
    case LLVMXor: case LLVMFAdd: case LLVMFSub: case LLVMFMul: case LLVMFDiv:
        made = LLVMBuildBinOp(builder, code, operand[0], operand[1], "");
        break;
    case LLVMTrunc: case LLVMZExt: case LLVMSExt: case LLVMBitCast: case LLVMFPToUI: case LLVMFPToSI: case LLVMUIToFP:
    case LLVMSIToFP: case LLVMFPTrunc: case LLVMFPExt:
        made = LLVMBuildCast(builder, code, operand[0], type, "");
        break;
    case LLVMICmp:
        made = LLVMBuildICmp(builder, LLVMGetICmpPredicate(from), operand[0], operand[1], "");
        break;
    case LLVMFCmp:
        made = LLVMBuildFCmp(builder, LLVMGetFCmpPredicate(from), operand[0], operand[1], "");
        break;
    case LLVMSelect:
        made = LLVMBuildSelect(builder, operand[0], operand[1], operand[2], "");
        break;
    case LLVMFNeg:
        made = LLVMBuildFNeg(builder, operand[0], "");
        break;
    case LLVMFreeze:
        made = LLVMBuildFreeze(builder, operand[0], "");
        break;
    case LLVMCall:
        made = call_intrinsic(of, from, operand, width);
        break;
    default:
        return NULL;
    }
    if (made && LLVMIsAInstruction(made)) {
        of->made++;
        fuse_debug_line(of->e->kernel, of->e->lines, made, from);
    }
    return made;
}

static LLVMValueRef elements(resident *of, node *what, const view *lanes)
{
    int element[STRIP];
    bool in_memory = what->kind == ELEMENTS;
    LLVMValueRef mask = in_memory ? resident_make(of, what->operand[1], lanes) : NULL;
    offsets found;
    if (in_memory)
        resident_offsets(of, what->operand[0], lanes, &found);
    for (int i = 0; i < STRIP; i++) {
        element[i] = lanes->lane[i];
        if (mask && resident_known(mask, i) == 0)
            element[i] = -1;
        if (in_memory && element[i] >= 0 && !resident_element(&found, i, what->variable, &element[i])) {
            of->failed = true;
            return NULL;
        }
    }
    return resident_gather(of, what, element);
}

static LLVMValueRef make(resident *of, node *what, const view *lanes)
{
    LLVMBuilderRef builder = of->e->builder;
    LLVMValueRef operand[3] = {NULL};
    if (what->kind == ELEMENTS || what->kind == BY_LANE)
        return elements(of, what, lanes);
    if (what->kind == VARIABLE || what->kind == ADDRESS)
        return NULL;
    for (int i = 0; i < what->operands && !of->failed; i++)
        operand[i] = resident_make(of, what->operand[i], lanes);
    if (of->failed)
        return NULL;
    switch (what->kind) {
    case SCALAR:
        return resident_splat(of, what->value);
    case OPERATION:
        return resident_operation(of, what->value, operand, STRIP);
    case CHOICE:
        return resident_choose(of, operand[0], operand[1], operand[2]);
    case BOTH: /* not `and`: where the first does not hold, nobody knows what the second is made of */
        return resident_choose(of, operand[0], operand[1], LLVMConstNull(LLVMTypeOf(operand[0])));
    case EITHER:
        return resident_choose(of, operand[0], LLVMConstAllOnes(LLVMTypeOf(operand[0])), operand[1]);
    case NEITHER:
        return LLVMBuildNot(builder, operand[0], "");
    default:
        return NULL;
    }
}

LLVMValueRef resident_make(resident *of, node *what, const view *lanes)
{
    LLVMValueRef made = map_get(&what->made, lanes);
    if (made)
        return made;
    const uint64_t *known = resident_numbers(of, what, lanes);
    made = known ? constant(what->type, known) : make(of, what, lanes);
    of->failed = of->failed || !made || of->made > MOST_MADE >> (2 - of->e->kernel->level); /* registers of 16 bytes on */
    if (of->failed) /* what is made is thrown away: anything does */
        made = LLVMGetPoison(LLVMVectorType(what->type, STRIP));
    map_put(&what->made, lanes, made);
    return made;
}
