/* A thread that makes a part of a matrix product has many sums, such as 8 x 8 neighbours: each row of them reads
 * neighbours of one factor and a single number of the other. So a row is a vector, whatever other threads do. That is
 * better than a vector of the same sum of several threads, whose numbers lie apart, if a row has as many sums as a
 * vector has lanes and a thread has more sums than the processor has registers.
 *
 * Invariant: the function computes what it did. */
#include "sum_vectors.h"

#include <stdlib.h>

#include "../analysis/graph.h"
#include "../analysis/sum_step.h"
#include "../analysis/uniformity.h"
#include "../support/linear_address.h"
#include "../support/map.h"
#include "../support/memory.h"
#include "array_unroll.h"
#include "full_unroll.h"

/* Fewer vectors than that do not hide how long an addition takes. With 32 registers, as many sums of a strip of threads
 * as these are registers are faster. */
enum { LEAST_VECTORS = 8, REGISTERS_OF_V4 = 32, MOST_SUMS = 1024, DEEPEST = 4 };

/* The last value of a sum, and the two numbers in memory that its last step reads. */
typedef struct sum {
    LLVMValueRef value, factor[2];
    linear_address address[2];
    bool taken;
} sum;

/* ---- the sums of a block ---- */
static bool is_used_by_phi(LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (LLVMIsAPHINode(LLVMGetUser(use)))
            return true;
    return false;
}

/* The loads that the value is made of. False: there are more than two. */
static bool find_factors(const sum_plan *plan, LLVMValueRef value, int depth, sum *of)
{
    if (!LLVMIsAInstruction(value) || sum_plan_place(plan, value) == FUSE_NONE)
        return true;
    if (LLVMIsALoadInst(value)) {
        unsigned known = of->factor[0] ? 1 : 0;
        if (value == of->factor[0] || value == of->factor[1])
            return true;
        if (of->factor[1])
            return false;
        of->factor[known] = value;
        of->address[known] = linear_address_of(LLVMGetOperand(value, 0));
        return true;
    }
    bool right = depth > 0;
    for (int k = 0; k < LLVMGetNumOperands(value) && right; k++)
        right = find_factors(plan, LLVMGetOperand(value, (unsigned)k), depth - 1, of);
    return right;
}

static bool find_step(const sum_plan *plan, LLVMValueRef value, sum *found)
{
    *found = (sum){.value = value};
    for (int k = 0; k < LLVMGetNumOperands(value); k++) {
        LLVMValueRef operand = LLVMGetOperand(value, (unsigned)k);
        bool before = LLVMIsAPHINode(operand) || (LLVMIsAInstruction(operand) && fuse_is_sum_step(operand));
        if (!before && !find_factors(plan, operand, DEEPEST, found))
            return false;
    }
    return found->factor[1];
}

static unsigned collect(const sum_plan *plan, LLVMTypeKind kind, sum *all)
{
    unsigned count = 0;
    for (int i = 0; i < plan->count && count < MOST_SUMS; i++) {
        LLVMValueRef value = plan->at[i];
        if (LLVMGetTypeKind(LLVMTypeOf(value)) == kind && fuse_is_sum_step(value) && is_used_by_phi(value))
            count += find_step(plan, value, &all[count]);
    }
    return count;
}

/* ---- rows ---- */
/* Which factor of the sum is `load`; -1: none. */
static int which(const sum *of, LLVMValueRef load)
{
    return of->factor[0] == load ? 0 : of->factor[1] == load ? 1 : -1;
}

/* Of the sums left that share a factor with `first`, the one that reads the other factor soonest after `at`, or, if
 * that is null, soonest of all; null: there is none. */
static sum *next_in_row(sum *all, unsigned count, const sum *first, int shared, const sum *at)
{
    const linear_address *from = &first->address[!shared];
    sum *next = NULL;
    int64_t after = 0, soonest = 0;
    if (at)
        after = (int64_t)(at->address[!which(at, first->factor[shared])].offset - from->offset);
    for (sum *other = all; other < all + count; other++) {
        int own = other->taken ? -1 : which(other, first->factor[shared]);
        if (own < 0 || !linear_address_is_near(&other->address[!own], from))
            continue;
        int64_t distance = (int64_t)(other->address[!own].offset - from->offset);
        if ((at && distance <= after) || (next && distance >= soonest))
            continue;
        next = other;
        soonest = distance;
    }
    return next;
}

/* Plans a vector of sums that share a factor with `any`. */
static bool plan_row(sum_plan *plan, sum *all, unsigned count, const sum *any, int shared)
{
    sum *row[SUM_LANES], *at = NULL;
    LLVMValueRef lane[SUM_LANES];
    for (unsigned i = 0; i < plan->lanes; i++) {
        if (!(at = next_in_row(all, count, any, shared, at)))
            return false;
        row[i] = at;
        lane[i] = at->value;
    }
    if (sum_plan_bundle(plan, lane) == FUSE_NONE)
        return false;
    for (unsigned i = 0; i < plan->lanes; i++)
        row[i]->taken = true;
    return true;
}

/* Plans rows along one factor or the other. Returns how many sums are in rows. */
static unsigned plan_rows(sum_plan *plan, sum *all, unsigned count, int shared)
{
    unsigned made = 0;
    for (sum *any = all; any < all + count; any++)
        while (!any->taken && plan_row(plan, all, count, any, shared))
            made += plan->lanes;
    return made;
}

/* ---- where the sums go ---- */
static LLVMValueRef phi_after(LLVMValueRef value, LLVMBasicBlockRef block)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (LLVMIsAPHINode(LLVMGetUser(use)) && LLVMGetInstructionParent(LLVMGetUser(use)) == block)
            return LLVMGetUser(use);
    return NULL;
}

/* Plans vectors for the phis after a loop that hand on what it has made. */
static void plan_phis_after(sum_plan *plan)
{
    for (int b = 0; b < plan->bundles; b++) {
        const sum_bundle *bundle = &plan->bundle[b];
        if (bundle->kind != BUNDLE_OPERATION && bundle->kind != BUNDLE_PHI)
            continue;
        for (LLVMUseRef use = LLVMGetFirstUse(bundle->lane[0]); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use), lane[SUM_LANES];
            bool known = LLVMIsAPHINode(user) && sum_plan_member(plan, user) == FUSE_NONE;
            for (unsigned i = 0; i < plan->lanes && known; i++)
                known = (lane[i] = phi_after(bundle->lane[i], LLVMGetInstructionParent(user)));
            if (known)
                sum_plan_bundle(plan, lane);
        }
    }
}

/* Returns how many sums are in vectors, or can be. */
static unsigned vectorise(fuse_kernel *kernel, LLVMTypeKind kind, unsigned lanes, bool writes)
{
    sum_plan plan;
    sum_plan_begin(&plan, kernel, lanes);
    sum *all = fuse_allocate(MOST_SUMS, sizeof *all);
    unsigned count = collect(&plan, kind, all), made = 0;
    for (int shared = 0; shared < 2 && count >= FUSE_LEAST_SUMS; shared++)
        made += plan_rows(&plan, all, count, shared);
    bool pays =
        made >= LEAST_VECTORS * lanes && 4 * made >= 3 * count && !(kernel->level == 2 && made <= REGISTERS_OF_V4);
    if (pays && writes) {
        plan_phis_after(&plan);
        sum_plan_write(&plan);
        kernel->has_sum_vectors = true;
    }
    sum_plan_free(&plan);
    free(all);
    return pays ? made : 0;
}

void fuse_vectorise_sums(fuse_kernel *kernel)
{
    static const unsigned bytes[] = {16, 32, 64};
    const fuse_compilation *compilation = kernel->compilation;
    unsigned most = bytes[kernel->level], least = kernel->level == 2 ? most / 2 : most;
    bool writes = compilation->makes_sum_vectors || (fuse_is_among(kernel->name, &compilation->sum_vectors) &&
                                                     !fuse_is_among(kernel->name, &compilation->sums_in_vain));
    for (unsigned size = most; size >= least && !kernel->row_sums; size /= 2) {
        kernel->row_sums = vectorise(kernel, LLVMFloatTypeKind, size / 4, writes);
        if (!kernel->row_sums)
            kernel->row_sums = vectorise(kernel, LLVMDoubleTypeKind, size / 8, writes);
    }
    if (kernel->has_sum_vectors)
        fuse_find_uniformity(kernel);
}

bool fuse_wants_sum_vectors(const fuse_kernel *kernel)
{
    unsigned in_tiles = 0;
    for (unsigned t = 0; t < kernel->tiles; t++)
        in_tiles += kernel->tile[t]->sums;
    return !kernel->has_sum_vectors && (fuse_has_array_sums(kernel) || kernel->row_sums > 2 * in_tiles);
}
