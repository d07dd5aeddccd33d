/* Which loop clang's remarks are about. With --report, each loop over threads that should become vectors, and each
 * of the kernel's own loops inside it, gets a source location in its metadata: a file that does not exist, with the
 * number of the loop over threads as its line. A remark on a loop is at that location; the report explains the
 * numbers. */
#include "loop_notes.h"

#include <stdlib.h>
#include <string.h>

#include "../support/debug_lines.h"

const fuse_loop *emission_own_loop(const emission *e, int latch)
{
    const fuse_kernel *kernel = e->kernel;
    for (int l = 0; l < kernel->loops; l++) {
        const fuse_loop *loop = &kernel->loop[l];
        if (loop->latch == latch && e->contains[loop->header] && !kernel->block[loop->header].start)
            return loop;
    }
    return NULL;
}

LLVMMetadataRef emission_note_location(emission *e, unsigned column)
{
    fuse_compilation *compilation = e->kernel->compilation;
    if (!compilation->loops_file)
        compilation->loops_file =
            LLVMDIBuilderCreateFile(compilation->debug, REPORT_LOOPS, strlen(REPORT_LOOPS), "", 0);
    LLVMMetadataRef scope =
        LLVMDIBuilderCreateLexicalBlockFile(compilation->debug, e->lines, compilation->loops_file, 0);
    return LLVMDIBuilderCreateDebugLocation(e->kernel->context, e->part.note, column, scope, NULL);
}

void emission_begin_note(emission *e)
{
    fuse_compilation *compilation = e->kernel->compilation;
    bool wanted = e->all_threads && !e->part.scalar && !e->part.one_by_one;
    e->part.note = compilation->reports && e->lines && wanted ? ++compilation->loops : 0;
}

/* The line of the region's first kernel's own loop; 0: there is none. */
static unsigned line_of_own(const emission *e)
{
    unsigned least = 0;
    for (int i = 0; i < e->kernel->blocks; i++) {
        const fuse_loop *loop = e->contains[i] ? emission_own_loop(e, i) : NULL;
        unsigned line = loop ? fuse_loop_line(e->kernel, loop) : 0;
        if (line && (!least || line < least))
            least = line;
    }
    return least;
}

LLVMMetadataRef emission_end_note(emission *e)
{
    if (!e->part.note)
        return NULL;
    fuse_kernel *kernel = e->kernel;
    fuse_loop_note note = {
        .number = e->part.note, .region = e->region, .inner_line = line_of_own(e), .threads = NOTE_ALL};
    note.threads = e->extent == ROWS   ? NOTE_WARP
                   : e->strips         ? NOTE_STRIP
                   : e->permuted.strip ? NOTE_PERMUTED
                   : e->diverged       ? NOTE_DIVERGED
                   : e->pieces.current ? NOTE_PIECE
                                       : NOTE_ALL;
    fuse_loop_note *more = realloc(kernel->note, (size_t)(kernel->notes + 1) * sizeof *more);
    if (!more)
        abort();
    kernel->note = more;
    kernel->note[kernel->notes++] = note;
    LLVMMetadataRef at = emission_note_location(e, REPORT_THREADS);
    e->part.note = 0;
    return at;
}
