#ifndef DIFFERENTIAL_MAKE_H
#define DIFFERENTIAL_MAKE_H

#include "generator.h"

/* Prints the program of that seed with the changes, as kernel p<number>; `nodes`: null, or where its nodes are listed. */
void make_changed(generator *g, unsigned seed, unsigned number, const change *changes, unsigned count,
                  listed_node *nodes, text *to);

#endif
