#ifndef FUSE_CODEGEN_LOOP_NOTES_H
#define FUSE_CODEGEN_LOOP_NOTES_H

#include "emission.h"

/* A loop over threads begins; it ends. The second returns the loop's location, or null. */
void emission_begin_note(emission *e);
LLVMMetadataRef emission_end_note(emission *e);

/* The kernel's own loop whose latch is the block, if all of it is in the region; else null. */
const fuse_loop *emission_own_loop(const emission *e, int latch);
LLVMMetadataRef emission_note_location(emission *e, unsigned column);

/* The file and the columns of the loops' locations; api/cc/report.c knows them. */
#define REPORT_LOOPS "lanewise-loop"
enum { REPORT_THREADS = 1, REPORT_OWN = 2 };

#endif
