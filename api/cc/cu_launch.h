/* Launches with blanks inside their brackets: `kernel << <grid, block >> > (...)`, as some editors lay them out. nvcc takes them,
 * clang does not. */
#ifndef CC_CU_LAUNCH_H
#define CC_CU_LAUNCH_H

#include "words.h"

/* Adds flags by which clang reads such launches without the blanks, in the file and in those that it includes by their place. Lines,
 * columns and the files' names stay. Adds nothing where there are none. */
void cc_add_launches(const char *input, cc_words *command);

#endif
