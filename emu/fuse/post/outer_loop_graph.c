/* The control flow in a loop over threads: its inner loops, and the phases into which they divide it. */
#include <string.h>

#include "outer_loop_plan.h"

static bool find_ways(outer_plan *plan)
{
    const thread_loop *loop = &plan->loop;
    for (int i = 0; i < loop->blocks; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->block[i]);
        plan->to_count[i] = 0;
        if (!LLVMIsABranchInst(end))
            return false;
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end) && end != loop->jump; k++) {
            int to = fuse_loop_block(loop, LLVMGetSuccessor(end, k));
            plan->to[i][plan->to_count[i]++] = to;
            plan->from[to] |= BLOCK_BIT(i);
        }
    }
    return true;
}

typedef struct walk {
    outer_plan *plan;
    block_set seen, open;
    int left; /* remaining places of the order, filled from its end */
    int back_from[MOST_LOOP_BLOCKS], back_to[MOST_LOOP_BLOCKS], backs;
} walk;

static void visit(walk *of, int block)
{
    of->seen |= BLOCK_BIT(block);
    of->open |= BLOCK_BIT(block);
    for (int k = 0; k < of->plan->to_count[block]; k++) {
        int to = of->plan->to[block][k];
        if (of->open & BLOCK_BIT(to)) {
            if (of->backs < MOST_LOOP_BLOCKS) {
                of->back_from[of->backs] = block;
                of->back_to[of->backs] = to;
            }
            of->backs++;
        } else if (!(of->seen & BLOCK_BIT(to))) {
            visit(of, to);
        }
    }
    of->open &= ~BLOCK_BIT(block);
    of->plan->order[--of->left] = block;
}

/* The header and the blocks that reach the latch without it. */
static block_set natural_loop(const outer_plan *plan, int header, int latch)
{
    block_set loop = BLOCK_BIT(header) | BLOCK_BIT(latch);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < plan->loop.blocks; i++) {
            block_set more = (loop & BLOCK_BIT(i)) && i != header ? plan->from[i] & ~loop : 0;
            loop |= more;
            changed = changed || more;
        }
    }
    return loop;
}

static bool add_inner(outer_plan *plan, int header, block_set blocks)
{
    for (int i = 0; i < plan->inners; i++)
        if (plan->inner[i].header == header)
            return false; /* it has one latch, after loop-simplify */
    if (plan->inners == MOST_INNER_LOOPS)
        return false;
    for (int i = 0; i < plan->loop.blocks; i++) /* only its header is entered */
        if ((blocks & BLOCK_BIT(i)) && i != header && (plan->from[i] & ~blocks))
            return false;
    plan->inner[plan->inners++] = (inner_loop){header, FUSE_NONE, blocks};
    return true;
}

static int innermost_around(const outer_plan *plan, int block, int except)
{
    int found = FUSE_NONE;
    for (int i = 0; i < plan->inners; i++)
        if (i != except && (plan->inner[i].blocks & BLOCK_BIT(block)) &&
            (found == FUSE_NONE || (plan->inner[found].blocks & BLOCK_BIT(plan->inner[i].header))))
            found = i;
    return found;
}

bool fuse_plan_graph(outer_plan *plan)
{
    if (!find_ways(plan))
        return false;
    walk of = {.plan = plan, .left = plan->loop.blocks};
    visit(&of, 0);
    if (of.left != 0 || of.backs == 0 || of.backs > MOST_INNER_LOOPS)
        return false;
    for (int i = 0; i < of.backs; i++) {
        block_set blocks = natural_loop(plan, of.back_to[i], of.back_from[i]);
        if (of.back_to[i] == 0 || (blocks & 1) || !add_inner(plan, of.back_to[i], blocks))
            return false;
    }
    plan->starts = 1;
    for (int i = 0; i < plan->inners; i++) {
        plan->inner[i].outer = innermost_around(plan, plan->inner[i].header, i);
        plan->starts |= BLOCK_BIT(plan->inner[i].header);
        for (int b = 0; b < plan->loop.blocks; b++)
            for (int k = 0; (plan->inner[i].blocks & BLOCK_BIT(b)) && k < plan->to_count[b]; k++)
                if (!(plan->inner[i].blocks & BLOCK_BIT(plan->to[b][k])))
                    plan->starts |= BLOCK_BIT(plan->to[b][k]);
    }
    for (int b = 0; b < plan->loop.blocks; b++)
        plan->loop_of[b] = innermost_around(plan, b, FUSE_NONE);
    return true;
}

block_set fuse_phase_blocks(const outer_plan *plan, int start)
{
    block_set phase = BLOCK_BIT(start);
    for (int k = 0; k < plan->loop.blocks; k++) { /* the start comes before the other blocks of the phase */
        int i = plan->order[k];
        for (int w = 0; (phase & BLOCK_BIT(i)) && w < plan->to_count[i]; w++)
            if (!(plan->starts & BLOCK_BIT(plan->to[i][w])))
                phase |= BLOCK_BIT(plan->to[i][w]);
    }
    return phase;
}

/* ---- the starts of one loop, in order ---- */
static int child_around(const outer_plan *plan, int inner, int block)
{
    int at = plan->loop_of[block];
    while (at != FUSE_NONE && at != inner && plan->inner[at].outer != inner)
        at = plan->inner[at].outer;
    return at == inner ? FUSE_NONE : at;
}

/* Visits the loop's own blocks, and each loop inside it as one node, its header. */
static void visit_nodes(const outer_plan *plan, int inner, int node, block_set *seen, int *order, int *left)
{
    block_set within = inner == FUSE_NONE ? ~(block_set)0 : plan->inner[inner].blocks;
    int child = child_around(plan, inner, node), header = inner == FUSE_NONE ? 0 : plan->inner[inner].header;
    *seen |= BLOCK_BIT(node);
    for (int b = 0; b < plan->loop.blocks; b++) {
        bool mine = child == FUSE_NONE ? b == node : (plan->inner[child].blocks & BLOCK_BIT(b)) != 0;
        for (int k = 0; mine && k < plan->to_count[b]; k++) {
            int to = plan->to[b][k], other = to == header ? FUSE_NONE : child_around(plan, inner, to);
            if (to == header || !(within & BLOCK_BIT(to)) || (child != FUSE_NONE && other == child))
                continue;
            to = other == FUSE_NONE ? to : plan->inner[other].header;
            if (!(*seen & BLOCK_BIT(to)))
                visit_nodes(plan, inner, to, seen, order, left);
        }
    }
    order[--*left] = node;
}

int fuse_ordered_starts(const outer_plan *plan, int inner, int *start)
{
    int order[MOST_LOOP_BLOCKS], left = MOST_LOOP_BLOCKS, count = 0;
    int header = inner == FUSE_NONE ? 0 : plan->inner[inner].header;
    block_set seen = 0;
    visit_nodes(plan, inner, header, &seen, order, &left);
    for (int i = left; i < MOST_LOOP_BLOCKS; i++)
        if (order[i] != header && (plan->starts & BLOCK_BIT(order[i])))
            start[count++] = order[i];
    return count;
}

int fuse_phase_join(const outer_plan *plan, block_set phase, int block)
{
    /* By block: the blocks that every path from it passes, within the phase. */
    block_set after[MOST_LOOP_BLOCKS];
    for (int k = plan->loop.blocks - 1; k >= 0; k--) {
        int i = plan->order[k];
        if (!(phase & BLOCK_BIT(i)))
            continue;
        after[i] = plan->to_count[i] ? ~(block_set)0 : 0;
        for (int w = 0; w < plan->to_count[i]; w++) {
            int to = plan->to[i][w];
            bool leaves = (plan->starts & BLOCK_BIT(to)) != 0;
            after[i] &= leaves ? 0 : after[to] | BLOCK_BIT(to);
        }
    }
    for (int k = 0; k < plan->loop.blocks; k++) /* the first of them */
        if (after[block] & phase & BLOCK_BIT(plan->order[k]))
            return plan->order[k];
    return FUSE_NONE;
}

int fuse_only_target(const outer_plan *plan, block_set phase, int block)
{
    int found[MOST_LOOP_BLOCKS], several = -2, none = -3;
    for (int k = plan->loop.blocks - 1; k >= 0; k--) {
        int i = plan->order[k];
        if (!(phase & BLOCK_BIT(i)))
            continue;
        found[i] = plan->to_count[i] ? none : ALL_ENDED;
        for (int w = 0; w < plan->to_count[i]; w++) {
            int to = plan->to[i][w], target = plan->starts & BLOCK_BIT(to) ? to : found[to];
            found[i] = found[i] == none || found[i] == target ? target : several;
        }
    }
    return found[block] >= 0 ? found[block] : FUSE_NONE;
}
