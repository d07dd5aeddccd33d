/* Loads of neighbouring threads at a stride, such as of a member in an array of structures. The vectoriser makes
 * each thread's load by itself, and inserts them into a vector. Here all bytes from the first to the last are
 * loaded, as whole vectors, and shuffles extract each thread's. Loads of other members share these vectors.
 *
 * LLVM's own interleaved accesses are off (optimize.c): they assume that an index does not wrap around. Here the
 * addresses are those that threads load from. Unused bytes between two of them are less than a page from both, so
 * they fault only if one of the two does.
 *
 * Invariant: the function computes what it did. */
#include "interleaved_access.h"

#include <llvm-c/Target.h>
#include <stdlib.h>

#include "../support/memory.h"
#include "lane_shuffle.h"
#include "../support/linear_address.h"
#include "memory_order.h"
#include "target_machine.h"

enum { MOST_VECTORS = 64, MOST_PIECES = 64, MOST_SPAN = 512 };

/* A vector that is assembled from loads, one a lane. */
typedef struct load_vector {
    LLVMValueRef load[MOST_LANES], last;   /* `last`: the complete vector */
    unsigned lanes, first;                 /* first: the lane whose load comes first */
    linear_address at;                     /* of lane 0 */
    int64_t offset[MOST_LANES], low, high; /* bytes from lane 0: of each lane; of the first, and of the end */
    unsigned writes;                       /* instructions of the block before its loads that may write */
    bool done;
} load_vector;

typedef struct joiner {
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    unsigned register_bytes;
    load_vector *found;
    unsigned count;
} joiner;

static unsigned size_of(const joiner *of, LLVMTypeRef type)
{
    return (unsigned)LLVMABISizeOfType(of->layout, type);
}

static bool is_used_once(LLVMValueRef value)
{
    LLVMUseRef use = LLVMGetFirstUse(value);
    return use && !LLVMGetNextUse(use);
}

/* The next insertion into the vector; null: that was the last. */
static LLVMValueRef next_of(LLVMValueRef insert)
{
    LLVMValueRef user = is_used_once(insert) ? LLVMGetUser(LLVMGetFirstUse(insert)) : NULL;
    bool next = user && LLVMIsAInsertElementInst(user) && LLVMGetOperand(user, 0) == insert &&
                LLVMGetInstructionParent(user) == LLVMGetInstructionParent(insert);
    return next ? user : NULL;
}

/* Whether the thread's load, outside of the vector, is only stored elsewhere: it copies a member. */
static bool is_only_stored(LLVMValueRef load, LLVMValueRef insert)
{
    for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (user != insert && !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) != load))
            return false;
    }
    return true;
}

/* Whether such a vector begins at `insert`. */
static bool find_loads(const memory_order *order, LLVMValueRef insert, load_vector *found)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(insert);
    unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(insert)), filled = 0;
    if (!LLVMIsUndef(LLVMGetOperand(insert, 0)) || lanes > MOST_LANES ||
        !lane_is_element(LLVMGetElementType(LLVMTypeOf(insert))))
        return false;
    *found = (load_vector){.lanes = lanes};
    for (LLVMValueRef at = insert; at; at = next_of(at)) {
        LLVMValueRef load = LLVMGetOperand(at, 1), which = LLVMGetOperand(at, 2);
        if (!LLVMIsAConstantInt(which) || LLVMConstIntGetZExtValue(which) >= lanes)
            return false;
        unsigned lane = (unsigned)LLVMConstIntGetZExtValue(which);
        if (!LLVMIsALoadInst(load) || LLVMGetInstructionParent(load) != block || !memory_is_simple(load) ||
            !is_only_stored(load, at) || found->load[lane])
            return false;
        found->load[lane] = load;
        found->last = at;
        filled++;
    }
    if (filled < lanes)
        return false;
    found->writes = memory_writes_before(order, found->load[0]);
    for (unsigned i = 0; i < lanes; i++) {
        if (memory_writes_before(order, found->load[i]) != found->writes)
            return false;
        if (memory_comes_before(order, found->load[i], found->load[found->first]))
            found->first = i;
    }
    return true;
}

static bool find_places(const joiner *of, load_vector *found)
{
    int64_t size = size_of(of, LLVMTypeOf(found->load[0]));
    found->at = linear_address_of(LLVMGetOperand(found->load[0], 0));
    bool neighbours = true;
    for (unsigned i = 0; i < found->lanes; i++) {
        linear_address at = linear_address_of(LLVMGetOperand(found->load[i], 0));
        if (!linear_address_is_near(&at, &found->at))
            return false;
        int64_t offset = found->offset[i] = (int64_t)(at.offset - found->at.offset);
        if (offset < -MOST_SPAN || offset > MOST_SPAN || offset % size != 0)
            return false;
        found->low = offset < found->low ? offset : found->low;
        found->high = offset + size > found->high ? offset + size : found->high;
        neighbours = neighbours && offset == i * size;
    }
    return found->high - found->low >= found->lanes * size && !neighbours;
}

/* ---- vectors that share their loads ---- */
typedef struct load_window {
    load_vector *member[MOST_VECTORS];
    unsigned members, first; /* first: the member that loads first */
    int64_t low, high;       /* bytes from the first member's lane 0 */
    LLVMTypeRef element;
    unsigned size, lanes, pieces; /* bytes of an element; lanes of a piece; number of pieces */
    LLVMValueRef piece[MOST_PIECES];
} load_window;

static int64_t distance(const load_vector *from, const load_vector *to)
{
    return (int64_t)(to->at.offset - from->at.offset);
}

static bool may_share(const joiner *of, const load_vector *a, const load_vector *b)
{
    return !b->done && a->writes == b->writes && LLVMTypeOf(a->load[0]) == LLVMTypeOf(b->load[0]) &&
           a->lanes == b->lanes && linear_address_is_near(&a->at, &b->at) &&
           distance(a, b) % size_of(of, LLVMTypeOf(a->load[0])) == 0;
}

static void find_window(const joiner *of, unsigned first, load_window *found)
{
    load_vector *start = &of->found[first];
    *found = (load_window){.low = start->low, .high = start->high, .element = LLVMTypeOf(start->load[0])};
    found->size = size_of(of, found->element);
    for (unsigned i = first; i < of->count; i++) {
        load_vector *more = &of->found[i];
        int64_t by = distance(start, more);
        if (!may_share(of, start, more) || by > MOST_SPAN || by < -MOST_SPAN)
            continue;
        int64_t low = by + more->low < found->low ? by + more->low : found->low;
        int64_t high = by + more->high > found->high ? by + more->high : found->high;
        if (high - low > start->high - start->low + of->register_bytes) /* farther away than another member is */
            continue;
        found->low = low;
        found->high = high;
        found->member[found->members++] = more;
    }
    unsigned bytes = start->lanes * found->size, most = lane_register_bytes(of->register_bytes, found->size);
    found->lanes = (bytes < most ? bytes : most) / found->size;
    found->pieces = (unsigned)((found->high - found->low) / found->size + found->lanes - 1) / found->lanes;
}

/* The last piece ends where the window does. */
static unsigned begin_of(const load_window *window, unsigned piece)
{
    unsigned elements = (unsigned)(window->high - window->low) / window->size;
    return piece + 1 < window->pieces ? piece * window->lanes : elements - window->lanes;
}

static void find_sources(const load_window *window, const load_vector *of, unsigned first, lane_source *from)
{
    for (unsigned i = 0; i < window->lanes; i++) {
        int64_t offset = distance(window->member[0], of) + of->offset[first + i] - window->low;
        unsigned element = (unsigned)offset / window->size, piece = element / window->lanes;
        from[i] = (lane_source){piece, element - begin_of(window, piece)};
    }
}

/* Compares the operations without and with: a load and a shuffle for each lane; or a load for each piece, and for
 * each vector a shuffle and a blend for each of its pieces. */
static bool is_worth_it(const load_window *window)
{
    unsigned with = window->pieces, without = 0;
    for (unsigned m = 0; m < window->members; m++) {
        const load_vector *of = window->member[m];
        lane_source from[MOST_LANES];
        without += 2 * of->lanes;
        for (unsigned first = 0; first < of->lanes; first += window->lanes) {
            find_sources(window, of, first, from);
            with += 2 * lane_sources(from, window->lanes) - 1;
        }
    }
    return with <= without;
}

static void load_pieces(const joiner *of, const memory_order *order, load_window *window)
{
    const load_vector *first = window->member[0];
    for (unsigned m = 1; m < window->members; m++)
        if (memory_comes_before(order, window->member[m]->load[window->member[m]->first], first->load[first->first]))
            first = window->member[m];
    LLVMValueRef load = first->load[first->first], pointer = LLVMGetOperand(load, 0);
    LLVMPositionBuilderBefore(of->builder, load);
    LLVMSetCurrentDebugLocation2(of->builder, LLVMInstructionGetDebugLoc(load));
    LLVMContextRef context = LLVMGetTypeContext(window->element);
    int64_t own = distance(window->member[0], first) + first->offset[first->first];
    for (unsigned p = 0; p < window->pieces; p++) {
        int64_t by = window->low + (int64_t)begin_of(window, p) * window->size - own;
        LLVMValueRef number = LLVMConstInt(LLVMInt64TypeInContext(context), (uint64_t)by, true);
        LLVMValueRef from = LLVMBuildGEP2(of->builder, LLVMInt8TypeInContext(context), pointer, &number, 1, "");
        window->piece[p] = LLVMBuildLoad2(of->builder, LLVMVectorType(window->element, window->lanes), from, "");
        LLVMSetAlignment(window->piece[p],
                         LLVMGetAlignment(load) < window->size ? LLVMGetAlignment(load) : window->size);
    }
}

/* Makes the vector from the pieces, where the builder is. */
static void extract(const joiner *of, const load_window *window, load_vector *vector)
{
    LLVMValueRef part[MOST_LANES];
    lane_source from[MOST_LANES];
    unsigned parts = 0;
    LLVMSetCurrentDebugLocation2(of->builder, LLVMInstructionGetDebugLoc(vector->load[0]));
    for (unsigned first = 0; first < vector->lanes; first += window->lanes) {
        find_sources(window, vector, first, from);
        part[parts++] = lane_shuffle(of->builder, window->piece, from, window->lanes);
    }
    LLVMValueRef whole = lane_join(of->builder, part, parts);
    LLVMTypeRef number = LLVMInt32TypeInContext(LLVMGetTypeContext(window->element));
    LLVMReplaceAllUsesWith(vector->last, whole);
    for (unsigned i = 0; i < vector->lanes; i++)
        if (!is_used_once(vector->load[i]))
            LLVMReplaceAllUsesWith(vector->load[i],
                                   LLVMBuildExtractElement(of->builder, whole, LLVMConstInt(number, i, false), ""));
    vector->done = true;
}

static void join_loads(joiner *of, LLVMBasicBlockRef block)
{
    memory_order order = memory_order_of(block);
    of->count = 0;
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at && of->count < MOST_VECTORS;
         at = LLVMGetNextInstruction(at))
        of->count += LLVMIsAInsertElementInst(at) && find_loads(&order, at, &of->found[of->count]) &&
                     find_places(of, &of->found[of->count]);
    for (unsigned i = 0; i < of->count; i++) {
        load_window window;
        if (of->found[i].done)
            continue;
        find_window(of, i, &window);
        if (window.pieces > MOST_PIECES || !is_worth_it(&window))
            continue;
        load_pieces(of, &order, &window);
        for (unsigned m = 0; m < window.members; m++)
            extract(of, &window, window.member[m]);
    }
    memory_order_free(&order);
}

void fuse_join_interleaved_loads(const fuse_compilation *compilation)
{
    joiner of = {.builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(compilation->module)),
                 .layout = LLVMGetModuleDataLayout(compilation->module),
                 .register_bytes = fuse_register_bytes(compilation),
                 .found = fuse_allocate(MOST_VECTORS, sizeof *of.found)};
    for (LLVMValueRef f = LLVMGetFirstFunction(compilation->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
            join_loads(&of, block);
    free(of.found);
    LLVMDisposeBuilder(of.builder);
}
