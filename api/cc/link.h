/* lanewise-cc without -c: makes a program or shared library. */
#ifndef CC_LINK_H
#define CC_LINK_H

#include "options.h"

/* Compiles the kernel files to temporary objects, then links these and the other files with liblanewise. */
int cc_link(const cc_options *options);

#endif
