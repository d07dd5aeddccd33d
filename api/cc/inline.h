/* Functions of a checked copy that take addresses, in clang's unoptimised code. */
#ifndef CC_INLINE_H
#define CC_INLINE_H

#include "ir.h"

/* Notes the attributes of functions, "attributes #7 = { ... }", which are at the file's end. */
void cc_inline_note(const char *line);
void cc_inline_forget(void);

/* Writes the function's first line. A function with a pointer's parameter, or a small one with any parameter, is to be inlined in all calls, unless the
 * program forbids it: then the uses of its caller's local variables are where they are looked for (private.h). Kernels, and
 * what is large, stay as they are. */
void cc_inline_define(const cc_ir *function, FILE *out);

/* Whether any has been written. */
extern bool cc_inlines;

#endif
