#ifndef FUSE_CODEGEN_CONTEXT_SLOTS_H
#define FUSE_CODEGEN_CONTEXT_SLOTS_H

#include "emission.h"

void emission_begin_slots(emission *e);
void emission_store_slots(emission *e, int to);
void emission_store_joined(emission *e);
void emission_store_uniform(emission *e);

#endif
