#ifndef FUSE_CODEGEN_STRIP_THREADS_H
#define FUSE_CODEGEN_STRIP_THREADS_H

#include "emission.h"

void emission_for_strip(emission *e);

#endif
