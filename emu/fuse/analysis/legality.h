#ifndef FUSE_ANALYSIS_LEGALITY_H
#define FUSE_ANALYSIS_LEGALITY_H

#include "../support/kernel.h"

bool fuse_check_legality(fuse_kernel *kernel);

#endif
