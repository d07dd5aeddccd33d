/* What --report says, of which lanewise-cc makes its own; each line begins with the kernel's name and ": ". */
#ifndef FUSE_REPORT_H
#define FUSE_REPORT_H

#include "fuse.h"

/* The file and the columns of the locations of loops; api/cc/report.c knows them. */
#define REPORT_LOOPS "lanewise-loop"
enum { REPORT_LANES = 1, REPORT_OWN = 2 };

void fuse_report(const fuse_kernel *kernel);

#endif
