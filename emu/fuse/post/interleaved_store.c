/* Stores of neighbouring threads at a stride, such as of the members of an array of structures. The vectoriser
 * extracts each thread's element from a vector, and stores it by itself. If the stores cover a range without gaps,
 * shuffles make whole vectors of it.
 *
 * Invariant: the same bytes are stored, with no other memory access between the stores. */
#include <llvm-c/Target.h>
#include <stdlib.h>

#include "../support/memory.h"
#include "interleaved_access.h"
#include "lane_shuffle.h"
#include "../support/linear_address.h"
#include "memory_order.h"
#include "target_machine.h"

enum { MOST_STORES = 512, MOST_VECTORS = 16, MOST_PARTS = 8 };

/* Consecutive stores: elements of vectors of one type, at constant distances. */
typedef struct store_run {
    LLVMValueRef store[MOST_STORES];
    uint64_t offset[MOST_STORES]; /* bytes from the first store */
    unsigned count;
    LLVMTypeRef type; /* of the vectors */
    LLVMValueRef vector[MOST_VECTORS];
    unsigned vectors;
} store_run;

typedef struct joiner {
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    unsigned register_bytes;
} joiner;

/* Null: it stores something else. */
static LLVMValueRef stored_vector(LLVMValueRef store)
{
    LLVMValueRef value = LLVMIsAStoreInst(store) && memory_is_simple(store) ? LLVMGetOperand(store, 0) : NULL;
    bool element = value && LLVMIsAExtractElementInst(value) && LLVMIsAConstantInt(LLVMGetOperand(value, 1));
    LLVMTypeRef type = element ? LLVMTypeOf(LLVMGetOperand(value, 0)) : NULL;
    bool plain = type && LLVMGetVectorSize(type) <= MOST_LANES && lane_is_element(LLVMGetElementType(type));
    return plain ? LLVMGetOperand(value, 0) : NULL;
}

static unsigned number_of(const store_run *run, LLVMValueRef vector)
{
    unsigned v = 0;
    while (v < run->vectors && run->vector[v] != vector)
        v++;
    return v;
}

static unsigned thread_of(LLVMValueRef store)
{
    return (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(LLVMGetOperand(store, 0), 1));
}

/* Finds the stores from `first` on, as far as they are consecutive. */
static void find_run(const memory_order *order, LLVMValueRef first, store_run *found)
{
    linear_address start = linear_address_of(LLVMGetOperand(first, 1));
    *found = (store_run){.type = LLVMTypeOf(stored_vector(first))};
    unsigned before = memory_accesses_before(order, first);
    for (LLVMValueRef at = first; at && found->count < MOST_STORES; at = LLVMGetNextInstruction(at)) {
        unsigned accesses = memory_accesses_before(order, at) - before;
        if (accesses > found->count) /* an access that is no such store */
            break;
        LLVMValueRef vector = stored_vector(at);
        if (!vector || LLVMTypeOf(vector) != found->type)
            continue;
        linear_address to = linear_address_of(LLVMGetOperand(at, 1));
        unsigned v = number_of(found, vector);
        if (!linear_address_is_near(&start, &to) || v == MOST_VECTORS)
            break;
        found->vector[v] = vector;
        found->vectors += v == found->vectors;
        found->offset[found->count] = to.offset - start.offset;
        found->store[found->count++] = at;
    }
}

/* The source of each element of the range that they cover. False: an element has none, or two. */
static bool find_elements(const joiner *of, store_run *run, lane_source *from, unsigned *lowest)
{
    bool filled[MOST_STORES] = {false};
    int64_t size = (int64_t)LLVMABISizeOfType(of->layout, LLVMGetElementType(run->type));
    *lowest = 0;
    for (unsigned i = 0; i < run->count; i++)
        if ((int64_t)run->offset[i] < (int64_t)run->offset[*lowest])
            *lowest = i;
    for (unsigned i = 0; i < run->count; i++) {
        int64_t bytes = (int64_t)(run->offset[i] - run->offset[*lowest]);
        if (bytes % size != 0 || bytes / size >= run->count || filled[bytes / size])
            return false;
        filled[bytes / size] = true;
        from[bytes / size] = (lane_source){number_of(run, stored_vector(run->store[i])), thread_of(run->store[i])};
    }
    return true;
}

/* The number of a store's lanes. */
static unsigned lanes_of(const joiner *of, const store_run *run)
{
    unsigned size = (unsigned)LLVMABISizeOfType(of->layout, LLVMGetElementType(run->type)),
             lanes = LLVMGetVectorSize(run->type);
    unsigned most = lane_register_bytes(of->register_bytes, size) / size;
    return lanes < most ? lanes : most;
}

static bool is_worth_it(const store_run *run, const lane_source *from, unsigned lanes)
{
    unsigned with = 0;
    for (unsigned first = 0; first < run->count; first += lanes)
        with += 2 * lane_sources(from + first, lanes);
    return with <= 2 * run->count;
}

static void store_pieces(const joiner *of, const store_run *run, const lane_source *from, unsigned lanes,
                         unsigned lowest)
{
    LLVMValueRef part[MOST_VECTORS * MOST_PARTS], last = run->store[run->count - 1], pointer = LLVMGetOperand(last, 1);
    LLVMTypeRef element = LLVMGetElementType(run->type);
    LLVMContextRef context = LLVMGetTypeContext(element);
    unsigned parts = LLVMGetVectorSize(run->type) / lanes, size = (unsigned)LLVMABISizeOfType(of->layout, element);
    LLVMPositionBuilderBefore(of->builder, last);
    LLVMSetCurrentDebugLocation2(of->builder, LLVMInstructionGetDebugLoc(last));
    for (unsigned v = 0; v < run->vectors; v++)
        for (unsigned p = 0; p < parts; p++)
            part[v * parts + p] = lane_part(of->builder, run->vector[v], p * lanes, lanes);
    uint64_t start = run->offset[lowest] - run->offset[run->count - 1];
    unsigned alignment = LLVMGetAlignment(last) < size ? LLVMGetAlignment(last) : size;
    for (unsigned first = 0; first < run->count; first += lanes) {
        LLVMValueRef by = LLVMConstInt(LLVMInt64TypeInContext(context), start + (uint64_t)first * size, true);
        LLVMValueRef to = LLVMBuildGEP2(of->builder, LLVMInt8TypeInContext(context), pointer, &by, 1, "");
        LLVMValueRef whole = lane_shuffle(of->builder, part, from + first, lanes);
        LLVMSetAlignment(LLVMBuildStore(of->builder, whole, to), alignment);
    }
}

static void join_run(const joiner *of, store_run *run)
{
    lane_source from[MOST_STORES];
    unsigned lowest, lanes = lanes_of(of, run), parts = LLVMGetVectorSize(run->type) / lanes;
    if (parts > MOST_PARTS || run->count % lanes != 0 || !find_elements(of, run, from, &lowest))
        return;
    for (unsigned i = 0; i < run->count; i++)
        from[i] = (lane_source){from[i].vector * parts + from[i].lane / lanes, from[i].lane % lanes};
    if (!is_worth_it(run, from, lanes))
        return;
    store_pieces(of, run, from, lanes, lowest);
    for (unsigned i = 0; i < run->count; i++)
        LLVMInstructionEraseFromParent(run->store[i]);
}

static void join_stores(const joiner *of, LLVMBasicBlockRef block, store_run *run)
{
    memory_order order = memory_order_of(block);
    LLVMValueRef next;
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = next) {
        next = LLVMGetNextInstruction(at);
        if (!stored_vector(at))
            continue;
        find_run(&order, at, run);
        if (run->count < 2)
            continue;
        next = LLVMGetNextInstruction(run->store[run->count - 1]);
        join_run(of, run);
    }
    memory_order_free(&order);
}

void fuse_join_interleaved_stores(const fuse_compilation *compilation)
{
    joiner of = {.builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(compilation->module)),
                 .layout = LLVMGetModuleDataLayout(compilation->module),
                 .register_bytes = fuse_register_bytes(compilation)};
    store_run *run = fuse_allocate(1, sizeof *run);
    for (LLVMValueRef f = LLVMGetFirstFunction(compilation->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
            join_stores(&of, block, run);
    free(run);
    LLVMDisposeBuilder(of.builder);
}
