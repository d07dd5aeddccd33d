/* nvcc's flags, for commands with .cu or C++ files: which are taken, and which are refused and why. */
#ifndef CC_CU_FLAGS_H
#define CC_CU_FLAGS_H

#include <stdbool.h>

#include "options.h"

/* Whether the file is CUDA C++, or C++ for the host, by its name. */
bool cc_is_cu(const char *path);
bool cc_is_cplusplus(const char *path);
/* Whether only nvcc has the flag. */
bool cc_is_nvcc_word(const char *word);
/* Whether the word, or it with the next one, says that all sources are CUDA C++: -x cu. */
bool cc_is_language_cu(const char *word, const char *next);

/* Reads a flag of nvcc's, or a -std= of C++. `next`: the word after it, null at the end; `*takes_next` is set if that is
 * its value. False: it is none of these. Exits with a message if it is refused. */
bool cc_read_cu_flag(cc_options *options, const char *word, const char *next, bool *takes_next);

#endif
