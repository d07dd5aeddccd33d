/* One .cu file, CUDA C++, to one object for the CPU device; a file of C++ beside it. */
#ifndef CC_CU_COMPILE_H
#define CC_CU_COMPILE_H

#include "options.h"

/* As cc_compile(). */
int cc_compile_cu(const cc_options *options, const char *input, const char *object);
int cc_compile_cplusplus(const cc_options *options, const char *input, const char *object);
/* -E, -M, -fsyntax-only and the like: the host's code alone. */
int cc_compile_cu_only(const cc_options *options);

/* Ends the program with a message where clang 19 is missing. */
void cc_require_clang(const cc_options *options);

#endif
