/* nvcc's long names of flags, and its files of options: the words as gcc would have them. */
#ifndef CC_CU_NAMES_H
#define CC_CU_NAMES_H

#include "words.h"

/* Adds the command line's words to `to`: --define-macro X=1 as -DX=1, and those of the files that --options-file names. Exits with a
 * message where a value or a file is missing. */
void cc_add_gcc_words(cc_words *to, int count, char *const *words);

#endif
