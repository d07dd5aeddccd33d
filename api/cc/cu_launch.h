/* Launches that nvcc takes and clang does not: with blanks inside their brackets, `kernel << <grid, block >> > (...)`, as some editors lay
 * them out; and with braces, `kernel<<<{4, 4}, {16, 16}>>>(...)`. The text is changed in copies, also for cu_alignment.h
 * and cu_pragma.h. */
#ifndef CC_CU_LAUNCH_H
#define CC_CU_LAUNCH_H

#include "words.h"

/* Adds flags by which clang reads such launches as it takes them, in the file and in those that it includes by their place. Lines and the
 * files' names stay; columns do except after braces. Adds nothing where there are none. */
void cc_add_launches(const char *input, cc_words *command);

#endif
