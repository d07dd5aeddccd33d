/* Changes of clang's unoptimised code of a checked copy, before clang optimises it and adds its calls. */
#ifndef CC_AMEND_H
#define CC_AMEND_H

#include <stdbool.h>

/* Changes `path`, a file of LLVM IR as text. False if it cannot be read or written. */
bool cc_amend_checked(const char *path);

#endif
