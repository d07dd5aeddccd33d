/* What the files that print programs share. */
#ifndef PRINT_H
#define PRINT_H

#include <stdio.h>

#include "program.h"

#define EXPRESSION(e) (random_print_expression(e, to))
#define TEXT(...) fprintf(to, __VA_ARGS__)

void random_print_expression(const expression *e, FILE *to);

extern const char *const random_element_names[ELEMENT_KINDS];

/* `{`, a pass, and the guard of what follows; there `t` is the lane, and `i` its place in the grid. */
void random_print_pass(const statement *s, FILE *to);
/* The word that a lane reads then. */
void random_print_read(const statement *s, FILE *to);

#endif
