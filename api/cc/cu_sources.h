/* The program's own text as clang takes it: launches (cu_launch.h, cu_child.h), alignas after __shared__ (cu_alignment.h)
 * and macros that are a pragma (cu_pragma.h) are changed in copies of the files, which clang reads in their place. */
#ifndef CC_CU_SOURCES_H
#define CC_CU_SOURCES_H

#include "cu_child.h"
#include "words.h"

/* Adds flags by which clang reads such copies of the file and of those that it includes, at their places and in the
 * folders. Lines and the files' names stay. Adds nothing where there is nothing to change. */
void cc_add_sources(const char *input, const cc_words *folders, cc_launches how, cc_words *command);

#endif
