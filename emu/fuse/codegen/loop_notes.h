#ifndef FUSE_CODEGEN_LOOP_NOTES_H
#define FUSE_CODEGEN_LOOP_NOTES_H

#include "emission.h"

/* A loop over threads begins; it ends: its location, or null. */
void emission_begin_note(emission *e);
LLVMMetadataRef emission_end_note(emission *e);

/* The kernel's own loop that ends at the block, and is in the region as a whole; null: none does. */
const fuse_loop *emission_own_loop(const emission *e, int latch);
LLVMMetadataRef emission_note_location(emission *e, unsigned column);

/* The file and the columns of the locations of loops; api/cc/report.c knows them. */
#define REPORT_LOOPS "lanewise-loop"
enum { REPORT_THREADS = 1, REPORT_OWN = 2 };

#endif
