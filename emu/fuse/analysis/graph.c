/* The kernel's blocks by number: neighbours, dominators, loops, and the order of regions.
 *
 * Invariant: kernel->block describes the function. A pass that changes branches computes it again. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

#include "../support/debug_lines.h"
#include "../support/kernel.h"
#include "../support/map.h"
#include "../support/memory.h"

int fuse_block_number(const fuse_kernel *kernel, LLVMBasicBlockRef block)
{
    return (int)(intptr_t)map_get(&kernel->numbers, block) - 1;
}

static void add(int **list, int *count, int number)
{
    for (int i = 0; i < *count; i++)
        if ((*list)[i] == number)
            return;
    int *longer = realloc(*list, (size_t)(*count + 1) * sizeof **list);
    if (!longer)
        abort();
    *list = longer;
    longer[(*count)++] = number;
}

/* Whether the block does nothing but return. */
static bool only_returns(LLVMBasicBlockRef block)
{
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    return LLVMGetInstructionOpcode(first) == LLVMRet;
}

static void number_blocks(fuse_kernel *kernel)
{
    LLVMValueRef function = kernel->function;
    kernel->blocks = (int)LLVMCountBasicBlocks(function);
    kernel->block = fuse_allocate((size_t)kernel->blocks, sizeof *kernel->block);
    int number = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
        fuse_block *made = &kernel->block[number];
        made->block = block;
        made->end = LLVMGetBasicBlockTerminator(block);
        made->loop = made->dominator = made->postdominator = FUSE_NONE;
        made->returns = only_returns(block);
        const fuse_sync_point *wait = map_get(&kernel->sync_points, block);
        if (wait)
            made->sync = *wait;
        made->start = wait != NULL;
        map_put(&kernel->numbers, block, (void *)(intptr_t)++number);
    }
    for (int i = 0; i < kernel->blocks; i++) {
        fuse_block *from = &kernel->block[i];
        for (unsigned k = 0; k < LLVMGetNumSuccessors(from->end); k++) {
            int to = fuse_block_number(kernel, LLVMGetSuccessor(from->end, k));
            add(&from->to, &from->to_count, to);
            add(&kernel->block[to].from, &kernel->block[to].from_count, i);
        }
    }
}

void fuse_reach(const fuse_kernel *kernel, int from, int until, bool *seen)
{
    if (from == until || seen[from])
        return;
    int *stack = fuse_allocate((size_t)kernel->blocks, sizeof *stack), depth = 0;
    seen[stack[depth++] = from] = true;
    while (depth) {
        const fuse_block *block = &kernel->block[stack[--depth]];
        for (int i = 0; i < block->to_count; i++)
            if (block->to[i] != until && !seen[block->to[i]])
                seen[stack[depth++] = block->to[i]] = true;
    }
    free(stack);
}

bool fuse_may_bypass(const fuse_kernel *kernel, int from, int block)
{
    bool *seen = fuse_allocate((size_t)kernel->blocks, sizeof *seen), ends = false;
    fuse_reach(kernel, from, block, seen);
    for (int i = 0; i < kernel->blocks && !ends; i++)
        ends = seen[i] && kernel->block[i].to_count == 0;
    free(seen);
    return ends;
}

/* Finds immediate dominators, of the graph or of its reverse. sets[b * n + a]: a dominates b. */
static void immediate(const bool *sets, int n, int number, int *found)
{
    int best = FUSE_NONE, most = -1;
    for (int a = 0; a < n; a++) {
        if (a == number || !sets[(size_t)number * (size_t)n + (size_t)a])
            continue;
        int count = 0;
        for (int b = 0; b < n; b++)
            count += sets[(size_t)a * (size_t)n + (size_t)b];
        if (count > most) {
            most = count;
            best = a;
        }
    }
    *found = best;
}

/* Whether the edge counts for postdominators. No thread waits for threads that leave the kernel, so edges out of it
 * count only if there is no other way on. */
static bool counts_for_postdominators(const fuse_kernel *kernel, const bool *gets_out, const fuse_block *from, int to)
{
    if (!kernel->block[to].returns || from->to_count == 1)
        return true;
    for (int i = 0; i < from->to_count; i++)
        if (!kernel->block[from->to[i]].returns && gets_out[from->to[i]])
            return false;
    return true;
}

/* Blocks from which the end is reached without a branch straight to it. */
static void find_ways_out(const fuse_kernel *kernel, bool *gets_out)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = kernel->blocks - 1; i >= 0; i--) {
            const fuse_block *block = &kernel->block[i];
            bool out = block->to_count == 0 || (block->to_count == 1 && gets_out[block->to[0]]);
            for (int k = 0; k < block->to_count && !out; k++)
                out = !kernel->block[block->to[k]].returns && gets_out[block->to[k]];
            changed = changed || (out && !gets_out[i]);
            gets_out[i] = gets_out[i] || out;
        }
    }
}

static void find_dominators(fuse_kernel *kernel, bool reverse)
{
    int n = kernel->blocks;
    size_t size = (size_t)n;
    bool *sets = fuse_allocate(size * size, sizeof *sets), *gets_out = fuse_allocate(size, sizeof *gets_out);
    find_ways_out(kernel, gets_out);
    memset(sets, true, size * size);
    for (int i = 0; i < n; i++) {
        if (reverse ? kernel->block[i].to_count != 0 : i != 0)
            continue;
        memset(sets + (size_t)i * size, false, size);
        sets[(size_t)i * size + (size_t)i] = true;
    }
    bool *common = fuse_allocate(size, sizeof *common);
    for (bool changed = true; changed;) {
        changed = false;
        for (int k = 0; k < n; k++) {
            int i = reverse ? n - 1 - k : k;
            const fuse_block *block = &kernel->block[i];
            const int *next = reverse ? block->to : block->from;
            int count = reverse ? block->to_count : block->from_count;
            if (count == 0)
                continue;
            memset(common, true, size);
            for (int e = 0; e < count; e++) {
                if (reverse && !counts_for_postdominators(kernel, gets_out, block, next[e]))
                    continue;
                for (size_t a = 0; a < size; a++)
                    common[a] = common[a] && sets[(size_t)next[e] * size + a];
            }
            common[i] = true;
            if (i == 0 && !reverse)
                continue;
            if (memcmp(common, sets + (size_t)i * size, size) != 0) {
                memcpy(sets + (size_t)i * size, common, size);
                changed = true;
            }
        }
    }
    for (int i = 0; i < n; i++)
        immediate(sets, n, i, reverse ? &kernel->block[i].postdominator : &kernel->block[i].dominator);
    free(common);
    free(sets);
    free(gets_out);
}

static bool dominates(const fuse_kernel *kernel, int a, int b)
{
    while (b != FUSE_NONE && b != a)
        b = kernel->block[b].dominator;
    return a == b;
}

static void fill_loop(const fuse_kernel *kernel, fuse_loop *loop, int latch)
{
    int *stack = fuse_allocate((size_t)kernel->blocks, sizeof *stack), depth = 0;
    loop->contains[loop->header] = true;
    if (!loop->contains[latch]) {
        loop->contains[latch] = true;
        stack[depth++] = latch;
    }
    while (depth) {
        const fuse_block *block = &kernel->block[stack[--depth]];
        for (int i = 0; i < block->from_count; i++)
            if (!loop->contains[block->from[i]])
                loop->contains[stack[depth++] = block->from[i]] = true;
    }
    free(stack);
}

static int size_of(const fuse_kernel *kernel, const fuse_loop *loop)
{
    int size = 0;
    for (int i = 0; i < kernel->blocks; i++)
        size += loop->contains[i];
    return size;
}

static void nest_loops(fuse_kernel *kernel)
{
    for (int l = 0; l < kernel->loops; l++) {
        fuse_loop *loop = &kernel->loop[l];
        int size = size_of(kernel, loop);
        loop->outer = FUSE_NONE;
        for (int o = 0; o < kernel->loops; o++)
            if (o != l && kernel->loop[o].contains[loop->header] && size_of(kernel, &kernel->loop[o]) > size &&
                (loop->outer == FUSE_NONE ||
                 size_of(kernel, &kernel->loop[o]) < size_of(kernel, &kernel->loop[loop->outer])))
                loop->outer = o;
        for (int i = 0; i < kernel->blocks; i++) {
            loop->has_barrier = loop->has_barrier || (loop->contains[i] && kernel->block[i].sync.kind);
            int inner = kernel->block[i].loop;
            if (loop->contains[i] && (inner == FUSE_NONE || size_of(kernel, &kernel->loop[inner]) > size))
                kernel->block[i].loop = l;
        }
    }
}

static void find_loops(fuse_kernel *kernel)
{
    for (int header = 0; header < kernel->blocks; header++) {
        fuse_loop *loop = NULL;
        const fuse_block *block = &kernel->block[header];
        for (int i = 0; i < block->from_count; i++) {
            if (!dominates(kernel, header, block->from[i]))
                continue;
            if (!loop) {
                fuse_loop *more = realloc(kernel->loop, (size_t)(kernel->loops + 1) * sizeof *more);
                if (!more)
                    abort();
                kernel->loop = more;
                loop = &more[kernel->loops++];
                *loop = (fuse_loop){.header = header,
                                    .latch = block->from[i],
                                    .contains = fuse_allocate((size_t)kernel->blocks, sizeof *loop->contains)};
            } else {
                loop->latch = FUSE_NONE;
            }
            fill_loop(kernel, loop, block->from[i]);
        }
    }
    nest_loops(kernel);
}

/* Visits depth first, successors outside a loop before those inside. So in the reverse order a loop comes before the
 * blocks after it. */
static void visit(fuse_kernel *kernel, int number, bool *seen, int *left)
{
    fuse_block *block = &kernel->block[number];
    seen[number] = true;
    for (int stays = 0; stays < 2; stays++)
        for (int i = 0; i < block->to_count; i++) {
            int to = block->to[i];
            bool inside = block->loop != FUSE_NONE && kernel->loop[block->loop].contains[to];
            if (inside == (bool)stays && !seen[to])
                visit(kernel, to, seen, left);
        }
    block->order = --*left;
    kernel->ordered[block->order] = number;
}

/* Whether each back edge goes to a loop's header. */
static bool is_reducible(fuse_kernel *kernel)
{
    for (int i = 0; i < kernel->blocks; i++)
        for (int k = 0; k < kernel->block[i].to_count; k++) {
            int to = kernel->block[i].to[k];
            if (kernel->block[to].order <= kernel->block[i].order && !dominates(kernel, to, i)) {
                kernel->reason_line = fuse_debug_own_line(kernel, kernel->block[i].end);
                return false;
            }
        }
    return true;
}

bool fuse_graph(fuse_kernel *kernel)
{
    enum { MOST = 2500 };
    if (LLVMCountBasicBlocks(kernel->function) > MOST)
        return fuse_refuse(kernel, "it has %u basic blocks, more than %d", LLVMCountBasicBlocks(kernel->function),
                           MOST);
    number_blocks(kernel);
    find_dominators(kernel, false);
    find_dominators(kernel, true);
    find_loops(kernel);
    kernel->ordered = fuse_allocate((size_t)kernel->blocks, sizeof *kernel->ordered);
    bool *seen = fuse_allocate((size_t)kernel->blocks, sizeof *seen);
    int left = kernel->blocks;
    visit(kernel, 0, seen, &left);
    free(seen);
    if (left != 0)
        return fuse_refuse(kernel, "some of its code is never reached");
    if (is_reducible(kernel))
        return true;
    kernel->compilation->irreducible = true;
    return fuse_refuse(kernel, "a loop is entered in its middle");
}

void fuse_graph_free(fuse_kernel *kernel)
{
    for (int i = 0; i < kernel->blocks; i++) {
        free(kernel->block[i].to);
        free(kernel->block[i].from);
    }
    for (int i = 0; i < kernel->loops; i++)
        free(kernel->loop[i].contains);
    free(kernel->block);
    free(kernel->loop);
    free(kernel->ordered);
    map_free(&kernel->numbers);
    kernel->block = NULL;
    kernel->loop = NULL;
    kernel->ordered = NULL;
    kernel->blocks = kernel->loops = 0;
}

/* A branch out of the kernel does not separate the threads that stay. */
void fuse_divergent_region(const fuse_kernel *kernel, int number, bool *seen)
{
    const fuse_block *block = &kernel->block[number];
    int staying = 0;
    for (int i = 0; i < block->to_count; i++)
        staying += !kernel->block[block->to[i]].returns;
    if (staying < 2)
        return;
    for (int i = 0; i < block->to_count; i++)
        if (!kernel->block[block->to[i]].returns)
            fuse_reach(kernel, block->to[i], block->postdominator, seen);
}

bool fuse_is_divergent(const fuse_kernel *kernel, LLVMValueRef value)
{
    return map_get(&kernel->divergent, value) != NULL;
}

void fuse_region_blocks(const fuse_kernel *kernel, int number, bool *has)
{
    int *stack = fuse_allocate((size_t)kernel->blocks, sizeof *stack), depth = 0;
    has[stack[depth++] = number] = true;
    while (depth) {
        const fuse_block *block = &kernel->block[stack[--depth]];
        for (int i = 0; i < block->to_count; i++) {
            const fuse_block *to = &kernel->block[block->to[i]];
            if (!to->start && !to->returns && !has[block->to[i]])
                has[stack[depth++] = block->to[i]] = true;
        }
    }
    free(stack);
}
