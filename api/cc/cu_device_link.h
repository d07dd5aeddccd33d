/* The device link of objects that were compiled with -rdc=true. */
#ifndef CC_CU_DEVICE_LINK_H
#define CC_CU_DEVICE_LINK_H

#include "options.h"

/* Links the relocatable device code of the objects and static libraries among the link's words, compiles it, and writes one
 * object with all copies. Code that an object with a device link already has is left out. `made`: whether there was code; without
 * it no object is written. Returns an exit status. */
int cc_device_link(const cc_options *options, const cc_words *link, const char *object, bool *made);

#endif
