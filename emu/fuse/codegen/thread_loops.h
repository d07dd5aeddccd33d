#ifndef FUSE_CODEGEN_THREAD_LOOPS_H
#define FUSE_CODEGEN_THREAD_LOOPS_H

#include "emission.h"

void emission_for_all(emission *e);

#endif
