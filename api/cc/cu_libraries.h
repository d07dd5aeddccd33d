/* CUDA's libraries in a link with CUDA C++, and those of Lanewise in their place. */
#ifndef CC_CU_LIBRARIES_H
#define CC_CU_LIBRARIES_H

#include "options.h"

/* Whether the word of a link names a library of cuBLAS's. */
bool cc_is_cublas(const char *word);
/* Whether liblanewise-cublas is where the link looks for libraries; if not, says what to install. */
bool cc_has_cublas(const cc_options *options);

#endif
