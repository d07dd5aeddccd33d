/* A function in LLVM's text, as clang writes it without optimisation. */
#ifndef CC_IR_H
#define CC_IR_H

#include <stdbool.h>
#include <stdio.h>

#include "words.h"

enum { CC_IR_NAME = 64 }; /* room for a value's name */

typedef struct cc_ir {
    cc_words lines;
    size_t *made; /* by the number of a value: the line that makes it, plus 1; 0: a parameter */
    size_t numbers;
} cc_ir;

void cc_ir_add(cc_ir *function, const char *line);
void cc_ir_free(cc_ir *function); /* leaves it empty */

/* Whether the value is a local variable, or a part of one. A parameter that is used directly is a structure passed by
 * value, so it is one, too. Such memory is aligned and within bounds, and a call with its address would keep it out of
 * registers. */
bool cc_ir_is_local(const cc_ir *function, const char *name);

/* Ends an added line with the source location of `line`. */
void cc_ir_end_line(const char *line, FILE *out);

#endif
