/* The __managed__ variables of a .cu file. clang gives the host's code a local variable for each, in a section of its own
 * (api/cuda/host_defines.h). The device's code shall use this one: while both are joined its symbol is global. */
#ifndef CC_MANAGED_H
#define CC_MANAGED_H

#include "options.h"
#include "words.h"

/* Adds the symbols of the object's managed variables. */
void cc_managed_find(const char *object, cc_words *names);
/* Changes their binding by objcopy's flag; returns its status. */
int cc_managed_bind(const cc_options *options, const cc_words *names, const char *flag, const char *object);

#endif
