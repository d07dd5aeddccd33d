#ifndef FUSE_CODEGEN_SELECTED_THREADS_H
#define FUSE_CODEGEN_SELECTED_THREADS_H

#include "emission.h"

void emission_for_selected_rows(emission *e);    /* the rows that the emulator has found */
void emission_for_selected_threads(emission *e); /* the threads that stand before the region */

#endif
