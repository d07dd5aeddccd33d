/* Divides a block that carries more sums at once than a processor has registers. Each part computes a few sums from
 * beginning to end and is a region of its own, so that its threads' sums stay in registers. Otherwise each step of
 * all sums would access memory. What several parts load from shared memory, each loads itself.
 *
 * Invariant: the function computes what it did; threads reach every part together. */
#include "register_pressure.h"

#include <stdlib.h>
#include <string.h>

#include "../../fused/fused.h"
#include "../analysis/calls.h"
#include "../analysis/graph.h"
#include "../analysis/uniformity.h"
#include "../support/kernel.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "barrier_isolation.h"

/* Registers hold a part's sums, their operands, and little else; below v4 there are half as many, half as wide.
 * Vectors of one thread's sums take a register each. */
enum { SUMS_OF_32 = 16, SUMS_OF_16 = 4, VECTORS_OF_16 = 8, MOST_SUMS = 128, SHORTEST_CHAIN = 8, MOST = 4096 };

/* Consecutive instructions of a block that may run in any order that their operands allow. */
typedef struct run {
    fuse_kernel *kernel;
    LLVMBasicBlockRef block;
    LLVMValueRef *at;
    int count;
    map number; /* instruction -> its place, from 1 */
    int *sum;   /* places of those that end a long chain and are used in other blocks */
    int sums;
    bool *needs; /* by sum, by instruction: whether it takes part */
    int *part;   /* by sum; -1: none so far */
    int parts;
} run;

static bool is_shared(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    fuse_call call = fuse_call_of(pointer, NULL);
    return call == FUSE_SHARED || call == FUSE_DYNAMIC_SHARED;
}

/* A load from shared memory may move, since no other thread may write there between two barriers. */
static bool may_move(LLVMValueRef at)
{
    if (LLVMIsALoadInst(at))
        return fuse_is_simple_access(at) && is_shared(LLVMGetOperand(at, 0));
    if (!LLVMIsACallInst(at))
        return fuse_is_speculatable(at);
    return fuse_may_move_call(at);
}

static void find_longest(run *found)
{
    int longest = 0;
    LLVMValueRef first = NULL, at = LLVMGetFirstInstruction(found->block);
    while (at) {
        LLVMValueRef begin = at;
        int count = 0;
        for (; at && may_move(at); at = LLVMGetNextInstruction(at))
            count++;
        if (count > longest) {
            longest = count;
            first = begin;
        }
        at = at ? LLVMGetNextInstruction(at) : NULL;
    }
    found->count = longest > MOST ? 0 : longest;
    found->at = fuse_allocate((size_t)longest, sizeof *found->at);
    for (int i = 0; i < found->count; i++, first = LLVMGetNextInstruction(first)) {
        found->at[i] = first;
        map_put(&found->number, first, (void *)(intptr_t)(i + 1));
    }
}

static int place(const run *in, LLVMValueRef value)
{
    return (int)(intptr_t)map_get(&in->number, value) - 1;
}

static bool used_elsewhere(const run *in, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (LLVMGetInstructionParent(LLVMGetUser(use)) != in->block || LLVMIsAPHINode(LLVMGetUser(use)))
            return true;
    return false;
}

static bool *needs_of(const run *in, int sum)
{
    return in->needs + (size_t)sum * (size_t)in->count;
}

/* Marks the instruction at that place and all that it depends on. Operands precede their users. */
static int mark(const run *in, int last, bool *needs)
{
    int count = 0;
    needs[last] = true;
    for (int i = last; i >= 0; i--) {
        count += needs[i];
        for (int k = 0; needs[i] && k < LLVMGetNumOperands(in->at[i]); k++) {
            int operand = place(in, LLVMGetOperand(in->at[i], (unsigned)k));
            if (operand >= 0)
                needs[operand] = true;
        }
    }
    return count;
}

static void find_sums(run *in)
{
    size_t row = (size_t)in->count;
    in->sum = fuse_allocate(row, sizeof *in->sum);
    int *ends = fuse_allocate(row, sizeof *ends), count = 0;
    for (int i = 0; i < in->count; i++)
        if (fuse_is_divergent(in->kernel, in->at[i]) && used_elsewhere(in, in->at[i]))
            ends[count++] = i;
    in->needs = fuse_allocate((size_t)count * row, sizeof *in->needs);
    for (int i = 0; i < count; i++) {
        bool *needs = needs_of(in, in->sums);
        memset(needs, false, row);
        if (mark(in, ends[i], needs) >= SHORTEST_CHAIN)
            in->sum[in->sums++] = ends[i];
    }
    free(ends);
}

/* The next sum for a part: the one with the fewest loads that the part has not made yet; among these, the one whose
 * loads it has used least so far, so that a part of a matrix is about square. */
static int choose(const run *in, const int *uses)
{
    int best = -1, least = 0, least_uses = 0;
    for (int s = 0; s < in->sums; s++) {
        int more = 0, used = 0;
        for (int i = 0; in->part[s] < 0 && i < in->count; i++) {
            if (!needs_of(in, s)[i] || !LLVMIsALoadInst(in->at[i]))
                continue;
            more += !uses[i];
            used += uses[i];
        }
        if (in->part[s] < 0 && (best < 0 || more < least || (more == least && used < least_uses))) {
            best = s;
            least = more;
            least_uses = used;
        }
    }
    return best;
}

static void assign_sums(run *in, int most)
{
    int *uses = fuse_allocate((size_t)in->count, sizeof *uses);
    for (int s = 0; s < in->sums; s++)
        in->part[s] = -1;
    for (int done = 0; done < in->sums; done++) {
        if (done % most == 0) {
            memset(uses, 0, (size_t)in->count * sizeof *uses);
            in->parts++;
        }
        int next = choose(in, uses);
        in->part[next] = in->parts - 1;
        for (int i = 0; i < in->count; i++)
            uses[i] += needs_of(in, next)[i];
    }
    free(uses);
}

/* How many loads all parts make; *rest: their other instructions. */
static int count_reads(const run *in, int *rest)
{
    int reads = 0;
    bool *needs = fuse_allocate((size_t)in->count, sizeof *needs);
    *rest = 0;
    for (int p = 0; p < in->parts; p++) {
        memset(needs, false, (size_t)in->count);
        for (int s = 0; s < in->sums; s++)
            for (int i = 0; in->part[s] == p && i < in->count; i++)
                needs[i] = needs[i] || needs_of(in, s)[i];
        for (int i = 0; i < in->count; i++) {
            bool load = LLVMIsALoadInst(in->at[i]);
            reads += needs[i] && load;
            *rest += needs[i] && !load && !LLVMIsAGetElementPtrInst(in->at[i]);
        }
    }
    free(needs);
    return reads;
}

/* Takes sums in their order, which is by rows: a part of a few whole rows loads vectors (register_tile.c), and
 * little more than a square part. */
static void prefer_rows(run *in, int most)
{
    int rest, reads = count_reads(in, &rest), *squares = in->part;
    in->part = fuse_allocate((size_t)in->sums, sizeof *in->part);
    for (int s = 0; s < in->sums; s++)
        in->part[s] = s / most;
    int more = count_reads(in, &rest);
    int *rows = in->part;
    in->part = 4 * more <= 5 * reads ? rows : squares;
    free(in->part == rows ? squares : rows);
}

/* Whether repeated loads cost less than the division saves. */
static bool pays(const run *in)
{
    int rest, reads = count_reads(in, &rest);
    return reads <= rest;
}

static void write_part(run *in, int part, LLVMBasicBlockRef block)
{
    LLVMBuilderRef builder = in->kernel->builder;
    map made = {0};
    for (int i = 0; i < in->count; i++) {
        bool needed = false;
        for (int s = 0; s < in->sums && !needed; s++)
            needed = in->part[s] == part && needs_of(in, s)[i];
        if (!needed)
            continue;
        LLVMValueRef copy = LLVMInstructionClone(in->at[i]);
        for (int k = 0; k < LLVMGetNumOperands(copy); k++) {
            LLVMValueRef operand = map_get(&made, LLVMGetOperand(copy, (unsigned)k));
            if (operand)
                LLVMSetOperand(copy, (unsigned)k, operand);
        }
        LLVMPositionBuilderAtEnd(builder, block);
        LLVMInsertIntoBuilder(builder, copy);
        map_put(&made, in->at[i], copy);
    }
    for (int s = 0; s < in->sums; s++)
        if (in->part[s] == part)
            LLVMReplaceAllUsesWith(in->at[in->sum[s]], map_get(&made, in->at[in->sum[s]]));
    map_free(&made);
}

static void split_block(run *in)
{
    fuse_kernel *kernel = in->kernel;
    LLVMBasicBlockRef before = fuse_split_before(kernel, in->at[0]);
    /* the synchronisation point before the block now precedes its first part */
    map_put(&kernel->sync_points, in->block, NULL);
    for (int p = 0; p < in->parts; p++) {
        LLVMBasicBlockRef part = LLVMInsertBasicBlockInContext(kernel->context, in->block, "");
        write_part(in, p, part);
        LLVMPositionBuilderAtEnd(kernel->builder, part);
        LLVMSetCurrentDebugLocation2(kernel->builder, NULL);
        LLVMBuildBr(kernel->builder, in->block);
        LLVMSetSuccessor(LLVMGetBasicBlockTerminator(before), 0, part);
        fuse_sync_point *nothing = fuse_allocate(1, sizeof *nothing);
        *nothing = (fuse_sync_point){.kind = EMU_FUSED_NOTHING};
        map_put(&kernel->sync_points, part, nothing);
        before = part;
    }
    for (int i = in->count - 1; i >= 0; i--)
        if (!LLVMGetFirstUse(in->at[i]))
            LLVMInstructionEraseFromParent(in->at[i]);
}

/* If each iteration of a loop is a region, its sums go through memory all the same. */
static bool is_region_per_iteration(const fuse_kernel *kernel, int number)
{
    int loop = kernel->block[number].loop;
    return loop != FUSE_NONE && !kernel->loop[loop].has_barrier;
}

static bool divide(fuse_kernel *kernel, int number)
{
    enum { V4 = 2 };
    int most = kernel->level == V4 ? SUMS_OF_32 : kernel->has_sum_vectors ? VECTORS_OF_16 : SUMS_OF_16;
    run in = {.kernel = kernel, .block = kernel->block[number].block};
    if (kernel->block[number].diverged || is_region_per_iteration(kernel, number))
        return false;
    find_longest(&in);
    find_sums(&in);
    bool crowded = in.sums > (kernel->has_sum_vectors ? 1 : 2) * most && in.sums <= MOST_SUMS;
    if (crowded) {
        in.part = fuse_allocate((size_t)in.sums, sizeof *in.part);
        assign_sums(&in, most);
        crowded = pays(&in);
        if (crowded && kernel->level > 0)
            prefer_rows(&in, most);
    }
    if (crowded)
        split_block(&in);
    free(in.at);
    free(in.sum);
    free(in.needs);
    free(in.part);
    map_free(&in.number);
    return crowded;
}

void fuse_split_register_pressure(fuse_kernel *kernel)
{
    bool changed = false;
    for (int i = 0; i < kernel->blocks; i++)
        changed = divide(kernel, i) || changed;
    if (!changed)
        return;
    fuse_graph_free(kernel);
    fuse_graph(kernel);
    fuse_find_uniformity(kernel);
}
