/* Outer-loop vectorisation. LLVM vectorises only innermost loops. If each thread runs a loop of its own inside a
 * loop over threads, this pass exchanges them: a strip of threads runs the inner loop together, and each of its
 * iterations is a short loop over the strip's threads, which becomes vectors.
 *
 * The blocks of a thread are divided into phases at the heads and ends of its inner loops. If all threads of a strip
 * certainly take the same phases, as their loops' conditions do not depend on the thread, there are no masks
 * (`masked` is false). Else each thread has the number of its next phase, and a phase runs for those threads that
 * have its number.
 *
 * Preconditions: all accesses in the loop are marked as parallel, and it has no other effects; its latch is its only
 * exit; its inner loops have one entry each.
 *
 * Invariant: the function computes what it did. */
#include "outer_loop.h"

#include "outer_loop_plan.h"
#include "outer_loop_strip.h"

enum { USUAL_WIDTH = 16, NARROW_WIDTH = 8 };

static bool chooses_together(const outer_plan *plan)
{
    for (int s = 0; s < plan->loop.blocks; s++)
        if ((plan->starts & BLOCK_BIT(s)) && !fuse_choose_phase(plan, NULL, s))
            return false;
    return true;
}

/* Whether neighbours mostly take the same way: the condition is a bound of their numbers, or several. */
static bool is_orderly(const outer_plan *plan, LLVMValueRef condition)
{
    int64_t factor;
    if (fuse_is_strip_uniform(plan, condition))
        return true;
    if (!LLVMIsAInstruction(condition) || !fuse_is_recomputable(plan, condition))
        return false;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(condition);
    bool compares = opcode == LLVMICmp,
         orderly = compares || opcode == LLVMAnd || opcode == LLVMOr || opcode == LLVMXor || opcode == LLVMSelect;
    for (int i = 0; i < LLVMGetNumOperands(condition) && orderly; i++)
        orderly = compares ? fuse_is_linear(plan, LLVMGetOperand(condition, (unsigned)i), &factor)
                           : is_orderly(plan, LLVMGetOperand(condition, (unsigned)i));
    return orderly;
}

/* Whether threads choose phases by more than a bound of their numbers: by values that they have loaded or computed. */
static bool is_disorderly(const outer_plan *plan)
{
    for (int s = 0; s < plan->loop.blocks; s++) {
        block_set phase = plan->starts & BLOCK_BIT(s) ? fuse_phase_blocks(plan, s) : 0;
        for (int i = 0; i < plan->loop.blocks; i++)
            if ((phase & BLOCK_BIT(i)) && plan->to_count[i] == 2 && fuse_only_target(plan, phase, i) == FUSE_NONE &&
                fuse_phase_join(plan, phase, i) == FUSE_NONE &&
                !is_orderly(plan, LLVMGetCondition(LLVMGetBasicBlockTerminator(plan->loop.block[i]))))
                return true;
    }
    return false;
}

static bool exchange(const fuse_compilation *compilation, LLVMBasicBlockRef latch)
{
    outer_plan plan = {.level = compilation->level, .width = compilation->level ? USUAL_WIDTH : NARROW_WIDTH};
    bool exchanges = fuse_find_thread_loop(latch, &plan.loop) && plan.loop.blocks > 1 && fuse_plan_graph(&plan) &&
                     fuse_outer_loop_is_legal(&plan);
    if (exchanges) {
        fuse_limit_outer_width(&plan);
        fuse_plan_counters(&plan);
        plan.masked = !chooses_together(&plan);
        plan.disorderly = plan.masked && is_disorderly(&plan);
        exchanges = fuse_outer_loop_pays(&plan);
    }
    if (exchanges) {
        outer_copy copy;
        fuse_copy_outer_loop(&plan, &copy);
        fuse_emit_outer_loop(&plan, &copy);
        fuse_drop_outer_copy(&plan, &copy);
    }
    map_free(&plan.counters);
    return exchanges;
}

bool fuse_vectorise_outer_loops(const fuse_compilation *compilation)
{
    return fuse_change_thread_loops(compilation, exchange);
}
