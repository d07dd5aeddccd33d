/* A macro that is a pragma, `#define UNROLL #pragma unroll`: nvcc takes it where it stands; clang takes _Pragma("unroll"). */
#ifndef CC_CU_PRAGMA_H
#define CC_CU_PRAGMA_H

#include <stdbool.h>

/* Returns the text with such macros as clang takes them; frees `text`. Lines stay. *changed becomes true if there is one. */
char *cc_quote_pragmas(char *text, bool *changed);

#endif
