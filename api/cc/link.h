/* lanewise-cc without -c: a program or shared library. */
#ifndef CC_LINK_H
#define CC_LINK_H

#include "options.h"

/* Compiles the kernel files to objects that do not outlive the link, then links them and the rest with liblanewise. */
int cc_link(const cc_options *options);

#endif
