/* --report: what became of the kernel. Lines are those of the kernel's own file, where it was compiled with -g or
 * -gline-tables-only.
 *
 *     K: fused: 3 regions; kept between them: 1 value of each thread (4 bytes), 2 of the block (12 bytes)
 *     K: code: 480 instructions, 24 times those of a thread
 *     K: once for the block: 2 values, made at k.c:4 7
 *     K: in registers of strips: 1 value, made at k.c:9
 *     K: rows of a thread's sums: 64 sums are vectors
 *     K: region 1: strips of 16 threads, after a barrier, at k.c:9-12
 *     K: loop 5: region 1, strip, own loop at k.c:10
 */
#include "report.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../fused/fused.h"
#include "../analysis/graph.h"
#include "../support/debug_lines.h"
#include "../support/memory.h"

static FILE *out(const fuse_kernel *kernel)
{
    return kernel->compilation->reports ? kernel->compilation->reports : stdout;
}

/* Prints the words, then "FILE:LINE". */
static void say_place(const fuse_kernel *kernel, const char *words, unsigned line)
{
    unsigned length;
    const char *name = LLVMDIFileGetFilename(LLVMDIScopeGetFile(LLVMGetSubprogram(kernel->function)), &length);
    unsigned base = length;
    while (base && name[base - 1] != '/')
        base--;
    fprintf(out(kernel), "%s%.*s:%u", words, (int)(length - base), name + base, line);
}

/* ---- regions ---- */
static void say_lines(const fuse_kernel *kernel, int region)
{
    unsigned least = 0, most = 0;
    bool *has = fuse_allocate((size_t)kernel->blocks, sizeof *has);
    fuse_region_blocks(kernel, kernel->region[region], has);
    for (int i = 0; i < kernel->blocks; i++)
        for (LLVMValueRef at = has[i] ? LLVMGetFirstInstruction(kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at)) {
            unsigned line = LLVMIsAAllocaInst(at) ? 0 : fuse_debug_own_line(kernel, at);
            least = line && (!least || line < least) ? line : least;
            most = line > most ? line : most;
        }
    free(has);
    if (!least)
        return;
    say_place(kernel, ", at ", least);
    if (least < most)
        fprintf(out(kernel), "-%u", most);
}

static void say_region(const fuse_kernel *kernel, int region)
{
    static const char *const wait[] = {[EMU_FUSED_NOTHING] = "",
                                       [EMU_FUSED_BARRIER] = ", after a barrier",
                                       [EMU_FUSED_COLLECTIVE] = ", after a warp collective",
                                       [EMU_FUSED_TILE] = ", after a barrier of tiles",
                                       [EMU_FUSED_GRID] = ", after the grid's barrier"};
    fprintf(out(kernel), "%s: region %d: ", kernel->name, region);
    bool promoted = false;
    for (int r = 0; r <= region; r++)
        promoted = promoted || kernel->plan[r].after_promoted > region;
    if (promoted)
        fprintf(out(kernel), "shared memory in registers");
    else if (kernel->plan[region].width && !kernel->plan[region].in_rows)
        fprintf(out(kernel), "strips of %u threads", kernel->plan[region].width);
    else
        fprintf(out(kernel), "all threads");
    fprintf(out(kernel), "%s", wait[kernel->block[kernel->region[region]].sync.kind]);
    say_lines(kernel, region);
    fprintf(out(kernel), "\n");
}

/* ---- values that live from region to region ---- */
typedef enum place { BLOCK, REGISTERS, MEMORY, TILES, ARRAYS, PLACES } place;

/* Whether a strip keeps the value in registers between its regions. Between strips and other regions it is in
 * memory. */
static bool in_registers(const fuse_kernel *kernel, const fuse_slot *slot)
{
    for (int r = 0; r < kernel->regions; r++) {
        const fuse_region_plan *strip = &kernel->plan[r];
        bool follows = r != strip->head || kernel->block[kernel->region[r]].sync.kind == EMU_FUSED_NOTHING;
        if (slot->live_in[r] && (!strip->width || strip->in_place || !follows))
            return false;
    }
    return true;
}

static place place_of(const fuse_kernel *kernel, const fuse_slot *slot)
{
    if (slot->uniform)
        return BLOCK;
    if (slot->memory)
        return ARRAYS;
    return slot->tile ? TILES : in_registers(kernel, slot) ? REGISTERS : MEMORY;
}

static int by_number(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

/* The line where the slot's value is computed; 0 for an array. */
static unsigned line_of(const fuse_kernel *kernel, const fuse_slot *slot)
{
    unsigned line = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(slot->alloca); use && !line; use = LLVMGetNextUse(use)) {
        LLVMValueRef store = LLVMGetUser(use);
        LLVMValueRef value = LLVMIsAStoreInst(store) ? LLVMGetOperand(store, 0) : NULL;
        if (value && LLVMIsAInstruction(value))
            line = fuse_debug_own_line(kernel, value);
    }
    return line;
}

static void say_kept(const fuse_kernel *kernel, place where)
{
    static const char *const names[] = {"once for the block", "in registers of strips", "in memory, by thread",
                                        "in memory, in the order of what they read", "arrays in memory, by thread"};
    enum { MOST = 8 };
    unsigned *line = fuse_allocate((size_t)kernel->slots, sizeof *line), count = 0, lines = 0, said = 0;
    for (int s = 0; s < kernel->slots; s++) {
        const fuse_slot *slot = &kernel->slot[s];
        if (!slot->live_across || place_of(kernel, slot) != where)
            continue;
        count++;
        if ((line[lines] = line_of(kernel, slot)) != 0)
            lines++;
    }
    if (count) {
        fprintf(out(kernel), "%s: %s: %u value%s", kernel->name, names[where], count, count == 1 ? "" : "s");
        qsort(line, lines, sizeof *line, by_number);
        for (unsigned i = 0; i < lines; i++) {
            if (i && line[i] == line[i - 1])
                continue;
            if (said++ == MOST) {
                fprintf(out(kernel), " ...");
                break;
            }
            if (said == 1)
                say_place(kernel, ", made at ", line[i]);
            else
                fprintf(out(kernel), " %u", line[i]);
        }
        fprintf(out(kernel), "\n");
    }
    free(line);
}

static void say_loop(const fuse_kernel *kernel, const fuse_loop_note *note)
{
    static const char *const threads[] = {
        [NOTE_ALL] = "rows",          [NOTE_STRIP] = "strip",    [NOTE_PIECE] = "piece",
        [NOTE_PERMUTED] = "shuffled", [NOTE_DIVERGED] = "apart", [NOTE_WARP] = "warp"};
    fprintf(out(kernel), "%s: loop %u: region %d, %s", kernel->name, note->number, note->region,
            threads[note->threads]);
    if (note->inner_line)
        say_place(kernel, ", own loop at ", note->inner_line);
    fprintf(out(kernel), "\n");
}

void fuse_report(const fuse_kernel *kernel)
{
    if (kernel->reason[0]) {
        fprintf(out(kernel), "%s: fibers: %s", kernel->name, kernel->reason);
        if (kernel->reason_line)
            say_place(kernel, ", at ", kernel->reason_line);
        fprintf(out(kernel), "\n");
        return;
    }
    int by_thread = 0, by_block = 0;
    for (int i = 0; i < kernel->slots; i++)
        if (kernel->slot[i].live_across) {
            by_thread += !kernel->slot[i].uniform;
            by_block += kernel->slot[i].uniform;
        }
    fprintf(
        out(kernel),
        "%s: fused: %d region%s; kept between them: %d value%s of each thread (%u bytes), %d of the block (%u bytes)\n",
        kernel->name, kernel->regions, kernel->regions == 1 ? "" : "s", by_thread, by_thread == 1 ? "" : "s",
        kernel->context_size, by_block, kernel->uniform_size);
    fprintf(out(kernel), "%s: code: %u instructions, %u times those of a thread\n", kernel->name, kernel->emitted,
            kernel->emitted / (kernel->size ? kernel->size : 1));
    if (kernel->coarsened)
        fprintf(out(kernel), "%s: blocks: neighbours in x run as one\n", kernel->name);
    for (place where = BLOCK; where < PLACES; where++)
        say_kept(kernel, where);
    if (kernel->has_sum_vectors)
        fprintf(out(kernel), "%s: rows of a thread's sums: %u sums are vectors\n", kernel->name, kernel->row_sums);
    for (int r = 0; r < kernel->regions; r++)
        say_region(kernel, r);
    for (int i = 0; i < kernel->notes; i++)
        say_loop(kernel, &kernel->note[i]);
}
