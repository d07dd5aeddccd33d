#ifndef FUSE_CODEGEN_SELECTED_THREADS_H
#define FUSE_CODEGEN_SELECTED_THREADS_H

#include "emission.h"

void emission_for_selected_rows(emission *e);    /* that the emulator has found */
void emission_for_selected_threads(emission *e); /* those that stand before the region */

#endif
