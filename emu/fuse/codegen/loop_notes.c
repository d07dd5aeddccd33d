/* Which loop clang's remarks are about: with --report each loop over threads that vectors are wanted of, and each of
 * the kernel's own in it, has a location of a file that there is not in its metadata, the number of the loop over
 * threads being the line. A remark on a loop is at that location; the report says what the numbers are. */
#include "loop_notes.h"

#include <stdlib.h>
#include <string.h>

#include "../support/debug_lines.h"
#include "counting_loop.h"
#include "division.h"

/* The kernel's own loop that ends at the block, and is in the region as a whole; null: none does. */
static const fuse_loop *own_loop(const emission *e, int latch)
{
    const fuse_kernel *kernel = e->kernel;
    for (int l = 0; l < kernel->loops; l++) {
        const fuse_loop *loop = &kernel->loop[l];
        if (loop->latch == latch && e->contains[loop->header] && !kernel->block[loop->header].start)
            return loop;
    }
    return NULL;
}

static LLVMMetadataRef location(emission *e, unsigned column)
{
    fuse_module *whole = e->kernel->whole;
    if (!whole->loops_file)
        whole->loops_file = LLVMDIBuilderCreateFile(whole->debug, REPORT_LOOPS, strlen(REPORT_LOOPS), "", 0);
    LLVMMetadataRef scope = LLVMDIBuilderCreateLexicalBlockFile(whole->debug, e->lines, whole->loops_file, 0);
    return LLVMDIBuilderCreateDebugLocation(e->kernel->context, e->note, column, scope, NULL);
}

void emission_begin_note(emission *e)
{
    fuse_module *whole = e->kernel->whole;
    bool wanted = e->together && !e->scalar && !e->one_by_one;
    e->note = whole->reports && e->lines && wanted ? ++whole->loops : 0;
}

void emission_note_inner_loop(emission *e, int latch, LLVMValueRef branch)
{
    LLVMContextRef context = e->kernel->context;
    const fuse_loop *loop = own_loop(e, latch);
    bool divides = loop && emission_divides_in(e, loop);
    if (!loop || (!e->note && !divides))
        return;
    LLVMMetadataRef stand_in = LLVMTemporaryMDNode(context, NULL, 0), name[3] = {stand_in};
    unsigned count = 1;
    if (e->note)
        name[count++] = location(e, REPORT_OWN);
    if (divides) /* division.c: these do not look different in each of its iterations */
        name[count++] = emission_vectors_hint(e, false);
    LLVMMetadataRef node = LLVMMDNodeInContext2(context, name, count);
    LLVMMetadataReplaceAllUsesWith(stand_in, node);
    LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(context, "llvm.loop", 9), LLVMMetadataAsValue(context, node));
}

/* The line of the first loop of the kernel's own in the region, 0: there is none. */
static unsigned line_of_own(const emission *e)
{
    unsigned least = 0;
    for (int i = 0; i < e->kernel->blocks; i++) {
        const fuse_loop *loop = e->contains[i] ? own_loop(e, i) : NULL;
        unsigned line = loop ? fuse_loop_line(e->kernel, loop) : 0;
        if (line && (!least || line < least))
            least = line;
    }
    return least;
}

LLVMMetadataRef emission_end_note(emission *e)
{
    if (!e->note)
        return NULL;
    fuse_kernel *kernel = e->kernel;
    fuse_loop_note note = {.number = e->note, .region = e->region, .inner_line = line_of_own(e), .threads = NOTE_ALL};
    note.threads = e->extent == ROWS ? NOTE_WARP : e->strips ? NOTE_STRIP : e->stage ? NOTE_PERMUTED
                 : e->diverged ? NOTE_DIVERGED : e->piece ? NOTE_PIECE : NOTE_ALL;
    fuse_loop_note *more = realloc(kernel->note, (size_t)(kernel->notes + 1) * sizeof *more);
    if (!more)
        abort();
    kernel->note = more;
    kernel->note[kernel->notes++] = note;
    LLVMMetadataRef at = location(e, REPORT_THREADS);
    e->note = 0;
    return at;
}
