/* Loads by a pointer whose value the program computes with, in clang's unoptimised code of a checked copy. What it only copies, to other
 * memory or through local variables, may have bytes that were never written; what it computes with may not. */
#ifndef CC_COMPUTED_H
#define CC_COMPUTED_H

#include "private.h"

typedef struct cc_computed {
    struct cc_computed_load *load;
    size_t loads, room;
} cc_computed;

/* Loads of 32 bits. A local variable counts as a whole: one that is computed with somewhere is no copy anywhere. */
void cc_computed_find(cc_computed *all, const cc_privates *privates);
void cc_computed_free(cc_computed *all);

/* Writes the line, which is a function's, with a mark if it is such a load: clang then calls __tsan_vptr_read() before it. The mark says
 * that nothing but marked loads has a type, so it forbids clang nothing. */
void cc_computed_write(const cc_computed *all, size_t line, const char *text, FILE *out);
/* Writes what the marks refer to, at the file's end. */
void cc_computed_declare(FILE *out);

#endif
