/* Dependency files: what a compiler read, as one rule of make. */
#ifndef CC_DEPEND_H
#define CC_DEPEND_H

#include <stdbool.h>

#include "words.h"

/* Writes to `path` what `main_file` says, and to its first rule adds the prerequisites of the other files that it lacks.
 * Those in the scratch folder are left out. False, with a message, where it cannot be written. */
bool cc_merge_dependencies(const char *path, const char *main_file, const cc_words *others);

/* Whether the rule in `file` names a prerequisite that is `header`, in any folder. */
bool cc_depends_on(const char *file, const char *header);

#endif
