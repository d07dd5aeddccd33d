/* Loops that index an array of the thread's own. If they are unrolled, the array can be in registers. LLVM unrolls
 * those that it finds short enough. nvcc unrolls more: so do we, if the array is small. If it holds a thread's sums, as of
 * a part of a matrix product, a second attempt unrolls longer ones, for sum_vectors.c.
 *
 * Invariant: the function computes what it did. */
#include "array_unroll.h"

#include <stdlib.h>
#include <string.h>

#include "../analysis/calls.h"
#include "../analysis/sum_step.h"
#include "../support/kernel.h"
#include "../support/map.h"
#include "full_unroll.h"

/* A loop's back edge: every path to the latch passes the header. */
static bool is_way_back(LLVMBasicBlockRef latch, LLVMBasicBlockRef header)
{
    map blocks = {0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(header));
    fuse_blocks_between(header, latch, &blocks);
    bool is = !map_get(&blocks, entry);
    map_free(&blocks);
    return is;
}

/* clang marks loops without an unroll pragma as not to be unrolled: removes that mark from the phi's loop. */
static void allow(LLVMValueRef phi)
{
    LLVMBasicBlockRef header = LLVMGetInstructionParent(phi);
    unsigned kind = LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(phi)), "llvm.loop", 9);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i));
        if (LLVMGetMetadata(branch, kind) && is_way_back(LLVMGetIncomingBlock(phi, i), header))
            LLVMSetMetadata(branch, kind, NULL);
    }
}

/* Allows unrolling for the loops whose phis the index depends on. */
static void allow_by_index(LLVMValueRef index, map *seen)
{
    if (!LLVMIsAInstruction(index) || map_get(seen, index))
        return;
    map_put(seen, index, index);
    bool is_phi = LLVMIsAPHINode(index);
    if (is_phi)
        allow(index);
    for (int i = 0; (is_phi || fuse_is_speculatable(index)) && i < LLVMGetNumOperands(index); i++)
        allow_by_index(LLVMGetOperand(index, (unsigned)i), seen);
}

/* The same for the indices of addresses in the array. */
static void allow_by_address(LLVMValueRef address, map *seen)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAGetElementPtrInst(user) || map_get(seen, user))
            continue;
        map_put(seen, user, user);
        for (int i = 1; i < LLVMGetNumOperands(user); i++)
            allow_by_index(LLVMGetOperand(user, (unsigned)i), seen);
        allow_by_address(user, seen);
    }
}

void fuse_allow_array_unroll(LLVMModuleRef module)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
                map seen = {0};
                if (LLVMIsAAllocaInst(at))
                    allow_by_address(at, &seen);
                map_free(&seen);
            }
}

/* ---- small arrays, and arrays of sums ---- */
/* Instructions of unrolled loops. Small: up to the velocities of a lattice in three dimensions. */
enum { MOST_UNROLLED = 8192, SMALL_ELEMENTS = 27, SMALL_UNROLLED = 2048 };

static const char sums_mark[] = "lanewise-array-sums";

/* How many numbers the array has; more than FUSE_MOST_SUMS: too many to count. *of: their type. */
static unsigned elements_of(LLVMValueRef array, LLVMTypeRef *of)
{
    uint64_t count = 1;
    *of = LLVMGetAllocatedType(array);
    for (; LLVMGetTypeKind(*of) == LLVMArrayTypeKind && count <= FUSE_MOST_SUMS; *of = LLVMGetElementType(*of))
        count *= LLVMGetArrayLength2(*of);
    return count <= FUSE_MOST_SUMS ? (unsigned)count : FUSE_MOST_SUMS + 1;
}

/* Whether the value is a load from `address` plus something. */
static bool is_sum_at(LLVMValueRef value, LLVMValueRef address)
{
    if (!LLVMIsAInstruction(value) || !fuse_is_sum_step(value))
        return false;
    for (int k = 0; k < LLVMGetNumOperands(value); k++) {
        LLVMValueRef operand = LLVMGetOperand(value, (unsigned)k);
        if (LLVMIsALoadInst(operand) && LLVMGetOperand(operand, 0) == address)
            return true;
    }
    return false;
}

typedef struct uses {
    map counters, seen;
    bool sums; /* something is added to an element */
} uses;

/* Collects the phis that the index is made of. False: it is made of something else too. */
static bool find_counters(LLVMValueRef index, uses *found)
{
    if (LLVMIsAConstantInt(index) || map_get(&found->seen, index))
        return true;
    if (!LLVMIsAInstruction(index))
        return false;
    map_put(&found->seen, index, index);
    bool is_phi = LLVMIsAPHINode(index), known = is_phi || fuse_is_speculatable(index);
    if (is_phi)
        map_put(&found->counters, index, index);
    for (int i = 0; known && i < LLVMGetNumOperands(index); i++)
        known = find_counters(LLVMGetOperand(index, (unsigned)i), found);
    return known;
}

/* The same for all indices of addresses in the array, which is only loaded, stored and filled. */
static bool find_uses(LLVMValueRef address, uses *found)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user)) {
            if (LLVMGetOperand(user, 0) == address)
                return false;
            found->sums = found->sums || is_sum_at(LLVMGetOperand(user, 0), address);
        } else if (LLVMIsAGetElementPtrInst(user)) {
            bool known = true;
            for (int i = 1; known && i < LLVMGetNumOperands(user); i++)
                known = find_counters(LLVMGetOperand(user, (unsigned)i), found);
            if (!known || !find_uses(user, found))
                return false;
        } else if (!LLVMIsALoadInst(user) && !LLVMIsACallInst(user)) {
            return false;
        }
    }
    return true;
}

static unsigned count_instructions(const map *blocks)
{
    unsigned count = 0;
    for (size_t i = 0; i < blocks->capacity; i++)
        for (LLVMValueRef at = blocks->key[i] ? LLVMGetFirstInstruction(blocks->value[i]) : NULL; at;
             at = LLVMGetNextInstruction(at))
            count++;
    return count;
}

/* Marks the phi's loop, if it has at most `most` instructions for as many iterations as the array has elements. */
static void mark(LLVMValueRef phi, unsigned elements, unsigned most)
{
    LLVMBasicBlockRef header = LLVMGetInstructionParent(phi);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef latch = LLVMGetIncomingBlock(phi, i);
        if (!is_way_back(latch, header))
            continue;
        map blocks = {0};
        fuse_blocks_between(header, latch, &blocks);
        if (count_instructions(&blocks) * elements <= most)
            fuse_mark_loop(LLVMGetBasicBlockTerminator(latch));
        map_free(&blocks);
    }
}

static void look_at_array(LLVMValueRef function, LLVMValueRef array, bool unrolls_sums)
{
    LLVMTypeRef type;
    unsigned elements = elements_of(array, &type), most = elements <= SMALL_ELEMENTS ? SMALL_UNROLLED : 0;
    uses found = {0};
    if (elements > 1 && elements <= FUSE_MOST_SUMS && find_uses(array, &found)) {
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        bool numbers = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
        if (found.sums && numbers && elements >= FUSE_LEAST_SUMS) {
            LLVMContextRef context = LLVMGetTypeContext(type);
            LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                    LLVMCreateStringAttribute(context, sums_mark, sizeof sums_mark - 1, "", 0));
            most = unrolls_sums ? MOST_UNROLLED : 0;
        }
        for (size_t i = 0; i < found.counters.capacity && most; i++)
            if (found.counters.key[i])
                mark(found.counters.value[i], elements, most);
    }
    map_free(&found.counters);
    map_free(&found.seen);
}

void fuse_mark_array_loops(LLVMModuleRef module, const fuse_names *of, const fuse_names *except)
{
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
        bool is_kernel = fuse_is_kernel(function);
        bool unrolls = is_kernel && fuse_is_kernel_among(function, of) && !fuse_is_kernel_among(function, except);
        for (LLVMBasicBlockRef block = is_kernel ? LLVMGetFirstBasicBlock(function) : NULL; block;
             block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
                if (LLVMIsAAllocaInst(at))
                    look_at_array(function, at, unrolls);
    }
}

bool fuse_has_array_sums(const fuse_kernel *kernel)
{
    return LLVMGetStringAttributeAtIndex(kernel->function, LLVMAttributeFunctionIndex, sums_mark, sizeof sums_mark - 1);
}
