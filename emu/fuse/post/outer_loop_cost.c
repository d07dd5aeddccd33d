/* Which loops over threads may be exchanged with the loops inside them, and which gain by it. */
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "outer_loop_plan.h"
#include "vectorisable.h"

enum { MOST_INSTRUCTIONS = 600, ARITHMETIC = 1, CALL = 20, LANES_BY_LEVEL_0 = 4 };

static bool is_reduction(outer_plan *plan, LLVMValueRef phi)
{
    LLVMValueRef next = NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == plan->loop.latch)
            next = LLVMGetIncomingValue(phi, i);
    bool gathers = next && LLVMIsAInstruction(next) && LLVMGetInstructionOpcode(next) == LLVMOr &&
                   (LLVMGetOperand(next, 0) == phi) != (LLVMGetOperand(next, 1) == phi);
    for (LLVMUseRef use = LLVMGetFirstUse(phi); use && gathers; use = LLVMGetNextUse(use))
        gathers = LLVMGetUser(use) == next;
    for (LLVMUseRef use = gathers ? LLVMGetFirstUse(next) : NULL; use && gathers; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        gathers = user == phi || fuse_loop_block(&plan->loop, LLVMGetInstructionParent(user)) == FUSE_NONE;
    }
    if (!gathers || plan->reductions == MOST_REDUCTIONS)
        return false;
    plan->reduction[plan->reductions++] = phi;
    return true;
}

static bool find_counter(outer_plan *plan)
{
    thread_counter found;
    if (!fuse_find_thread_counter(&plan->loop, &found))
        return false;
    plan->counter = found.x;
    plan->next = found.next;
    plan->first = found.first;
    plan->end = found.end;
    return true;
}

/* Whether only reductions are used after the loop. */
static bool leaves_nothing(const outer_plan *plan)
{
    for (int i = 0; i < plan->loop.blocks; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(plan->loop.block[i]); at; at = LLVMGetNextInstruction(at))
            for (LLVMUseRef use = LLVMGetFirstUse(at); use; use = LLVMGetNextUse(use)) {
                bool known = fuse_loop_block(&plan->loop, LLVMGetInstructionParent(LLVMGetUser(use))) != FUSE_NONE;
                for (int r = 0; r < plan->reductions && !known; r++)
                    known = LLVMGetIncomingBlock(plan->reduction[r], 0) == plan->loop.latch
                                ? LLVMGetIncomingValue(plan->reduction[r], 0) == at
                                : LLVMGetIncomingValue(plan->reduction[r], 1) == at;
                if (!known)
                    return false;
            }
    return true;
}

bool fuse_outer_loop_is_legal(outer_plan *plan)
{
    LLVMValueRef groups = fuse_loop_hint(plan->loop.jump, "llvm.loop.parallel_accesses");
    int count = 0;
    if (LLVMGetMDNodeNumOperands(groups) != 2 || !fuse_wants_vectors(plan->loop.jump) || !find_counter(plan))
        return false;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(plan->loop.header); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi))
        if (phi != plan->counter && (LLVMCountIncoming(phi) != 2 || !is_reduction(plan, phi)))
            return false;
    for (int i = 0; i < plan->loop.blocks; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(plan->loop.block[i]); at; at = LLVMGetNextInstruction(at))
            if (++count > MOST_INSTRUCTIONS || !fuse_is_vectorisable(&plan->loop, at))
                return false;
    return leaves_nothing(plan);
}

/* The most threads of a call's vector forms, named by codegen/vector_math.c; 0: it needs none. */
static unsigned widest_form(LLVMValueRef call)
{
    static const char key[] = "vector-function-abi-variant", form[] = "_ZGV_LLVM_N";
    LLVMAttributeRef forms = LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, key, sizeof key - 1);
    unsigned length, widest = 0;
    const char *text = forms ? LLVMGetStringAttributeValue(forms, &length) : NULL;
    for (unsigned i = 0; text && i + sizeof form <= length; i++)
        if (memcmp(text + i, form, sizeof form - 1) == 0) {
            unsigned threads = (unsigned)atoi(text + i + sizeof form - 1);
            widest = threads > widest ? threads : widest;
        }
    return widest;
}

/* A call for more threads than its widest form would be made thread by thread. */
void fuse_limit_outer_width(outer_plan *plan)
{
    for (int i = 0; i < plan->loop.blocks; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(plan->loop.block[i]); at; at = LLVMGetNextInstruction(at)) {
            unsigned widest = LLVMIsACallInst(at) ? widest_form(at) : 0;
            plan->width = widest && widest < plan->width ? widest : plan->width;
        }
}

/* ---- cost ---- */
static bool is_conditional(const outer_plan *plan, int block)
{
    const inner_loop *inner = &plan->inner[plan->loop_of[block]];
    int join = inner->header; /* `join`: blocks that every iteration passes from the header on */
    block_set phase = fuse_phase_blocks(plan, inner->header);
    while (join != FUSE_NONE && join != block)
        join = fuse_phase_join(plan, phase, join);
    return join == FUSE_NONE;
}

/* ---- accesses ---- */
typedef enum spacing { ONE_ADDRESS, NEIGHBOURS, SEPARATE } spacing;

static spacing spacing_of(const outer_plan *plan, LLVMValueRef at, uint64_t *size)
{
    bool store = LLVMIsAStoreInst(at), uniform = false;
    LLVMTypeRef type = store ? LLVMTypeOf(LLVMGetOperand(at, 0)) : LLVMTypeOf(at);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(LLVMGetBasicBlockParent(plan->loop.header)));
    *size = LLVMABISizeOfType(layout, type);
    bool consecutive = fuse_is_consecutive(plan, LLVMGetOperand(at, store), *size, &uniform);
    return !consecutive ? SEPARATE : uniform ? ONE_ADDRESS : NEIGHBOURS;
}

/* AVX2 has masked accesses of neighbours with at least 4 bytes; AVX-512 of all, also at separate addresses; SSE of
 * none. */
static bool has_mask(const outer_plan *plan, LLVMValueRef at)
{
    uint64_t size;
    spacing kind = spacing_of(plan, at, &size);
    return plan->level == 2 || (plan->level == 1 && kind == NEIGHBOURS && size >= 4);
}

static bool is_access(LLVMValueRef at)
{
    return LLVMIsALoadInst(at) || LLVMIsAStoreInst(at);
}

bool fuse_phase_has_masks(const outer_plan *plan, block_set phase)
{
    for (int i = 0; i < plan->loop.blocks; i++)
        for (LLVMValueRef at = phase & BLOCK_BIT(i) ? LLVMGetFirstInstruction(plan->loop.block[i]) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (is_access(at) && !has_mask(plan, at))
                return false;
    return true;
}

/* Adds the cost in instructions, for one thread and for a strip in vectors. An access at separate addresses is one
 * for each thread, with more around it; without a masked form, a branch as well. */
static void add_access(const outer_plan *plan, int block, LLVMValueRef at, double *scalar, double *vector)
{
    enum { BRANCH = 6 };
    static const double lanes[] = {4, 8, 16}, separate_loads[] = {2.5, 2.5, 1.4}, separate_stores[] = {2.5, 2.5, 2.5};
    uint64_t size;
    spacing kind = spacing_of(plan, at, &size);
    bool conditional = is_conditional(plan, block);
    *scalar += 1;
    if (conditional && !has_mask(plan, at))
        *vector += BRANCH * plan->width;
    else if (kind == SEPARATE)
        *vector += (LLVMIsAStoreInst(at) ? separate_stores : separate_loads)[plan->level] * plan->width;
    else
        *vector += kind == ONE_ADDRESS && !conditional ? 1 : plan->width / lanes[plan->level] * (conditional ? 2 : 1);
}

/* Whether the call is an instruction or two. SSE has no fused multiply-add. */
static bool is_instruction(const outer_plan *plan, LLVMValueRef call)
{
    static const char *const dear[] = {"llvm.sqrt.", "llvm.fshl.", "llvm.fshr.", "llvm.ctpop.", "llvm.bswap."};
    bool fused = strncmp(fuse_called_name(call), "llvm.fma.", 9) == 0;
    for (size_t i = 0; i < sizeof dear / sizeof *dear; i++)
        if (strncmp(fuse_called_name(call), dear[i], strlen(dear[i])) == 0)
            return false;
    return !fuse_has_vector_forms(call) && !(fused && plan->level == 0);
}

static void add_cost(const outer_plan *plan, int block, LLVMValueRef at, double *scalar, double *vector)
{
    static const double lanes[] = {4, 8, 16};
    double vectors = plan->width / lanes[plan->level];
    if (is_access(at)) {
        add_access(plan, block, at, scalar, vector);
        return;
    }
    if (LLVMIsACallInst(at)) {
        double cost = is_instruction(plan, at) ? ARITHMETIC : CALL;
        *scalar += cost;
        *vector += cost * vectors;
        return;
    }
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMUDiv:
    case LLVMURem:
    case LLVMSDiv:
    case LLVMSRem:
        *scalar += LLVMIsAConstantInt(LLVMGetOperand(at, 1)) ? 3 : CALL;
        *vector += LLVMIsAConstantInt(LLVMGetOperand(at, 1)) ? 8 * vectors : CALL * plan->width;
        return;
    default:
        *scalar += !LLVMIsAGetElementPtrInst(at) && !LLVMIsAPHINode(at);
        *vector += fuse_is_strip_uniform(plan, at) || LLVMIsAGetElementPtrInst(at) ? 0 : vectors;
        return;
    }
}

/* ---- rows ---- */
/* Whether the index grows by 1 in each iteration of an inner loop of one block. */
static bool counts(LLVMValueRef index, LLVMBasicBlockRef block, int depth)
{
    if (!LLVMIsAInstruction(index) || depth == 0)
        return false;
    if (LLVMIsAPHINode(index)) {
        for (unsigned i = 0; LLVMGetInstructionParent(index) == block && i < LLVMCountIncoming(index); i++) {
            LLVMValueRef next = LLVMGetIncomingValue(index, i);
            if (LLVMGetIncomingBlock(index, i) == block && LLVMIsAInstruction(next) &&
                LLVMGetInstructionOpcode(next) == LLVMAdd && LLVMGetOperand(next, 0) == index &&
                LLVMIsAConstantInt(LLVMGetOperand(next, 1)))
                return LLVMConstIntGetSExtValue(LLVMGetOperand(next, 1)) == 1;
        }
        return false;
    }
    switch (LLVMGetInstructionOpcode(index)) {
    case LLVMAdd:
    case LLVMOr:
        return counts(LLVMGetOperand(index, 0), block, depth - 1) || counts(LLVMGetOperand(index, 1), block, depth - 1);
    case LLVMSub:
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc: return counts(LLVMGetOperand(index, 0), block, depth - 1);
    default: return false;
    }
}

/* Whether the inner loops only go along rows, one row for each thread. One by one, threads read lines that the cache
 * prefetches in order, and their iterations may be vectors. Side by side they read as many lines at once, which
 * mostly compete for few places of the cache. */
static bool goes_along_rows(const outer_plan *plan)
{
    enum { DEEPEST = 6 };
    bool any = false;
    for (int i = 0; i < plan->loop.blocks; i++) {
        if (plan->loop_of[i] == FUSE_NONE)
            continue;
        if (plan->inner[plan->loop_of[i]].blocks != BLOCK_BIT(i))
            return false;
        for (LLVMValueRef at = LLVMGetFirstInstruction(plan->loop.block[i]); at; at = LLVMGetNextInstruction(at)) {
            uint64_t size;
            if (LLVMIsACallInst(at) && widest_form(at))
                return false;
            spacing kind = is_access(at) ? spacing_of(plan, at, &size) : ONE_ADDRESS;
            if (kind == ONE_ADDRESS)
                continue;
            LLVMValueRef address = LLVMGetOperand(at, LLVMIsAStoreInst(at) != NULL);
            if (kind == NEIGHBOURS || !LLVMIsAGetElementPtrInst(address) ||
                !counts(LLVMGetOperand(address, (unsigned)LLVMGetNumOperands(address) - 1), plan->loop.block[i],
                        DEEPEST))
                return false;
            any = true;
        }
    }
    return any;
}

bool fuse_outer_loop_pays(const outer_plan *plan)
{
    if (goes_along_rows(plan))
        return false;
    double scalar = 0, vector = plan->masked ? 16 : 2;
    for (int i = 0; i < plan->loop.blocks; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(plan->loop.block[i]); at && plan->loop_of[i] != FUSE_NONE;
             at = LLVMGetNextInstruction(at))
            add_cost(plan, i, at, &scalar, &vector);
    for (int i = 0; i < plan->loop.blocks && plan->disorderly; i++)
        if ((plan->starts & BLOCK_BIT(i)) && i && !fuse_phase_has_masks(plan, fuse_phase_blocks(plan, i)))
            return false;
    return (plan->disorderly ? 2 : 1) * vector < 0.7 * scalar * plan->width;
}
