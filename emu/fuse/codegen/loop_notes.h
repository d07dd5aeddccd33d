#ifndef FUSE_CODEGEN_LOOP_NOTES_H
#define FUSE_CODEGEN_LOOP_NOTES_H

#include "emission.h"

/* A loop over threads begins; the copy of a branch that ends a block is made; the loop ends: its location, or null. */
void emission_begin_note(emission *e);

void emission_note_inner_loop(emission *e, int latch, LLVMValueRef branch);
LLVMMetadataRef emission_end_note(emission *e);

/* The file and the columns of the locations of loops; api/cc/report.c knows them. */
#define REPORT_LOOPS "lanewise-loop"
enum { REPORT_THREADS = 1, REPORT_OWN = 2 };

#endif
