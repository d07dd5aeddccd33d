/* Prints a kernel as it is after a pass. Before each block stands a line of facts, which begins with ";; " and the
 * block's name; then a line of its named divergent values and one of its uniform values. The slots come last.
 *
 *     ;; loop: number=1 order=1 dominator=entry postdominator=done loop=loop sync=barrier diverged start region=1
 *     ;; loop divergent: %i %sum
 *     ;; loop uniform: %n
 *     ;; slot sum|next (i32): by thread, at 0, 4 bytes, live in 1 2
 *
 * A block without a name is called by its number: "#3". A slot is called by the values that are stored into it. */
#include "dump.h"

#include <stdio.h>
#include <string.h>

#include "../../fused/fused.h"
#include "../analysis/code_size_budget.h"
#include "../analysis/graph.h"
#include "../support/map.h"

static const char *sync_name(unsigned kind)
{
    static const char *const names[] = {[EMU_FUSED_BARRIER] = "barrier",
                                        [EMU_FUSED_COLLECTIVE] = "collective",
                                        [EMU_FUSED_TILE] = "tile",
                                        [EMU_FUSED_GRID] = "grid"};
    return names[kind];
}

static void print_block_name(const fuse_kernel *kernel, int number)
{
    const char *name = number == FUSE_NONE ? "-" : LLVMGetBasicBlockName(kernel->block[number].block);
    if (name[0])
        printf("%s", name);
    else
        printf("#%d", number);
}

static void print_relation(const fuse_kernel *kernel, const char *what, int number)
{
    printf(" %s=", what);
    print_block_name(kernel, number);
}

static void print_facts(const fuse_kernel *kernel, int number, const fuse_pass *pass)
{
    const fuse_block *block = &kernel->block[number];
    printf(";; ");
    print_block_name(kernel, number);
    printf(": number=%d order=%d", number, block->order);
    print_relation(kernel, "dominator", block->dominator);
    print_relation(kernel, "postdominator", block->postdominator);
    print_relation(kernel, "loop", block->loop == FUSE_NONE ? FUSE_NONE : kernel->loop[block->loop].header);
    if (block->sync.kind)
        printf(" sync=%s", sync_name(block->sync.kind));
    const struct {
        const char *since;
        bool is;
        const char *word;
    } flags[] = {{"graph", block->returns, "returns"},
                 {"uniformity", block->divergent_branch, "divergent_branch"},
                 {"uniformity", block->join, "join"},
                 {"uniformity", block->diverged, "diverged"},
                 {"uniformity", block->temporal_divergence, "temporal_divergence"},
                 {"region_formation", block->start, "start"},
                 {"region_formation", block->loop != FUSE_NONE && kernel->loop[block->loop].lockstep, "lockstep"}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (fuse_is_after(pass, flags[i].since) && flags[i].is)
            printf(" %s", flags[i].word);
    if (fuse_is_after(pass, "region_formation") && block->start)
        printf(" region=%d", block->region);
    printf("\n");
}

static void print_values(const fuse_kernel *kernel, int number, bool divergent)
{
    bool first = true;
    size_t length;
    for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[number].block); at; at = LLVMGetNextInstruction(at)) {
        const char *name = LLVMGetValueName2(at, &length);
        if (!length || fuse_is_divergent(kernel, at) != divergent)
            continue;
        if (first) {
            printf(";; ");
            print_block_name(kernel, number);
            printf(divergent ? " divergent:" : " uniform:");
        }
        printf(" %%%s", name);
        first = false;
    }
    if (!first)
        printf("\n");
}

static void print_text(LLVMValueRef value)
{
    char *text = LLVMPrintValueToString(value);
    size_t length = strlen(text);
    printf("%s%s", text, length && text[length - 1] == '\n' ? "" : "\n");
    LLVMDisposeMessage(text);
}

static void print_slot_name(const fuse_slot *slot)
{
    size_t length;
    const char *name = LLVMGetValueName2(slot->alloca, &length);
    if (length) {
        printf("%s", name);
        return;
    }
    bool first = true;
    for (LLVMUseRef use = LLVMGetFirstUse(slot->alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef store = LLVMGetUser(use);
        if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 1) != slot->alloca)
            continue;
        name = LLVMGetValueName2(LLVMGetOperand(store, 0), &length);
        printf("%s%s", first ? "" : "|", length ? name : LLVMIsConstant(LLVMGetOperand(store, 0)) ? "constant" : "#");
        first = false;
    }
    if (first)
        printf("#");
}

static void print_slot(const fuse_kernel *kernel, const fuse_slot *slot)
{
    printf(";; slot ");
    print_slot_name(slot);
    char *type = LLVMPrintTypeToString(slot->type);
    printf(" (%s)", type);
    LLVMDisposeMessage(type);
    printf(": %s%s", slot->uniform ? "uniform" : "by thread", slot->memory ? ", memory" : "");
    if (!slot->live_across) {
        printf(", within a region\n");
        return;
    }
    printf(", at %u, %u bytes, live in", slot->offset, slot->size);
    for (int r = 0; r < kernel->regions; r++)
        if (slot->live_in[r])
            printf(" %d", r);
    printf("\n");
}

/* ---- the plan ---- */
static void print_target(const fuse_kernel *kernel, int target)
{
    if (target == kernel->blocks)
        printf("the end");
    else
        printf("region %d", kernel->block[target].region);
}

static void print_targets(const fuse_kernel *kernel, const fuse_region_plan *plan)
{
    bool first = true;
    for (int a = 0; a <= kernel->blocks; a++)
        if (plan->target[a]) {
            printf(first ? "" : " or ");
            print_target(kernel, a);
            first = false;
        }
}

static void print_exits(const fuse_kernel *kernel, const fuse_region_plan *plan, const fuse_exit_plan *exits)
{
    static const char *const how[] = {
        [LEAVE_NEVER] = "nobody leaves it",          [LEAVE_ONE] = "all",
        [LEAVE_CHOSEN] = "all as the block chooses", [LEAVE_FOUND] = "all as is found",
        [LEAVE_SPLIT] = "by the guard split",        [LEAVE_RECORDED] = "watched, each its own way",
        [LEAVE_ANYWHERE] = "each its own way"};
    printf("%s", how[exits->how]);
    if (exits->how == LEAVE_NEVER)
        return;
    printf(" to ");
    if (exits->how != LEAVE_SPLIT) {
        print_targets(kernel, plan);
        return;
    }
    print_target(kernel, exits->first);
    printf(", then ");
    print_target(kernel, exits->second);
}

static void print_members(const fuse_kernel *kernel, int head)
{
    printf(" (regions");
    for (int r = 0; r < kernel->regions; r++)
        if (kernel->plan[r].width && kernel->plan[r].head == head)
            printf(" %d", r);
    printf(")");
}

static void print_region(const fuse_kernel *kernel, int region)
{
    const fuse_region_plan *plan = &kernel->plan[region];
    bool promoted = false;
    for (int r = 0; r <= region; r++)
        promoted = promoted || kernel->plan[r].after_promoted > region;
    printf(";; region %d: ", region);
    if (plan->has_rows) {
        printf("%s", kernel->coarsened ? "coarsened rows" : plan->flat ? "one row" : "rows");
        if (plan->exits[COPY_ROWS].guard)
            printf(" split by a guard");
    }
    if (promoted)
        printf("%spromoted shared memory%s", plan->has_rows ? ", " : "", plan->promoted ? "" : " of those before");
    if (plan->width) {
        printf("%sstrips of %u from region %d", plan->has_rows || promoted ? ", " : "", plan->width, plan->head);
        if (plan->head == region)
            print_members(kernel, region);
        printf("%s%s", plan->in_place ? " in place" : "", plan->in_rows ? " by rows" : "");
    }
    if (plan->iterates)
        printf(", iterated by %s", plan->of_prefix ? "the first threads of each row" : "diverged threads");
    printf("; ");
    print_exits(kernel, plan, &plan->exits[COPY_ROWS]);
    if (plan->width && !plan->in_rows && plan->exits[COPY_STRIP].how != plan->exits[COPY_ROWS].how) {
        printf(", a strip ");
        print_exits(kernel, plan, &plan->exits[COPY_STRIP]);
    }
    printf("; %u instructions, %u cop%s\n", plan->instructions, plan->copies, plan->copies == 1 ? "y" : "ies");
}

static void print_plan(const fuse_kernel *kernel)
{
    printf(";; plan: about %u instructions of at most %u; blocks run ", kernel->planned_instructions,
           fuse_code_budget(kernel));
    if (!kernel->coarsening_obstacle)
        printf("as one");
    else if (kernel->coarsening_obstacle_at == FUSE_NONE)
        printf("one by one: %s", kernel->coarsening_obstacle);
    else
        printf("one by one: %s in region %d", kernel->coarsening_obstacle, kernel->coarsening_obstacle_at);
    if (kernel->compilation->shape)
        printf("; for %s", kernel->compilation->shape);
    printf("%s%s\n", kernel->reason[0] ? "; dropped: " : "", kernel->reason);
    for (int r = 0; r < kernel->regions; r++)
        print_region(kernel, r);
}

static void print_before_graph(const fuse_kernel *kernel)
{
    int number = 0;
    LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(kernel->function);
    for (; block; block = LLVMGetNextBasicBlock(block)) {
        const fuse_sync_point *wait = map_get(&kernel->sync_points, block);
        const char *name = LLVMGetBasicBlockName(block);
        printf(";; ");
        if (name[0])
            printf("%s", name);
        else
            printf("#%d", number);
        printf(": number=%d", number);
        if (wait)
            printf(" sync=%s operation=%u", sync_name(wait->kind), wait->operation);
        printf("\n");
        print_text(LLVMBasicBlockAsValue(block));
        number++;
    }
}

void fuse_dump_kernel(const fuse_kernel *kernel, const fuse_pass *pass)
{
    printf(";; kernel %s after %s\n", kernel->name, pass->name);
    if (!fuse_is_after(pass, "graph")) {
        print_before_graph(kernel);
        return;
    }
    for (int i = 0; i < kernel->blocks; i++) {
        print_facts(kernel, i, pass);
        if (fuse_is_after(pass, "uniformity")) {
            print_values(kernel, i, true);
            print_values(kernel, i, false);
        }
        print_text(LLVMBasicBlockAsValue(kernel->block[i].block));
    }
    for (int i = 0; i < kernel->slots; i++)
        print_slot(kernel, &kernel->slot[i]);
    if (fuse_is_after(pass, "plan"))
        print_plan(kernel);
}

void fuse_dump_module(LLVMModuleRef module, const fuse_pass *pass)
{
    char *text = LLVMPrintModuleToString(module);
    printf(";; module after %s\n%s", pass->name, text);
    LLVMDisposeMessage(text);
}
