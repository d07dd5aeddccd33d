/* Changes of clang's unoptimised code of a checked copy, before clang optimises it and adds its calls. */
#ifndef CC_AMEND_H
#define CC_AMEND_H

#include <stdbool.h>

#include "words.h"

/* Changes `path`, a file of LLVM IR as text. `compiler`: clang, with the flags that it needs for code of the target. `loads`:
 * those whose value is not used stay; `locals`: local variables are tested, too. False if the file cannot be read or written. */
bool cc_amend_checked(const cc_words *compiler, bool loads, bool locals, const char *path);

#endif
