/* CUDA's libraries in a link with CUDA C++, and those of Lanewise in their place. */
#ifndef CC_CU_LIBRARIES_H
#define CC_CU_LIBRARIES_H

#include "options.h"

/* The library in whose place one of Lanewise's is, as a bit, if the word of a link names one; else 0. */
unsigned cc_library_of(const char *word);
/* Whether Lanewise's libraries are where the link looks for libraries; if not, says what to install. */
bool cc_has_libraries(const cc_options *options, unsigned libraries);
/* Adds them to a link. */
void cc_add_libraries(cc_words *command, unsigned libraries);

#endif
