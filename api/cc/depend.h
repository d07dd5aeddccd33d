/* Dependency files: the files that a compiler read, as one rule of make. */
#ifndef CC_DEPEND_H
#define CC_DEPEND_H

#include <stdbool.h>

#include "words.h"

/* Writes `main_file` to `path`, and adds missing prerequisites of the other files to its first rule, except files in
 * the scratch folder. False, with a message, if it cannot be written. */
bool cc_merge_dependencies(const char *path, const char *main_file, const cc_words *others);

/* Whether the rule in `file` has `header`, in any folder, as a prerequisite. */
bool cc_depends_on(const char *file, const char *header);

#endif
