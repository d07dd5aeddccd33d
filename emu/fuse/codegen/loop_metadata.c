/* Metadata of loops for the vectoriser: of loops over threads, and of the kernel's own loops inside them. */
#include "loop_metadata.h"

#include <string.h>

#include "../analysis/barrier_free.h"
#include "../analysis/calls.h"
#include "division.h"
#include "loop_notes.h"
#include "region_blocks.h"

static LLVMMetadataRef hint(emission *e, const char *what, LLVMMetadataRef value)
{
    LLVMContextRef context = e->kernel->context;
    LLVMMetadataRef words[2] = {LLVMMDStringInContext2(context, what, strlen(what)), value};
    return LLVMMDNodeInContext2(context, words, value ? 2 : 1);
}

static LLVMMetadataRef number_hint(emission *e, const char *what, LLVMTypeRef type, unsigned value)
{
    return hint(e, what, LLVMValueAsMetadata(LLVMConstInt(type, value, false)));
}

static LLVMMetadataRef vectors_hint(emission *e, bool wanted)
{
    return number_hint(e, "llvm.loop.vectorize.enable", LLVMInt1TypeInContext(e->kernel->context), wanted);
}

/* AT_ONCE: vectors an iteration; SHORT: instructions of a short thread, at most; LONG: threads of a long row, at
 * least; WIDEST: threads of a vector that LLVM makes of a loop, at most */
enum { AT_ONCE = 4, SHORT = 24, LONG = 64, WIDEST = 64 };

/* Whether threads are short, and rows are long as far as is known before the launch: those of many blocks that run
 * as one; or without a barrier and coordinates y or z, as such blocks mostly are one row. */
static bool is_short(const emission *e)
{
    unsigned row = e->kernel->shape[0];
    bool short_rows = !e->kernel->coarsened && (emission_uses_rows(e) || (row && row < LONG));
    if (e->extent != ALL || e->strips || !fuse_is_barrier_free(e->kernel) || short_rows ||
        emission_instructions(e) > SHORT)
        return false;
    for (int i = 0; i < e->kernel->blocks; i++)
        for (LLVMValueRef at = e->contains[i] ? LLVMGetFirstInstruction(e->kernel->block[i].block) : NULL; at;
             at = LLVMGetNextInstruction(at))
            if (LLVMIsACallInst(at) && fuse_call_of(at, NULL) == FUSE_NO_MEMORY &&
                strncmp(fuse_callee_name(at), "llvm.", 5) != 0)
                return false;
    return true;
}

/* The metadata of the vector loop that replaces the loop: a row known to be few vectors is best fully unrolled. */
static LLVMMetadataRef when_vectorised(emission *e)
{
    static const char name[] = "llvm.loop.vectorize.followup_vectorized";
    LLVMContextRef context = e->kernel->context;
    LLVMMetadataRef words[3] = {LLVMMDStringInContext2(context, name, sizeof name - 1),
                                number_hint(e, "llvm.loop.isvectorized", e->i32, 1),
                                hint(e, "llvm.loop.unroll.runtime.disable", NULL)};
    return LLVMMDNodeInContext2(context, words, 3);
}

/* Marks the loop's back edge. `width`: that its accesses in the group do not depend on another iteration's.
 * Unrolling is not wanted: LLVM would unroll loops over few threads before the vectoriser runs. But for long rows and
 * short threads an iteration takes several vectors, since the loop's branch costs as much as one. */
void emission_mark_loop(emission *e, LLVMValueRef branch, unsigned width)
{
    LLVMContextRef context = e->kernel->context;
    /* A loop's name is a node that contains itself: a temporary node is made first, then replaced. */
    LLVMMetadataRef stand_in_node = LLVMTemporaryMDNode(context, NULL, 0);
    LLVMMetadataRef name[8] = {stand_in_node, hint(e, "llvm.loop.unroll.disable", NULL)}, note = emission_end_note(e);
    unsigned count = 2;
    width = e->is_rare ? 0 : width;
    if (note && !e->is_rare)
        name[count++] = note;
    if (width) {
        name[count++] = hint(e, "llvm.loop.parallel_accesses", LLVMValueAsMetadata(e->group));
        name[count++] = when_vectorised(e);
    }
    bool scalar = !e->all_threads || e->part.scalar || e->is_rare, in_halo = e->part.in_halo && !e->kernel->coarsened;
    if (scalar || width > ANY_WIDTH)
        name[count++] = vectors_hint(e, width > ANY_WIDTH);
    if (width > WIDEST)
        name[count++] = number_hint(e, "llvm.loop.interleave.count", e->i32, width / WIDEST);
    if (width > ANY_WIDTH)
        name[count++] = number_hint(e, "llvm.loop.vectorize.width", e->i32, width > WIDEST ? WIDEST : width);
    else if (width && !scalar && (in_halo || is_short(e)))
        name[count++] = number_hint(e, "llvm.loop.interleave.count", e->i32, in_halo ? 1 : AT_ONCE);
    LLVMMetadataRef node = LLVMMDNodeInContext2(context, name, count);
    LLVMMetadataReplaceAllUsesWith(stand_in_node, node);
    LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(context, "llvm.loop", 9), LLVMMetadataAsValue(context, node));
}

void emission_mark_own_loop(emission *e, int latch, LLVMValueRef branch)
{
    LLVMContextRef context = e->kernel->context;
    const fuse_loop *loop = emission_own_loop(e, latch);
    bool divides = loop && emission_divides_in(e, loop);
    if (!loop || (!e->part.note && !divides))
        return;
    LLVMMetadataRef stand_in = LLVMTemporaryMDNode(context, NULL, 0), name[3] = {stand_in};
    unsigned count = 1;
    if (e->is_rare)
        name[count++] = hint(e, "llvm.loop.unroll.disable", NULL);
    else if (e->part.note)
        name[count++] = emission_note_location(e, REPORT_OWN);
    if (divides || e->is_rare) /* division.c: these do not look different in each iteration */
        name[count++] = vectors_hint(e, false);
    LLVMMetadataRef node = LLVMMDNodeInContext2(context, name, count);
    LLVMMetadataReplaceAllUsesWith(stand_in, node);
    LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(context, "llvm.loop", 9), LLVMMetadataAsValue(context, node));
}
