/* Prints the kernel as it is after a step: before each block a line of what is known of it, which begins with ";; " and
 * the block's name, behind it one of its named values that vary and one of those that do not; last, the slots.
 *
 *     ;; loop: number=1 order=1 dominator=entry postdominator=done loop=loop wait=barrier apart splits start region=1
 *     ;; loop varies: %i %sum
 *     ;; loop uniform: %n
 *     ;; slot sum|next (i32): by lane, at 0, 4 bytes, alive in 1 2
 *
 * What has no name is called by its number: "#3". A slot is called by the values that are stored into it. */
#include "dump.h"

#include "../fused.h"

#include <stdio.h>
#include <string.h>

static const char *const steps[] = {"cut",  "graph",  "fit",      "rank",  "uniform", "crowd",
                                    "part", "affine", "boundary", "again", "wide",    "slots"};
enum { CUT, GRAPH, FIT, RANK, UNIFORM, CROWD, PART, AFFINE, BOUNDARY, AGAIN, WIDE, SLOTS, STEPS };

static int step_number(const char *name)
{
    int number = 0;
    while (number < STEPS && strcmp(steps[number], name) != 0)
        number++;
    return number;
}

bool fuse_dump_knows(const char *step)
{
    return step_number(step) < STEPS;
}

static const char *wait_name(unsigned kind)
{
    return kind == EMU_FUSED_BARRIER ? "barrier" : "meeting";
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

static void print_facts(const fuse_kernel *kernel, int number, int step)
{
    const fuse_block *block = &kernel->block[number];
    printf(";; ");
    print_block_name(kernel, number);
    printf(": number=%d order=%d", number, block->order);
    print_relation(kernel, "dominator", block->dominator);
    print_relation(kernel, "postdominator", block->postdominator);
    print_relation(kernel, "loop", block->loop == FUSE_NONE ? FUSE_NONE : kernel->loop[block->loop].header);
    if (block->wait.kind)
        printf(" wait=%s", wait_name(block->wait.kind));
    const struct {
        int since;
        bool is;
        const char *word;
    } flags[] = {{GRAPH, block->leaves, "leaves"}, {UNIFORM, block->splits, "splits"}, {UNIFORM, block->join, "join"},
                 {UNIFORM, block->apart, "apart"}, {UNIFORM, block->unsure, "unsure"}, {BOUNDARY, block->start, "start"},
                 {BOUNDARY, block->loop != FUSE_NONE && kernel->loop[block->loop].lockstep, "lockstep"}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (step >= flags[i].since && flags[i].is)
            printf(" %s", flags[i].word);
    if (step >= BOUNDARY && block->start)
        printf(" region=%d", block->region);
    printf("\n");
}

static void print_values(const fuse_kernel *kernel, int number, bool varies)
{
    bool first = true;
    size_t length;
    for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[number].block); at; at = LLVMGetNextInstruction(at)) {
        const char *name = LLVMGetValueName2(at, &length);
        if (!length || fuse_varies(kernel, at) != varies)
            continue;
        if (first) {
            printf(";; ");
            print_block_name(kernel, number);
            printf(varies ? " varies:" : " uniform:");
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
    printf(": %s%s", slot->uniform ? "uniform" : "by lane", slot->memory ? ", memory" : "");
    if (!slot->crosses) {
        printf(", within a region\n");
        return;
    }
    printf(", at %u, %u bytes, alive in", slot->at, slot->size);
    for (int r = 0; r < kernel->regions; r++)
        if (slot->alive[r])
            printf(" %d", r);
    printf("\n");
}

static void print_after_cut(const fuse_kernel *kernel)
{
    int number = 0;
    LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(kernel->function);
    for (; block; block = LLVMGetNextBasicBlock(block)) {
        const fuse_wait *wait = map_get(&kernel->waits, block);
        const char *name = LLVMGetBasicBlockName(block);
        printf(";; ");
        if (name[0])
            printf("%s", name);
        else
            printf("#%d", number);
        printf(": number=%d", number);
        if (wait)
            printf(" wait=%s operation=%u", wait_name(wait->kind), wait->operation);
        printf("\n");
        print_text(LLVMBasicBlockAsValue(block));
        number++;
    }
}

bool fuse_dump(const fuse_kernel *kernel, const char *until, const char *step)
{
    if (!until || strcmp(until, step) != 0)
        return false;
    int number = step_number(step);
    printf(";; kernel %s after %s\n", kernel->name, step);
    if (number == CUT) {
        print_after_cut(kernel);
        return true;
    }
    for (int i = 0; i < kernel->blocks; i++) {
        print_facts(kernel, i, number);
        if (number >= UNIFORM) {
            print_values(kernel, i, true);
            print_values(kernel, i, false);
        }
        print_text(LLVMBasicBlockAsValue(kernel->block[i].block));
    }
    for (int i = 0; i < kernel->slots; i++)
        print_slot(kernel, &kernel->slot[i]);
    return true;
}
