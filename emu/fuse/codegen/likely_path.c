/* Which outcome of a condition leads to the region's work: for most threads an index is within its bounds. */
#include "likely_path.h"

#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../support/map.h"
#include "launch_arguments.h"
#include "piece.h"
#include "region_blocks.h"

static bool is_work(const emission *e, LLVMValueRef at)
{
    bool load = LLVMIsALoadInst(at) != NULL, store = LLVMIsAStoreInst(at) != NULL;
    if (load || store)
        return !LLVMIsAAllocaInst(LLVMGetOperand(at, store)) && !emission_is_argument(e, LLVMGetOperand(at, store));
    bool calls = LLVMIsACallInst(at) && !fuse_touches_no_memory(at);
    return calls || LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at);
}

/* Whether threads on that way, and no others, access memory. */
static bool has_work(const emission *e, const fuse_block *from, unsigned way)
{
    const fuse_kernel *kernel = e->kernel;
    int first = fuse_block_number(kernel, LLVMGetSuccessor(from->end, way));
    if (!e->contains[first] || kernel->block[first].start || kernel->block[first].from_count != 1)
        return false;
    for (int i = 0; i < kernel->blocks; i++) {
        bool after = e->contains[i] && emission_dominates(e, first, i);
        for (LLVMValueRef at = after ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (is_work(e, at))
                return true;
    }
    return false;
}

static void set_preferred(emission *e, LLVMValueRef condition, bool outcome)
{
    if (!LLVMIsAInstruction(condition) || !fuse_is_divergent(e->kernel, condition))
        return;
    if (LLVMIsAICmpInst(condition)) {
        LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
        if (predicate != LLVMIntEQ && predicate != LLVMIntNE)
            map_put(&e->pieces.preferred, condition, (void *)(intptr_t)(1 + outcome));
        return;
    }
    /* all parts of an `or` that is false, or of an `and` that is true */
    LLVMOpcode code = LLVMGetInstructionOpcode(condition);
    bool choice = code == LLVMSelect && piece_width(condition) == 1;
    LLVMValueRef with = choice ? LLVMGetOperand(condition, outcome ? 2 : 1) : NULL;
    bool parts = code == (outcome ? LLVMAnd : LLVMOr) ||
                 (with && LLVMIsAConstantInt(with) && LLVMConstIntGetZExtValue(with) == !outcome);
    for (unsigned i = 0; i < 2 && parts; i++)
        set_preferred(e, LLVMGetOperand(condition, choice && i == 1 && !outcome ? 2 : i), outcome);
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
            set_preferred(e, LLVMGetOperand(block->end, 0), yes);
    }
}
