/* The lines of --report, from which lanewise-cc makes its own; each begins with the kernel's name and ": ". */
#ifndef FUSE_DRIVER_REPORT_H
#define FUSE_DRIVER_REPORT_H

#include "../support/kernel.h"

void fuse_report(const fuse_kernel *kernel);

#endif
