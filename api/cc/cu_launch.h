/* Launches that nvcc takes and clang does not: with blanks inside their brackets, `kernel << <grid, block >> > (...)`, as some editors lay
 * them out; and with braces, `kernel<<<{4, 4}, {16, 16}>>>(...)`. */
#ifndef CC_CU_LAUNCH_H
#define CC_CU_LAUNCH_H

#include "cu_child.h"

/* Moves the blanks out of the brackets. Whether there were any. */
bool cc_launch_join_brackets(char *text);

/* `<<<{2, 3}, 32>>>` becomes `<<<dim3{2, 3}, 32>>>`. Frees the text and returns another. *changed becomes true if there is
 * one. */
char *cc_launch_name_braces(char *text, bool *changed);

/* The next launch: its brackets and what is between; `arguments` is after the closing ones. False: there is none. */
bool cc_launch_find(char *at, cc_launch *launch);

#endif
